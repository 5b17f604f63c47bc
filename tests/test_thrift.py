"""Thrift's compact protocol: what is read is written again, and what is none is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.parquet.thrift import (
    BINARY,
    BYTE,
    DOUBLE,
    FALSE,
    I16,
    I32,
    I64,
    LIST,
    MAP,
    SET,
    STRUCT,
    TRUE,
    UUID,
    Compact,
    Struct,
    written,
)

scalars = {
    TRUE: st.just(True),
    FALSE: st.just(False),
    BYTE: st.integers(0, 255),
    I16: st.integers(-(1 << 15), (1 << 15) - 1),
    I32: st.integers(-(1 << 31), (1 << 31) - 1),
    I64: st.integers(-(1 << 63), (1 << 63) - 1),
    DOUBLE: st.floats(allow_nan=False),
    BINARY: st.binary(max_size=300),
    UUID: st.binary(min_size=16, max_size=16),
}


def one_of(kinds: dict[int, Any]) -> Any:
    """Return pairs of a type and a value of it."""
    return st.one_of([st.tuples(st.just(kind), values) for kind, values in kinds.items()])


def lists(kinds: dict[int, Any]) -> Any:
    """Return lists of values of one type."""
    return one_of({kind: st.lists(value, max_size=20) for kind, value in kinds.items()})


def maps(kinds: dict[int, Any]) -> Any:
    """Return maps from numbers to values of one type."""
    some = {kind: st.tuples(kinds[I32], value) for kind, value in kinds.items()}
    return one_of({I32 << 4 | kind: st.lists(pair, min_size=1, max_size=4) for kind, pair in some.items()})


def structs(kinds: dict[int, Any]) -> Any:
    """Return structures with fields of some types."""
    with_lists = {**kinds, LIST: lists(kinds), SET: lists(kinds), MAP: maps(kinds)}
    numbers = st.sets(st.integers(1, 300), max_size=6).map(sorted)
    return numbers.flatmap(
        lambda found: st.tuples(*[one_of(with_lists)] * len(found)).map(
            lambda fields: dict(zip(found, fields, strict=True))
        )
    )


@given(structs({**scalars, STRUCT: structs(scalars)}))
def test_thrift_there_and_back(fields: Struct) -> None:
    """A structure that is written and read again is the same, and no beginning of it is one."""
    data = written(fields)
    assert Compact(data).struct() == fields
    with pytest.raises(ValueError, match="bytes"):
        Compact(data[:-1]).struct()


def test_thrift_refuses_what_is_none() -> None:
    """Bytes that are no structure are refused: no end, no such type, too deep, numbers without end."""
    for data, word in {
        b"": "bytes end",
        b"\x1f": "no type 15",
        b"\x1c" * 100: "too deep",
        b"\x15" + b"\xff" * 12: "no end",
        b"\x19\xf3\xff\xff\xff\xff\x0f": "longer than the bytes",
        b"\x18\x7f": "bytes end",
        b"\x1b\x7f\x33": "longer than the bytes",
    }.items():
        with pytest.raises(ValueError, match=word):
            Compact(data).struct()
    with pytest.raises(ValueError, match="no structures"):
        Compact(b"\x19\x13\x05\x00").struct(unread=1)
