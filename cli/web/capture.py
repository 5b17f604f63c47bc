"""What a command prints, caught per request though many run side by side."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_caught: ContextVar[io.StringIO | None] = ContextVar("_caught", default=None)


class _Router(io.TextIOBase):
    """A stdout that writes to the buffer of the running context, and to the real one where there is none."""

    encoding = "utf-8"

    def __init__(self, real: object) -> None:
        self._real = real

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        target = _caught.get() or self._real
        return int(target.write(text))  # type: ignore[attr-defined]

    def flush(self) -> None:
        if _caught.get() is None:
            self._real.flush()  # type: ignore[attr-defined]


@contextmanager
def routed_stdout() -> Iterator[None]:
    """Replace stdout, for as long as requests are served, by one that `caught` can divert."""
    real = sys.stdout
    sys.stdout = _Router(real)
    try:
        yield
    finally:
        sys.stdout = real


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
