"""The sets of many hands at once, and what they leave loose: numpy, no tables.

A hand is a row of 7 or 8 codes; *places* are its columns, and a set is a mask of places (bit 0 the first).
A card's *weight* is ``16 * points + 1`` if only a set can bind it, else 0 (B3, B5, B7), so that the least
weight left is the fewest loose points and, among those, the fewest loose cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import ALL_SUITS, HAND_SIZE, NAMES, POINTS, SUIT_MASKS, SUITS
from solver.bharg.groups import LEAST_CARDS, needs_set

BLOCK = 8192
"""Hands looked at together: their subset sums stay in the second-level cache."""

WEIGHT_OF_POINT = 16
"""One loose point outweighs all loose cards of a hand."""

_SUMS = np.array([mask + ((mask.bit_count() or 7) << 9) for mask in SUIT_MASKS], dtype=np.uint16)
_SET_SUM = np.uint16(ALL_SUITS + (len(SUITS) << 9))
"""Suit masks and numbers of suits add up side by side. Cards that show six suits in all, whose masks
add up to all six bits, have met no carry: they show each suit once (B1). The Excuse adds seven, so that
no sum with it is a set's (B5)."""

WEIGHTS = np.array(
    [
        [needs_set(code, ace) * (WEIGHT_OF_POINT * POINTS[code] + 1) for code in range(len(NAMES))]
        for ace in range(-1, len(SUITS))
    ],
    dtype=np.uint16,
)
"""``(7, 45)``: weight by the top of the Ace Pile (row 0 an empty pile) and code."""

_MOST_SETS = 16
"""No hand of 7 cards has as many sets: the most is 12."""

_ORDER_BITS = 40


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of the hands of a block, by hand, then in canonical order.

    Attributes
    ----------
    hand : (P,) intp
        Row of the hand.
    mask : (P,) uint8
        Places of the set's cards.
    """

    hand: NDArray[np.intp]
    mask: NDArray[np.uint8]


def _subset_sums(cards: Any, first: int = 0, size: int = 0, total: Any = 0) -> Iterator[Any]:
    """Yield the sums of all subsets of 3 to 6 of the numbers or planes, in the canonical order of sets."""
    for place in range(first, len(cards)):
        more = cards[place] + total
        if size + 1 >= LEAST_CARDS:
            yield more
        if size + 1 < len(SUITS):
            yield from _subset_sums(cards, place + 1, size + 1, more)


_MASKS = {
    size: np.array(list(_subset_sums([1 << place for place in range(size)])), dtype=np.uint8)
    for size in (HAND_SIZE, HAND_SIZE + 1)
}
"""By number of cards the subsets as masks, in the canonical order of sets: 98 of 7, 210 of 8."""


def in_order(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return ``(N, K)`` hands, each ascending; by exchanges between columns, which no row decides."""
    planes = list(codes.T.copy())
    for last in range(len(planes) - 1, 0, -1):
        for place in range(last):
            low, high = planes[place], planes[place + 1]
            planes[place], planes[place + 1] = np.minimum(low, high), np.maximum(low, high)
    return np.ascontiguousarray(np.array(planes).T)


def sets_in(codes: NDArray[np.uint8]) -> Sets:
    """Return every set in each hand (B1).

    Parameters
    ----------
    codes : (N, K) uint8
        At most `BLOCK` hands of 7 or 8, their codes ascending if the order of the sets matters.
    """
    masks = _MASKS[codes.shape[1]]
    hits = np.empty((len(masks), len(codes)), bool)
    for row, total in enumerate(_subset_sums(_SUMS.take(codes.T))):
        np.equal(total, _SET_SUM, out=hits[row])
    subset, hand = np.divmod(np.flatnonzero(hits), max(len(codes), 1))
    order = np.argsort(hand.astype(np.uint16), kind="stable")
    return Sets(hand[order], masks[subset[order]])


def weights_of(codes: NDArray[np.uint8], ace: NDArray[np.intp]) -> NDArray[np.uint16]:
    """Return the weights of hands by place.

    Parameters
    ----------
    codes : (N, K) uint8
        Codes of the hands.
    ace : (N,) intp
        Top of the Ace Pile of each hand, -1 for none.

    Returns
    -------
    (K, N) uint16
    """
    return WEIGHTS.ravel().take((ace + 1) * len(NAMES) + codes.T)


def useful(sets: Sets, weights: NDArray[np.uint16]) -> tuple[Sets, NDArray[np.int64]]:
    """Return the sets that bind a card that only a set can bind, and the weight each of them saves.

    Parameters
    ----------
    sets : Sets
        Sets of the hands.
    weights : (K, N) uint16
        Weights of the hands by place.
    """
    saved = np.zeros(len(sets.hand), np.int64)
    for place, plane in enumerate(weights):
        saved += plane.take(sets.hand) * (sets.mask >> place & 1)
    keep = np.flatnonzero(saved)
    return Sets(sets.hand[keep], sets.mask[keep]), saved[keep]


def best_disjoint(
    sets: Sets, saved: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the most weight that disjoint sets of 7 cards save in each hand, and the sets (B2).

    Of equally good choices the one of fewest sets, then the first in canonical order.

    Parameters
    ----------
    sets : Sets
        The useful sets of the hands.
    saved : (P,) int64
        The weight each saves.
    count : int
        N, the number of hands.

    Returns
    -------
    saved : (N,) int64
        0 where no set is useful.
    masks : (N, 2) uint8
        Up to two sets, 0 for none.
    """
    hand, first, second = [sets.hand], [np.arange(len(saved))], [np.full(len(saved), -1)]
    for apart in range(1, _most_sets(sets)):
        same = sets.hand[:-apart] == sets.hand[apart:]
        at = np.flatnonzero(same & (sets.mask[:-apart] & sets.mask[apart:] == 0))
        hand.append(sets.hand[at])
        first.append(at)
        second.append(at + apart)
    rows, one, two = np.concatenate(hand), np.concatenate(first), np.concatenate(second)
    gain = saved[one] + np.where(two >= 0, saved[two], 0)
    # one number orders all choices: more weight, then a single set, then what comes first
    order = np.where(two >= 0, len(saved) + one * _MOST_SETS + two - one, one)
    key = ((gain + 1) << _ORDER_BITS) - 1 - order
    best = np.zeros(count, np.int64)
    np.maximum.at(best, rows, key)
    chosen = np.flatnonzero(best[rows] == key)
    masks = np.zeros((count, 2), np.uint8)
    masks[rows[chosen], 0] = sets.mask[one[chosen]]
    masks[rows[chosen], 1] = np.where(two[chosen] >= 0, sets.mask[two[chosen]], 0)
    return best >> _ORDER_BITS, masks


def best_overlapping(sets: Sets, weights: NDArray[np.uint16]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the weight that all sets save together in each hand, and the cards they bind (B2).

    Parameters
    ----------
    sets : Sets
        Sets of the hands.
    weights : (K, N) uint16
        Weights of the hands by place.

    Returns
    -------
    saved : (N,) int64
    bound : (N,) uint8
        Places of the cards in any set.
    """
    bound = np.zeros(weights.shape[1], np.uint8)
    np.bitwise_or.at(bound, sets.hand, sets.mask)
    saved = np.zeros(len(bound), np.int64)
    for place, plane in enumerate(weights):
        saved += plane * (bound >> place & 1)
    return saved, bound


def _most_sets(sets: Sets) -> int:
    """Return the most sets that one hand has."""
    return int(np.bincount(sets.hand).max(initial=0))


def are_sets(codes: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell which masks of places are sets of their hands (B1).

    Parameters
    ----------
    codes : (N, K) uint8
        The hands.
    masks : (N,) uint8
        A mask of places for each.
    """
    total = np.zeros(len(codes), np.uint16)
    for place in range(codes.shape[1]):
        total += _SUMS.take(codes[:, place]) * (masks >> place & 1)
    good: NDArray[np.bool_] = (total == _SET_SUM) & (np.bitwise_count(masks) >= LEAST_CARDS)
    return good
