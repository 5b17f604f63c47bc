"""Hands judged by the table: from codes to the points that are left, some 30 ns a hand.

A hand's codes are read as one 8-byte integer, so that each pair of cards is 16 bits of it. The top of the
Ace Pile is folded into these pairs: with `_TOP` added once for each suit, no two combinations of two codes
and a top give the same 16 bits. A pair's word then brings the bits of both cards (`ranks`) and, in its low
byte, the points that its cards cost if no set binds them.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import HAND_SIZE, SUITS, loose_points
from solver.bharg.look import NotAHand, discards_of_aces
from solver.bharg.ranks import CARDS, WORDS, all_are_hands, numbers_of
from solver.bharg.tables import Table

BLOCK = 32768
"""Hands judged together; six arrays of 8 bytes each fit in the second-level cache."""

_TOP = 45 + 20 * 256
"""Multiples 0 to 6 keep 45 * 45 pairs apart: two of them differ by 45 or more, in one byte or the other."""

_FOUR_TOPS = _TOP * 0x0001_0001_0001_0001
_REFUSED = 1 << 58
_SEVEN_BYTES = (1 << 56) - 1


@cache
def _words() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ``(65536,)`` words of single cards and of pairs of cards, by codes and top."""
    one = np.full((1 + len(SUITS), CARDS), _REFUSED)
    for ace in range(-1, len(SUITS)):
        for code in range(CARDS):
            if code != ace:
                one[ace + 1, code] = WORDS[code] + loose_points(code, ace)
    both = one[:, :, None] + one[:, None, :]
    both[:, np.arange(CARDS), np.arange(CARDS)] = _REFUSED
    top, first, second = np.indices(both.shape)
    words = np.full((2, 1 << 16), _REFUSED)
    words[0, (top * _TOP + first)[:, :, 0]] = one
    words[1, top * _TOP + first + 256 * second] = both
    return words[0], words[1]


class Judge:
    """Judges hands by a table, with arrays of its own to work in.

    Parameters
    ----------
    table : Table
        What sets save.
    size : int
        Most hands of one block.
    """

    def __init__(self, table: Table, size: int = BLOCK) -> None:
        self.classes = table.classes
        self.savings = table.savings.ravel()
        self.width = table.savings.shape[1]
        self._arrays = np.empty((7, size), np.int64)
        self._bytes = np.empty(size, np.uint8)
        self._kinds = np.empty(size, np.uint16)

    def seven(self, codes: NDArray[np.uint8], top: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
        """Write the least loose points of hands of 7.

        Parameters
        ----------
        codes : (N, 7) uint8, C-contiguous
            Codes below 45; N at most `size`.
        top : (N,) int64
            0 for an empty Ace Pile, else 1 more than the suit of its top.
        out : (N,) uint8
            Where they are written.

        Raises
        ------
        NotAHand
            If a hand has a card twice or holds the top ace.
        """
        hands, words, pair = self._arrays[:3, : len(codes)]
        _read(codes, hands)
        np.bitwise_and(hands, _SEVEN_BYTES, out=hands)
        self._sum_words(hands, top, words, pair, codes.shape[1])
        self._judge(words, top, out)

    def eight(self, codes: NDArray[np.uint8], top: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
        """Write the least loose points of hands of 8 after each discard (B6).

        As `seven`, but for ``(N, 8)`` codes and ``(8, N)`` points, by place of the discard.
        """
        hands, words, single, kept = self._arrays[:4, : len(codes)]
        _read(codes, hands)
        self._sum_words(hands, top, words, single, codes.shape[1])
        for place in range(codes.shape[1]):
            np.multiply(top, _TOP, out=single)
            np.add(single, codes[:, place], out=single)
            np.take(_words()[0], single, out=kept, mode="clip")
            np.subtract(words, kept, out=kept)
            self._judge(kept, top, out[place])
        self._discard_aces(codes, out)

    def _discard_aces(self, codes: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
        """Write the points of hands of 8 after the discard of an ace, the new top (B6)."""
        rows, places, kept, aces = discards_of_aces(codes)
        left = np.empty(len(rows), np.uint8)
        for start in range(0, len(rows), len(self._kinds)):
            part = slice(start, start + len(self._kinds))
            self.seven(kept[part], aces[part] + 1, left[part])
        out[places, rows] = left

    def _sum_words(
        self,
        hands: NDArray[np.int64],
        top: NDArray[np.int64],
        words: NDArray[np.int64],
        pair: NDArray[np.int64],
        size: int,
    ) -> None:
        """Add up the words of all cards of hands of `size` cards read by `_read`."""
        single, double = _words()
        np.multiply(top, _FOUR_TOPS, out=pair)
        np.add(hands, pair, out=hands)
        np.bitwise_and(hands, 0xFFFF, out=pair)
        np.take(double, pair, out=words, mode="clip")
        share = self._arrays[4, : len(hands)]
        for shift in (16, 32, 48):
            np.right_shift(hands, shift, out=pair)
            np.bitwise_and(pair, 0xFFFF, out=pair)
            # the seventh of seven cards is alone in its pair
            table = single if shift == 48 and size == HAND_SIZE else double
            np.take(table, pair, out=share, mode="clip")
            np.add(words, share, out=words)

    def _judge(self, words: NDArray[np.int64], top: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
        """Write the points of the low byte less what the sets of the hand save."""
        numbers, *scratch = self._arrays[4:7, : len(words)]
        numbers_of(words, numbers, (scratch[0], scratch[1]))
        if not all_are_hands(numbers):
            raise NotAHand
        kinds, saved = self._kinds[: len(words)], self._bytes[: len(words)]
        np.take(self.classes, numbers, out=kinds, mode="clip")
        np.multiply(top, self.width, out=numbers)
        np.add(numbers, kinds, out=numbers)
        np.take(self.savings, numbers, out=saved, mode="clip")
        np.copyto(out, words.astype("<i8", copy=False).view(np.uint8)[::8])
        # sets that bind all cards save more than there is
        np.minimum(saved, out, out=saved)
        np.subtract(out, saved, out=out)


def _read(codes: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """Read each hand as a little-endian integer; of 7 cards, the eighth byte is the next hand's."""
    count, size = codes.shape
    whole = count - (size < out.itemsize)
    if whole > 0:
        out[:whole] = np.ndarray((whole,), "<i8", codes, strides=(size,))
    if whole < count:
        last = np.zeros(8, np.uint8)
        last[:size] = codes[-1]
        out[-1:] = last.view("<i8")
