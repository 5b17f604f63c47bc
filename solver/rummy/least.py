"""Least loose points of many hands at once: what bots and score sheets ask for.

A few hands are answered one by one, without a table; many by the tables, in bulk.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, points_of
from solver.rummy.rules import Rules

FEW = HAND_SIZE + 1
"""Up to so many hands, the discards of one, the one-hand road is used: as fast, and waits for no table."""

Bulk = tuple[NDArray[np.int64], NDArray[np.bool_]]


def least(
    hands: NDArray[np.uint8], wild: NDArray[np.int8], decks: int, rules: Rules, *, few: int = FEW
) -> Bulk:
    """Return the least loose points before the cap, and whether the hand declares.

    Parameters
    ----------
    hands : NDArray[uint8], shape (N, 13)
        Codes, ascending in each row.
    wild : NDArray[int8], shape (N,)
        The wild rank of each hand, or -1.
    decks : int
        Decks in play.
    rules : Rules
        The rules; their cap is left aside.
    few : int
        Most hands that are answered one by one.

    Returns
    -------
    points : NDArray[int64], shape (N,)
    declares : NDArray[bool], shape (N,)
    """
    rules = replace(rules, cap="none")
    if len(hands) <= few:
        return _one_by_one(hands, wild, rules)
    from solver.rummy.evaluate import evaluate

    found = evaluate(hands, wild, decks, rules)
    return found.penalty.astype(np.int64), found.declare


def _one_by_one(hands: NDArray[np.uint8], wild: NDArray[np.int8], rules: Rules) -> Bulk:
    answers: dict[tuple[bytes, int], tuple[int, bool]] = {}
    rows = [(hand.tobytes(), rank) for hand, rank in zip(hands, wild.tolist(), strict=True)]
    for hand, rank in rows:
        if (hand, rank) not in answers:
            answers[hand, rank] = least_of_one(hand, rank, rules)
    points = np.array([answers[row][0] for row in rows], np.int64)
    return points, np.array([answers[row][1] for row in rows], np.bool_)


def least_of_one(hand: bytes, wild: int, rules: Rules) -> tuple[int, bool]:
    """Return the least loose points of 13 cards before the cap, and whether they declare."""
    found = walk.find(tuple(hand), wild, rules)
    total = sum(points_of(code, wild) for code in hand)
    kept = sum(points_of(code, wild) for meld in found.least for code in meld.naturals)
    return total - kept, found.declaration is not None


def by_discard(hands: NDArray[np.uint8], wild: NDArray[np.int8], decks: int, rules: Rules) -> Bulk:
    """Judge 14 cards by each card that may go.

    Parameters
    ----------
    hands : NDArray[uint8], shape (N, 14)
        Codes, ascending in each row.
    wild, decks, rules
        As for `least`.

    Returns
    -------
    points : NDArray[int64], shape (N, 14)
        What stays loose when the card in this place goes.
    declares : NDArray[bool], shape (N, 14)
        Whether the other 13 are a declaration.
    """
    from solver.rummy.tables.bounds import OTHERS

    kept = np.ascontiguousarray(hands[:, OTHERS].reshape(-1, HAND_SIZE))
    points, declares = least(kept, np.repeat(wild, HAND_SIZE + 1), decks, rules)
    return points.reshape(-1, HAND_SIZE + 1), declares.reshape(-1, HAND_SIZE + 1)
