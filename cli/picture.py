"""``--svg FILE``: answers drawn to a file."""

import os
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

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
        save_text(answer._repr_svg_(), path)


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

        save_text(picture_of(solution, *sections), path)
    else:
        from solver.bharg.picture import picture_of as bharg_picture_of

        save_text(bharg_picture_of(solution, *sections), path)


def save_text(text: str, path: str) -> None:
    """Write text to a file, which appears whole or not at all.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    from solver.errors import FileError

    partial = f"{path}.partial"
    try:
        with open(partial, "wb") as file:
            file.write(text.encode())
        os.replace(partial, path)
    except OSError as error:
        raise FileError.at(path, f"cannot be written: {error.strerror}") from error
