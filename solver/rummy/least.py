"""Least loose points of many hands at once: what bots and score sheets ask for.

A few hands are answered one by one, without a table; many by the tables, in bulk. Hands of many wild ranks
are read as if no rank were wild: each wild-rank card is a natural card in one reading and a printed joker in
another, and the best reading counts (R2). So one table and one call serve them all, for twice the hands.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, points_of
from solver.rummy.rules import Rules

FEW = HAND_SIZE + 1
"""Up to so many hands, the discards of one, the one-hand road is used: it waits for no table."""

MANY = 1 << 14
"""From so many hands on, those of one wild rank are answered by its own table."""

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
    if len(hands) < MANY or (wild != wild[0]).any():
        return _by_readings(hands, wild, rules)
    from solver.rummy.evaluate import evaluate

    found = evaluate(hands, int(wild[0]), decks, rules)
    return found.penalty.astype(np.int64), found.declare


def _by_readings(hands: NDArray[np.uint8], wild: NDArray[np.int8], rules: Rules) -> Bulk:
    """Judge each hand by its best reading."""
    from solver.rummy.evaluate import evaluate

    row, read = _readings(hands, wild, natural=rules.wild_natural == "yes")
    # a reading may have more jokers than any decks, and then is none that arrays may hold
    far = np.zeros(len(hands), np.bool_)
    far[row[(read == JOKER).sum(axis=1) > 2 * MAX_DECKS]] = True
    near = ~far[row]
    found = evaluate(read[near], -1, None, rules)
    points, declares = np.full(len(hands), 255, np.int64), np.zeros(len(hands), np.bool_)
    np.minimum.at(points, row[near], found.penalty)
    declares[row[near][found.declare]] = True
    rows = np.flatnonzero(far)
    points[rows], declares[rows] = _one_by_one(hands[rows], wild[rows], rules)
    return points, declares


def _readings(
    hands: NDArray[np.uint8], wild: NDArray[np.int8], *, natural: bool
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return hands with some of their wild-rank cards read as jokers, or with all, and the row of each."""
    is_wild = (hands % 13 == wild[:, None]) & (hands != JOKER)
    if not natural:
        return np.arange(len(hands)), np.where(is_wild, np.uint8(JOKER), hands)
    row, read = np.arange(len(hands)), hands
    for place in range(hands.shape[1]):
        more = np.flatnonzero(is_wild[row, place])
        stands_in = read[more]
        stands_in[:, place] = JOKER
        row, read = np.concatenate((row, row[more])), np.concatenate((read, stands_in))
    return row, read


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


def by_discard(
    hands: NDArray[np.uint8], wild: NDArray[np.int8], decks: int, rules: Rules, *, few: int = FEW
) -> Bulk:
    """Judge 14 cards by each card that may go.

    Parameters
    ----------
    hands : NDArray[uint8], shape (N, 14)
        Codes, ascending in each row.
    wild, decks, rules, few
        As for `least`.

    Returns
    -------
    points : NDArray[int64], shape (N, 14)
        What stays loose when the card in this place goes.
    declares : NDArray[bool], shape (N, 14)
        Whether the other 13 are a declaration.
    """
    from solver.rummy.bounds import OTHERS

    kept = np.ascontiguousarray(hands[:, OTHERS].reshape(-1, HAND_SIZE))
    points, declares = least(kept, np.repeat(wild, HAND_SIZE + 1), decks, rules, few=few)
    return points.reshape(-1, HAND_SIZE + 1), declares.reshape(-1, HAND_SIZE + 1)
