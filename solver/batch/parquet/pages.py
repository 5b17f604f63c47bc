"""The pages of a column of Parquet, told apart without decoding what they hold."""

from collections.abc import Iterator

from solver.batch.parquet.thrift import Compact

# PageHeader, and the headers of data pages in it
_BYTES, _DATA_PAGES, _VALUES = 3, (5, 8), 1


def values_of_pages(data: bytes | memoryview) -> Iterator[int]:
    """Yield of each page how many values it holds; none, if it is no page of data.

    Raises
    ------
    ValueError
        If the pages do not fill the bytes.
    """
    at = 0
    while at < len(data):
        reader = Compact(data, at)
        header = reader.struct()
        size = header[_BYTES][1]
        at = reader.at + size
        if size < 0 or at > len(data):
            raise ValueError("the pages of a column do not fill its bytes")
        yield sum(header[kind][1][_VALUES][1] for kind in _DATA_PAGES if kind in header)
