"""Work done in order: in this process, or by worker processes over pipes.

Workers are plain child processes that speak over their stdin and stdout, so they need no guard in the
caller's main module, share no state, and end by themselves when their parent is gone.
"""

import os
import pickle
import selectors
import struct
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import IO, Any, Generic, TypeVar

from solver.errors import InternalError, SolverError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Tasks that a worker has at hand: the one it works on, and the next."""

MOST_DEATHS = 3
"""Workers that may be lost over one task before the run is given up."""

LENGTH = struct.Struct("<Q")


def default_workers() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_ordered(
    job: Callable[[T], R], tasks: Iterable[T], *, workers: int | None = None, alone: int = 1
) -> Iterator[R]:
    """Yield the results of tasks in their order.

    Parameters
    ----------
    job : callable
        What does a task; it and the tasks can be pickled.
    tasks : iterable
        Taken only as fast as results are taken.
    workers : int, optional
        Worker processes; left out, as many as there are cores.
    alone : int
        Up to so many tasks are done in this process, since starting workers would take longer.

    Raises
    ------
    SolverError
        What a task raised; or that workers were lost, again and again, over one task.
    InternalError
        If a task failed by a fault of ours.
    """
    workers = default_workers() if workers is None else workers
    remaining = iter(tasks)
    first = list(islice(remaining, alone + 1))
    everything = chain(first, remaining)
    if workers <= 1 or len(first) <= alone:
        yield from map(job, everything)
        return
    with _Pool[T, R](job, workers) as pool:
        yield from pool.run(everything)


class _Worker:
    """A child process and the numbers of the tasks it has."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        path = f"import sys; sys.path[:] = {sys.path!r}"
        start = f"{path}; from solver.batch.worker import main; main({tuple(modules)!r})"
        self.process = subprocess.Popen(
            [sys.executable, "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # a buffer would hide messages from the selector
            start_new_session=True,  # a Ctrl-C at the terminal is for the parent alone
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.inbox: IO[bytes] = self.process.stdin
        self.outbox: IO[bytes] = self.process.stdout
        self.tasks: deque[int] = deque()

    def greet(self, hello: bytes) -> None:
        """Say what its tasks are for."""
        self._send_raw(hello)

    def send(self, number: int, task: object) -> None:
        """Hand over a task."""
        self.tasks.append(number)
        self._send_raw(pickle.dumps(task, protocol=5))

    def _send_raw(self, data: bytes) -> None:
        # if it is dead, reading from it will tell, and its tasks are done again
        with suppress(BrokenPipeError):
            for part in (LENGTH.pack(len(data)), data):
                rest = memoryview(part)
                while rest:
                    rest = rest[self.inbox.write(rest) :]

    def receive(self) -> bytes | None:
        """Return what it says next, or None if it died before it was out."""
        head = self._read(LENGTH.size)
        data = self._read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        return data if len(head) == LENGTH.size and len(data) == LENGTH.unpack(head)[0] else None

    def _read(self, size: int) -> bytes:
        """Read so many bytes, fewer only at the end."""
        parts = []
        while size and (part := self.outbox.read(min(size, 1 << 20))):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.inbox, self.outbox):
            with suppress(BrokenPipeError):
                pipe.close()


_waiting: list[_Worker] = []
"""Workers that were started ahead."""


@contextmanager
def started_ahead(workers: int | None, modules: Sequence[str]) -> Iterator[None]:
    """Start the workers of the next `run_ordered` now: they get ready while it is prepared.

    Parameters
    ----------
    workers : int or None
        How many; None for as many as there are cores.
    modules : sequence of str
        What they import.
    """
    count = default_workers() if workers is None else workers
    try:
        for _ in range(count if count > 1 else 0):
            _waiting.append(_Worker(modules))
        yield
    finally:
        while _waiting:
            _waiting.pop().kill()


class _Pool(Generic[T, R]):
    """Workers, the tasks they have, and the results that wait for their turn."""

    def __init__(self, job: Callable[[T], R], workers: int) -> None:
        self._hello = pickle.dumps(job, protocol=5)
        self._count = workers
        self._workers: list[_Worker] = []
        self._selector = selectors.DefaultSelector()
        self._tasks: dict[int, T] = {}
        self._deaths: dict[int, int] = {}
        self._again: deque[int] = deque()
        self._results: dict[int, tuple[str, Any]] = {}
        self._next = 0
        self._over = False

    def __enter__(self) -> "_Pool[T, R]":
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for worker in self._workers:
            worker.kill()

    def run(self, tasks: Iterable[T]) -> Iterator[R]:
        """Yield the results in the order of the tasks; an error is raised when its turn comes."""
        incoming = iter(tasks)
        due = 0
        while True:
            self._hand_out(incoming, due)
            if due in self._results:
                yield _unpacked(self._results.pop(due))
                due += 1
            elif self._tasks:
                self._receive()
            else:
                return

    def _start(self) -> None:
        worker = _waiting.pop() if _waiting else _Worker()
        worker.greet(self._hello)
        self._workers.append(worker)
        self._selector.register(worker.outbox, selectors.EVENT_READ, worker)

    def _hand_out(self, incoming: Iterator[T], due: int) -> None:
        """Give tasks to workers that have room; never more than a window ahead of what is due."""
        while True:
            worker = min(self._workers, key=lambda worker: len(worker.tasks))
            if len(worker.tasks) >= AHEAD:
                return
            if self._again:
                number = self._again.popleft()
            elif self._over or self._next - due >= (AHEAD + 1) * self._count or not self._take(incoming):
                return
            else:
                number = self._next - 1
            worker.send(number, self._tasks[number])

    def _take(self, incoming: Iterator[T]) -> bool:
        """Take the next task in; tell whether there was one."""
        try:
            self._tasks[self._next] = next(incoming)
        except StopIteration:
            self._over = True
            return False
        except SolverError as error:
            self._results[self._next] = ("error", error)
            self._over = True
            return False
        self._next += 1
        return True

    def _receive(self) -> None:
        """Wait for a worker to say something, and take it."""
        for key, _ in self._selector.select():
            worker: _Worker = key.data
            data = worker.receive()
            if data is None:
                self._bury(worker)
                continue
            number = worker.tasks.popleft()
            del self._tasks[number]
            self._results[number] = pickle.loads(data)

    def _bury(self, worker: _Worker) -> None:
        """Replace a worker that was killed, and have its tasks done again."""
        self._selector.unregister(worker.outbox)
        self._workers.remove(worker)
        worker.kill()
        if worker.tasks:
            number = worker.tasks[0]
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] >= MOST_DEATHS:
                message = (
                    f"{MOST_DEATHS} workers were lost over chunk {number + 1} of the input: out of memory?"
                )
                raise SolverError.at("workers", message)
        self._again.extendleft(reversed(worker.tasks))
        self._start()


def _unpacked(answer: tuple[str, Any]) -> Any:
    """Return a worker's result, or raise what it ran into."""
    kind, value = answer
    if kind == "error":
        raise value
    if kind == "fault":
        raise InternalError(value)
    return value
