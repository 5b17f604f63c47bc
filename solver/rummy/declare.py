"""Which of many hands declare with trios (R6, R7): those that leave sequences alone (see `covers`)."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.choices import Choices, choices_of, menu_of, without
from solver.rummy.covers import covered
from solver.rummy.encode import Planes, run_starts
from solver.rummy.lanes import ANY
from solver.rummy.losses import lane_losses
from solver.rummy.rowing import Rower

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

_MOST_POINTS = 40
"""Points of the dearest trio or set."""


def declares(rower: Rower, planes: Planes, pool: Bytes) -> Bools:
    """Tell which hands declare with one or two trios.

    Parameters
    ----------
    rower : Rower
        Rows of a table with the covers of the rules.
    planes, pool : Planes, (N,) uint8
        The hands, with up to 7 wildcards.
    """
    menu = menu_of(rower.rules, thrifty=False)
    choices = choices_of(planes, pool, rower.table.wild, menu, with_wild=True)
    left, _ = without([plane[choices.hand] for plane in planes], choices, menu)
    # a pure sequence must be left
    able = np.flatnonzero(_has_pure(rower, left))
    choices, left = choices.chosen(able), [plane[able] for plane in left]
    rest = pool[choices.hand] - choices.pool
    rows = rower.rows(left)
    won = np.zeros(len(pool), np.bool_)
    won[choices.hand[covered(rower, rows, rest)]] = True
    # what any arrangement leaves loose must be a second trio
    some = np.flatnonzero(~won[choices.hand])
    loss = lane_losses(rower.table.parts, [suit[some] for suit in rows], rest[some], ANY)
    some, loss = some[loss <= _MOST_POINTS], loss[loss <= _MOST_POINTS]
    won |= _by_two(rower, choices.chosen(some), [plane[some] for plane in left], rest[some], loss, len(pool))
    return won


def _has_pure(rower: Rower, planes: Planes) -> Bools:
    """Tell which hands may hold a pure sequence."""
    found: Bools = run_starts(planes[0]) != 0
    if len(planes) == 3 and rower.rules.identical == "pure":
        found |= planes[2] != 0
    return found


def _by_two(rower: Rower, choices: Choices, left: Planes, rest: Bytes, loss: Bytes, hands: int) -> Bools:
    """Tell which hands declare with two trios, given what each trio that a hand may lay leaves."""
    ends = np.searchsorted(choices.hand, choices.hand, side="right")
    number = ends - np.arange(len(choices))
    row = np.repeat(np.arange(len(choices)), number)
    other = np.arange(len(row)) - np.repeat(np.cumsum(number) - number - np.arange(len(choices)), number)
    worth = (
        (loss[row] <= choices.points[other])
        & (loss[other] <= choices.points[row])
        & (rest[row] >= choices.pool[other])
    )
    row, other = row[worth], other[worth]
    laid = choices.chosen(other)
    after, fits = without([plane[row] for plane in left], laid, menu_of(rower.rules, thrifty=False))
    pool = (rest[row] - laid.pool)[fits]
    after = [plane[fits] for plane in after]
    done = covered(rower, rower.rows(after), pool)
    won = np.zeros(hands, np.bool_)
    won[laid.hand[fits][done]] = True
    return won
