"""A worker process: tasks in by stdin, results out by stdout, until its parent is gone."""

import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO

from solver.batch.lean import without_pandas
from solver.batch.runners import LENGTH
from solver.errors import SolverError


def main(modules: Sequence[str] = ()) -> None:
    """Serve the parent process, with some modules at hand; called in a fresh interpreter."""
    without_pandas()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox = sys.stdin.buffer
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not garble the results
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inbox, tasks), daemon=True).start()
    for name in modules:
        import_module(name)
    with suppress(BrokenPipeError):
        _serve(tasks, outbox)
    os._exit(0)  # the listening thread may hold stdin


def _serve(tasks: "queue.SimpleQueue[bytes | None]", outbox: IO[bytes]) -> None:
    hello = tasks.get()
    if hello is None:
        return
    job = pickle.loads(hello)
    while (task := tasks.get()) is not None:
        try:
            answer = ("done", job(pickle.loads(task)))
        except SolverError as error:
            answer = ("error", error)
        except Exception:
            answer = ("fault", traceback.format_exc())
        data = pickle.dumps(answer, protocol=5)
        outbox.write(LENGTH.pack(len(data)))
        outbox.write(data)
        outbox.flush()


def _listen(inbox: IO[bytes], tasks: "queue.SimpleQueue[bytes | None]") -> None:
    """Take tasks off the pipe while others are worked on, so that the parent never waits."""
    while len(head := inbox.read(LENGTH.size)) == LENGTH.size:
        tasks.put(inbox.read(LENGTH.unpack(head)[0]))
    tasks.put(None)


def _follow(parent: int) -> None:
    """End with the parent, even in the middle of a task."""
    while os.getppid() == parent:
        time.sleep(0.3)
    os._exit(1)
