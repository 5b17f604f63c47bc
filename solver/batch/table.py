"""CSV: records into fields and back, with what is not ours kept byte by byte."""

import re
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers, few_texts
from solver.batch.cells import blocks_of, faults_of
from solver.batch.columns import EXTRA, missing_column
from solver.batch.games import Game
from solver.batch.grid import Block, constant, squeezed
from solver.batch.plain import decoded
from solver.batch.records import UNCLOSED, Piece, record_ends
from solver.batch.rows import Cells, Rows
from solver.batch.texts import Texts
from solver.errors import Defect, FileError
from solver.text import counted

_NEWLINE, _RETURN, _QUOTE, _COMMA = b'\n\r",'
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

    Records without quotes are split all at once; the others one by one.

    Parameters
    ----------
    game : Game
        Whose option columns are read.
    header : tuple of str
        The names of the columns.
    reads : sequence of str
        Columns that are read beside hands and options.
    """

    def __init__(self, game: Game, header: tuple[str, ...], reads: Sequence[str] = ()) -> None:
        self.names = header
        self._reads = [name for name in reads if name in header]
        self._wanted = [name for name in ("hand", *game.options, *self._reads) if name in header]

    def rows(self, piece: Piece) -> Rows:
        """Return the rows of a piece; empty lines are none."""
        split = _Split(piece, len(self.names))
        defects: dict[int, list[Defect]] = {}
        raw = split.records
        odd: dict[int, list[str]] = {}
        for row in np.flatnonzero(~split.plain).tolist():
            fields, fault = self._fields(raw[row], split.broken.get(row))
            if fault is not None:
                defects[row] = [fault]
                fields = [*fields, *[""] * len(self.names)][: len(self.names)]
                raw[row] = ",".join(map(quoted, fields)).encode()
            odd[row] = fields
        texts = {name: split.column(self.names.index(name), odd) for name in self._wanted}
        more = {name: texts.pop(name) for name in self._reads}
        hand = texts.pop("hand") if "hand" in texts else Texts.of([None] * len(raw))
        options = {name: column.distinct() for name, column in texts.items()}
        cells = partial(_cells, raw, len(self.names))
        return Rows(hand, self.names, cells, options, defects, raw=raw, texts=more)

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
            fault = Defect("row", f"{counted(len(fields), 'field')}; the header has {len(self.names)}")
        return fields, fault


def _cells(raw: list[bytes], width: int) -> Cells:
    table = [fields_of(record.decode()) for record in raw]
    return [[fields[place] for fields in table] for place in range(width)]


class _Split:
    """The records of a piece that are rows, and where their fields are.

    Attributes
    ----------
    records : list of bytes
        The records, without empty lines.
    plain : NDArray[bool], shape (N,)
        Records that are whole, UTF-8, without quotes and with the right number of fields.
    broken : dict of int to str
        Records that cannot be read, and why.
    """

    def __init__(self, piece: Piece, width: int) -> None:
        self.data = np.frombuffer(piece.data, np.uint8)
        ends = piece.ends if piece.ends is not None else record_ends(piece.data, quoted=False)
        if not len(ends) or ends[-1] < len(self.data):
            ends = np.append(ends, len(self.data))
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        stops = self._stops_before_breaks(starts, ends)
        rows = np.ones(len(ends), np.bool_) if (stops > starts).all() else stops > starts
        rows[list(piece.broken)] = True
        number = np.cumsum(rows) - 1
        self.broken = {int(number[record]): why for record, why in piece.broken.items()}
        records = piece.records()
        self.records = (
            records if rows.all() else [record for record, row in zip(records, rows, strict=True) if row]
        )
        self._starts, self._stops = starts[rows], stops[rows]
        self._commas = np.flatnonzero(self.data == _COMMA)
        self._first = np.searchsorted(self._commas, self._starts)
        self.plain = np.searchsorted(self._commas, self._stops) - self._first == width - 1
        self.plain[list(self.broken)] = False
        self._width = width
        if b'"' in piece.data:
            quotes = np.flatnonzero(self.data == _QUOTE)
            self.plain &= np.searchsorted(quotes, self._starts) == np.searchsorted(quotes, self._stops)
        if not piece.data.isascii() and not _is_utf8(piece.data):
            strange = [row for row, record in enumerate(self.records) if not _is_utf8(record)]
            self.plain[strange] = False

    def _stops_before_breaks(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where records end before their line breaks."""
        stops = ends - (self.data[np.maximum(ends - 1, 0)] == _NEWLINE)
        returns = (stops > starts) & (self.data[np.maximum(stops - 1, 0)] == _RETURN)
        return np.asarray(stops - returns)

    def column(self, place: int, odd: dict[int, list[str]]) -> Texts:
        """Return the texts of a column; `odd` has the fields of the records that are not plain."""
        count = len(self._commas)
        at = self._first + place
        starts = self._starts if place == 0 else self._commas[np.minimum(at - 1, count - 1)] + 1
        last = place == self._width - 1
        stops = self._stops if last else self._commas[np.minimum(at, count - 1)]
        if not odd:
            return Texts(self.data, starts, stops)
        rows = list(odd)
        extra = Texts.of([fields[place] for fields in odd.values()])
        starts, stops = starts.copy(), stops.copy()
        starts[rows] = extra.starts + len(self.data)
        stops[rows] = extra.ends + len(self.data)
        return Texts(np.concatenate([self.data, extra.data]), starts, stops)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def header_of(piece: Piece | None, source: str, needs: Sequence[str] = ("hand",)) -> tuple[str, ...]:
    """Return the names of a CSV file's columns.

    Parameters
    ----------
    piece : Piece or None
        The first record.
    source : str
        What messages call the file.
    needs : sequence of str
        Columns of which there has to be one.

    Raises
    ------
    FileError
        If the file is empty, its header cannot be read, two columns share a name or none is there of those
        needed.
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
    defects += missing_column(names, needs, source)
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
        ends = row_ends(self._game, answers, self._columns)
        if self._raw and rows.raw is not None:
            starts = rows.raw
        else:
            starts = [",".join(map(quoted, cells)).encode() for cells in zip(*rows.cells(), strict=True)]
        parts = [b""] * (2 * len(starts))
        parts[0::2], parts[1::2] = starts, ends
        return b"".join(parts)


def row_ends(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[bytes]:
    """Return for each row what follows its own columns: a comma, the answers and a line break."""
    if len(answers) == 0:
        return []
    if answers.few:
        return few_texts(answers, lambda some: _ends(game, some, columns))
    return _ends(game, answers, columns)


def _ends(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[bytes]:
    """Return the ends of rows, all at once but for those that are rejected."""
    count = len(answers)
    texts: list[list[bytes]] = []
    blocks: list[Block] = []
    known = answers.known
    for name in columns:
        blocks.append(constant(",", count))
        if name == "faults":  # as long as they like, so no block of one width
            texts.append([line[:-1] for line in _lines(blocks, count)])
            texts.append([quoted(text).encode() for text in faults_of(answers)])
            blocks = []
        elif name != "error":
            found = blocks_of(game, answers, name)
            blocks += found if name in EXTRA or known.all() else _only(known, found)
    texts.append(_lines(blocks, count))
    ends = texts[0] if len(texts) == 1 else list(map(b"".join, zip(*texts, strict=True)))
    for row in answers.errors:
        cells = [quoted(answers.error(row)) if name == "error" else "" for name in columns]
        ends[row] = ("," + ",".join(cells) + "\n").encode()
    return ends


def _lines(blocks: list[Block], count: int) -> list[bytes]:
    """Return the text of each row of blocks, with a line break."""
    return squeezed([*blocks, constant("\n", count)]).splitlines(keepends=True)


def _only(rows: NDArray[np.bool_], blocks: list[Block]) -> list[Block]:
    """Return blocks with nothing in other rows."""
    return [np.where(rows[:, None], block, np.uint8(0)) for block in blocks]
