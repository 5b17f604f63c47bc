"""Progress of long runs on stderr, only where it is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.batch.run import Progress

Watch = Callable[["Progress"], None]


@contextmanager
def watching(hint: str = "") -> Iterator[Watch]:
    """Yield what a run tells its progress to; say how far it got if it is interrupted, and a hint."""
    rows = 0

    def note(progress: "Progress") -> None:
        nonlocal rows
        rows = progress.tally.rows

    try:
        if sys.stderr.isatty():
            with _bar() as show:

                def both(progress: "Progress") -> None:
                    note(progress)
                    show(progress)

                yield both
        else:
            yield note
    except (KeyboardInterrupt, SystemExit):
        sys.stderr.write(f"meldwise: stopped after {rows:,} rows{hint}\n")
        raise


@contextmanager
def _bar() -> Iterator[Watch]:
    """Yield what draws rows, rows per second and time left."""
    import rich.progress as drawn
    from rich.console import Console

    columns = [drawn.BarColumn(), drawn.TextColumn("{task.description}"), drawn.TimeElapsedColumn()]
    with drawn.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def show(progress: "Progress") -> None:
            bar.update(task, total=1.0, completed=progress.share or 0.0, description=_words(progress))

        yield show


def _words(progress: "Progress") -> str:
    seconds, share = progress.seconds, progress.share
    words = f"{progress.tally.rows:,} rows, {progress.rows / max(seconds, 1e-9):,.0f} rows/s"
    if share:
        words += f", {seconds * (1 - share) / share:,.0f} s left"
    return words
