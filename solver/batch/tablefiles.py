"""Parquet and Arrow files: opened as pieces of fixed rows, and put together from pieces."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch.columnar import BatchPiece, check_schema, packed_batch, unpacked_batch
from solver.batch.formats import Format
from solver.batch.games import Game
from solver.batch.streams import STDIN, open_binary, size_of
from solver.errors import FileError

_ARROW_FILE = b"ARROW1"


class TableSource:
    """An open Parquet or Arrow input.

    Parameters
    ----------
    game : Game
        Whose hands it holds.
    path : str
        A path; ``-`` for an Arrow stream.
    form : Format
        ``parquet`` or ``arrow``.
    rows : int
        Rows of a piece.
    needs : sequence of str
        Columns of which there has to be one.

    Raises
    ------
    FileError
        If it cannot be opened or has no hands; on reading, if it is damaged.
    """

    def __init__(
        self, game: Game, path: str, form: Format, rows: int, needs: Sequence[str] = ("hand",)
    ) -> None:
        self._name = "stdin" if path == STDIN else path
        self._rows = rows
        self.position = 0
        self._size = size_of(path) or 0
        self._file: Any = open_binary(path)
        with _Told(self._name):
            if form.name == "parquet":
                self._open_parquet(path)
            else:
                self._open_arrow(path)
        check_schema(game, self.schema, self._name, needs)
        self.names = tuple(self.schema.names)

    def _open_parquet(self, path: str) -> None:
        if path == STDIN:
            raise FileError.at("stdin", "Parquet is read from its end: give a file, or pipe Arrow or CSV")
        source = pq.ParquetFile(self._file)
        self.schema = source.schema_arrow
        self._total = source.metadata.num_rows
        self._batches: Callable[[], Iterable[pa.RecordBatch]] = lambda: source.iter_batches(self._rows)

    def _open_arrow(self, path: str) -> None:
        is_file = path != STDIN and self._file.read(len(_ARROW_FILE)) == _ARROW_FILE
        if path != STDIN:
            self._file.seek(0)
        source = pa.ipc.open_file(self._file) if is_file else pa.ipc.open_stream(self._file)
        self.schema = source.schema
        self._total = 0
        if is_file:
            self._batches = lambda: map(source.get_batch, range(source.num_record_batches))
        else:
            self._batches = lambda: source

    def pieces(self) -> Iterator[BatchPiece]:
        """Yield the pieces; once."""
        done = 0
        with _Told(self._name):
            for batch in _rebatched(self._batches(), self.schema, self._rows):
                done += len(batch)
                self.position = int(self._size * done / max(self._total, done))
                yield BatchPiece(packed_batch(batch))

    def close(self) -> None:
        """Close the file; stdin stays open."""
        if self._name != "stdin":
            self._file.close()


def _rebatched(batches: Iterable[pa.RecordBatch], schema: pa.Schema, rows: int) -> Iterator[pa.RecordBatch]:
    """Yield batches of `rows` rows, and a last one of what is left."""
    kept: list[pa.RecordBatch] = []
    have = 0
    for batch in batches:
        kept.append(batch)
        have += len(batch)
        while have >= rows:
            table = pa.Table.from_batches(kept, schema).combine_chunks()
            (first,) = table.slice(0, rows).combine_chunks().to_batches()
            yield first
            kept, have = table.slice(rows).to_batches(), have - rows
    if have:
        (last,) = pa.Table.from_batches(kept, schema).combine_chunks().to_batches()
        yield last


class _Told:
    """Turns what pyarrow raises over a damaged file into a `FileError`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, (pa.ArrowException, OSError, EOFError)) and not isinstance(error, FileError):
            first = str(error).strip().splitlines() or ["no reason given"]
            raise FileError.at(self._name, f"is damaged or cut: {first[0]}") from error


class TableSink:
    """Writes pieces to a Parquet or Arrow file, a row group or record batch for each.

    Parameters
    ----------
    sink : file
        Where to.
    form : Format
        ``parquet`` or ``arrow``.
    schema : pyarrow.Schema
        The schema of the pieces.
    stream : bool
        Whether Arrow is written as a stream, for pipes, instead of a file.
    """

    def __init__(self, sink: Any, form: Format, schema: pa.Schema, *, stream: bool = False) -> None:
        self._form = form
        self._file: Any = None
        if form.name == "parquet":
            self._writer: Any = pq.ParquetWriter(sink, schema, compression="zstd", **_encodings(schema))
        else:
            self._writer = pa.ipc.new_stream(sink, schema) if stream else pa.ipc.new_file(sink, schema)

    def __enter__(self) -> "TableSink":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what stands at the end."""
        self._writer.close()
        if self._file is not None:
            self._file.close()

    @classmethod
    def to_path(cls, path: Path, form: Format, schema: pa.Schema) -> "TableSink":
        """Return a sink that writes a file."""
        file = pa.OSFile(str(path), "wb")
        sink = cls(file, form, schema)
        sink._file = file
        return sink

    def write(self, piece: bytes) -> None:
        """Add a piece."""
        self._writer.write_batch(unpacked_batch(piece))


def _encodings(schema: pa.Schema) -> dict[str, Any]:
    """Return how columns are encoded: wide integers by their differences, all others by dictionaries.

    Such integers mostly number rows; a dictionary of what is there once costs time and room.
    """
    sink = pa.BufferOutputStream()
    pq.ParquetWriter(sink, schema).close()
    written = pq.ParquetFile(pa.BufferReader(sink.getvalue())).schema
    leaves = [written.column(number).path for number in range(len(written))]
    integers = [field for field in schema if pa.types.is_integer(field.type)]
    wide = [one.name for one in integers if one.type.bit_width > 16 and leaves.count(one.name) == 1]
    return {
        "use_dictionary": [leaf for leaf in leaves if leaf not in wide],
        "column_encoding": dict.fromkeys(wide, "DELTA_BINARY_PACKED"),
    }
