"""Texts of Arrow columns that are no UTF-8: Arrow takes any bytes on trust, as do those who write it."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from solver.batch.plain import decoded
from solver.errors import Defect, FileError

_BYTES = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}


def sound(column: pa.Array) -> tuple[pa.Array, dict[int, Defect]]:
    """Return a column whose texts are UTF-8, with U+FFFD for what is not, and what is wrong by row.

    >>> column = pa.array([b"8H", b"\\xff"]).view(pa.string())
    >>> found, defects = sound(column)
    >>> found.to_pylist(), defects[1].message
    (['8H', '\\ufffd'], 'byte 0xff at 1 is no UTF-8 text')

    Raises
    ------
    FileError
        If the texts are where they cannot be taken out.
    """
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        pass
    else:
        return column, {}
    kind = rebuilt(column.type, lambda leaf: leaf)
    try:
        raw = column.cast(_of_bytes(kind)).to_pylist()
    except pa.ArrowException as error:
        raise FileError.at("input", f"a column of type {column.type} has texts that are no UTF-8") from error
    values: list[Any] = []
    defects: dict[int, Defect] = {}
    for row, value in enumerate(raw):
        faults: list[Defect] = []
        values.append(_decoded(value, kind, faults))
        if faults:
            defects[row] = faults[0]
    return pa.array(values, kind), defects


def rebuilt(kind: pa.DataType, leaf: Callable[[pa.DataType], pa.DataType]) -> pa.DataType:
    """Return a type with others in place of those that hold no others; dictionaries are undone."""

    def within(field: pa.Field) -> pa.Field:
        return field.with_type(rebuilt(field.type, leaf))

    if pa.types.is_dictionary(kind):
        return rebuilt(kind.value_type, leaf)
    if pa.types.is_list(kind):
        return pa.list_(within(kind.value_field))
    if pa.types.is_large_list(kind):
        return pa.large_list(within(kind.value_field))
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(within(kind.value_field), kind.list_size)
    if pa.types.is_struct(kind):
        return pa.struct([within(field) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(rebuilt(kind.key_type, leaf), rebuilt(kind.item_type, leaf))
    return leaf(kind)


def _of_bytes(kind: pa.DataType) -> pa.DataType:
    """Return a type with bytes in place of all texts."""
    return rebuilt(kind, lambda leaf: _BYTES.get(leaf, leaf))


def _decoded(value: Any, kind: pa.DataType, faults: list[Defect]) -> Any:
    """Return a value with texts in place of the bytes of texts, and add what is wrong with them."""
    if value is None or _of_bytes(kind) == kind:
        return value
    if pa.types.is_struct(kind):
        return {field.name: _decoded(value[field.name], field.type, faults) for field in kind}
    if pa.types.is_map(kind):
        pairs = ((key, kind.key_type, held, kind.item_type) for key, held in value)
        return [(_decoded(a, of_a, faults), _decoded(b, of_b, faults)) for a, of_a, b, of_b in pairs]
    if pa.types.is_nested(kind):
        return [_decoded(one, kind.value_type, faults) for one in value]
    text, fault = decoded(value)
    faults.extend([] if fault is None else [fault])
    return text
