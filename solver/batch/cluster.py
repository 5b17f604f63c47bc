"""Work over the workers of a Dask cluster: results in order, never far ahead, lost workers made up for.

The pieces travel with the tasks and the answers come back with the results, so that the workers need no
folder in common with this process, only meldwise of the same version.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from logging import CRITICAL
from threading import Timer, current_thread, main_thread
from typing import Any, TypeVar

from solver.batch.runners import AHEAD, MOST_DEATHS, default_workers
from solver.errors import FileError, InternalError, SolverError

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 20
"""Seconds to wait for a scheduler, and for its first worker."""

_GRACE = 0.2
"""Seconds that workers have to end by themselves when the work is broken off."""

_LAST_PORT = 65535

_LEAST_WINDOW = 8
"""Tasks at hand at least: a cluster may grow."""


def run_on_cluster(
    job: Callable[[T], R], tasks: Iterable[T], *, scheduler: str | None = None, workers: int | None = None
) -> Iterator[R]:
    """Yield the results of tasks in their order.

    Parameters
    ----------
    job : callable
        What does a task; it and the tasks can be pickled.
    tasks : iterable
        Taken only as fast as results are taken.
    scheduler : str, optional
        Address of a cluster's scheduler (``tcp://host:8786``); left out, a cluster on this machine is started
        and ended.
    workers : int, optional
        Worker processes of a cluster on this machine; left out, as many as there are cores.

    Raises
    ------
    FileError
        If Dask is not there, no scheduler or worker answers, or a worker has another version of meldwise.
    SolverError
        What a task raised; or that workers were lost, again and again, over one task.
    InternalError
        If a task failed by a fault of ours.
    """
    with _client(scheduler, workers or default_workers()) as client:
        _check_workers(client, scheduler)
        remaining = iter(tasks)
        waiting: deque[Any] = deque()
        number = 0
        while True:
            room = max(_LEAST_WINDOW, (AHEAD + 1) * len(client.nthreads())) - len(waiting)
            waiting.extend(client.submit(job, task, pure=False) for task in islice(remaining, max(0, room)))
            if not waiting:
                return
            number += 1
            yield _result(waiting.popleft(), number)


def _result(future: Any, number: int) -> Any:
    """Return the result of a task, or raise what it ran into."""
    try:
        return future.result()
    except SolverError:
        raise
    except _library("distributed").KilledWorker as error:
        message = f"{MOST_DEATHS} workers were lost over chunk {number} of the input: out of memory?"
        raise SolverError.at("workers", message) from error
    except Exception as error:
        raise InternalError(f"a task failed on a worker: {error!r}") from error


@contextmanager
def _client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """Connect to a cluster, or start one, and leave nothing of it behind."""
    dask, distributed = _library("dask"), _library("distributed")
    if scheduler is not None:
        _check_address(scheduler)
    settings = {
        "distributed.scheduler.allowed-failures": MOST_DEATHS - 1,
        "distributed.comm.timeouts.connect": f"{PATIENCE}s",
        "distributed.logging.distributed": "critical",
    }
    with (
        dask.config.set(settings),
        _own_cluster(workers) if scheduler is None else nullcontext(scheduler) as cluster,
    ):
        try:
            client = distributed.Client(cluster, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise FileError.at("--scheduler", f"{scheduler}: no scheduler answers there") from error
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=1)


@contextmanager
def _own_cluster(workers: int) -> Iterator[Any]:
    """Start a cluster on this machine, and end it: at once if the work was broken off."""
    with _signals_held():  # half a cluster cannot be ended
        cluster = _library("distributed").LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=CRITICAL
        )
    killer: Timer | None = None
    try:
        yield cluster
    except BaseException:
        # a busy worker would be waited for; one that is told to close is not started again
        killer = Timer(_GRACE, _kill, [[nanny.pid for nanny in cluster.workers.values()]])
        killer.start()
        raise
    finally:
        with suppress(Exception):
            cluster.close(timeout=2)
        if killer is not None:
            killer.join()


def _kill(processes: Iterable[int | None]) -> None:
    for process in processes:
        if process is not None:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait; only the main thread gets them."""
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    handlers = {
        number: signal.signal(number, lambda number, _: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) not in (signal.SIG_IGN, None)
    }
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _check_address(scheduler: str) -> None:
    """Refuse what is no address before a client waits for it: it would wait long, and end in noise."""
    addressing = _library("distributed.comm.addressing")
    try:
        _, port = addressing.get_address_host_port(addressing.normalize_address(scheduler))
    except ValueError:
        port = 0
    if not 0 < port <= _LAST_PORT:
        message = f"{scheduler!r} is no address of a scheduler, such as tcp://host:8786"
        raise FileError.at("--scheduler", message)


def _library(name: str) -> Any:
    """Return a library of the extra `dask`, imported only where it is used."""
    try:
        return import_module(name)
    except ImportError as error:
        raise FileError.at("--runner", "needs Dask: pip install 'meldwise[dask]'") from error


def _check_workers(client: Any, scheduler: str | None) -> None:
    """Refuse a cluster without workers, or whose workers would not answer as this process does."""
    where = f"{scheduler or 'the cluster'}: "
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except _library("distributed").TimeoutError as error:
        raise FileError.at("--scheduler", f"{where}it has no workers") from error
    for address, found in client.run(_version_here).items():
        if found != version("meldwise"):
            message = f"worker {address} has {found or 'no meldwise'}; this is {version('meldwise')}"
            raise FileError.at("--scheduler", f"{where}{message}")


def _version_here() -> str:
    from importlib import metadata

    try:
        return metadata.version("meldwise")
    except metadata.PackageNotFoundError:
        return ""
