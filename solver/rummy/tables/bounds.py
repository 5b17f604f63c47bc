"""Hands of 14 cards that let one go: what stays, and bounds that tell which discards are worth a trial."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE, JOKER, RANK_POINTS
from solver.rummy.rules import Rules
from solver.rummy.tables.blocksolver import Solver
from solver.rummy.tables.bulk import answer
from solver.rummy.tables.encode import encode

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]

_PLACES = np.arange(HAND_SIZE + 1)
OTHERS = np.array([np.delete(_PLACES, place) for place in _PLACES])
"""The places of 14 cards that stay when the card in a place goes, by that place."""


def points_by_code(wild: int) -> Ints:
    """Return what each code counts under a wild rank (-1: none), shape (53,).

    >>> points_by_code(7)[[0, 6, 7, 52]]
    array([10,  7,  0,  0])
    """
    points = np.array([*RANK_POINTS * 4, 0], np.int64)
    if wild >= 0:
        points[wild:JOKER:13] = 0
    return points


def bounds_of(hands: Codes, wild: int, decks: int, rules: Rules) -> tuple[Ints, Ints]:
    """Return what hands leave loose as they are, and the most that a fold may leave: -1 if none declares.

    The first, less the points of a discard, is the least that the discard can leave: it could be laid back
    loose. A discard that must leave more than the second is no fold.

    Parameters
    ----------
    hands : (N, 14) uint8
        The hands.
    wild, decks, rules
        As in `evaluate`; a cap is left aside.
    """
    coded = encode(hands, wild, decks)
    solver = Solver.of(rules, wild, len(coded.planes))
    natural = solver.natural(coded)
    whole = answer(solver, natural, declaring=False).loss
    most = solver.most_uncounted(natural, spare=1).astype(np.int64)
    return whole.astype(np.int64), np.where(solver.pure(natural.planes), most, -1)
