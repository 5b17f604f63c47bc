"""Rummy hands of 14 cards in bulk: the discard that one hand alone gets, and what it leaves, arranged."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE
from solver.rummy.evaluate import evaluate
from solver.rummy.rules import Rules
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.laid import Arrangements

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Discarded:
    """What N hands of 14 cards leave.

    Attributes
    ----------
    discard : (N,) uint8
        The discard: fewest loose points, then loose cards, then the first in canonical order.
    kept : (N, 13) uint8
        The cards that it leaves, ascending.
    made : Arrangements, N of them
        Their arrangements; `declare` and `penalty` are those of the cards kept.
    """

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
    firsts = np.ones(codes.shape, np.bool_)
    np.not_equal(codes[:, 1:], codes[:, :-1], out=firsts[:, 1:])
    hand, place = np.nonzero(firsts)
    kept = _without(codes, hand, place)
    points = evaluate(kept, ranks[hand], None, rules).penalty
    least = np.minimum.reduceat(points, _starts(hand)) if len(hand) else points
    # what leaves the least is arranged, to tell how many cards it leaves loose
    ties = np.flatnonzero(points == least[hand])
    hand, place, kept = hand[ties], place[ties], kept[ties]
    made = arrange(kept, ranks[hand], None, rules)
    order = np.lexsort((place, made.loose_cards(), hand))
    best = order[_starts(hand[order])]
    chosen = Arrangements(*(getattr(made, name)[best] for name in Arrangements.__slots__))
    return Discarded(codes[hand[best], place[best]], kept[best], chosen)


def _starts(hand: Ints) -> Ints:
    """Return where each hand starts; hands come in order."""
    return np.flatnonzero(np.diff(hand, prepend=-1))


def _without(codes: Codes, hand: Ints, place: Ints) -> Codes:
    """Return hands less the card at a place each."""
    keep = np.arange(codes.shape[1]) != place[:, None]
    kept: Codes = codes[hand][keep].reshape(len(hand), HAND_SIZE)
    return kept
