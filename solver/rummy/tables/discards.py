"""Rummy hands of 14 cards in bulk: the discard that one hand alone gets, and what it leaves, arranged."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.rummy.evaluate import penalty
from solver.rummy.rules import Rules
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.bounds import OTHERS, points_by_code
from solver.rummy.tables.folds import Folds, evaluate_folds
from solver.rummy.tables.laid import Arrangements
from solver.rummy.tables.ragged import starts_of

Codes = NDArray[np.uint8]

_POINTS = points_by_code(-1)


@dataclass(frozen=True, slots=True)
class Discarded:
    """What N hands of 14 cards leave.

    Attributes
    ----------
    folds : Folds
        What may be folded, and the least loose points before any cap.
    discard : (N,) uint8
        The discard: fewest loose points, then loose cards, then the first in canonical order.
    kept : (N, 13) uint8
        The cards that it leaves, ascending.
    made : Arrangements, N of them
        Their arrangements; `declare` and `penalty` are those of the cards kept.
    """

    folds: Folds
    discard: Codes
    kept: Codes
    made: Arrangements


def discarded(codes: Codes, ranks: NDArray[np.int8], rules: Rules) -> Discarded:
    """Let every hand discard, and arrange the rest.

    Parameters
    ----------
    codes : (N, 14) uint8
        Hands, in any order of cards.
    ranks : (N,) int8
        The wild rank of each, or -1.
    rules : Rules
        The rules; a cap does not touch the choice, which goes by raw points (R10).

    >>> from solver.rummy.cards import CODES, NAMES
    >>> hand = [CODES[name] for name in "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C KH".split()]
    >>> NAMES[discarded(np.array([hand], np.uint8), np.array([7], np.int8), Rules()).discard[0]]
    'QS'
    """
    rules = replace(rules, cap="none")
    codes = np.sort(codes, axis=1)
    folds = evaluate_folds(codes, ranks, None, rules)
    # what may leave as little as the best discard is arranged, to tell how many cards it leaves loose
    points = np.where(codes % 13 == ranks[:, None], 0, _POINTS[codes])
    worth = folds.whole[:, None] <= points + folds.loss[:, None]
    np.logical_and(worth[:, 1:], codes[:, 1:] != codes[:, :-1], out=worth[:, 1:])
    hand, place = np.nonzero(worth)
    kept = codes[hand[:, None], OTHERS[place]]
    ties = np.flatnonzero(penalty(kept, ranks[hand], None, rules) == folds.loss[hand])
    hand, place, kept = hand[ties], place[ties], kept[ties]
    made = arrange(kept, ranks[hand], None, rules)
    order = np.lexsort((place, made.loose_cards(), hand))
    best = order[starts_of(hand[order])]
    return Discarded(folds, codes[hand[best], place[best]], kept[best], made.chosen(best))
