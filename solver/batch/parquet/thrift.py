"""Structures in Thrift's compact protocol, which Parquet's footers are written in.

A structure is read whole, whatever its fields mean, so that what is not known here is kept as it was. The
protocol is specified by Apache Thrift (doc/specs/thrift-compact-protocol.md).
"""

import struct
from collections.abc import Callable
from typing import Any

Struct = dict[int, tuple[int, Any]]
"""By number of the field, ascending, its type and value; of a list, the value is a `Listed`.

A structure within may stand as its bytes."""

Listed = tuple[int, list[Any]]
"""The type of the elements, and the elements."""

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT, UUID = range(1, 14)

_MOST_DEPTH = 64
_LONG_LIST = 15
_DOUBLE = struct.Struct("<d")
_MOST_SHIFT = 63


class Compact:
    """Reads structures off bytes.

    Parameters
    ----------
    data : bytes
        Where they stand.
    at : int
        Where the next one starts.

    Raises
    ------
    ValueError
        On reading, if there is none.
    """

    def __init__(self, data: bytes | memoryview, at: int = 0) -> None:
        self._data = data
        self.at = at

    def struct(self, unread: int = 0) -> Struct:
        """Return the structure that starts here, and go on behind it.

        Parameters
        ----------
        unread : int
            Number of a field that is a list of structures, to be left as their bytes.

        >>> Compact(bytes.fromhex("15041802415300")).struct()
        {1: (5, 2), 2: (8, b'AS')}
        """
        try:
            return self._struct(0, unread)
        except IndexError:
            raise ValueError("the bytes end within a structure") from None

    def _struct(self, depth: int, unread: int = 0) -> Struct:
        found: Struct = {}
        number = 0
        while head := self._byte():
            step, kind = head >> 4, head & 15
            number = number + step if step else self._zigzag()
            if number == unread and kind == LIST:
                found[number] = kind, self._list(depth + 1, self._passed)
            else:
                found[number] = kind, kind == TRUE if kind <= FALSE else self._value(kind, depth + 1)
        return found

    def _passed(self, kind: int, depth: int) -> bytes:
        """Return the bytes of a structure, and go on behind it."""
        start = self.at
        if kind != STRUCT:
            raise ValueError("the list holds no structures")
        self._struct(depth)
        return bytes(self._data[start : self.at])

    def _value(self, kind: int, depth: int) -> Any:
        if depth > _MOST_DEPTH:
            raise ValueError("structures are nested too deep")
        if I16 <= kind <= I64:
            return self._zigzag()
        if kind == BINARY:
            return self._bytes(self._varint())
        if kind == STRUCT:
            return self._struct(depth)
        if kind in (LIST, SET):
            return self._list(depth)
        if kind in (TRUE, FALSE):  # in a list, a byte each
            return self._byte() == TRUE
        if kind == BYTE:
            return self._byte()
        if kind == DOUBLE:
            return _DOUBLE.unpack(self._bytes(_DOUBLE.size))[0]
        if kind == UUID:
            return self._bytes(16)
        if kind == MAP:
            return self._map(depth)
        raise ValueError(f"there is no type {kind}")

    def _list(self, depth: int, read: Callable[[int, int], Any] | None = None) -> Listed:
        head = self._byte()
        size, kind = head >> 4, head & 15
        if size == _LONG_LIST:
            size = self._varint()
        if size > len(self._data) - self.at:
            raise ValueError("a list is longer than the bytes")
        read = read or self._value
        return kind, [read(kind, depth + 1) for _ in range(size)]

    def _map(self, depth: int) -> tuple[int, list[tuple[Any, Any]]]:
        size = self._varint()
        if size > len(self._data) - self.at:
            raise ValueError("a map is longer than the bytes")
        kinds = self._byte() if size else 0
        key, value = kinds >> 4, kinds & 15
        return kinds, [(self._value(key, depth + 1), self._value(value, depth + 1)) for _ in range(size)]

    def _byte(self) -> int:
        at = self.at
        self.at = at + 1
        return self._data[at]

    def _bytes(self, size: int) -> bytes:
        start = self.at
        if size > len(self._data) - start:
            raise ValueError("the bytes end within a text")
        self.at = start + size
        return bytes(self._data[start : self.at])

    def _varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > _MOST_SHIFT:
                raise ValueError("a number has no end")

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)


def written(fields: Struct) -> bytes:
    """Return a structure as bytes.

    >>> written({1: (I32, 2), 2: (BINARY, b"AS")}).hex()
    '15041802415300'
    """
    out = bytearray()
    _write_struct(out, fields)
    return bytes(out)


def _write_struct(out: bytearray, fields: Struct) -> None:
    before = 0
    for number, (kind, value) in fields.items():
        if kind <= FALSE:
            kind = TRUE if value else FALSE
        if 0 < number - before < 16:
            out.append(number - before << 4 | kind)
        else:
            out.append(kind)
            _write_zigzag(out, number)
        before = number
        if kind > FALSE:
            _write_value(out, kind, value)
    out.append(0)


def _write_value(out: bytearray, kind: int, value: Any) -> None:
    if I16 <= kind <= I64:
        _write_zigzag(out, value)
    elif kind == BINARY:
        _write_varint(out, len(value))
        out += value
    elif kind == STRUCT and isinstance(value, bytes):
        out += value
    elif kind == STRUCT:
        _write_struct(out, value)
    elif kind in (LIST, SET):
        of, values = value
        short = len(values) < _LONG_LIST
        out.append((len(values) if short else _LONG_LIST) << 4 | of)
        if not short:
            _write_varint(out, len(values))
        for one in values:
            _write_value(out, of, one)
    elif kind in (TRUE, FALSE):
        out.append(TRUE if value else FALSE)
    elif kind == BYTE:
        out.append(value)
    elif kind == DOUBLE:
        out += _DOUBLE.pack(value)
    elif kind == UUID:
        out += value
    else:
        kinds, pairs = value
        _write_varint(out, len(pairs))
        if pairs:
            out.append(kinds)
        for key, held in pairs:
            _write_value(out, kinds >> 4, key)
            _write_value(out, kinds & 15, held)


def _write_varint(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_zigzag(out: bytearray, value: int) -> None:
    _write_varint(out, value << 1 if value >= 0 else (-value << 1) - 1)
