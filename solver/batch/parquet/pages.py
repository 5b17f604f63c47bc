"""The pages of a column of Parquet: told apart, and tried, without decoding what they hold."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from solver.batch.parquet.thrift import TRUE, Compact, Struct

# PageHeader
_UNPACKED, _PACKED, _CRC, _DATA, _DATA_2 = 2, 3, 4, 5, 8
# DataPageHeader and DataPageHeaderV2
_VALUES, _LEVELS, _IS_PACKED = 1, (5, 6), 7

_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}
"""Names of the codecs by their numbers in Parquet; 0 is none, others are not undone here."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Attributes
    ----------
    header : Struct
        What it says of itself.
    body : bytes
        What follows.
    """

    header: Struct
    body: bytes | memoryview

    @property
    def values(self) -> int:
        """Values that it holds, 0 for a dictionary."""
        return sum(self.header[kind][1][_VALUES][1] for kind in (_DATA, _DATA_2) if kind in self.header)

    def unpacks(self, codec: int) -> bool:
        """Tell whether its checksum, if it has one, is right, and it unpacks to the bytes it announces."""
        if _CRC in self.header and zlib.crc32(self.body) != self.header[_CRC][1] & 0xFFFFFFFF:
            return False
        size, packed = self.header[_UNPACKED][1], self.body
        if _DATA_2 in self.header:
            second = self.header[_DATA_2][1]
            levels = sum(second[number][1] for number in _LEVELS)
            size, packed = size - levels, packed[levels:]
            codec = codec if second.get(_IS_PACKED, (TRUE, True))[1] else 0
        if codec == 0 or len(packed) == 0:
            return bool(len(packed) == size)
        if codec not in _CODECS:
            return True
        try:
            return bool(len(pa.Codec(_CODECS[codec]).decompress(packed, size)) == size)
        except (OSError, ValueError, pa.ArrowException):
            return False


def pages_of(data: bytes | memoryview) -> Iterator[Page]:
    """Yield the pages that follow each other.

    Raises
    ------
    ValueError
        If they do not fill the bytes.
    """
    at = 0
    while at < len(data):
        reader = Compact(data, at)
        header = reader.struct()
        size = header[_PACKED][1]
        if size < 0 or reader.at + size > len(data):
            raise ValueError("the pages of a column do not fill its bytes")
        at = reader.at + size
        yield Page(header, data[reader.at : at])
