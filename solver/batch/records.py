"""Text cut into pieces of whole records, with every record bounded.

A record is a line; in CSV a line break within quotes does not end it. What cannot be cut (a line that is
too long, a quote that is never closed) becomes a broken record of its own, and the run goes on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.batch.streams import TextStream
from solver.errors import FileError

LONGEST = 1 << 20
"""Bytes of the longest record; a longer one is a bad row."""

ENDLESS = 64 << 20
"""Bytes without a line break after which the input is taken for something else than text."""

BLOCK = 1 << 22
UNCLOSED = "a quote is opened and never closed"

_NEWLINE, _QUOTE = 10, 34
_FIELD = re.compile(rb'(?:"[^"]*+(?:""[^"]*+)*+"[^,\n]*+|[^",\n][^,\n]*+|)(,|\n)')


@dataclass(frozen=True, slots=True)
class Piece:
    """Whole records, in the order of the input.

    Attributes
    ----------
    data : bytes
        The records, each with its line break (the last of a file may have none).
    ends : NDArray[int64] or None
        Where each record ends in `data`; None if that is at every line break.
    broken : dict of int to str
        Records that cannot be read, and why.
    """

    data: bytes
    ends: NDArray[np.int64] | None = None
    broken: dict[int, str] = field(default_factory=dict)

    def records(self) -> list[bytes]:
        """Return the records without their line breaks."""
        if self.ends is None:
            lines = self.data.split(b"\n")
            if not lines[-1]:
                lines.pop()
            return [line.removesuffix(b"\r") for line in lines] if b"\r" in self.data else lines
        starts = [0, *self.ends[:-1].tolist()]
        pairs = zip(starts, self.ends.tolist(), strict=True)
        return [self.data[start:end].removesuffix(b"\n").removesuffix(b"\r") for start, end in pairs]


def record_ends(data: bytes, *, quoted: bool) -> NDArray[np.int64]:
    """Return where the whole records of some text end, after their line breaks.

    Parameters
    ----------
    data : bytes
        Text that starts with a record; the last record may be unfinished.
    quoted : bool
        Whether line breaks within quotes do not count (CSV).
    """
    buffer = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(buffer == _NEWLINE) + 1
    if not quoted or b'"' not in data:
        return ends
    inside = np.searchsorted(np.flatnonzero(buffer == _QUOTE), ends) & 1
    # a line break after an odd number of quotes is within a field, or a quote stands astray: look closely
    return _ends_by_field(data) if inside.any() else ends


def _ends_by_field(data: bytes) -> NDArray[np.int64]:
    """Walk the fields one by one; stops at a field that does not end."""
    ends = []
    at = 0
    while (match := _FIELD.match(data, at)) is not None:
        at = match.end()
        if match[1] == b"\n":
            ends.append(at)
    return np.array(ends, np.int64)


class Cutter:
    """Cuts a stream into pieces of a fixed number of records.

    Parameters
    ----------
    stream : TextStream
        What to cut.
    quoted : bool
        Whether line breaks within quotes do not count (CSV).
    """

    def __init__(self, stream: TextStream, *, quoted: bool) -> None:
        self._stream = stream
        self._quoted = quoted
        self._data = b""
        self._ends = np.zeros(0, np.int64)
        self._broken: dict[int, str] = {}
        self._done = False

    def take(self, count: int) -> Piece | None:
        """Return the next `count` records, fewer at the end, or None after it."""
        while len(self._ends) < count and not self._done:
            self._more()
        taken = min(count, len(self._ends))
        if not taken:
            return None
        end = int(self._ends[taken - 1])
        data, ends = self._data[:end], self._ends[:taken]
        broken = {record: why for record, why in self._broken.items() if record < taken}
        self._data, self._ends = self._data[end:], self._ends[taken:] - end
        self._broken = {record - taken: why for record, why in self._broken.items() if record >= taken}
        plain = not broken and (not self._quoted or b'"' not in data)
        return Piece(data, None if plain else ends, broken)

    def pieces(self, count: int) -> Iterator[Piece]:
        """Yield pieces of `count` records until the end."""
        while (piece := self.take(count)) is not None:
            yield piece

    def _more(self) -> None:
        """Read a block, and find the records that it completes."""
        block = self._stream.read(BLOCK)
        self._done = not block
        whole = int(self._ends[-1]) if len(self._ends) else 0
        rest = self._data[whole:] + block
        self._data = self._data[:whole]
        while rest:
            ends = record_ends(rest, quoted=self._quoted)
            long = np.flatnonzero(np.diff(ends, prepend=0) > LONGEST)
            if len(long):
                ends = ends[: long[0]]
            rest = self._keep(rest, ends)
            if not len(long) and len(rest) <= LONGEST and not (self._done and rest):
                break
            rest = self._break_off(rest)
        self._data += rest

    def _keep(self, text: bytes, ends: NDArray[np.int64]) -> bytes:
        """Add the whole records of a text; return what is left of it."""
        end = int(ends[-1]) if len(ends) else 0
        self._ends = np.concatenate([self._ends, ends + len(self._data)])
        self._data += text[:end]
        return text[end:]

    def _break_off(self, text: bytes) -> bytes:
        """Take the first line of a text that starts with a record which does not end well."""
        size = text.find(b"\n") + 1
        if not size and self._done and (not self._quoted or len(record_ends(text + b"\n", quoted=True))):
            # the last record of a file needs no line break
            self._add(text, None if len(text) <= LONGEST else _too_long(len(text)))
            return b""
        if size or len(text) <= LONGEST:
            known = size or len(text)
            if known <= LONGEST:
                self._add(text[:known], UNCLOSED)
            else:
                self._add(b"\n", _too_long(known - (size > 0)))
            return text[known:]
        length, text = self._skip_line(len(text))
        self._add(b"\n", _too_long(length))
        return text

    def _skip_line(self, length: int) -> tuple[int, bytes]:
        """Read on to the next line break; return the length of the line before it, and what follows it."""
        while block := self._stream.read(BLOCK):
            if length > ENDLESS:
                message = f"a line of more than {ENDLESS >> 20} MiB: this is no file of hands"
                raise FileError.at(self._stream.name, message)
            found = block.find(b"\n") + 1
            if found:
                return length + found - 1, block[found:]
            length += len(block)
        self._done = True
        return length, b""

    def _add(self, record: bytes, why: str | None) -> None:
        if why is not None:
            self._broken[len(self._ends)] = why
        self._data += record
        self._ends = np.append(self._ends, len(self._data))


def _too_long(size: int) -> str:
    return f"a line of {size} bytes; the longest allowed has {LONGEST}"
