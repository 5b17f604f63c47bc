"""Inputs of a batch: opened, understood, and cut into pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from solver.batch.formats import Format, format_of
from solver.batch.games import game_of
from solver.batch.jsonlines import keys_of
from solver.batch.records import Cutter, Piece
from solver.batch.streams import STDIN, TextStream
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
    defects: list[Defect] = []
    inputs = []
    for path in [found for given in paths for found in _expanded(given, defects)]:
        form = format_of(path) or named
        if form is None:
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


def _expanded(path: str, defects: list[Defect]) -> list[str]:
    """Return the files of a path: itself, those of a pattern, or the Parquet files of a folder."""
    if path == STDIN or Path(path).is_file() or (Path(path).exists() and not Path(path).is_dir()):
        return [path]
    if Path(path).is_dir():
        files = sorted(
            str(file)
            for file in Path(path).rglob("*.parquet")
            if not any(part.startswith((".", "_")) for part in file.relative_to(path).parts)
        )
        what = "is a folder without Parquet files"
    else:
        files = sorted(file for file in glob(path, recursive=True) if not Path(file).is_dir())
        what = "does not exist"
    if not files:
        defects.append(Defect(path, what))
    return files


class Source(Protocol):
    """An open input.

    Attributes
    ----------
    names : tuple of str
        The input's columns.
    schema : pyarrow.Schema or None
        Their types, where the input has types.
    position : int
        Bytes of the file that have been read, about.
    """

    names: tuple[str, ...]
    schema: Any

    @property
    def position(self) -> int: ...

    def pieces(self) -> Iterator[Any]:
        """Yield the pieces; once."""

    def close(self) -> None:
        """Close the file; stdin stays open."""


def open_source(
    game: str, item: Input, rows: int, needs: Sequence[str] = ("hand",), whole: int = 0
) -> Source:
    """Open an input.

    Parameters
    ----------
    game : str
        Whose hands it holds.
    item : Input
        What to open.
    rows : int
        Rows of a piece.
    needs : sequence of str
        Columns of which there has to be one; plain text is the first of them.
    whole : int
        Rows, at most, of a row group of Parquet that is a piece as it stands.

    Raises
    ------
    FileError
        If it cannot be opened or understood.
    """
    if item.format.is_lines:
        return LineSource(item, rows, needs)
    from solver.batch.tablefiles import TableSource

    return TableSource(game_of(game), item.path, item.format, rows, needs, whole)


class LineSource:
    """An open text input.

    Parameters
    ----------
    item : Input
        What to open.
    rows : int
        Records of a piece.
    needs : sequence of str
        Columns of which there has to be one; plain text is the first of them.

    Attributes
    ----------
    names : tuple of str
        The input's columns.

    Raises
    ------
    FileError
        If it cannot be opened or understood.
    """

    def __init__(self, item: Input, rows: int, needs: Sequence[str] = ("hand",)) -> None:
        self.schema = None
        self._rows = rows
        self._stream = TextStream(item.path)
        self._cutter = Cutter(self._stream, quoted=item.format.name == "csv")
        self._head: Piece | None = None
        if item.format.name == "csv":
            self.names = header_of(self._cutter.take(1), item.name, needs)
            return
        self._head = self._cutter.take(rows)
        if self._head is None:
            raise FileError.at(item.name, "is empty")
        self.names = keys_of(self._head) if item.format.name == "jsonl" else (needs[0],)

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
