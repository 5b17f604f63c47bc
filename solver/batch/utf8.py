"""Texts of Arrow columns that are no UTF-8: Arrow takes any bytes on trust, as do those who write it."""

from typing import Any

import pyarrow as pa

from solver.batch.plain import decoded
from solver.errors import Defect


def sound(column: pa.Array) -> tuple[pa.Array, dict[int, Defect]]:
    """Return a column whose texts are UTF-8, with U+FFFD for what is not, and what is wrong by row.

    >>> column = pa.array([b"8H", b"\\xff"]).view(pa.string())
    >>> found, defects = sound(column)
    >>> found.to_pylist(), defects[1].message
    (['8H', '\\ufffd'], 'byte 0xff at 1 is no UTF-8 text')
    """
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        pass
    else:
        return column, {}
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    values: list[Any] = []
    defects: dict[int, Defect] = {}
    for row, value in enumerate(column.cast(_of_bytes(column.type)).to_pylist()):
        faults: list[Defect] = []
        values.append(_decoded(value, column.type, faults))
        if faults:
            defects[row] = faults[0]
    return pa.array(values, column.type), defects


def sound_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return a record batch all of whose texts are UTF-8."""
    columns = [sound(column)[0] for column in batch.columns]
    fields = [field.with_type(column.type) for field, column in zip(batch.schema, columns, strict=True)]
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))


def _of_bytes(kind: pa.DataType) -> pa.DataType:
    """Return a type with bytes in place of all texts."""
    if pa.types.is_string(kind):
        return pa.binary()
    if pa.types.is_large_string(kind):
        return pa.large_binary()
    if pa.types.is_string_view(kind):
        return pa.binary_view()
    if pa.types.is_list(kind):
        return pa.list_(_field_of_bytes(kind.value_field))
    if pa.types.is_large_list(kind):
        return pa.large_list(_field_of_bytes(kind.value_field))
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(_field_of_bytes(kind.value_field), kind.list_size)
    if pa.types.is_struct(kind):
        return pa.struct([_field_of_bytes(field) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(_of_bytes(kind.key_type), _of_bytes(kind.item_type))
    return kind


def _field_of_bytes(field: pa.Field) -> pa.Field:
    return field.with_type(_of_bytes(field.type))


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
