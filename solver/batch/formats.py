"""File formats by name and by suffix."""

from dataclasses import dataclass
from pathlib import PurePath

from solver.errors import FileError

NAMES = ("csv", "jsonl", "text", "parquet", "arrow")
LINES = ("csv", "jsonl", "text")
"""The formats that are text, a record a line."""

_SUFFIXES = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "text",
    ".text": "text",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}


@dataclass(frozen=True, slots=True)
class Format:
    """A file format and how the file is compressed as a whole.

    Attributes
    ----------
    name : str
        One of `NAMES`.
    compression : str or None
        ``gzip``, ``zstd`` or None.
    """

    name: str
    compression: str | None = None

    @property
    def is_lines(self) -> bool:
        """Whether the format is text, a record a line."""
        return self.name in LINES


def format_named(text: str, where: str = "--format") -> Format:
    """Return a format by its name, with ``.gz`` or ``.zst`` for a compressed one.

    Raises
    ------
    FileError
        If there is none of that name.

    >>> format_named("csv.gz")
    Format(name='csv', compression='gzip')
    """
    name, dot, end = text.lower().partition(".")
    compression = _COMPRESSIONS.get(dot + end)
    if name not in NAMES or (dot and (compression is None or name not in LINES)):
        names = ", ".join(NAMES)
        raise FileError.at(where, f"no format {text!r}; formats: {names}; csv.gz, jsonl.zst and the like")
    return Format(name, compression)


def format_of(path: str) -> Format | None:
    """Return the format that a path's suffix tells, or None.

    >>> format_of("hands.jsonl.zst")
    Format(name='jsonl', compression='zstd')
    >>> format_of("hands") is None
    True
    """
    suffixes = [suffix.lower() for suffix in PurePath(path).suffixes[-2:]]
    compression = _COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    if compression is not None:
        suffixes.pop()
    name = _SUFFIXES.get(suffixes[-1]) if suffixes else None
    if name is None or (compression is not None and name not in LINES):
        return None
    return Format(name, compression)
