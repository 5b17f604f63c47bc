"""A column of texts as bytes: one buffer, and where each text starts and ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

_BETWEEN = "\n"
"""Stands between texts; few hold one."""

_SHORT = 8
"""Bytes of the texts that are told apart as numbers."""

Distinct = tuple[NDArray[np.intp], list[str | None]]
"""For each row the number of its text, and the texts by number; one that is empty or only spaces is None."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts of many rows.

    Attributes
    ----------
    data : NDArray[uint8]
        UTF-8 bytes; texts may lie anywhere in it.
    starts, ends : NDArray[int64], shape (N,)
        Each text is ``data[start:end]``.
    missing : NDArray[bool], shape (N,), or None
        Rows without a text (null), if there are any.
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    missing: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, texts: Sequence[str | None]) -> "Texts":
        """Make a column from Python texts.

        >>> Texts.of(["AS", None, ""]).tolist()
        ['AS', None, '']
        """
        missing, known = None, cast(Sequence[str], texts)
        if None in texts:
            missing = np.fromiter((text is None for text in texts), np.bool_, len(texts))
            known = [text or "" for text in texts]
        whole = _BETWEEN.join(known)
        data = np.frombuffer(whole.encode("utf-8", "surrogatepass"), np.uint8)
        if whole.count(_BETWEEN) == len(texts) - 1:
            between = np.flatnonzero(data == ord(_BETWEEN))
            starts, ends = np.append(0, between + 1), np.append(between, len(data))
        else:
            sizes = (len(text.encode("utf-8", "surrogatepass")) for text in known)
            ends = np.cumsum(np.fromiter(sizes, np.int64, len(texts)) + 1) - 1
            starts = np.append(0, ends[:-1] + 1)[: len(texts)]
        return cls(data, starts, ends, missing)

    @classmethod
    def blank(cls, count: int) -> "Texts":
        """Make a column of empty texts."""
        nowhere = np.zeros(count, np.int64)
        return cls(np.zeros(0, np.uint8), nowhere, nowhere)

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, row: int) -> str | None:
        """Return one text, or None where there is none."""
        if self.missing is not None and self.missing[row]:
            return None
        raw = self.data[self.starts[row] : self.ends[row]].tobytes()
        return raw.decode("utf-8", "surrogatepass")

    def tolist(self) -> list[str | None]:
        """Return all texts."""
        return [self.text(row) for row in range(len(self))]

    def distinct(self) -> Distinct:
        """Return for each row the number of its text, and the texts by number, each once.

        >>> Texts.of(["8", None, "8", ""]).distinct()
        (array([1, 0, 1, 0]), [None, '8'])
        """
        lengths = self.ends - self.starts
        if self.missing is not None:
            lengths = np.where(self.missing, 0, lengths)
        if len(self) == 0 or lengths.max() > _SHORT:
            return self._distinct_long()
        keys = np.zeros(len(self), np.uint64)
        for place in range(int(lengths.max())):
            rows = np.flatnonzero(lengths > place)
            keys[rows] |= self.data[self.starts[rows] + place].astype(np.uint64) << np.uint64(8 * place)
        firsts, numbers = first_of_each(keys)
        return numbers, [unless_blank(self.text(row)) for row in firsts]

    def _distinct_long(self) -> Distinct:
        numbers: dict[str | None, int] = {}
        texts = map(unless_blank, self.tolist())
        rows = [numbers.setdefault(text, len(numbers)) for text in texts]
        return np.array(rows, np.intp), list(numbers)


def unless_blank(text: str | None) -> str | None:
    """Return a text, or None for one that is empty or only spaces."""
    return None if text is None or not text.strip() else text


def first_of_each(keys: NDArray[np.integer]) -> tuple[list[int], NDArray[np.intp]]:
    """Return the first row of each key, and for each row the number of its key.

    >>> first_of_each(np.array([7, 5, 7]))
    ([1, 0], array([1, 0, 1]))
    """
    most = int(keys.max(initial=0))
    if most == 0:
        return [0] if len(keys) else [], np.zeros(len(keys), np.intp)
    if most >= 1 << 16:
        _, firsts, numbers = np.unique(keys, return_index=True, return_inverse=True)
        return firsts.tolist(), numbers
    # few possible keys: no need to sort the rows
    first = np.full(most + 1, len(keys))
    small = keys.astype(np.intp)
    first[small[::-1]] = np.arange(len(keys))[::-1]
    used = np.flatnonzero(first < len(keys))
    number = np.zeros(most + 1, np.intp)
    number[used] = np.arange(len(used))
    return first[used].tolist(), number[small]
