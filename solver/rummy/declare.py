"""Which of many hands declare (R6, R7): exact covers by sequences, with at most two trios in front."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.choices import Choices, choices_of, menu_of, without
from solver.rummy.encode import Planes, run_starts
from solver.rummy.lanes import Span, span_of
from solver.rummy.losses import lane_losses
from solver.rummy.rowing import Rower

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

_MOST_POINTS = 40
"""Points of the dearest trio or set."""


def declares(rower: Rower, planes: Planes, pool: Bytes) -> Bools:
    """Tell which hands declare.

    Parameters
    ----------
    rower : Rower
        Rows of a table with the covers of the rules.
    planes, pool : Planes, (N,) uint8
        The hands, with up to 7 wildcards.
    """
    yes = _covered(rower, planes, pool)
    open_hands = np.flatnonzero(~yes)
    planes, pool = [plane[open_hands] for plane in planes], pool[open_hands]
    menu = menu_of(rower.rules, thrifty=False)
    choices = choices_of(planes, pool, rower.table.wild, menu, with_wild=True)
    left, _ = without([plane[choices.hand] for plane in planes], choices, menu)
    rest = pool[choices.hand] - choices.pool
    # a pure sequence must be left, and what stays loose of any arrangement must be a second trio
    loss = lane_losses(rower.table.parts, rower.rows(left), rest, 0)
    able = np.flatnonzero(_has_pure(rower, left) & (loss <= _MOST_POINTS))
    choices, left = choices.chosen(able), [plane[able] for plane in left]
    rest, loss = rest[able], loss[able]
    clear = np.flatnonzero(loss == 0)
    done = _covered(rower, [plane[clear] for plane in left], rest[clear])
    won = np.zeros(len(open_hands), np.bool_)
    won[choices.hand[clear[done]]] = True
    open_rows = np.flatnonzero(~won[choices.hand])
    won |= _by_two(
        rower,
        choices.chosen(open_rows),
        [plane[open_rows] for plane in left],
        rest[open_rows],
        loss[open_rows],
        len(won),
    )
    yes[open_hands[won]] = True
    return yes


def _has_pure(rower: Rower, planes: Planes) -> Bools:
    """Tell which hands may hold a pure sequence."""
    found: Bools = run_starts(planes[0]) != 0
    if len(planes) == 3 and rower.rules.identical == "pure":
        found |= planes[2] != 0
    return found


def _by_two(rower: Rower, choices: Choices, left: Planes, rest: Bytes, loss: Bytes, hands: int) -> Bools:
    """Tell which hands declare with two trios, given what is left by each of the trios that a hand may lay."""
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
    done = _covered(rower, after, pool)
    won = np.zeros(hands, np.bool_)
    won[laid.hand[fits][done]] = True
    return won


def _covered(rower: Rower, planes: Planes, pool: Bytes) -> Bools:
    """Tell which hands are sequences alone that meet the span and use up the pool."""
    able = np.flatnonzero(_has_pure(rower, planes))
    rows = rower.rows([plane[able] for plane in planes])
    cover = rower.table.parts.cover
    any_lane = [cover[suit, 0] for suit in rows]
    left, right = _sums(any_lane[0], any_lane[1]), _sums(any_lane[2], any_lane[3])
    clear = np.flatnonzero(_sums(left, right) >> pool[able] & 1)
    found = np.zeros(len(pool), np.bool_)
    if len(clear):
        span = span_of(rower.rules)
        suits = [[np.ascontiguousarray(lane) for lane in cover[suit[clear]].T] for suit in rows]
        halves = _join(suits[0], suits[1], span), _join(suits[2], suits[3], span)
        meets = np.zeros(len(clear), np.uint8)
        for lane in span.final:
            for one, other in span.splits[lane]:
                meets |= _sums(halves[0][one], halves[1][other])
        able = able[clear]
        found[able] = meets >> pool[able] & 1
    return found


def _join(left: list[Bytes], right: list[Bytes], span: Span) -> list[Bytes]:
    """Return the covers of two suits together, by lane."""
    joined = []
    for ways in span.splits:
        bits = np.zeros(len(left[0]), np.uint8)
        for one, other in ways:
            bits |= _sums(left[one], right[other])
        joined.append(bits)
    return joined


def _sums(left: Bytes, right: Bytes) -> Bytes:
    """Return the numbers of wildcards, as bits, that are a sum of one of each side."""
    return _sum_table().take(left.astype(np.int64) << 8 | right, mode="wrap")


@cache
def _sum_table() -> Bytes:
    left, right = np.arange(256)[:, None], np.arange(256)[None, :]
    sums = np.zeros((256, 256), np.int64)
    for wildcards in range(8):
        sums |= (left >> wildcards & 1) * (right << wildcards)
    return sums.astype(np.uint8).ravel()
