"""Where the output goes: to stdout as it comes, or to a file that appears whole or not at all."""

import gzip
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from solver.batch.formats import Format
from solver.errors import FileError, SolverError

PARTIAL = ".partial"
"""What is added to OUT for the folder that an unfinished run works in."""


class Output(Protocol):
    """Takes an output piece by piece."""

    def write(self, data: bytes) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


def packed(data: bytes, form: Format) -> bytes:
    """Compress a piece of output, as a gzip member or a zstd frame of its own."""
    if form.compression is None or not data:
        return data
    if form.compression == "gzip":
        return gzip.compress(data, 5, mtime=0)
    import pyarrow

    return bytes(pyarrow.Codec("zstd").compress(data, asbytes=True))


class StdoutOutput:
    """Writes to stdout at once."""

    def write(self, data: bytes) -> None:
        """Write and flush; a closed stdout raises `BrokenPipeError`."""
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def finish(self) -> None:
        """Do nothing: all is written."""

    def close(self) -> None:
        """Do nothing: stdout stays open."""


class FileOutput:
    """Writes a file that appears whole at the end.

    Parameters
    ----------
    path : str
        The file; what stood there stays until the new one is whole.

    Raises
    ------
    FileError
        If it cannot be written, or another run is writing it.
    """

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._folder = Path(path + PARTIAL)
        if self._path.is_dir():
            raise FileError.at(path, "is a folder")
        if not self._path.parent.is_dir():
            raise FileError.at(path, f"there is no folder {str(self._path.parent)!r}")
        self._lock: IO[bytes] | None = None
        try:
            self._folder.mkdir(exist_ok=True)
            self._lock = _locked(self._folder / "lock", path)
            self._file = (self._folder / "data").open("wb")
        except OSError as error:
            raise _cannot(path, error) from error

    def write(self, data: bytes) -> None:
        """Add a piece."""
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise _cannot(str(self._path), error) from error

    def finish(self) -> None:
        """Put the file in its place."""
        try:
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._folder / "data", self._path)
        except OSError as error:
            raise _cannot(str(self._path), error) from error
        shutil.rmtree(self._folder, ignore_errors=True)

    def close(self) -> None:
        """Close what is open; an unfinished run leaves its folder."""
        with suppress(OSError):
            self._file.close()
        if self._lock is not None:
            self._lock.close()


def _cannot(path: str, error: OSError) -> SolverError:
    return FileError.at(path, f"cannot be written: {(error.strerror or str(error)).lower()}")


def _locked(path: Path, name: str) -> IO[bytes]:
    """Open a file that no other process holds."""
    lock = path.open("ab")
    try:
        import fcntl
    except ImportError:  # no such locks here: the rename at the end still keeps the file whole
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise FileError.at(name, "another run is writing it") from error
    return lock
