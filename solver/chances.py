"""Sums over unseen cards as whole numbers, so that equal outlooks are equal; shared by both games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from solver.advice import TwoDraws
from solver.draw import Draw

Ints = NDArray[np.int64]

_CHANCES = 1 << 10
"""More than there are unseen cards: of two totals the lower goes first, then the better chance."""


def keys_of(number: Ints, points: NDArray[np.integer], wins: NDArray[np.bool_]) -> Ints:
    """Return one number for what second draws bring: the total of points first, then how many declare.

    Parameters
    ----------
    number : (D,) int64
        Copies of each card that may be drawn.
    points, wins : (D, …)
        Points after each draw, 0 where the hand declares, and where it does.
    """
    keys: Ints = np.tensordot(number, points, 1) * _CHANCES - np.tensordot(number, wins, 1)
    return keys


def sure_key(below: int) -> int:
    """Return the key of a hand that has declared, with so many second cards."""
    return -below


def firsts_of(number: Sequence[int], wanted: int, seed: int) -> dict[int, int]:
    """Return first draws, by place, with how often each was drawn: every copy is as likely as another.

    >>> sum(firsts_of([2, 1, 2], 30, seed=1).values())
    30
    """
    ends = np.cumsum(number)
    drawn = np.searchsorted(ends, Draw([seed]).below(int(ends[-1]), wanted), side="right")
    return dict(sorted(Counter(drawn.tolist()).items()))


def two_draws_of(keys: Ints, firsts: Mapping[int, int], below: int, sampled: int | None) -> list[TwoDraws]:
    """Return the means over first draws.

    Parameters
    ----------
    keys : (F, ways) int64
        By first draw, the key of the best way to go on; one column for each answer wanted.
    firsts : mapping
        The weight of each first draw, in the order of the rows.
    below : int
        Second cards that may follow each.
    sampled : int or None
        First draws sampled; None if every one was tried.
    """
    chances = -keys % _CHANCES
    totals = (keys + chances) // _CHANCES
    weights = np.array(list(firsts.values()))
    number = int(weights.sum())
    means = weights @ totals / (number * below)
    both = zip(means.tolist(), (weights @ chances / (number * below)).tolist(), strict=True)
    if sampled is None:
        return [TwoDraws(mean, chance) for mean, chance in both]
    squares = weights @ (totals / below - means) ** 2 / (number - 1) / number
    return [
        TwoDraws(mean, chance, sqrt(square), sampled)
        for (mean, chance), square in zip(both, squares.tolist(), strict=True)
    ]
