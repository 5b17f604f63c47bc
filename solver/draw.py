"""Random draws that stay the same for ever: our own mapping from raw PCG64 words.

numpy keeps the words of a bit generator, but not what its distributions make of them. So only raw words
are used here: each is two 32-bit halves, the lower first, and a half ``h`` becomes ``h * n >> 32``, uniform
on 0 … n - 1 up to n / 2**32.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BLOCK = 1 << 16
"""Hands that are drawn from one stream; the next block has a stream of its own."""


class Draw:
    """A stream of random numbers.

    Parameters
    ----------
    key : sequence of int
        What names the stream: a seed, a block …; all at least 0.

    >>> Draw([7, 0]).below(6, 5).tolist()
    [5, 3, 4, 5, 3]
    """

    def __init__(self, key: Sequence[int]) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(list(key)))

    def halves(self, count: int) -> NDArray[np.uint64]:
        """Return `count` numbers of 32 bits, shape (count,)."""
        words = self._bits.random_raw((count + 1) // 2)
        return np.ascontiguousarray(words).astype("<u8").view("<u4")[:count].astype(np.uint64)

    def words(self, count: int) -> NDArray[np.uint64]:
        """Return `count` numbers of 64 bits, shape (count,)."""
        return np.ascontiguousarray(self._bits.random_raw(count)).astype(np.uint64)

    def below(self, bound: int, count: int) -> NDArray[np.int64]:
        """Return `count` numbers 0 … bound - 1, shape (count,)."""
        return (self.halves(count) * np.uint64(bound) >> np.uint64(32)).astype(np.int64)

    def subsets(self, total: int, size: int, count: int) -> NDArray[np.uint8]:
        """Return subsets of 0 … total - 1, each equally likely, ascending, shape (size, count).

        Parameters
        ----------
        total : int
            Size of what is drawn from, at most 255.
        size : int
            Elements of a subset.
        count : int
            Number of subsets.
        """
        rows = np.empty((size, count), np.uint8)
        for taken in range(size):
            value = self.below(total - taken, count).astype(np.uint8)
            # step over what was drawn before, in ascending order, and put the new one in its place
            for row in rows[:taken]:
                value += value >= row
            for row in rows[:taken]:
                lower = np.minimum(row, value)
                np.maximum(row, value, out=value)
                row[:] = lower
            rows[taken] = value
        return rows
