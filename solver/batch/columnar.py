"""Arrow record batches as rows, and answered rows as record batches."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.games import Game
from solver.batch.rows import Cells, Rows
from solver.batch.spelling import Read
from solver.batch.texts import Texts
from solver.errors import Defect, FileError

GROUP = pa.struct([("kind", pa.string()), ("cards", pa.list_(pa.string())), ("as", pa.list_(pa.string()))])
"""A group of the contract: its kind, its cards, and what each stands for."""

TYPES = {
    "declare": pa.bool_(),
    "penalty": pa.int16(),
    "groups": pa.list_(GROUP),
    "loose": pa.list_(pa.string()),
    "folds": pa.list_(pa.string()),
    "discard": pa.string(),
    "error": pa.string(),
}
"""The Arrow type of each answer column."""


@dataclass(frozen=True, slots=True)
class BatchPiece:
    """A record batch on its way to a worker, as an Arrow IPC stream."""

    data: bytes


def packed_batch(batch: pa.RecordBatch) -> bytes:
    """Return a record batch as an Arrow IPC stream of its own."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def unpacked_batch(data: bytes) -> pa.RecordBatch:
    """Return the record batch of `packed_batch`."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_next_batch()


def check_schema(game: Game, schema: pa.Schema, where: str) -> None:
    """Refuse a table that has no hands, or options of other types than text and numbers.

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
    if "hand" not in schema.names:
        defects.append(Defect(where, f"no column 'hand'; columns: {', '.join(map(repr, schema.names))}"))
    for name in () if defects else ("hand", *game.options):
        kind = schema.field(name).type if name in schema.names else pa.string()
        if not (_is_text(kind) or (_is_hand(kind) if name == "hand" else pa.types.is_integer(kind))):
            wanted = "text, a list of texts or a list of codes" if name == "hand" else "text or a number"
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


class BatchReader:
    """Reads record batches whose schema `check_schema` let pass."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def rows(self, piece: BatchPiece) -> Rows:
        """Return the rows of a piece."""
        return self.rows_of(unpacked_batch(piece.data))

    def rows_of(self, batch: pa.RecordBatch) -> Rows:
        """Return the rows of a record batch."""
        hand = batch.column("hand")
        defects: dict[int, list[Defect]] = {}
        read = None
        if _is_list(hand.type) and pa.types.is_integer(hand.type.value_type):
            read = _codes_of(self._game, hand, defects)
            hands = Texts.of([""] * len(batch))
        else:
            hands = _texts_of(hand)
        options = {
            name: _texts_of(batch.column(name)) for name in self._game.options if name in batch.schema.names
        }
        names = tuple(batch.schema.names)
        return Rows(hands, names, lambda: _cells(self._game, batch), options, defects, read=read, batch=batch)


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


def _codes_of(game: Game, column: pa.Array, defects: dict[int, list[Defect]]) -> Read:
    """Return a column of lists of codes, with a defect for each that is no list of codes."""
    count, width = len(column), game.size + 1
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy().astype(np.int64)
    values = column.flatten()
    numbers = pc.fill_null(values, -1).to_numpy() if values.null_count else values.to_numpy()
    starts = np.cumsum(lengths) - lengths
    codes = np.full((count, width), NO_CARD, np.uint8)
    sizes = np.zeros(count, np.uint8)
    for size in (game.size, width):
        rows = np.flatnonzero(lengths == size)
        if len(rows) == count:
            cards = numbers.reshape(count, size)
        else:
            cards = numbers[starts[rows][:, None] + np.arange(size)]
        good = ((cards >= 0) & (cards < len(game.names))).all(axis=1)
        codes[rows[good], :size] = cards[good]
        sizes[rows[good]] = size
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
        message = f"{len(found)} cards; a hand has {game.size} or {game.size + 1}" if found else "is empty"
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
    if pa.types.is_nested(kind) or pa.types.is_binary(kind):
        values = column.to_pylist()
        return [None if value is None else json.dumps(value, default=str) for value in values]
    found: list[str | None] = column.cast(pa.string()).to_pylist()
    return found


def answered_schema(kept: tuple[str, ...], schema: pa.Schema | None, columns: tuple[str, ...]) -> pa.Schema:
    """Return the types of the columns that are kept, text where there are none, and of the answers."""
    fields = [pa.field(name, pa.string()) if schema is None else schema.field(name) for name in kept]
    fields += [pa.field(name, TYPES[name]) for name in columns]
    return pa.schema(fields, None if schema is None else _own_metadata(schema))


def _own_metadata(schema: pa.Schema) -> dict[bytes, bytes]:
    """Return the metadata of a schema less what describes other columns than it will have."""
    return {
        key: value
        for key, value in (schema.metadata or {}).items()
        if key not in (b"pandas", b"ARROW:schema")
    }


def answered(game: Game, batch: pa.RecordBatch, answers: Answers, columns: tuple[str, ...]) -> pa.RecordBatch:
    """Return a record batch with the answers added, in place of columns of their names."""
    kept = tuple(name for name in batch.schema.names if name not in columns)
    arrays = [batch.column(name) for name in kept]
    arrays += [answer_array(game, answers, name) for name in columns]
    return pa.RecordBatch.from_arrays(arrays, schema=answered_schema(kept, batch.schema, columns))


def text_batch(names: tuple[str, ...], cells: Cells) -> pa.RecordBatch:
    """Return texts as a record batch of string columns."""
    return pa.RecordBatch.from_arrays([pa.array(column, pa.string()) for column in cells], names=list(names))


def answer_array(game: Game, answers: Answers, name: str) -> pa.Array:
    """Return one answer column; rejected rows are null but for ``error``."""
    bad = ~answers.good()
    if name == "error":
        texts = (
            [answers.error(row) for row in range(len(answers))] if answers.errors else [None] * len(answers)
        )
        return pa.array(texts, pa.string())
    if name == "declare":
        return pa.array(answers.declare, mask=bad)
    if name == "penalty":
        return pa.array(answers.penalty, pa.int16(), mask=bad)
    names = pa.array(game.names, pa.string())
    if name == "discard":
        return names.take(pa.array(answers.discard, mask=bad | (answers.discard == NO_CARD)))
    if name == "folds":
        bits = answers.folds[:, None] >> np.arange(len(game.names), dtype=np.uint64) & np.uint64(1)
        rows, codes = np.nonzero(bits)
        return _lists(
            names.take(pa.array(codes)), np.bincount(rows, minlength=len(answers)), bad | ~answers.larger
        )
    assert answers.arrangement is not None  # asked for by name, so it was made
    if name == "loose":
        loose = (answers.arrangement.group == LOOSE) & (answers.arrangement.cards != NO_CARD)
        return _lists(names.take(pa.array(answers.arrangement.cards[loose])), loose.sum(axis=1), bad)
    return _groups(game, answers.arrangement, bad)


def _groups(game: Game, arrangement: Arrangement, bad: NDArray[np.bool_]) -> pa.Array:
    """Return the groups as lists of the contract's objects."""
    names = pa.array(game.names, pa.string())
    grouped = arrangement.group != LOOSE
    rows = np.nonzero(grouped)[0]
    keys = rows * 128 + arrangement.group[grouped]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    sizes = np.diff(np.append(first, len(keys)))
    kinds = arrangement.kinds[rows[first], arrangement.group[grouped][first]]
    whole = np.zeros(len(sizes), np.bool_)
    structs = pa.StructArray.from_arrays(
        [
            pa.array(game.kinds, pa.string()).take(pa.array(kinds)),
            _lists(names.take(pa.array(arrangement.cards[grouped])), sizes, whole),
            _lists(names.take(pa.array(arrangement.stands_for[grouped])), sizes, whole),
        ],
        fields=list(GROUP),
    )
    return _lists(structs, np.bincount(rows[first], minlength=len(bad)), bad)


def _lists(values: pa.Array, sizes: NDArray[Any], null: NDArray[np.bool_]) -> pa.Array:
    offsets = np.concatenate([np.zeros(1, np.int32), np.cumsum(sizes, dtype=np.int32)])
    mask = pa.array(null) if null.any() else None
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values, mask=mask)


class BatchWriter:
    """Writes record batches, each as an Arrow IPC stream of its own."""

    def __init__(self, game: Game, columns: tuple[str, ...]) -> None:
        self._game = game
        self._columns = columns

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return nothing: every piece has its schema."""
        return b""

    def body(self, rows: Rows, answers: Answers) -> bytes:
        """Return a record batch with a row for each row."""
        batch = rows.batch if rows.batch is not None else text_batch(rows.names, rows.cells())
        return packed_batch(answered(self._game, batch, answers, self._columns))
