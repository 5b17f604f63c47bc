"""The footers of Parquet files: read, and compared by the types of their columns.

The numbers of the fields are those of Parquet's own definition (apache/parquet-format, parquet.thrift).
"""

from solver.batch.parquet.thrift import Compact, Struct

MAGIC = b"PAR1"
"""A file starts with it and ends with it."""

TAIL = 8
"""Bytes behind a footer: its length and the magic."""

# FileMetaData
SCHEMA, ROWS, GROUPS, ORDERS, ENCRYPTED = 2, 3, 4, 7, 8
# SchemaElement
_TYPE = range(1, 9)  # all but the field's own number, which binds no reader, and the logical type
_KIND, _NAME, _CHILDREN, _CONVERTED, _LOGICAL = 1, 4, 5, 6, 10
_TIMES = range(7, 11)


def size_of_footer(tail: bytes) -> int:
    """Return the bytes of a footer by what stands behind it.

    Raises
    ------
    ValueError
        If nothing such stands there, or the footer is encrypted.
    """
    if len(tail) != TAIL or tail[4:] != MAGIC:
        raise ValueError("there is no footer, or it is encrypted")
    return int.from_bytes(tail[:4], "little")


def footer_in(data: bytes) -> Struct:
    """Read a footer; its row groups stay bytes.

    Raises
    ------
    ValueError
        If it is none.
    """
    footer = Compact(data).struct(unread=GROUPS)
    if SCHEMA not in footer or GROUPS not in footer:
        raise ValueError("the footer lacks what each has")
    return footer


def raw_groups(footer: Struct) -> list[bytes]:
    """Return the row groups of a footer as their bytes."""
    found: list[bytes] = footer[GROUPS][1][1]
    return found


def elements_of(footer: Struct) -> dict[bytes, list[Struct]]:
    """Return by column of the table the elements of its schema, itself first."""
    elements: list[Struct] = footer[SCHEMA][1][1]
    found: dict[bytes, list[Struct]] = {}
    at = 1
    while at < len(elements):
        end, missing = at, 1
        while missing:
            missing += elements[end].get(_CHILDREN, (0, 0))[1] - 1
            end += 1
        found[elements[at][_NAME][1]] = elements[at:end]
        at = end
    return found


def leaves_of(footer: Struct) -> list[tuple[tuple[bytes, ...], int]]:
    """Return the path and the physical type of every column of pages, in their order.

    Raises
    ------
    ValueError
        If the schema ends too soon.
    """
    found: list[tuple[tuple[bytes, ...], int]] = []
    open_groups: list[tuple[bytes, int]] = []
    for element in footer[SCHEMA][1][1][1:]:
        path = (*(name for name, _ in open_groups), element[_NAME][1])
        if _KIND in element:
            found.append((path, element[_KIND][1]))
        open_groups.append((element[_NAME][1], element.get(_CHILDREN, (0, 0))[1]))
        while open_groups and open_groups[-1][1] == 0:
            open_groups.pop()
            if open_groups:
                name, missing = open_groups[-1]
                open_groups[-1] = name, missing - 1
    if open_groups:
        raise ValueError("the schema lacks what it announces")
    return found


def same_columns(footer: Struct, other: Struct) -> bool:
    """Tell whether two files have columns of the same names and types."""
    mine, others = (one[SCHEMA][1][1][1:] for one in (footer, other))
    return len(mine) == len(others) and all(map(same_type, mine, others))


def same_type(mine: Struct, other: Struct) -> bool:
    """Tell whether two elements of schemas have the same type and name.

    Older writers tell the converted type alone; of times, that is less than the logical type of now.
    """
    if any(mine.get(number) != other.get(number) for number in _TYPE):
        return False
    if mine.get(_LOGICAL) == other.get(_LOGICAL):
        return True
    converted = mine.get(_CONVERTED, (0, None))[1]
    one_tells = _LOGICAL not in mine or _LOGICAL not in other
    return one_tells and converted is not None and converted not in _TIMES
