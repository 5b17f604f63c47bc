"""The user's folder for tables: named arrays in files that are written whole and never trusted unchecked.

A file is a header line of JSON (format, name, arrays with shapes and types, checksum of the data) and the
data, each array at a multiple of 64 bytes. Files are mapped, so that processes share their pages; what a
process writes to an array stays its own.
"""

import json
import mmap
import os
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT = "meldwise table 1"
VARIABLE = "MELDWISE_CACHE_DIR"
"""The environment variable that names another folder."""

MOST_BYTES = 900_000_000
"""Size that the folder is kept below: the files used longest ago go first."""

SUFFIX = ".mwt"
_UNFINISHED = ".mwt-part"
_ALIGN = 64

_checked: dict[Path, tuple[int, int]] = {}
"""Files that this process has checked, by inode and size: they are replaced whole, never written again."""

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Usage:
    """Where the folder is, and how many files and bytes it holds.

    Attributes
    ----------
    folder : Path
        The folder, which need not exist.
    files, bytes : int
        Number and total size of the files of ours.
    """

    folder: Path
    files: int
    bytes: int


def folder() -> Path:
    """Return the folder: `VARIABLE` if it is set, else the user's cache folder of the platform."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_cache_path  # here, as most commands never ask

    return user_cache_path("meldwise", appauthor=False)


def usage() -> Usage:
    """Return where the folder is and what it holds."""
    sizes = [size for _, size, _ in _files()]
    return Usage(folder(), len(sizes), sum(sizes))


def clear() -> Usage:
    """Delete every file of ours, and return what was there."""
    before = usage()
    for path, _, _ in _files():
        with suppress(OSError):
            path.unlink()
    return before


def holds(name: str) -> bool:
    """Tell whether there is a file of a name, unchecked."""
    return (folder() / f"{name}{SUFFIX}").exists()


def load(name: str) -> dict[str, NDArray[Any]] | None:
    """Return the arrays stored under a name, or None if there are none that can be trusted.

    A file that is damaged, cut short or of another format counts as none.
    """
    path = folder() / f"{name}{SUFFIX}"
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            header, start = _header(file.readline(1 << 16))
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    try:
        known = _checked.get(path) == (state.st_ino, state.st_size)
        if header["name"] != name or not (known or zlib.crc32(memoryview(data)[start:]) == header["crc32"]):
            return None
        arrays = {key: _mapped(data, start, entry) for key, entry in header["arrays"].items()}
    except (ValueError, KeyError, TypeError):
        return None
    _checked[path] = state.st_ino, state.st_size
    with suppress(OSError):
        os.utime(path)  # the time of the last use, by which files are let go
    return arrays


def _header(line: bytes) -> tuple[dict[str, Any], int]:
    """Return a file's header and where its data starts."""
    header = json.loads(line)
    if header["format"] != FORMAT:
        raise ValueError("another format")
    return header, len(line)


def _mapped(data: mmap.mmap, start: int, entry: dict[str, Any]) -> NDArray[Any]:
    shape, kind = tuple(entry["shape"]), np.dtype(entry["type"])
    count = int(np.prod(shape))
    return np.frombuffer(data, kind, count, start + int(entry["offset"])).reshape(shape)


def store(name: str, arrays: Arrays) -> bool:
    """Store arrays under a name, whole or not at all.

    Returns
    -------
    bool
        Whether it was done; a folder that cannot be written is no error.
    """
    entries: dict[str, dict[str, Any]] = {}
    size = crc = 0
    pieces: list[bytes] = []
    for key, array in arrays.items():
        data = np.ascontiguousarray(array)
        padding = bytes(-size % _ALIGN)
        size += len(padding)
        entries[key] = {"shape": data.shape, "type": data.dtype.str, "offset": size}
        size += data.nbytes
        pieces += [padding, data.tobytes()]
    for piece in pieces:
        crc = zlib.crc32(piece, crc)
    header = {"format": FORMAT, "name": name, "arrays": entries, "crc32": crc}
    line = json.dumps(header).encode()
    line += b" " * (-(len(line) + 1) % _ALIGN) + b"\n"
    try:
        _write(folder() / f"{name}{SUFFIX}", [line, *pieces])
    except OSError:
        return False
    _let_go()
    return True


def _write(path: Path, pieces: list[bytes]) -> None:
    """Write a file under another name, and give it its own when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}-", suffix=_UNFINISHED)
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _let_go() -> None:
    """Delete the files used longest ago until the folder is small enough."""
    files = sorted(_files(), key=lambda entry: entry[2])
    total = sum(size for _, size, _ in files)
    for path, size, _ in files:
        if total <= MOST_BYTES:
            return
        with suppress(OSError):
            path.unlink()
            total -= size


def _files() -> list[tuple[Path, int, float]]:
    """Return our files, and unfinished ones left behind, with size and time of last use."""
    found = []
    with suppress(OSError):
        for path in sorted(folder().iterdir()):
            if path.suffix in (SUFFIX, _UNFINISHED):
                with suppress(OSError):
                    state = path.stat()
                    found.append((path, state.st_size, state.st_mtime))
    return found
