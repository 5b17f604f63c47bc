"""Inputs of a batch: opened, understood, and cut into pieces."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from solver.batch.formats import Format, format_of
from solver.batch.jsonlines import keys_of
from solver.batch.plain import PlainReader
from solver.batch.records import Cutter, Piece
from solver.batch.streams import STDIN, TextStream, size_of
from solver.batch.table import header_of
from solver.errors import Defect, FileError


@dataclass(frozen=True, slots=True)
class Input:
    """One input: a path or ``-``, and its format."""

    path: str
    format: Format

    @property
    def name(self) -> str:
        """What messages call it."""
        return "stdin" if self.path == STDIN else self.path


def inputs_of(paths: list[str], named: Format | None) -> list[Input]:
    """Return the inputs for paths as a user gives them.

    Parameters
    ----------
    paths : list of str
        Paths, or ``-`` for stdin.
    named : Format or None
        The format of what has no telling suffix.

    Raises
    ------
    FileError
        With all that do not exist, are folders, have no known format, or differ in format.
    """
    defects = []
    inputs = []
    for path in paths:
        form = format_of(path) or named
        if path != STDIN and (fault := _fault(path)) is not None:
            defects.append(Defect(path, fault))
        elif form is None:
            what = "stdin has no format" if path == STDIN else "the suffix tells no format"
            defects.append(Defect(path, f"{what}: name it with --format"))
        else:
            inputs.append(Input(path, form))
    formats = dict.fromkeys(item.format.name for item in inputs)
    if len(formats) > 1:
        defects.append(Defect("FILES", f"are of several formats ({', '.join(formats)}): give one at a time"))
    if paths.count(STDIN) > 1:
        defects.append(Defect(STDIN, f"is given {paths.count(STDIN)} times"))
    if defects:
        raise FileError(defects)
    return inputs


def _fault(path: str) -> str | None:
    if Path(path).is_dir():
        return "is a folder"
    return None if Path(path).exists() else "does not exist"


class LineSource:
    """An open text input.

    Parameters
    ----------
    item : Input
        What to open.
    rows : int
        Records of a piece.

    Attributes
    ----------
    names : tuple of str
        The input's columns.

    Raises
    ------
    FileError
        If it cannot be opened or understood.
    """

    def __init__(self, item: Input, rows: int) -> None:
        self.size = size_of(item.path)
        self._rows = rows
        self._stream = TextStream(item.path)
        self._cutter = Cutter(self._stream, quoted=item.format.name == "csv")
        self._head: Piece | None = None
        if item.format.name == "csv":
            self.names = header_of(self._cutter.take(1), item.name)
            return
        self._head = self._cutter.take(rows)
        if self._head is None:
            raise FileError.at(item.name, "is empty")
        self.names = keys_of(self._head) if item.format.name == "jsonl" else PlainReader.names

    @property
    def position(self) -> int:
        """Bytes of the file that have been read."""
        return self._stream.position

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces; once."""
        head = () if self._head is None else (self._head,)
        self._head = None
        yield from chain(head, self._cutter.pieces(self._rows))

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
