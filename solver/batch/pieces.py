"""Pieces of Arrow and Parquet inputs on their way to a worker, and their columns there."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch.formats import Format
from solver.batch.parquet.files import packed_groups
from solver.batch.parquet.groups import RowGroups
from solver.errors import FileError, first_line


class UnreadableError(FileError):
    """A file holds what pyarrow has no way to read."""


@contextmanager
def damage_told(name: str) -> Iterator[None]:
    """Turn what pyarrow raises over a damaged file into a `FileError`."""
    try:
        yield
    except FileError:
        raise
    except pa.ArrowNotImplementedError as error:
        raise UnreadableError.at(name, f"holds what cannot be read: {first_line(error)}") from error
    except (pa.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
        raise FileError.at(name, f"is damaged or cut: {first_line(error)}") from error


_READ_ROWS = 1 << 17
"""Rows that are decoded at a time: what that takes beside is several times what comes of it."""

_TRIED_ROWS = 1 << 14
"""Rows that are decoded at a time of what is not kept."""


class Columns(Protocol):
    """The columns of a piece, read as they are asked for.

    Attributes
    ----------
    schema : pyarrow.Schema
        Their names and types.
    """

    @property
    def schema(self) -> pa.Schema: ...

    def batch(self, names: Sequence[str]) -> pa.RecordBatch:
        """Return some of the columns."""


@dataclass(frozen=True, slots=True)
class BatchColumns:
    """The columns of a record batch."""

    whole: pa.RecordBatch

    @property
    def schema(self) -> pa.Schema:
        """Names and types."""
        return self.whole.schema

    def batch(self, names: Sequence[str]) -> pa.RecordBatch:
        """Return some of the columns."""
        return self.whole.select(list(names))


class GroupColumns:
    """The columns of row groups: what is not asked for is not decoded.

    Parameters
    ----------
    piece : GroupsPiece
        The row groups.

    Attributes
    ----------
    schema : pyarrow.Schema
        Names and types.
    groups : RowGroups
        The columns as they stand.
    """

    def __init__(self, piece: "GroupsPiece") -> None:
        self._name = piece.name
        self._decoded: set[str] = set()
        self.groups = RowGroups.of(piece.data)
        with damage_told(self._name):
            self._file: Any = pq.ParquetFile(pa.BufferReader(piece.data), page_checksum_verification=True)
            self.schema = self._file.schema_arrow

    def batch(self, names: Sequence[str]) -> pa.RecordBatch:
        """Return some of the columns."""
        schema = pa.schema([self.schema.field(name) for name in names])
        return one_batch(pa.Table.from_batches(self._batches(names, _READ_ROWS), schema), self._name)

    def try_out(self, names: Collection[str]) -> None:
        """Decode the columns that were not yet, a little at a time, to see that they can be."""
        for name in sorted(set(names) - self._decoded):
            with suppress(UnreadableError):  # that is no damage
                for _ in self._batches([name], _TRIED_ROWS):
                    pass

    def _batches(self, names: Sequence[str], rows: int) -> Iterator[pa.RecordBatch]:
        """Yield some of the columns, so many rows at a time."""
        found = 0
        with damage_told(self._name):
            for batch in self._file.iter_batches(rows, columns=list(names), use_threads=False):
                found += len(batch)
                # a name may be the start of another column's path, which is read too
                yield batch.select(list(names))
        if found != sum(group.rows for group in self.groups.groups):
            raise FileError.at(self._name, "is damaged or cut: a row group has other rows than it says")
        self._decoded.update(names)


@dataclass(frozen=True, slots=True)
class BatchPiece:
    """A record batch on its way to a worker, as an Arrow IPC stream."""

    data: bytes

    def columns(self) -> Columns:
        """Return what it holds."""
        return BatchColumns(unpacked_batch(self.data))


@dataclass(frozen=True, slots=True)
class GroupsPiece:
    """Row groups on their way to a worker, as a Parquet file; and what messages call their file."""

    data: bytes
    name: str

    def columns(self) -> Columns:
        """Return what it holds."""
        return GroupColumns(self)


def packed_piece(batch: pa.RecordBatch, form: Format) -> bytes:
    """Return a record batch as a piece of a file: of Parquet, a file itself; of Arrow, an IPC stream."""
    return packed_groups(batch) if form.name == "parquet" else packed_batch(batch)


def one_batch(table: pa.Table, where: str) -> pa.RecordBatch:
    """Return a table as one record batch; `where` is what messages call its input.

    Raises
    ------
    FileError
        If a column has more text than one array holds.
    """
    batches = table.combine_chunks().to_batches()
    if len(batches) > 1:
        raise FileError.at(where, f"a column has more than 2 GB of text in {len(table)} rows")
    return batches[0] if batches else without_rows(table.schema)


def without_rows(schema: pa.Schema) -> pa.RecordBatch:
    """Return a record batch of no rows."""
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def packed_batch(batch: pa.RecordBatch) -> bytes:
    """Return a record batch as an Arrow IPC stream of its own."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def unpacked_batch(data: bytes) -> pa.RecordBatch:
    """Return the record batch of `packed_batch`."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_next_batch()
