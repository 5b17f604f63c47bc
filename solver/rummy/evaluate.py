"""Hands in bulk: arrays of codes in, whether they declare and their least loose points out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.errors import HandError
from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Answers for N hands.

    Attributes
    ----------
    declare : (N,) bool
        Whether each hand can declare (R6, R7; with 14 cards after some fold, R15).
    penalty : (N,) uint8
        Least loose points of each hand (R7 to R10; with 14 cards after the best discard).
    """

    declare: NDArray[np.bool_]
    penalty: NDArray[np.uint8]


def evaluate(
    codes: ArrayLike, wild: ArrayLike = -1, decks: int | None = None, rules: Rules | None = None
) -> Evaluation:
    """Tell of many hands whether they declare, and their least loose points.

    Parameters
    ----------
    codes : (N, 13) or (N, 14) array of int
        Card codes ``suit * 13 + rank`` (suits S H D C, ranks A 2 … Q K), 52 a printed joker, in any order;
        uint8 is fastest.
    wild : int or (N,) integers
        The wild rank 0–12, or -1 for none; one for all hands or one for each.
    decks : int, optional
        Decks in play, 1 to 3, which bound the copies (R13); left out, 3.
    rules : Rules, optional
        The rules; left out, the preset ``trio``.

    Raises
    ------
    HandError
        If an array has another shape, or naming the rows that cannot be a hand.

    >>> from solver.rummy.cards import CODES
    >>> hand = [CODES[name] for name in "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C".split()]
    >>> evaluate([hand], wild=7, decks=2)
    Evaluation(declare=array([ True]), penalty=array([36], dtype=uint8))
    """
    # numpy is imported where it is used, so that importing the game stays cheap
    from solver.rummy.tables.blocks import capped
    from solver.rummy.tables.readings import answers

    hands, ranks, rules = _arrays(codes, wild, (HAND_SIZE, HAND_SIZE + 1), rules)
    if hands.shape[1] > HAND_SIZE:
        from solver.rummy.tables.folds import evaluate_folds

        folds = evaluate_folds(hands, ranks, decks, rules)
        return Evaluation(folds.declare, folds.penalty)
    found = answers(hands, ranks, decks, rules, declaring=True)
    return Evaluation(found.declare, capped(found.loss, rules))


def penalty(
    codes: ArrayLike, wild: ArrayLike = -1, decks: int | None = None, rules: Rules | None = None
) -> NDArray[np.uint8]:
    """Return the least loose points of many hands of 13 cards, (N,) uint8; see `evaluate`."""
    from solver.rummy.tables.blocks import capped
    from solver.rummy.tables.readings import answers

    hands, ranks, rules = _arrays(codes, wild, (HAND_SIZE,), rules)
    return capped(answers(hands, ranks, decks, rules, declaring=False).loss, rules)


def _arrays(
    codes: ArrayLike, wild: ArrayLike, sizes: tuple[int, ...], rules: Rules | None
) -> tuple[NDArray[np.uint8], NDArray[np.int_], Rules]:
    """Return codes and wild ranks as arrays, the codes checked for their shape."""
    import numpy as np

    from solver.rummy.tables.encode import check_shape

    hands = np.asarray(codes)
    if hands.dtype != np.uint8 and hands.dtype.kind in "iu" and hands.ndim == 2:
        strange = np.flatnonzero(((hands < 0) | (hands > JOKER)).any(axis=1))
        if len(strange):
            raise HandError.at(f"row {strange[0]}", f"a code is not one of 0 to {JOKER}")
        hands = hands.astype(np.uint8)
    check_shape(hands, sizes)
    return hands, np.asarray(wild), rules or Rules()
