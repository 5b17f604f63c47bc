"""How hands share their wildcards and demands among the suits: the least cost, and the state of every suit.

A cost and the way to it are one number, the cost in its high bits: the least of such numbers is the least
cost, and among equals the first way.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, SPLITS
from solver.rummy.tables.losses import LANE_PARTS, PIECE, Rows, Values, by_width, suit_costs
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.table import Parts

Ints = NDArray[np.int64]

LANES = 4
"""Lanes of a row; a state is a row, a lane and a number of wildcards in one number."""

_PART = 3
"""Bits of the wildcards that the first of two parts takes."""

_WAYS = np.array([[*ways, *[(ANY, ANY)] * (4 - len(ways))] for ways in SPLITS])
"""By lane and split, the lanes of the two parts."""


def shared(parts: Parts, rows: Rows, pool: NDArray[np.uint8], lane: int) -> tuple[NDArray[np.uint16], Ints]:
    """Return the least cost of hands in one lane, and the states of their suits that reach it.

    Parameters
    ----------
    parts : Parts
        Table of the suits.
    rows : by suit (N,) int64
        Rows of the hands' suits.
    pool : (N,) uint8
        Wildcards, up to 7.
    lane : int
        The lane to meet.

    Returns
    -------
    cost : (N,) uint16
        As `lane_costs`: `IMPOSSIBLE` or more where the lane cannot be met, and then the states are void.
    states : (4, N) int64
        By suit ``(row * LANES + lane) * WIDTH + wildcards``.
    """
    cost = np.empty(len(pool), np.uint16)
    states = np.empty((len(rows), len(pool)), np.int64)
    for width, places in by_width(pool):
        for start in range(0, len(places), PIECE):
            piece = places[start : start + PIECE]
            some = [suit[piece] for suit in rows]
            suits = suit_costs(parts, some, lane, width)
            cost[piece], lanes, pools = _split(suits, pool[piece].astype(np.int64), lane)
            for suit, row in enumerate(some):
                states[suit][piece] = (row * LANES + lanes[suit]) * WIDTH + pools[suit]
    return cost, states


def _split(suits: list[Values], pool: Ints, lane: int) -> tuple[NDArray[Any], list[Any], list[Ints]]:
    """Return the least cost of hands, and by suit the lane to meet and the wildcards to meet it with."""
    halves = LANE_PARTS[lane]
    left, right = _choose(suits[0], suits[1], halves), _choose(suits[2], suits[3], halves)
    shift = _shift(lane)
    whole = _choose(left >> shift, right >> shift, (lane,))
    best, mine, theirs, part = _chosen(whole, (lane,), lane, pool)
    _, *lanes_left, one = _chosen(left, halves, mine, part)
    _, *lanes_right, other = _chosen(right, halves, theirs, pool - part)
    return best, [*lanes_left, *lanes_right], [one, part - one, other, pool - part - other]


def _shift(lane: int) -> int:
    """Return the bits of a way: which split of the lane, and the wildcards of the first part."""
    return _PART if lane == ANY else _PART + 2


def _choose(left: Values, right: Values, lanes: tuple[int, ...]) -> Values:
    """Join two parts: by lane of `lanes` and wildcards the least cost, with the way to it in the low bits."""
    shift, width = _shift(max(lanes)), left.shape[1]
    kind: type[np.unsignedinteger[Any]] = np.uint16 if shift == _PART else np.uint32
    place = {lane: number for number, lane in enumerate(LANE_PARTS[max(lanes)])}
    ones, others = left.astype(kind), right.astype(kind)
    ones <<= shift
    others <<= shift
    least = np.empty((len(lanes), width, left.shape[2]), kind)
    for to, lane in zip(least, lanes, strict=True):
        for split, (mine, theirs) in enumerate(SPLITS[lane]):
            for part in range(width):
                one = ones[place[mine], part] + kind(split << _PART | part)
                ways = others[place[theirs], : width - part] + one
                if split == 0 and part == 0:
                    to[:] = ways
                else:
                    np.minimum(to[part:], ways, out=to[part:])
    return least


def _chosen(least: Values, lanes: tuple[int, ...], lane: Any, pool: Ints) -> tuple[Any, Any, Any, Ints]:
    """Return, by hand with a lane and wildcards, the cost, the lanes of both parts, and the first's share."""
    width, count = least.shape[1:]
    place = np.zeros(LANES, np.int64)
    place[list(lanes)] = np.arange(len(lanes))
    found = least.reshape(-1).take((place[lane] * width + pool) * count + np.arange(count)).astype(np.int64)
    part = found & (1 << _PART) - 1
    if max(lanes) == ANY:
        return found >> _PART, ANY, ANY, part
    mine, theirs = _WAYS[lane, found >> _PART & 3].T
    return found >> _shift(max(lanes)), mine, theirs, part
