"""Which of many hands are sequences alone that make a declaration (R6), by the covers of their suits."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import Span, span_of
from solver.rummy.tables.losses import Rows
from solver.rummy.tables.rowing import Rower

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]


def covered(rower: Rower, rows: Rows, pool: Bytes) -> Bools:
    """Tell which hands are sequences alone that meet the span and use up the pool.

    Parameters
    ----------
    rower : Rower
        A table with the covers of the rules.
    rows : by suit (N,) int64
        Rows of the hands' suits.
    pool : (N,) uint8
        Wildcards, up to 7.
    """
    cover = rower.table.parts.cover
    alone = [cover[suit, 0] for suit in rows]
    left, right = _sums(alone[0], alone[1]), _sums(alone[2], alone[3])
    clear = np.flatnonzero(_sums(left, right) >> pool & 1)
    found = np.zeros(len(pool), np.bool_)
    if len(clear):
        span = span_of(rower.rules)
        suits = [[np.ascontiguousarray(lane) for lane in cover[suit[clear]].T] for suit in rows]
        halves = _join(suits[0], suits[1], span), _join(suits[2], suits[3], span)
        meets = np.zeros(len(clear), np.uint8)
        for lane in span.final:
            for one, other in span.splits[lane]:
                meets |= _sums(halves[0][one], halves[1][other])
        found[clear] = meets >> pool[clear] & 1
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
