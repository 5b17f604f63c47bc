"""Arrow record batches as rows."""

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from solver.batch.answers import NO_CARD
from solver.batch.columns import GROUPING, OPEN, missing_column
from solver.batch.games import Game
from solver.batch.laid import laid_text
from solver.batch.pieces import BatchColumns, BatchPiece, Columns, GroupsPiece
from solver.batch.rows import Cells, Rows
from solver.batch.spelling import Read
from solver.batch.texts import Distinct, Texts, unless_blank
from solver.batch.utf8 import sound
from solver.batch.values import cells_of
from solver.errors import Defect, FileError
from solver.text import counted


def check_schema(
    game: Game, schema: pa.Schema, where: str, needs: Sequence[str] = ("hand",), reads: Sequence[str] = ()
) -> None:
    """Refuse a table that has no hands, or what is read has other types than it may.

    Parameters
    ----------
    game : Game
        Whose hands it holds.
    schema : pyarrow.Schema
        The columns and their types.
    where : str
        What the defects call the table.
    needs : sequence of str
        Columns of which there has to be one.
    reads : sequence of str
        Columns that are read beside hands and options.

    Raises
    ------
    FileError
        With all that is wrong.
    """
    defects = [
        Defect(where, f"{schema.names.count(name)} columns are called {name!r}")
        for name in dict.fromkeys(schema.names)
        if schema.names.count(name) > 1
    ]
    defects += missing_column(schema.names, needs, where)
    for name in () if defects else ("hand", *game.options, *reads):
        kind = schema.field(name).type if name in schema.names else pa.string()
        able, wanted = _ABLE.get(name, (pa.types.is_integer, "text or a number"))
        if not (_is_text(kind) or able(kind)):
            defects.append(Defect(where, f"column {name!r} is {kind}; it must be {wanted}"))
    if defects:
        raise FileError(defects)


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    ) or bool(pa.types.is_null(kind))


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _is_hand(kind: pa.DataType) -> bool:
    return _is_list(kind) and (_is_text(kind.value_type) or bool(pa.types.is_integer(kind.value_type)))


_ABLE: dict[str, tuple[Callable[[pa.DataType], bool], str]] = {
    "hand": (_is_hand, "text, a list of texts or a list of codes"),
    **dict.fromkeys(GROUPING, (_is_list, "text or lists of cards")),
    OPEN: (pa.types.is_null, "text"),
}
"""What columns may be beside text, and in words; other columns are options."""


class BatchReader:
    """Reads record batches whose schema `check_schema` let pass.

    Parameters
    ----------
    game : Game
        Whose hands they hold.
    reads : sequence of str
        Columns that are read beside hands and options.
    """

    def __init__(self, game: Game, reads: Sequence[str] = ()) -> None:
        self._game = game
        self._reads = reads

    def rows(self, piece: BatchPiece | GroupsPiece) -> Rows:
        """Return the rows of a piece."""
        return self._rows_of(piece.columns())

    def rows_of(self, batch: pa.RecordBatch) -> Rows:
        """Return the rows of a record batch."""
        return self._rows_of(BatchColumns(batch))

    def _rows_of(self, columns: Columns) -> Rows:
        game, names = self._game, tuple(columns.schema.names)
        batch = columns.batch([name for name in ("hand", *game.options, *self._reads) if name in names])
        defects: dict[int, list[Defect]] = {}
        given = {name: _sound_column(name, batch.column(name), defects) for name in batch.schema.names}
        hand = given.get("hand", pa.nulls(len(batch), pa.string()))
        read = None
        if _is_list(hand.type) and pa.types.is_integer(hand.type.value_type):
            read = _codes_of(game, hand, defects)
            hands = Texts.blank(len(batch))
        else:
            hands = _texts_of(hand)
        options = {name: _distinct_of(given[name]) for name in game.options if name in names}
        laid = {name: _laid_texts(name, given[name], defects) for name in self._reads if name in names}

        def cells() -> Cells:
            return _cells(game, columns.batch(names))

        return Rows(hands, names, cells, options, defects, read=read, columns=columns, texts=laid)


def _sound_column(name: str, column: pa.Array, defects: dict[int, list[Defect]]) -> pa.Array:
    """Return a column whose texts are UTF-8, with a defect for each row where they were not."""
    found, faults = sound(column)
    for row, fault in faults.items():
        defects.setdefault(row, []).append(Defect(name, fault.message))
    return found


def _texts_of(column: pa.Array) -> Texts:
    """Return a column as texts; lists of texts with spaces between them."""
    if _is_list(column.type):
        if pa.types.is_fixed_size_list(column.type) or not pa.types.is_string(column.type.value_type):
            column = column.cast(pa.list_(pa.string()))
        column = pc.binary_join(column, " ")
    column = column.cast(pa.large_string())
    count = len(column)
    _, offsets, data = column.buffers()
    if count == 0 or data is None:
        return Texts.of([None if column.null_count else ""] * count)
    ends = np.frombuffer(offsets, np.int64)[column.offset : column.offset + count + 1]
    missing = column.is_null().to_numpy(zero_copy_only=False) if column.null_count else None
    return Texts(np.frombuffer(data, np.uint8), ends[:-1], ends[1:], missing)


def _distinct_of(column: pa.Array) -> Distinct:
    """Return a column of texts or numbers as its texts, and for each row the number of its text."""
    if not (pa.types.is_dictionary(column.type) or pa.types.is_integer(column.type)):
        column = column.cast(pa.large_string())
    coded = column.dictionary_encode()
    texts = [unless_blank(text) for text in _texts_of(coded.dictionary).tolist()]
    numbers = _filled(coded.indices.cast(pa.int64()), len(texts))
    return numbers.astype(np.intp, copy=False), [*texts, None]


def _filled(numbers: pa.Array, missing: int) -> NDArray[np.integer]:
    """Return integers as numpy has them, with a number for those that are missing."""
    if numbers.null_count:
        numbers = pc.fill_null(numbers.cast(pa.int64(), safe=False), missing)
    found: NDArray[np.integer] = numbers.to_numpy()
    return found


def _laid_texts(name: str, column: pa.Array, defects: dict[int, list[Defect]]) -> Texts:
    """Return a column of groupings or cards as texts, with a defect for each that is none."""
    if _is_text(column.type):
        return _texts_of(column)
    texts = []
    for row, value in enumerate(column.to_pylist()):
        text, fault = laid_text(name, value)
        texts.append(text)
        if fault is not None:
            defects.setdefault(row, []).append(fault)
    return Texts.of(texts)


def _codes_of(game: Game, column: pa.Array, defects: dict[int, list[Defect]]) -> Read:
    """Return a column of lists of codes, with a defect for each that is no list of codes."""
    count, width = len(column), game.size + 1
    lengths = _filled(pc.list_value_length(column), 0).astype(np.int64)
    numbers = _filled(column.flatten(), -1)
    starts = np.cumsum(lengths) - lengths
    codes = np.full((count, width), NO_CARD, np.uint8)
    sizes = np.zeros(count, np.uint8)
    for size in (game.size, width):
        rows = np.flatnonzero(lengths == size)
        if len(rows) == count:
            cards = numbers.reshape(count, size)
        else:
            cards = numbers[starts[rows][:, None] + np.arange(size)]
        if cards.size and (cards.min() < 0 or cards.max() >= len(game.names)):
            good = ((cards >= 0) & (cards < len(game.names))).all(axis=1)
            rows, cards = rows[good], cards[good]
        codes[rows if len(rows) < count else slice(None), :size] = cards
        sizes[rows] = size
    for row in np.flatnonzero(sizes == 0).tolist():
        found = numbers[starts[row] : starts[row] + lengths[row]].tolist()
        defects[row] = _code_defects(game, found)
    return Read(codes, sizes)


def _code_defects(game: Game, found: Sequence[int]) -> list[Defect]:
    most = len(game.names) - 1
    defects = [
        Defect(f"hand, card {place}", f"{code} is not a code; codes are 0 to {most}")
        for place, code in enumerate(found, start=1)
        if not 0 <= code <= most
    ]
    if len(found) not in (game.size, game.size + 1):
        message = (
            f"{counted(len(found), 'card')}; a hand has {game.size} or {game.size + 1}"
            if found
            else "is empty"
        )
        defects.insert(0, Defect("hand", message))
    return defects


def _cells(game: Game, batch: pa.RecordBatch) -> Cells:
    """Return all columns as texts."""
    return [_cells_of(game, name, batch.column(name)) for name in batch.schema.names]


def _cells_of(game: Game, name: str, column: pa.Array) -> list[str | None]:
    kind = column.type
    if name == "hand" and _is_list(kind) and pa.types.is_integer(kind.value_type):
        names = dict(enumerate(game.names))
        hands = column.to_pylist()
        return [
            None if hand is None else " ".join(names.get(code, str(code)) for code in hand) for hand in hands
        ]
    return cells_of(name, column)
