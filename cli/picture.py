"""``--svg FILE``: answers drawn to a file."""

import os
from typing import Protocol


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
    if path is None:
        return
    from solver.errors import FileError

    drawing = answer._repr_svg_().encode()
    partial = f"{path}.partial"
    try:
        with open(partial, "wb") as file:
            file.write(drawing)
        os.replace(partial, path)
    except OSError as error:
        raise FileError.at(path, f"cannot be written: {error.strerror}") from error
