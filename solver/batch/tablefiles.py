"""Parquet and Arrow files: opened as pieces of fixed rows, and put together from pieces."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from solver.batch.columnar import check_schema
from solver.batch.formats import Format
from solver.batch.games import Game
from solver.batch.parquet.files import Cutter, GroupSink
from solver.batch.pieces import BatchPiece, GroupsPiece, damage_told, one_batch, packed_batch, unpacked_batch
from solver.batch.streams import STDIN, open_binary, size_of
from solver.errors import FileError

_ARROW_FILE = b"ARROW1"

_TOGETHER = 2
"""Chunks that a piece of several row groups may be as large as: hands cost less in larger calls."""

_MOST_GROUPS = 16
"""Row groups of a piece, on average: more are better written anew."""

_MOST_BYTES = 64 << 20
"""Bytes of a piece of whole row groups, before compression."""


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
    whole : int
        Rows, at most, of a row group that is a piece as it stands.

    Raises
    ------
    FileError
        If it cannot be opened or has no hands; on reading, if it is damaged.
    """

    def __init__(
        self, game: Game, path: str, form: Format, rows: int, needs: Sequence[str] = ("hand",), whole: int = 0
    ) -> None:
        self._name = "stdin" if path == STDIN else path
        self._rows = rows
        self._whole = max(whole, rows)
        self.position = 0
        self._size = size_of(path) or 0
        self._file: Any = open_binary(path)
        self._shares: list[tuple[list[int], int]] = []
        with damage_told(self._name):
            if form.name == "parquet":
                self._open_parquet(path)
            else:
                self._open_arrow(path)
            self.names = tuple(self.schema.names)
        check_schema(game, self.schema, self._name, needs)

    def _open_parquet(self, path: str) -> None:
        if path == STDIN:
            raise FileError.at("stdin", "Parquet is read from its end: give a file, or pipe Arrow or CSV")
        source = pq.ParquetFile(self._file, page_checksum_verification=True)
        self.schema = source.schema_arrow
        self._total = source.metadata.num_rows
        self._batches: Callable[[], Iterable[pa.RecordBatch]] = lambda: source.iter_batches(self._rows)
        found = [source.metadata.row_group(number) for number in range(source.num_row_groups)]
        groups = [(group.num_rows, group.total_byte_size) for group in found]
        self._shares = _shares(groups, min(_TOGETHER * self._rows, self._whole), self._whole)
        self._parquet = source

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

    def pieces(self) -> Iterator[BatchPiece | GroupsPiece]:
        """Yield the pieces; once."""
        done = 0
        with damage_told(self._name):
            for rows, piece in self._cut() if self._shares else self._packed():
                done += rows
                self.position = int(self._size * done / max(self._total, done))
                yield piece

    def _packed(self) -> Iterator[tuple[int, BatchPiece | GroupsPiece]]:
        """Yield pieces of fixed rows."""
        for batch in _rebatched(self._batches(), self.schema, self._rows, self._name):
            yield len(batch), BatchPiece(packed_batch(batch))

    def _cut(self) -> Iterator[tuple[int, BatchPiece | GroupsPiece]]:
        """Yield pieces of whole row groups; what cannot be cut out of the file is decoded."""
        cutter = None
        with suppress(ValueError):
            cutter = Cutter(self._file)
        for numbers, rows in self._shares:
            data = None
            if cutter is not None:
                with suppress(ValueError):
                    data = cutter.cut(numbers)
            if data is not None:
                yield rows, GroupsPiece(data, self._name)
            else:
                table = self._parquet.read_row_groups(numbers)
                yield rows, BatchPiece(packed_batch(one_batch(table, self._name)))

    def close(self) -> None:
        """Close the file; stdin stays open."""
        if self._name != "stdin":
            self._file.close()


def _shares(groups: Sequence[tuple[int, int]], most: int, whole: int) -> list[tuple[list[int], int]]:
    """Return which row groups make a piece, and its rows; nothing if they are too large, or very small.

    Parameters
    ----------
    groups : sequence of (int, int)
        Rows of each row group, and its bytes.
    most : int
        Rows at most of a piece of several.
    whole : int
        Rows at most of one that is a piece alone.
    """
    rows = sum(size for size, _ in groups)
    if any(size > whole or room > _MOST_BYTES for size, room in groups):
        return []
    if most * len(groups) > most + _MOST_GROUPS * rows:
        return []
    shares: list[tuple[list[int], int]] = []
    together: list[int] = []
    have = held = 0
    for number, (size, room) in enumerate(groups):
        if together and (have + size > most or held + room > _MOST_BYTES):
            shares.append((together, have))
            together, have, held = [], 0, 0
        if size:
            together.append(number)
            have, held = have + size, held + room
    return [*shares, (together, have)] if together else shares


def _rebatched(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, rows: int, where: str
) -> Iterator[pa.RecordBatch]:
    """Yield batches of `rows` rows, and a last one of what is left."""
    kept: list[pa.RecordBatch] = []
    have = 0
    for batch in batches:
        kept.append(batch)
        have += len(batch)
        while have >= rows:
            table = pa.Table.from_batches(kept, schema).combine_chunks()
            yield one_batch(table.slice(0, rows), where)
            kept, have = table.slice(rows).to_batches(), have - rows
    if have:
        yield one_batch(pa.Table.from_batches(kept, schema), where)


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
        self._file: Any = None
        self._groups: GroupSink | None = None
        if form.name == "parquet":
            self._groups = GroupSink(sink, schema)
        else:
            self._writer: Any = pa.ipc.new_stream(sink, schema) if stream else pa.ipc.new_file(sink, schema)

    def __enter__(self) -> "TableSink":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what stands at the end."""
        (self._groups or self._writer).close()
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
        if self._groups is not None:
            self._groups.write(piece)
        else:
            self._writer.write_batch(unpacked_batch(piece))
