"""Hands in bulk: arrays of codes in, whether all is bound and the least loose points out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.bharg.cards import HAND_SIZE
from solver.bharg.rules import Rules
from solver.errors import HandError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What hands are worth.

    Attributes
    ----------
    declare : (N,) bool
        Whether all cards are bound (B3 to B5; with 8 cards after some discard, B6).
    penalty : (N,) uint8
        Least points of unbound cards (B7; with 8 cards after the best discard).
    """

    declare: NDArray[np.bool_]
    penalty: NDArray[np.uint8]


def evaluate(codes: ArrayLike, ace: ArrayLike | None = None, rules: Rules | None = None) -> Evaluation:
    """Judge many hands.

    Parameters
    ----------
    codes : (N, 7) or (N, 8) array of int
        Codes 0–44 of the cards, in any order; uint8 is fastest.
    ace : int or (N,) array of int, optional
        Top of the Ace Pile: a suit 0–5 (M S W L Y K), or -1 or None for an empty pile.
    rules : Rules, optional
        The rules; left out, the preset ``standard``.

    Raises
    ------
    HandError
        If the shape is another, or a row is no hand; the first such row is named, counted from 0.

    >>> evaluate([[6, 7, 8, 9, 10, 11, 44], [0, 6, 12, 13, 14, 18, 38]], ace=-1).penalty.tolist()
    [0, 19]
    """
    # numpy is imported where it is used, so that importing the game stays cheap
    import numpy as np

    from solver.bharg.bulk import checked, least_points

    hands, tops = checked(codes, ace)
    penalty = np.empty(len(hands), np.uint8)
    for rows, left in least_points(hands, tops, rules or Rules()):
        penalty[rows] = left if left.ndim == 1 else left.min(axis=0)
    return Evaluation(penalty == 0, penalty)


def discards(codes: ArrayLike, ace: ArrayLike | None = None, rules: Rules | None = None) -> NDArray[np.uint8]:
    """Return the least points of many hands of 8 after each discard (B6).

    Parameters and errors are those of `evaluate`.

    Returns
    -------
    (N, 8) uint8
        By the column of the card that is discarded; 0 if and only if all others are bound.

    >>> discards([[1, 7, 12, 16, 19, 24, 27, 39]], ace=0).tolist()
    [[0, 22, 24, 19, 18, 24, 24, 14]]
    """
    import numpy as np

    from solver.bharg.bulk import checked, least_points

    hands, tops = checked(codes, ace)
    if hands.shape[1] == HAND_SIZE:
        raise HandError.at("codes", f"{HAND_SIZE} cards a hand; {HAND_SIZE + 1} are wanted")
    points = np.empty(hands.shape, np.uint8)
    for rows, left in least_points(hands, tops, rules or Rules()):
        points[rows] = left.T
    return points
