"""Hands judged by looking at all their subsets: no table, so nothing to wait for."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import HAND_SIZE, SUITS
from solver.bharg.many import (
    WEIGHT_OF_POINT,
    Sets,
    best_disjoint,
    best_overlapping,
    sets_in,
    useful,
    weights_of,
)
from solver.bharg.rules import Rules


class NotAHand(Exception):
    """Some hand of the block has a card twice or holds the top ace."""


class Looker:
    """Judges hands by looking at all their subsets, some 100 ns a hand; the twin of `lookup.Judge`.

    Parameters
    ----------
    rules : Rules
        Whether sets may overlap (B2).
    """

    def __init__(self, rules: Rules) -> None:
        self.overlapping = rules.sets == "overlapping"

    def seven(self, codes: NDArray[np.uint8], top: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
        """Write the least loose points of hands of 7.

        Parameters
        ----------
        codes : (N, 7) uint8
            Codes below 45; N at most `BLOCK`.
        top : (N,) int64
            0 for an empty Ace Pile, else 1 more than the suit of its top.
        out : (N,) uint8
            Where they are written.

        Raises
        ------
        NotAHand
            If a hand has a card twice or holds the top ace.
        """
        if not are_hands(codes, top).all():
            raise NotAHand
        out[:] = self.least(sets_in(codes), weights_of(codes, top - 1)) // WEIGHT_OF_POINT

    def eight(self, codes: NDArray[np.uint8], top: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
        """Write the least loose points of hands of 8 after each discard (B6).

        As `seven`, but for ``(N, 8)`` codes and ``(8, N)`` points, by place of the discard.
        """
        if not are_hands(codes, top).all():
            raise NotAHand
        out[:] = self.after_discards(codes, top - 1) // WEIGHT_OF_POINT

    def least(self, sets: Sets, weights: NDArray[np.uint16]) -> NDArray[np.int64]:
        """Return the least weight that sets of 7 cards leave loose.

        Parameters
        ----------
        sets : Sets
            All sets of the hands.
        weights : (K, N) uint16
            Weights of the hands by place; a card that is discarded has none.
        """
        if self.overlapping:
            saved, _ = best_overlapping(sets, weights)
        else:
            saved, _ = best_disjoint(*useful(sets, weights), weights.shape[1])
        loose: NDArray[np.int64] = weights.sum(axis=0, dtype=np.int64) - saved
        return loose

    def after_discards(self, codes: NDArray[np.uint8], ace: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return ``(8, N)`` least weight that hands of 8 leave loose after each discard, by its place."""
        sets = sets_in(codes)
        places = np.arange(codes.shape[1])[:, None].repeat(len(codes), axis=1)
        return np.array([self.least(*discarded(codes, ace, sets, place)) for place in places])


def discarded(
    codes: NDArray[np.uint8], ace: NDArray[np.int64], sets: Sets, place: NDArray[np.integer[Any]]
) -> tuple[Sets, NDArray[np.uint16]]:
    """Return the sets that are left in hands of 8 after a discard, and the weights then (B6).

    Parameters
    ----------
    codes : (N, 8) uint8
        The hands.
    ace : (N,) int64
        Top of the Ace Pile before.
    sets : Sets
        All sets of the hands.
    place : (N,) array of int
        Place of the discard of each hand.
    """
    kept = np.flatnonzero(sets.mask >> place[sets.hand] & 1 == 0)
    weights = weights_of(codes, top_after(codes, ace, place))
    weights[place, np.arange(len(codes))] = 0
    return Sets(sets.hand[kept], sets.mask[kept]), weights


def top_after(
    codes: NDArray[np.uint8], ace: NDArray[np.int64], place: NDArray[np.integer[Any]]
) -> NDArray[np.int64]:
    """Return the top of the Ace Pile after a discard: an ace is the new one at once (B6)."""
    gone = codes[np.arange(len(codes)), place]
    return np.where(gone < len(SUITS), gone, ace)


def are_hands(codes: NDArray[np.uint8], top: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which rows have no card twice and do not hold the top ace (B8)."""
    bits = np.zeros(len(codes), np.int64)
    for place in range(codes.shape[1]):
        bits |= np.int64(1) << codes[:, place].astype(np.int64)
    held = np.where(top > 0, bits >> np.maximum(top - 1, 0) & 1, 0)
    good: NDArray[np.bool_] = (np.bitwise_count(bits) == codes.shape[1]) & (held == 0)
    return good


def discards_of_aces(
    codes: NDArray[np.uint8],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint8], NDArray[np.int64]]:
    """Return every discard of an ace from hands of 8: row, place, the 7 cards kept, the new top (B6)."""
    rows, places = np.nonzero(codes < len(SUITS))
    others = np.arange(codes.shape[1]) != places[:, None]
    kept = codes[rows][others].reshape(len(rows), HAND_SIZE)
    return rows, places, kept, codes[rows, places].astype(np.int64)
