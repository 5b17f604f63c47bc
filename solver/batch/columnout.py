"""Answered rows as Arrow record batches."""

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.columns import EXTRA
from solver.batch.formats import Format
from solver.batch.games import Game
from solver.batch.jsonout import extra_values
from solver.batch.parquet.files import footer_of, packed_groups
from solver.batch.parquet.groups import RowGroups
from solver.batch.pieces import GroupColumns, packed_piece
from solver.batch.rows import Cells, Rows

GROUP = pa.struct([("kind", pa.string()), ("cards", pa.list_(pa.string())), ("as", pa.list_(pa.string()))])
"""A group of the contract: its kind, its cards, and what each stands for."""

FAULT = pa.struct([("group", pa.int16()), ("rule", pa.string()), ("message", pa.string())])
"""A fault of the contract: the group, counted from 0, the label of the rule, and words."""

_TYPES_OF_KINDS = {
    "flag": pa.bool_(),
    "count": pa.int16(),
    "number": pa.float64(),
    "card": pa.string(),
    "cards": pa.list_(pa.string()),
    "faults": pa.list_(FAULT),
}

TYPES = {
    "declare": pa.bool_(),
    "penalty": pa.int16(),
    "groups": pa.list_(GROUP),
    "loose": pa.list_(pa.string()),
    "folds": pa.list_(pa.string()),
    "discard": pa.string(),
    "error": pa.string(),
    **{name: _TYPES_OF_KINDS[column.kind] for name, column in EXTRA.items()},
}
"""The Arrow type of each answer column."""


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
    if name in EXTRA:
        return _extra(game, answers, name)
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
        return _cards(game, answers.folds, bad | ~answers.larger)
    assert answers.arrangement is not None  # asked for by name, so it was made
    if name == "loose":
        loose = (answers.arrangement.group == LOOSE) & (answers.arrangement.cards != NO_CARD)
        return _lists(names.take(pa.array(answers.arrangement.cards[loose])), loose.sum(axis=1), bad)
    return _groups(game, answers.arrangement, bad)


def _extra(game: Game, answers: Answers, name: str) -> pa.Array:
    """Return a column that is added only when asked for."""
    extra, kind = answers.extras[name], EXTRA[name].kind
    null = ~extra.given
    if kind == "cards":
        return _cards(game, extra.values, null)
    if kind == "card":
        codes = np.where(null, 0, extra.values).astype(np.uint8)
        return pa.array(game.names, pa.string()).take(pa.array(codes, mask=null))
    if kind == "faults":
        return pa.array(extra_values(game, answers, name), TYPES[name])
    return pa.array(extra.values, TYPES[name], mask=null)


def _cards(game: Game, bits: NDArray[np.uint64], null: NDArray[np.bool_]) -> pa.Array:
    """Return the cards whose bits are set, as lists."""
    flags = np.where(null, np.uint64(0), bits)[:, None] >> np.arange(len(game.names), dtype=np.uint64)
    rows, codes = np.nonzero(flags & np.uint64(1))
    names = pa.array(game.names, pa.string()).take(pa.array(codes))
    return _lists(names, np.bincount(rows, minlength=len(bits)), null)


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
    """Writes pieces of Parquet and Arrow files.

    Parameters
    ----------
    game : Game
        Whose hands they are.
    columns : tuple of str
        The answers to write.
    form : Format
        ``parquet`` or ``arrow``.
    """

    def __init__(self, game: Game, columns: tuple[str, ...], form: Format) -> None:
        self._game = game
        self._columns = columns
        self._form = form

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return nothing: every piece has its schema."""
        return b""

    def body(self, rows: Rows, answers: Answers) -> bytes:
        """Return a piece with a row for each row."""
        columns = rows.columns
        if columns is None:
            batch = text_batch(rows.names, rows.cells())
        elif isinstance(columns, GroupColumns) and self._form.name == "parquet":
            return self._added(rows.names, columns, answers)
        else:
            batch = columns.batch(rows.names)
        return packed_piece(answered(self._game, batch, answers, self._columns), self._form)

    def _added(self, names: tuple[str, ...], columns: GroupColumns, answers: Answers) -> bytes:
        """Return row groups with the answers added; columns whose types stay are not written anew."""
        groups = columns.groups
        footer = footer_of(answered_schema(names, columns.schema, self._columns))
        kept = groups.columns_like(footer).intersection(names)
        columns.try_out(kept)
        batch = columns.batch([name for name in names if name not in kept])
        added = answered(self._game, batch, answers, self._columns)
        sizes = [group.rows for group in groups.groups]
        return groups.merged(footer, kept, RowGroups.of(packed_groups(added, sizes))).to_bytes()
