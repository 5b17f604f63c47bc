"""Which of many hands declare with trios (R6, R7): those that leave sequences alone (see `covers`)."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, PURE
from solver.rummy.tables.choices import Choices, choices_of, laid, menu_of
from solver.rummy.tables.covers import covered
from solver.rummy.tables.encode import Planes
from solver.rummy.tables.losses import Rows, lane_losses, least_needs
from solver.rummy.tables.ragged import listed
from solver.rummy.tables.rowing import Rower

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

_MOST_POINTS = 40
"""Points of the dearest trio or set."""


def declares(rower: Rower, planes: Planes, rows: Rows, pool: Bytes) -> Bools:
    """Tell which hands declare with one or two trios.

    Parameters
    ----------
    rower : Rower
        A table with the covers of the rules.
    planes, rows, pool : Planes, by suit (N,) int64, (N,) uint8
        The hands, with up to 7 wildcards.
    """
    menu, parts = menu_of(rower.rules, thrifty=False), rower.table.parts
    choices = choices_of(planes, pool, rower.table.wild, menu, with_wild=True)
    left, _ = laid(rower, [suit[choices.hand] for suit in rows], choices, menu)
    rest = pool[choices.hand] - choices.pool
    # a pure sequence must be left
    able = np.flatnonzero(least_needs(parts, left, PURE) <= rest)
    choices, left, rest = choices.chosen(able), [suit[able] for suit in left], rest[able]
    won = np.zeros(len(pool), np.bool_)
    won[choices.hand[covered(rower, left, rest)]] = True
    # what any arrangement leaves loose must be a second trio
    some = np.flatnonzero(~won[choices.hand])
    loss = lane_losses(parts, [suit[some] for suit in left], rest[some], ANY)
    some, loss = some[loss <= _MOST_POINTS], loss[loss <= _MOST_POINTS]
    won |= _by_two(rower, choices.chosen(some), [suit[some] for suit in left], rest[some], loss, len(pool))
    return won


def _by_two(rower: Rower, choices: Choices, left: Rows, rest: Bytes, loss: Bytes, hands: int) -> Bools:
    """Tell which hands declare with two trios, given what each trio that a hand may lay leaves."""
    ends = np.searchsorted(choices.hand, choices.hand, side="right")
    first = np.arange(len(choices))
    row, other = listed(first, ends - first)
    worth = (
        (loss[row] <= choices.points[other])
        & (loss[other] <= choices.points[row])
        & (rest[row] >= choices.pool[other])
    )
    row, other = row[worth], other[worth]
    second = choices.chosen(other)
    after, fits = laid(rower, [suit[row] for suit in left], second, menu_of(rower.rules, thrifty=False))
    pool = (rest[row] - second.pool)[fits]
    done = covered(rower, [suit[fits] for suit in after], pool)
    won = np.zeros(hands, np.bool_)
    won[second.hand[fits][done]] = True
    return won
