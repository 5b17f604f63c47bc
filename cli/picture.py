"""``--svg FILE``: answers drawn to a file."""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

from solver.whole import write_whole

if TYPE_CHECKING:
    from solver.bharg.solve import Solution as BhargSolution
    from solver.rummy.solve import Solution as RummySolution


class Drawn(Protocol):
    """Any answer that draws itself."""

    def _repr_svg_(self) -> str: ...


def save_picture(answer: Drawn, path: str | None) -> None:
    """Write the drawing of an answer; the file appears whole or not at all.

    Parameters
    ----------
    answer : Drawn
        The answer.
    path : str or None
        Where to; nothing is written for None.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    if path is not None:
        write_whole(path, answer._repr_svg_())


def save_told(
    solution: "RummySolution | BhargSolution", path: str | None, heading: str, notes: Sequence[str]
) -> None:
    """Write the drawing of a hand's answer with words below it; see `save_picture`.

    Parameters
    ----------
    solution : Solution
        The answer, of either game.
    path : str or None
        Where to; nothing is written for None.
    heading, notes : str, sequence of str
        What the words are, and the words, a line each.
    """
    if path is None:
        return
    from solver.picture.sheet import Section
    from solver.rummy.solve import Solution

    lines = tuple(line for note in notes for line in wrap(note, 100))
    sections = [Section(heading, (), lines)] if lines else []
    if isinstance(solution, Solution):
        from solver.rummy.picture import picture_of

        write_whole(path, picture_of(solution, *sections))
    else:
        from solver.bharg.picture import picture_of as bharg_picture_of

        write_whole(path, bharg_picture_of(solution, *sections))
