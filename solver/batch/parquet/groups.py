"""Row groups of Parquet as they stand: read, given other columns, and put together to a file.

The pages of a column say nothing of where they are; only the footer does. So whole columns move between
files as bytes, and cost neither decoding nor encoding.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from solver.batch.parquet.footer import (
    GROUPS,
    MAGIC,
    ORDERS,
    ROWS,
    TAIL,
    elements_of,
    footer_in,
    raw_groups,
    same_type,
    size_of_footer,
)
from solver.batch.parquet.pages import values_of_pages
from solver.batch.parquet.thrift import I16, I64, LIST, STRUCT, Compact, Struct, written

# RowGroup
_COLUMNS, _BYTES, _GROUP_ROWS, _SORTED, _GROUP_AT, _PACKED, _ORDINAL = range(1, 8)
# ColumnChunk
_OTHER_FILE, _CHUNK_AT, _META, _INDEXES, _ENCRYPTED = 1, 2, 3, (4, 5, 6, 7), (8, 9)
# ColumnMetaData
_KIND, _PATH, _VALUES, _UNCOMPRESSED, _COMPRESSED = 1, 3, 5, 6, 7
_DATA_AT, _DICTIONARY_AT, _ELSEWHERE, _STATISTICS = 9, 11, (10, 14, 15), 12
# Statistics without a defined order, which old writers got wrong
_UNORDERED = (1, 2)

_MOST_ORDINAL = (1 << 15) - 1


Read = Callable[[int, int], bytes | memoryview]
"""Returns bytes of a file, by start and size."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one row group.

    Attributes
    ----------
    chunk : Struct
        What the footer says of it.
    pages : bytes
        Its pages.
    """

    chunk: Struct
    pages: bytes | memoryview

    @property
    def meta(self) -> Struct:
        """Types, sizes and places."""
        meta: Struct = self.chunk[_META][1]
        return meta

    @property
    def top(self) -> bytes:
        """The name of the column of the table that it belongs to."""
        name: bytes = self.meta[_PATH][1][1][0]
        return name

    def check(self, path: tuple[bytes, ...], kind: int) -> None:
        """Refuse a column that is another than the schema has there, or whose pages are not what is said.

        Raises
        ------
        ValueError
            If it has another path or physical type, or pages that do not fill its bytes or have other values.
        """
        if tuple(self.meta[_PATH][1][1]) != path or self.meta[_KIND][1] != kind:
            raise ValueError("columns are not in the order of the schema")
        if sum(values_of_pages(self.pages)) != self.meta[_VALUES][1]:
            raise ValueError("a column has other values than the footer says")

    def at(self, start: int) -> Struct:
        """Return what the footer says of it where its pages start elsewhere."""
        move = start - _start_of(self.meta)
        meta = {number: field for number, field in self.meta.items() if number not in _ELSEWHERE}
        for number in (_DATA_AT, _DICTIONARY_AT):
            if number in meta:
                meta[number] = (I64, meta[number][1] + move)
        if _STATISTICS in meta:
            known = meta[_STATISTICS][1]
            ordered = {number: field for number, field in known.items() if number not in _UNORDERED}
            meta[_STATISTICS] = (STRUCT, ordered)
        chunk = {number: field for number, field in self.chunk.items() if number not in _INDEXES}
        return {**chunk, _CHUNK_AT: (I64, 0), _META: (STRUCT, meta)}

    def without_statistics(self) -> "Column":
        """Return the column without its least and greatest value."""
        meta = {number: field for number, field in self.meta.items() if number != _STATISTICS}
        return Column({**self.chunk, _META: (STRUCT, meta)}, self.pages)


@dataclass(frozen=True, slots=True)
class Group:
    """A row group: its rows, and its columns in the order of the schema."""

    rows: int
    columns: tuple[Column, ...]

    def placed(self, start: int, number: int) -> Struct:
        """Return what a footer says of it, as group `number` of a file, if its pages start there."""
        chunks, at = [], start
        for column in self.columns:
            chunks.append(column.at(at))
            at += len(column.pages)
        size = sum(column.meta[_UNCOMPRESSED][1] for column in self.columns)
        found: Struct = {
            _COLUMNS: (LIST, (STRUCT, chunks)),
            _BYTES: (I64, size),
            _GROUP_ROWS: (I64, self.rows),
            _GROUP_AT: (I64, start),
            _PACKED: (I64, at - start),
        }
        return found if number > _MOST_ORDINAL else {**found, _ORDINAL: (I16, number)}


@dataclass(frozen=True, slots=True)
class RowGroups:
    """Some row groups, and the footer that names their columns.

    Attributes
    ----------
    footer : Struct
        The footer; its row groups and rows are void.
    groups : tuple of Group
        The row groups.
    """

    footer: Struct
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, data: bytes) -> "RowGroups":
        """Return the row groups of a file that is whole in memory.

        Raises
        ------
        ValueError
            If it is no Parquet file, or its pages are not where it says.
        """
        end = len(data) - TAIL
        footer = footer_in(data[max(0, end - size_of_footer(data[end:])) : end])
        view = memoryview(data)
        groups = [group_in(raw, lambda start, size: view[start : start + size]) for raw in raw_groups(footer)]
        return cls(footer, tuple(groups))

    def parts(self) -> Iterator[bytes | memoryview]:
        """Yield the bytes of a file of these row groups, part by part."""
        joiner = Joiner(self.footer)
        yield MAGIC
        for group in self.groups:
            yield from joiner.add(group)
        yield joiner.end()

    def to_bytes(self) -> bytes:
        """Return a file of these row groups."""
        return b"".join(self.parts())

    def columns_like(self, footer: Struct) -> frozenset[str]:
        """Return the columns of the table that another footer has with the very same types."""
        others = elements_of(footer)
        return frozenset(
            name.decode()
            for name, mine in elements_of(self.footer).items()
            if len(mine) == len(others.get(name, ())) and all(map(same_type, mine, others[name]))
        )

    def merged(self, footer: Struct, kept: Collection[str], others: "RowGroups") -> "RowGroups":
        """Return row groups with columns from two sides.

        Parameters
        ----------
        footer : Struct
            The columns to have, in their order.
        kept : collection of str
            Columns of the table that these row groups bring; `others` bring the rest.
        others : RowGroups
            Row groups of as many rows.

        Raises
        ------
        ValueError
            If the row groups have other rows than those of `others`.
        """
        names = {name.encode() for name in kept}
        groups = []
        for mine, other in zip(self.groups, others.groups, strict=True):
            if mine.rows != other.rows:
                raise ValueError("row groups differ in their rows")
            by_name: dict[bytes, list[Column]] = {}
            for column in mine.columns:
                if column.top in names:
                    taken = column if ORDERS in self.footer else column.without_statistics()
                    by_name.setdefault(column.top, []).append(taken)
            for column in other.columns:
                by_name.setdefault(column.top, []).append(column)
            columns = [column for name in elements_of(footer) for column in by_name[name]]
            groups.append(Group(mine.rows, tuple(columns)))
        return RowGroups(footer, tuple(groups))


class Joiner:
    """Keeps the books of a file that grows by row groups.

    Parameters
    ----------
    footer : Struct
        Names the columns.
    """

    def __init__(self, footer: Struct) -> None:
        self._footer = footer
        self._at = len(MAGIC)
        self._groups: list[bytes] = []
        self._rows = 0

    def add(self, group: Group) -> Iterator[bytes | memoryview]:
        """Take in a row group, and yield its bytes."""
        self._groups.append(written(group.placed(self._at, len(self._groups))))
        self._rows += group.rows
        for column in group.columns:
            self._at += len(column.pages)
            yield column.pages

    def end(self) -> bytes:
        """Return the bytes behind the last row group."""
        groups = (LIST, (STRUCT, self._groups))
        data = written({**self._footer, ROWS: (I64, self._rows), GROUPS: groups})
        return data + len(data).to_bytes(4, "little") + MAGIC


def group_in(raw: bytes, read: Read) -> Group:
    """Read a row group whose pages `read` gets by start and size."""
    found = Compact(raw).struct()
    columns = [_column(chunk, read) for chunk in found[_COLUMNS][1][1]]
    return Group(found[_GROUP_ROWS][1], tuple(columns))


def _column(chunk: Struct, read: Read) -> Column:
    if _OTHER_FILE in chunk or any(number in chunk for number in _ENCRYPTED):
        raise ValueError("a column is in another file, or encrypted")
    meta = chunk[_META][1]
    start, size = _start_of(meta), meta[_COMPRESSED][1]
    if start < len(MAGIC) or size < 0:
        raise ValueError("a column is nowhere")
    return Column(chunk, read(start, size))


def _start_of(meta: Struct) -> int:
    """Return where the pages of a column start."""
    data: int = meta[_DATA_AT][1]
    dictionary: int = meta.get(_DICTIONARY_AT, (I64, 0))[1]
    return dictionary if 0 < dictionary < data else data
