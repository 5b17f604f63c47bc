"""Hands of 7 cards numbered without a gap, from words that add up card by card.

The word of a card has a bit of its own at ``8 + code``; the low byte is left to points. The 45 bits fall
in three parts of 15: low, high and middle, and above the middle a counter of the cards in the high part.
The number of a hand orders hands by the high part, then the middle, then the low one:

- how many hands have a smaller high part depends on the high part alone;
- how many of those with this high part have a smaller middle depends on the middle and the counter;
- of those with both, the low part is one of equally many cards: its place among them.

So three lookups that add up number a hand (`numbers_of`). Beside its share each lookup brings the number of
its cards, and their sum is right only if 7 different cards are there: two equal bits carry and are lost.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import HAND_SIZE, NAMES

CARDS = len(NAMES)
HANDS = comb(CARDS, HAND_SIZE)
"""All hands of 7 of the 45 cards: 45,379,620."""

PART = 15
FIRST_BIT = 8
_LOW, _HIGH, _MIDDLE = (slice(start, start + PART) for start in range(0, CARDS, PART))
_COUNTER = FIRST_BIT + CARDS
_PART_MASK = (1 << PART) - 1
_CARDS_SHIFT = 26
"""A hand's number takes 26 bits; the number of its cards stands above."""

WORDS = np.array(
    [(1 << (FIRST_BIT + code)) + ((PART <= code < 2 * PART) << _COUNTER) for code in range(CARDS)], np.int64
)
"""The word of each card."""


@cache
def _shares() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the shares of the low, high and middle part in the number of a hand, with card counts."""
    parts = np.arange(1 << PART)
    sizes = np.bitwise_count(parts).astype(np.int64)
    low = np.zeros(1 << PART, np.int64)
    for size in range(HAND_SIZE + 1):
        same = np.flatnonzero(sizes == size)
        low[same] = np.arange(len(same))
    rest = np.array([comb(2 * PART, HAND_SIZE - size) for size in range(HAND_SIZE + 1)] + [0] * PART)
    high = _running(rest[sizes])
    middle = [
        _running(
            np.array([comb(PART, left - size) if size <= left else 0 for size in range(PART + 1)])[sizes]
        )
        for left in range(HAND_SIZE, -1, -1)
    ]
    # a counter that no hand has, or an index past the end, must not pass for a hand
    refused = np.full(1, 1 << 40)
    cards = sizes << _CARDS_SHIFT
    return (
        low + cards,
        high + cards - (HAND_SIZE << _CARDS_SHIFT),
        np.concatenate([*(share + cards for share in middle), refused]),
    )


def _running(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, for each place, the sum of all counts before it."""
    return np.cumsum(counts) - counts


def numbers_of(
    words: NDArray[np.int64],
    out: NDArray[np.int64] | None = None,
    scratch: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> NDArray[np.int64]:
    """Return the numbers of hands.

    Parameters
    ----------
    words : (N,) int64
        Sums of the words of 7 cards; the low byte is not looked at.
    out, scratch : (N,) int64 arrays, optional
        Where the numbers are written, and two arrays to work in.

    Returns
    -------
    (N,) int64
        From 0 to ``HANDS - 1``; outside of it if a word is not of 7 different cards.
    """
    low, high, middle = _shares()
    out = np.empty_like(words) if out is None else out
    index, share = (np.empty_like(words), np.empty_like(words)) if scratch is None else scratch
    np.right_shift(words, FIRST_BIT + 2 * PART, out=index)
    # clip keeps take from a slow copy of the result; all indices but refused ones are within
    np.take(middle, index, out=out, mode="clip")
    for shares, shift in ((high, FIRST_BIT + PART), (low, FIRST_BIT)):
        np.right_shift(words, shift, out=index)
        np.bitwise_and(index, _PART_MASK, out=index)
        np.take(shares, index, out=share, mode="clip")
        np.add(out, share, out=out)
    return out


def all_are_hands(numbers: NDArray[np.int64]) -> bool:
    """Tell whether all numbers are of 7 different cards."""
    # a negative number is a huge unsigned one
    return int(numbers.view(np.uint64).max(initial=0)) < HANDS


def subsets(size: int) -> NDArray[np.int64]:
    """Return the words of all subsets of `size` cards, in the order of their numbers' parts."""
    words, top = np.zeros(1, np.int64), np.full(1, -1)
    for _ in range(size):
        more = [(words[top < code] + WORDS[code], code) for code in range(CARDS)]
        top = np.concatenate([np.full(len(part), code) for part, code in more])
        words = np.concatenate([part for part, _ in more])
    high = words >> (FIRST_BIT + PART) & _PART_MASK
    middle = words >> (FIRST_BIT + 2 * PART) & _PART_MASK
    return words[np.lexsort((words & _PART_MASK << FIRST_BIT, middle, high))]
