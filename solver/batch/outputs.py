"""Where the output goes: to stdout as it comes, or to a file that appears whole or not at all."""

import gzip
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from solver.batch.formats import Format
from solver.batch.tally import Tally


class Output(Protocol):
    """Takes an output piece by piece."""

    def write(self, data: bytes, origin: int, tally: Tally) -> None:
        """Add a piece, with the number of the input that it is from and what was counted in it."""

    def finish(self) -> None:
        """Make the output whole."""

    def close(self) -> None:
        """Close what is open."""


def packed(data: bytes, form: Format) -> bytes:
    """Compress a piece of output, as a gzip member or a zstd frame of its own."""
    if form.compression is None or not data:
        return data
    if form.compression == "gzip":
        return gzip.compress(data, 5, mtime=0)
    import pyarrow

    return bytes(pyarrow.Codec("zstd").compress(data, asbytes=True))


class Table(Protocol):
    """Makes the final file of pieces as they come."""

    def write(self, piece: bytes) -> None:
        """Add a piece."""

    def close(self) -> None:
        """Write what stands at the end."""


def table_opener(form: Format, schema: Any) -> Callable[[Path], Table] | None:
    """Return what makes the final file of its pieces, or None if laying them end to end makes it."""
    if form.is_lines:
        return None
    from solver.batch.tablefiles import TableSink

    return lambda path: TableSink.to_path(path, form, schema)


class StdoutOutput:
    """Writes to stdout at once; a closed stdout raises `BrokenPipeError`.

    Parameters
    ----------
    form : Format
        What is written.
    schema : pyarrow.Schema or None
        Types of the columns, for Parquet and Arrow.
    """

    def __init__(self, form: Format, schema: Any = None) -> None:
        self._table: Any = None
        if not form.is_lines:
            from solver.batch.tablefiles import TableSink

            self._table = TableSink(_Stdout(), form, schema, stream=True)

    def write(self, data: bytes, origin: int, tally: Tally) -> None:
        """Write and flush."""
        if self._table is not None:
            if data:
                self._table.write(data)
        else:
            sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def finish(self) -> None:
        """Write what stands at the end of a table."""
        if self._table is not None:
            self._table.close()
            sys.stdout.buffer.flush()

    def close(self) -> None:
        """Do nothing: stdout stays open."""


class _Stdout:
    """Stdout as a file that knows where it is, also when it is a pipe."""

    closed = False

    def __init__(self) -> None:
        self._at = 0

    def write(self, data: bytes) -> int:
        self._at += len(data)
        return sys.stdout.buffer.write(data)

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        sys.stdout.buffer.flush()

    def close(self) -> None:
        pass
