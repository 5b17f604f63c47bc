"""What a command prints, caught per request though many run side by side."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_caught: ContextVar[io.StringIO | None] = ContextVar("_caught", default=None)


class _Router(io.TextIOBase):
    """A stream that writes to the buffer of the running context, and to the real one where there is none.

    It is no terminal, so that no command draws on the one where the server runs.
    """

    encoding = "utf-8"

    def __init__(self, real: Any, *, diverted: bool) -> None:
        self._real = real
        self._diverted = diverted

    def _target(self) -> Any:
        return (self._diverted and _caught.get()) or self._real

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        return int(self._target().write(text))

    def flush(self) -> None:
        self._target().flush()


@contextmanager
def routed_stdout() -> Iterator[None]:
    """Replace stdout, for as long as requests are served, by one that `caught` can divert."""
    real = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Router(real[0], diverted=True), _Router(real[1], diverted=False)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = real


def caught(command: Callable[[], int]) -> tuple[int, str]:
    """Run a command and return its exit code and what it printed on stdout.

    Threads have contexts of their own, so commands in several threads do not mix. Needs `routed_stdout`.
    """
    buffer = io.StringIO()
    token = _caught.set(buffer)
    try:
        code = command()
    finally:
        _caught.reset(token)
    return code, buffer.getvalue()
