"""Columns of tables as what text formats hold."""

import json
from typing import Any

import pyarrow as pa

from solver.batch.utf8 import rebuilt, sound
from solver.errors import FileError, SolverError, first_line


def json_values(name: str, column: pa.Array) -> list[Any]:
    """Return a column as JSON has it: dates and times as text, durations as their count.

    Parameters
    ----------
    name : str
        What the column is called.
    column : pyarrow.Array
        The column.

    Raises
    ------
    FileError
        If what it holds cannot be said in text.

    >>> json_values("at", pa.array([[1, None]], pa.list_(pa.timestamp("ns"))))
    [['1970-01-01 00:00:00.000000001', None]]
    """
    try:
        plain = rebuilt(column.type, _plain)
        found, _ = sound(column if plain == column.type else column.cast(plain))
        values: list[Any] = found.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError) as error:
        raise _no_text(name, column.type, error) from error
    return values


def cells_of(name: str, column: pa.Array) -> list[str | None]:
    """Return a column as the cells of a table: what is nested, and bytes, as JSON.

    Raises
    ------
    FileError
        If what it holds cannot be said in text.

    >>> cells_of("n", pa.array([1.5, None])), cells_of("tags", pa.array([["a"]]))
    (['1.5', None], ['["a"]'])
    """
    kind = column.type
    if pa.types.is_nested(kind) or _is_bytes(kind) or isinstance(kind, pa.BaseExtensionType):
        values = json_values(name, column)
        return [None if value is None else json.dumps(value, default=str) for value in values]
    try:
        found: list[str | None] = sound(column)[0].cast(pa.string()).to_pylist()
    except pa.ArrowException as error:
        raise _no_text(name, kind, error) from error
    return found


def _plain(kind: pa.DataType) -> pa.DataType:
    """Return what stands for a type that Python or JSON has only in part."""
    if pa.types.is_duration(kind):
        return pa.int64()
    return pa.string() if pa.types.is_temporal(kind) and not pa.types.is_interval(kind) else kind


def _is_bytes(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_fixed_size_binary(kind)
        or pa.types.is_binary_view(kind)
    )


def _no_text(name: str, kind: pa.DataType, error: Exception) -> SolverError:
    message = f"column {name!r} of type {kind} cannot be written as text: {first_line(error)}"
    return FileError.at("input", message)
