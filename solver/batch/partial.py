"""A file in the making: it appears whole or not at all, and an interrupted run can be continued.

Beside OUT stands the folder ``OUT.partial`` with what is written so far (``data``), a line for each chunk of
it (``log``), what the run is (``run.json``) and a lock. A chunk counts when its line is whole and its bytes
have the line's checksum.
"""

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from solver.batch.outputs import Table
from solver.batch.tally import Tally
from solver.errors import FileError, SolverError
from solver.whole import target_of

SUFFIX = ".partial"
"""What is added to OUT for the folder of an unfinished run."""

SYNC_SECONDS = 5.0
"""After so long, what is written is made to reach the disk."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk of the output.

    Attributes
    ----------
    end : int
        Where it ends in the data.
    crc : int
        CRC-32 of its bytes.
    origin : int
        The number of the input that it is from; -1 for the header.
    tally : Tally
        What was counted.
    """

    end: int
    crc: int
    origin: int
    tally: Tally


class PartialFile:
    """Writes a file that appears whole at the end.

    Parameters
    ----------
    path : str
        The file; what stood there stays until the new one is whole.
    identity : mapping
        What the run is, as JSON: only a run that is the same continues it.
    resume : bool
        Whether to go on after the last whole chunk, if there is one.
    opener : callable, optional
        Opens what makes the final file, at a path, of the chunks as they come; left out, the chunks laid end
        to end are the file.

    Attributes
    ----------
    chunks : list of Chunk
        What was there already.

    Raises
    ------
    FileError
        If it cannot be written, another run is writing it, or `resume` is asked for by another run.
    """

    def __init__(
        self,
        path: str,
        identity: dict[str, Any],
        *,
        resume: bool = False,
        opener: Callable[[Path], Table] | None = None,
    ) -> None:
        self._path = target_of(path)
        self._folder = Path(f"{self._path}{SUFFIX}")
        self._table: Table | None = None
        if not self._path.parent.is_dir():
            raise FileError.at(path, f"there is no folder {str(self._path.parent)!r}")
        self._open: list[IO[bytes]] = []
        self.chunks: list[Chunk] = []
        try:
            self._folder.mkdir(exist_ok=True)
            self._open.append(locked(self._folder / "lock", path))
            if resume:
                self._check(path, identity)
                self.chunks = _whole_chunks(self._folder)
            (self._folder / "run.json").write_text(json.dumps(identity, indent=1), encoding="utf-8")
            self._data = self._reopened("data", self.chunks[-1].end if self.chunks else 0)
            kept = b"".join(_line(chunk) for chunk in self.chunks)
            self._log = self._reopened("log", 0)
            self._log.write(kept)
            self._log.flush()
            if opener is not None:
                self._table = opener(self._folder / "whole")
                self._copy_chunks(self._table)
        except OSError as error:
            self.close()
            raise cannot_write(path, error) from error
        except SolverError:
            self.close()
            raise
        self._ends = [chunk.end for chunk in self.chunks]
        self._synced = time.monotonic()

    def write(self, data: bytes, origin: int, tally: Tally) -> None:
        """Add a chunk."""
        end = (self._ends[-1] if self._ends else 0) + len(data)
        self._ends.append(end)
        try:
            self._data.write(data)
            self._data.flush()
            self._log.write(_line(Chunk(end, zlib.crc32(data), origin, tally)))
            self._log.flush()
            if self._table is not None and data:
                self._table.write(data)
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._data.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise cannot_write(str(self._path), error) from error

    def finish(self) -> None:
        """Put the file in its place."""
        whole = self._folder / "data"
        try:
            if self._table is not None:
                whole = self._folder / "whole"
                self._table.close()
                with whole.open("rb") as file:
                    os.fsync(file.fileno())
            else:
                os.fsync(self._data.fileno())
            self._data.close()
            os.replace(whole, self._path)
        except OSError as error:
            raise cannot_write(str(self._path), error) from error
        shutil.rmtree(self._folder, ignore_errors=True)

    def close(self) -> None:
        """Close what is open; an unfinished run leaves its folder."""
        for file in reversed(self._open):
            with suppress(OSError):
                file.close()

    def _copy_chunks(self, table: Table) -> None:
        """Write to a table the chunks that were there already."""
        start = 0
        with (self._folder / "data").open("rb") as data:
            for chunk in self.chunks:
                if chunk.end > start:
                    table.write(data.read(chunk.end - start))
                start = chunk.end

    def _check(self, path: str, identity: dict[str, Any]) -> None:
        """Refuse to go on with another run's work."""
        try:
            known = json.loads((self._folder / "run.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return
        for name, value in identity.items():
            if known.get(name) != value:
                message = f"the unfinished run had other {name}: run without --resume to start again"
                raise FileError.at(path, message)

    def _reopened(self, name: str, size: int) -> IO[bytes]:
        path = self._folder / name
        path.touch()
        os.truncate(path, size)
        file = path.open("ab")
        self._open.append(file)
        return file


def _line(chunk: Chunk) -> bytes:
    return json.dumps(asdict(chunk)).encode() + b"\n"


def _whole_chunks(folder: Path) -> list[Chunk]:
    """Return the chunks that are logged and stand in the data as they were written."""
    chunks: list[Chunk] = []
    try:
        lines = (folder / "log").read_bytes().split(b"\n")[:-1]
        data = (folder / "data").open("rb")
    except FileNotFoundError:
        return []
    with data:
        for line in lines:
            try:
                found = json.loads(line)
                chunk = Chunk(**{**found, "tally": Tally(**found["tally"])})
            except (ValueError, TypeError, KeyError):
                break
            size = chunk.end - (chunks[-1].end if chunks else 0)
            piece = data.read(size)
            if len(piece) != size or zlib.crc32(piece) != chunk.crc:
                break
            chunks.append(chunk)
    return chunks


def cannot_write(path: str, error: OSError) -> SolverError:
    """Return the error of a file or folder that cannot be written."""
    return FileError.at(path, f"cannot be written: {(error.strerror or str(error)).lower()}")


def locked(path: Path, name: str) -> IO[bytes]:
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
