"""A number for every suit: rows of the tables, dense and without collisions.

A suit of up to 13 ranks is two planes of bits: ``b1`` and ``b2`` hold a rank's copies as 0: neither, 1: b1,
2: both, 3: b2. With one deck ``b1`` itself is the row. Else the row is the sum of two look-ups, of the 7 low
and the 6 high ranks: `place` orders the low parts by number of cards, and `offset` counts the low parts that
fit beside each high part within 8 cards. So every suit of at most 8 cards has a row; longer ones are flagged.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

LOW_RANKS = 7
MOST_CARDS = 8
"""Cards of a suit with a row of its own, if there is more than one deck."""

COUNT_SHIFT = 24
"""A look-up's sum holds the row in the bits below, and in those above the cards of the suit and 7."""
LONG = 1 << COUNT_SHIFT + 4
"""The bit of a look-up's sum that is set if and only if the suit has more than `MOST_CARDS` cards."""
ROW_MASK = (1 << COUNT_SHIFT) - 1

_BIAS = (1 << 4) - MOST_CARDS - 1


@dataclass(frozen=True, slots=True)
class Numbering:
    """The rows of suits with up to `copies` copies of a card.

    Attributes
    ----------
    copies : int
        1 to 3.
    size : int
        Number of rows.
    keys : (size,) int64
        By row the suit's copies, two bits a rank.
    place : (16384,) int32
        By the 7 low bits of ``b1`` and, above them, of ``b2``. Empty for one deck.
    offset : (4096,) int32
        By the 6 high bits of ``b1`` and ``b2``. Empty for one deck.
    key_place, key_offset : int32
        The same by the 14 low and the 12 high bits of a key, without the cards.
    """

    copies: int
    size: int
    keys: NDArray[np.int64]
    place: NDArray[np.int32]
    offset: NDArray[np.int32]
    key_place: NDArray[np.int32]
    key_offset: NDArray[np.int32]

    def look_up(self, b1: NDArray[np.uint16], b2: NDArray[np.uint16]) -> NDArray[np.int32]:
        """Return the sums of the two look-ups of suits (several decks only)."""
        low = b2 << 7
        low |= b1 & 127
        low &= (1 << 2 * LOW_RANKS) - 1
        high = b2 >> 7
        high <<= 6
        high |= b1 >> 7
        found = self.place.take(low, mode="wrap")
        found += self.offset.take(high, mode="wrap")
        return found

    def rows_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of suits that have one by their keys."""
        low = self.key_place.take(keys & (1 << 2 * LOW_RANKS) - 1)
        return (low + self.key_offset.take(keys >> 2 * LOW_RANKS)).astype(np.int64)


@cache
def numbering_of(copies: int) -> Numbering:
    """Return the numbering of suits with up to 1, 2 or 3 copies of a card.

    >>> [numbering_of(copies).size for copies in (1, 2, 3)]
    [8192, 100296, 172628]
    """
    if copies == 1:
        return _of_one_deck()
    low_keys, low_cards, valid_low = _parts(LOW_RANKS, copies)
    high_keys, high_cards, valid_high = _parts(13 - LOW_RANKS, copies)
    low_order = np.flatnonzero(valid_low)
    low_order = low_order[np.argsort(low_cards[low_order], kind="stable")]
    high_order = np.flatnonzero(valid_high)
    room = MOST_CARDS - high_cards[high_order]
    fitting = np.searchsorted(low_cards[low_order], room, side="right")
    starts = np.concatenate(([0], np.cumsum(fitting)))
    place = (low_cards << COUNT_SHIFT).astype(np.int32)
    place[low_order] += np.arange(len(low_order), dtype=np.int32)
    offset = (high_cards + _BIAS << COUNT_SHIFT).astype(np.int32)
    offset[high_order] += starts[:-1].astype(np.int32)
    low_keys, high_keys = low_keys[low_order], high_keys[high_order]
    high = np.repeat(np.arange(len(high_order)), fitting)
    low = np.arange(starts[-1]) - starts[high]
    keys = low_keys[low] + (high_keys[high] << 2 * LOW_RANKS)
    by_key = np.zeros_like(place), np.zeros_like(offset)
    by_key[0][low_keys] = place[low_order] & ROW_MASK
    by_key[1][high_keys] = offset[high_order] & ROW_MASK
    return Numbering(copies, int(starts[-1]), keys, place, offset, *by_key)


@cache
def lessened(copies: int) -> NDArray[np.int32]:
    """Return the rows of suits that lose a card.

    Returns
    -------
    (size * 16,) int32
        By 16 times the row: itself, then by rank the row of the suit with one card less of that rank, -1 if
        it holds none.
    """
    numbering = numbering_of(copies)
    rows = np.full((numbering.size, 16), -1, np.int32)
    rows[:, 0] = np.arange(numbering.size)
    for rank in range(13):
        held = np.flatnonzero(numbering.keys >> 2 * rank & 3)
        rows[held, rank + 1] = numbering.rows_of(numbering.keys[held] - (1 << 2 * rank))
    return rows.ravel()


def _of_one_deck() -> Numbering:
    masks = np.arange(1 << 13)
    empty = np.zeros(0, np.int32)
    place = np.zeros(1 << 2 * LOW_RANKS, np.int32)
    offset = np.zeros(1 << 2 * (13 - LOW_RANKS), np.int32)
    keys = _interleaved(masks, 0 * masks, 13)
    place[keys[:128]] = masks[:128]
    offset[keys[::128] >> 2 * LOW_RANKS] = masks[::128]
    return Numbering(1, len(masks), keys, empty, empty, place, offset)


def cards_of(keys: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the number of cards of suits by their keys."""
    low, high = keys & 0x1555555, keys >> 1 & 0x1555555
    cards: NDArray[np.uint8] = np.bitwise_count(low) + 2 * np.bitwise_count(high)
    return cards


def planes_of(keys: NDArray[np.int64]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return the planes ``b1`` and ``b2`` of suits by their keys."""
    b1 = np.zeros(keys.shape, np.uint16)
    b2 = np.zeros(keys.shape, np.uint16)
    for rank in range(13):
        copies = keys >> 2 * rank & 3
        b1 |= ((copies == 1) | (copies == 2)).astype(np.uint16) << rank
        b2 |= (copies >= 2).astype(np.uint16) << rank
    return b1, b2


def keys_of(b1: NDArray[np.uint16], b2: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the keys of suits by their planes."""
    return _interleaved(b1.astype(np.int64), b2.astype(np.int64), 13)


def _interleaved(b1: NDArray[np.int64], b2: NDArray[np.int64], ranks: int) -> NDArray[np.int64]:
    keys = np.zeros_like(b1)
    for rank in range(ranks):
        one, two = b1 >> rank & 1, b2 >> rank & 1
        keys |= ((one ^ two) + 2 * two) << 2 * rank
    return keys


def _parts(ranks: int, copies: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return the key and number of cards of every part of a suit, and which are to have rows."""
    codes = np.arange(1 << 2 * ranks)
    b1, b2 = codes & (1 << ranks) - 1, codes >> ranks
    three = b2 & ~b1
    cards = np.bitwise_count(b1).astype(np.int64) + np.bitwise_count(b2) + 2 * np.bitwise_count(three)
    valid = (cards <= MOST_CARDS) & ((three == 0) | (copies == 3))
    return _interleaved(b1, b2, ranks), cards, valid
