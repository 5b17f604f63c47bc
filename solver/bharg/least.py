"""Least unbound points of many hands at once: what bots and score sheets ask for."""

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import HAND_SIZE, SUITS
from solver.bharg.rules import Rules
from solver.bharg.solve import find

FEW = 100
"""Up to so many hands the one-hand road is used: building a table costs more."""

_OTHERS = np.array(
    [[other for other in range(HAND_SIZE + 1) if other != place] for place in range(HAND_SIZE + 1)]
)
"""The places that stay when a card in one of 8 places goes, by that place."""


def least(hands: NDArray[np.uint8], ace: NDArray[np.int8], rules: Rules) -> NDArray[np.int64]:
    """Return the least unbound points.

    They are 0 for a hand that is all bound and for no other, as every card that can be unbound costs a point.

    Parameters
    ----------
    hands : NDArray[uint8], shape (N, 7)
        Codes, ascending in each row.
    ace : NDArray[int8], shape (N,)
        The suit on top of the Ace Pile for each hand, or -1.
    rules : Rules
        The rules.

    Returns
    -------
    NDArray[int64], shape (N,)
    """
    if len(hands) <= FEW:
        return _one_by_one(hands, ace, rules)
    from solver.bharg.evaluate import evaluate

    return evaluate(hands, ace, rules).penalty.astype(np.int64)


def _one_by_one(hands: NDArray[np.uint8], ace: NDArray[np.int8], rules: Rules) -> NDArray[np.int64]:
    rows = zip(hands.tolist(), ace.tolist(), strict=True)
    return np.array([find(tuple(hand), top, rules).points for hand, top in rows], np.int64)


def by_discard(hands: NDArray[np.uint8], ace: NDArray[np.int8], rules: Rules) -> NDArray[np.int64]:
    """Judge 8 cards by each card that may go; an ace that goes is the new top at once (B6).

    Parameters
    ----------
    hands : NDArray[uint8], shape (N, 8)
        Codes, ascending in each row.
    ace, rules
        As for `least`.

    Returns
    -------
    NDArray[int64], shape (N, 8)
        Unbound points of the other 7 when the card in this place goes.
    """
    kept = np.ascontiguousarray(hands[:, _OTHERS].reshape(-1, HAND_SIZE))
    tops = np.where(hands < len(SUITS), hands, ace[:, None]).astype(np.int8)
    return least(kept, tops.reshape(-1), rules).reshape(-1, HAND_SIZE + 1)
