"""CSV: records into fields and back, with what is not ours kept byte by byte."""

import re

from solver.batch.answers import Answers
from solver.batch.cells import answer_cells
from solver.batch.games import Game
from solver.batch.plain import decoded
from solver.batch.records import UNCLOSED, Piece
from solver.batch.rows import Cells, Rows
from solver.batch.texts import Texts
from solver.errors import Defect, FileError

_FIELD = re.compile(r'(?:"([^"]*+(?:""[^"]*+)*+)"([^,]*+)|([^,]*+))(,|\Z)', re.DOTALL)
_NEEDS_QUOTES = re.compile(r'[",\r\n]|^\s|\s$')


def fields_of(record: str) -> list[str]:
    """Split a CSV record into its fields.

    Raises
    ------
    ValueError
        If a quote is opened and never closed.

    >>> fields_of('007,"4H, 5H",""')
    ['007', '4H, 5H', '']
    """
    if '"' not in record:
        return record.split(",")
    fields = []
    at = 0
    while (match := _FIELD.match(record, at)) is not None:
        quoted, after, bare, end = match.groups()
        if quoted is None and bare.startswith('"'):
            raise ValueError(UNCLOSED)
        fields.append(bare if quoted is None else quoted.replace('""', '"') + after)
        at = match.end()
        if not end:
            break
    return fields


def quoted(text: str | None) -> str:
    """Return a CSV field for a text.

    >>> quoted('a, b')
    '"a, b"'
    """
    if text is None:
        return ""
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


class TableReader:
    """Reads CSV records under a header.

    Parameters
    ----------
    game : Game
        Whose option columns are read.
    header : tuple of str
        The names of the columns.
    """

    def __init__(self, game: Game, header: tuple[str, ...]) -> None:
        self.names = header
        self._options = [name for name in game.options if name in header]

    def rows(self, piece: Piece) -> Rows:
        """Return the rows of a piece; empty lines are none."""
        width = len(self.names)
        table: list[list[str]] = []
        raw: list[bytes] = []
        defects: dict[int, list[Defect]] = {}
        for number, record in enumerate(piece.records()):
            if not record and number not in piece.broken:
                continue
            fields, fault = self._fields(record, piece.broken.get(number))
            if fault is not None:
                defects[len(table)] = [fault]
                fields = [*fields[:width], *[""] * (width - len(fields))]
                record = ",".join(map(quoted, fields)).encode()
            table.append(fields)
            raw.append(record)
        return self._rows(table, raw, defects)

    def _fields(self, record: bytes, why: str | None) -> tuple[list[str], Defect | None]:
        """Return the fields of a record, and what is wrong with it."""
        text, fault = decoded(record)
        try:
            fields = fields_of(text)
        except ValueError as error:
            fields, why = text.split(","), str(error)
        if why is not None:
            return fields, Defect("row", why)
        if fault is None and len(fields) != len(self.names):
            fault = Defect("row", f"{len(fields)} fields; the header has {len(self.names)}")
        return fields, fault

    def _rows(self, table: list[list[str]], raw: list[bytes], defects: dict[int, list[Defect]]) -> Rows:
        def column(name: str) -> Texts:
            place = self.names.index(name)
            return Texts.of([fields[place] for fields in table])

        def cells() -> Cells:
            return [[fields[place] for fields in table] for place in range(len(self.names))]

        options = {name: column(name) for name in self._options}
        return Rows(column("hand"), self.names, cells, options, defects, raw=raw)


def header_of(piece: Piece | None, source: str) -> tuple[str, ...]:
    """Return the names of a CSV file's columns.

    Raises
    ------
    FileError
        If the file is empty, its header cannot be read, two columns share a name or there is no ``hand``.
    """
    record = b"" if piece is None else piece.records()[0]
    if piece is None or not record:
        raise FileError.at(
            source, "is empty" if piece is None else "starts with an empty line; a header is wanted"
        )
    text, fault = decoded(record)
    if piece.broken or fault is not None:
        raise FileError.at(source, f"header: {piece.broken.get(0) or (fault and fault.message)}")
    try:
        names = tuple(fields_of(text))
    except ValueError as error:
        raise FileError.at(source, f"header: {error}") from error
    defects = [
        Defect(source, f"the header names column {name!r} {names.count(name)} times")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if "hand" not in names:
        defects.append(Defect(source, f"no column 'hand'; columns: {', '.join(map(repr, names))}"))
    if defects:
        raise FileError(defects)
    return names


class TableWriter:
    """Writes CSV: the input's columns, then the answers."""

    def __init__(self, game: Game, columns: tuple[str, ...], *, raw: bool) -> None:
        self._game = game
        self._columns = columns
        self._raw = raw

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return the header line for an input with these columns."""
        return (",".join(map(quoted, [*names, *self._columns])) + "\n").encode()

    def body(self, rows: Rows, answers: Answers) -> bytes:
        """Return a record for each row."""
        added = zip(*answer_cells(self._game, answers, self._columns), strict=True)
        ends = [",".join(map(quoted, cells)).encode() for cells in added]
        if self._raw and rows.raw is not None:
            starts = rows.raw
        else:
            starts = [",".join(map(quoted, cells)).encode() for cells in zip(*rows.cells(), strict=True)]
        return b"".join(
            part for pair in zip(starts, ends, strict=True) for part in (pair[0], b",", pair[1], b"\n")
        )
