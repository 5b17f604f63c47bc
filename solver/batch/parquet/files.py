"""Parquet files of pieces that are Parquet files themselves, and row groups cut out of files."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch.parquet.footer import (
    ENCRYPTED,
    MAGIC,
    TAIL,
    footer_in,
    leaves_of,
    raw_groups,
    same_columns,
    size_of_footer,
)
from solver.batch.parquet.groups import Joiner, RowGroups, group_in
from solver.batch.parquet.thrift import Struct
from solver.errors import FileError, first_line


class GroupSink:
    """Writes a Parquet file of pieces that are Parquet files themselves.

    Parameters
    ----------
    sink : file
        Where to; it stays open.
    schema : pyarrow.Schema
        The schema of the pieces.
    """

    def __init__(self, sink: Any, schema: pa.Schema) -> None:
        self._sink = sink
        self._footer = footer_of(schema)
        self._joiner = Joiner(self._footer)
        self._sink.write(MAGIC)

    def write(self, piece: bytes) -> None:
        """Add the row groups of a piece.

        Raises
        ------
        ValueError
            If it has another schema.
        """
        groups = RowGroups.of(piece)
        if not same_columns(groups.footer, self._footer):
            raise ValueError("a piece has another schema")
        for group in groups.groups:
            for part in self._joiner.add(group):
                self._sink.write(part)

    def close(self) -> None:
        """Write what stands at the end."""
        self._sink.write(self._joiner.end())


class Cutter:
    """Cuts row groups out of an open Parquet file.

    Parameters
    ----------
    file : binary file
        Is read from where its footer says.

    Raises
    ------
    ValueError
        If it has no footer that can be read, or is encrypted.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._end = file.seek(0, 2)
        with _no_other_errors():
            size = size_of_footer(self._read(self._end - TAIL, TAIL))
            self._footer = footer_in(self._read(self._end - TAIL - size, size))
            if ENCRYPTED in self._footer:
                raise ValueError("columns are encrypted")
            self._groups = raw_groups(self._footer)
            self._leaves = leaves_of(self._footer)

    def cut(self, numbers: Iterable[int]) -> bytes:
        """Return a file of some row groups.

        Raises
        ------
        ValueError
            If their pages are elsewhere, or not as the footer says.
        """
        with _no_other_errors():
            groups = tuple(group_in(self._groups[number], self._read) for number in numbers)
            for group in groups:
                for column, (path, kind) in zip(group.columns, self._leaves, strict=True):
                    column.check(path, kind)
            return RowGroups(self._footer, groups).to_bytes()

    def _read(self, start: int, size: int) -> bytes:
        if not 0 <= start <= start + size <= self._end:
            raise ValueError("the file ends before")
        self._file.seek(start)
        data = self._file.read(size)
        if len(data) < size:
            raise ValueError("the file ends before")
        return data


@contextmanager
def _no_other_errors() -> Iterator[None]:
    """Turn what a footer of other fields or types than it should have leads to into a `ValueError`."""
    try:
        yield
    except (KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError("a footer or the header of a page is not what it should be") from error


def packed_groups(batch: pa.RecordBatch, sizes: Sequence[int] | None = None) -> bytes:
    """Return a record batch as a Parquet file.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        The rows.
    sizes : sequence of int, optional
        Rows of each row group; left out, there is one.

    Raises
    ------
    FileError
        If Parquet has no such columns.
    """
    sink = pa.BufferOutputStream()
    with _limits_told(), _writer(sink, batch.schema) as writer:
        start = 0
        for size in (len(batch),) if sizes is None else sizes:
            if size:
                writer.write_batch(batch.slice(start, size), row_group_size=size)
            start += size
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


@contextmanager
def _limits_told() -> Iterator[None]:
    """Turn what pyarrow raises over columns that it cannot write into a `FileError`."""
    try:
        yield
    except pa.ArrowException as error:
        raise FileError.at("output", f"Parquet cannot hold the columns: {first_line(error)}") from error


def footer_of(schema: pa.Schema) -> Struct:
    """Return the footer of a file with such columns and no rows."""
    return _empty(schema.serialize().to_pybytes())[0]


def _writer(sink: Any, schema: pa.Schema) -> Any:
    _, encodings = _empty(schema.serialize().to_pybytes())
    return pq.ParquetWriter(sink, schema, compression="zstd", **encodings)


@lru_cache(maxsize=8)
def _empty(serialized: bytes) -> tuple[Struct, dict[str, Any]]:
    """Return the footer of a file without rows, and how columns are encoded.

    Wide integers are encoded by their differences, all others by dictionaries: such integers mostly number
    rows, and a dictionary of what is there once costs time and room.
    """
    schema = pa.ipc.read_schema(pa.py_buffer(serialized))
    sink = pa.BufferOutputStream()
    with _limits_told():
        pq.ParquetWriter(sink, schema).close()
    data = sink.getvalue()
    found = pq.ParquetFile(pa.BufferReader(data)).schema
    leaves = [found.column(number).path for number in range(len(found))]
    integers = [field for field in schema if pa.types.is_integer(field.type)]
    wide = [one.name for one in integers if one.type.bit_width > 16 and leaves.count(one.name) == 1]
    encodings = {
        "use_dictionary": [leaf for leaf in leaves if leaf not in wide],
        "column_encoding": dict.fromkeys(wide, "DELTA_BINARY_PACKED"),
    }
    return RowGroups.of(data.to_pybytes()).footer, encodings
