"""Text inputs as streams of UTF-8 bytes: decompressed, decoded, bounded."""

import codecs
import gzip
import io
import os
import sys
import zlib
from pathlib import Path
from typing import IO, Protocol

from solver.errors import FileError

STDIN = "-"
MOST_UNPACKED = 256 << 20
"""Bytes after which a compressed input is looked at as a possible bomb."""

MOST_RATIO = 500
"""A compressed input that unpacks to more than this many times its size is refused, as a bomb."""

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes: ...


def open_binary(path: str) -> IO[bytes]:
    """Open an input file, or stdin for ``-``.

    Raises
    ------
    FileError
        If it does not exist, is a folder, or may not be read.
    """
    if path == STDIN:
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise FileError.at(path, f"cannot be read: {(error.strerror or str(error)).lower()}") from error


class TextStream:
    """A text input as UTF-8 bytes without BOM; gzip, zstd and UTF-16 are undone on the way.

    Parameters
    ----------
    path : str
        A path, or ``-``.

    Raises
    ------
    FileError
        If the input cannot be opened; on reading, if it is cut, damaged or a bomb.
    """

    def __init__(self, path: str) -> None:
        self.name = "stdin" if path == STDIN else path
        self._raw = _Counted(open_binary(path), self.name)
        self._plain: Readable = self._raw
        self.unpacked = 0
        start = self._raw.peek()
        if start.startswith(_GZIP):
            self._plain = gzip.GzipFile(fileobj=io.BufferedReader(self._raw))
        elif start.startswith(_ZSTD):
            import pyarrow

            self._plain = pyarrow.CompressedInputStream(pyarrow.PythonFile(self._raw, "r"), "zstd")
        self.packed = self._plain is not self._raw
        self._decoder: codecs.IncrementalDecoder | None = None
        self._head = self._bytes(4)
        if self._head.startswith(codecs.BOM_UTF8):
            self._head = self._head[3:]
        elif self._head.startswith(_UTF16):
            self._decoder = codecs.getincrementaldecoder("utf-16")("replace")

    @property
    def position(self) -> int:
        """Bytes of the file that have been read."""
        return self._raw.position

    def read(self, size: int) -> bytes:
        """Return about `size` bytes of UTF-8; empty only at the end."""
        while True:
            head, self._head = self._head, b""
            data = head + self._bytes(size)
            if self._decoder is None:
                return data
            text = self._decoder.decode(data, final=not data)
            if text or not data:
                return text.encode("utf-8", "replace")

    def close(self) -> None:
        """Close the file; stdin stays open."""
        self._raw.close()

    def _bytes(self, size: int) -> bytes:
        try:
            data = self._plain.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise FileError.at(self.name, f"is damaged or cut: {error}") from error
        except OSError as error:
            if self.packed and error.errno is None:
                raise FileError.at(self.name, f"is damaged or cut: {error}") from error
            raise FileError.at(
                self.name, f"cannot be read: {(error.strerror or str(error)).lower()}"
            ) from error
        self.unpacked += len(data)
        if self.packed and self.unpacked > max(MOST_UNPACKED, MOST_RATIO * self.position):
            raise FileError.at(
                self.name, f"unpacks to more than {MOST_RATIO} times its size: refused as a bomb"
            )
        return data


class _Counted(io.RawIOBase):
    """A binary file that counts what has been read of it, and can be peeked at once."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self._head = b""
        self.position = 0
        self.name = name

    def peek(self) -> bytes:
        try:
            self._head = self._file.read(4)
        except OSError as error:
            raise FileError.at(
                self.name, f"cannot be read: {(error.strerror or str(error)).lower()}"
            ) from error
        return self._head

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        head, self._head = self._head, b""
        rest = -1 if size is None or size < 0 else max(0, size - len(head))
        data = head + self._file.read(rest)
        self.position += len(data)
        return data

    def readinto(self, buffer: object, /) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        data = self.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if self._file is not sys.stdin.buffer:
            self._file.close()
        super().close()


def size_of(path: str) -> int | None:
    """Return the size of an input in bytes, or None for stdin and pipes."""
    if path == STDIN:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size if status.st_size else None
