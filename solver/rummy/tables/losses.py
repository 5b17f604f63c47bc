"""Join the suits of many hands over their shared wildcards: losses by lane, in bytes.

A packed look-up brings a suit's losses for all numbers of wildcards at once; split into one contiguous array
of bytes for each number, sums and minima run at many hands an instruction.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, BOTH, PURE, SECOND
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.table import NARROW, NO_LOSS, THIN, Parts

Rows = Sequence[NDArray[np.int64]]
"""By suit, the rows of every hand."""

PIECE = 1 << 14
"""Hands that are joined at a time, so that what is in between stays in the nearest caches."""

_FEW = 1 << 11
"""Hands of which it is not worth while to join those with fewer wildcards apart."""

_MOST = np.full((1, PIECE), NO_LOSS, np.uint8)
"""Minima of two arrays run at many hands an instruction, those of an array and a number do not."""

Values = NDArray[Any]
"""Losses or costs of some hands: (lanes, wildcards, hands), by the lanes of `LANE_PARTS`."""

LANE_PARTS = {ANY: (ANY,), PURE: (ANY, PURE), SECOND: (ANY, SECOND), BOTH: (ANY, PURE, SECOND, BOTH)}
"""By lane, the lanes of two parts that it may ask for; the lane itself comes last."""


def lane_losses(parts: Parts, rows: Rows, pool: NDArray[np.uint8], lane: int) -> NDArray[np.uint8]:
    """Return the least loss of hands in one lane; `NO_LOSS` or more where it cannot be.

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
    """
    losses = np.empty(len(pool), np.uint8)
    for packed, width, places in _classes(parts, pool, lane):
        whole = len(places) == len(pool)
        some = rows if whole else [suit[places] for suit in rows]
        held = pool if whole else pool[places]
        for start in range(0, len(places), PIECE):
            piece = slice(start, start + PIECE)
            least = _selected(packed, width, [suit[piece] for suit in some], held[piece], lane)
            losses[piece if whole else places[piece]] = least
    return losses


def _classes(
    parts: Parts, pool: NDArray[np.uint8], lane: int
) -> Iterator[tuple[NDArray[Any], int, NDArray[Any]]]:
    """Yield the packed losses that serve some hands, how many numbers of wildcards they hold, and the hands.

    With no demand a join is cheap, and few hands have many wildcards: then one class serves the others too.
    """
    if len(pool) < _FEW:
        most = int(pool.max(initial=0))
        everyone = np.arange(len(pool))
        if most < NARROW:
            yield (parts.thin, THIN, everyone) if most < THIN else (parts.narrow, NARROW, everyone)
        else:
            yield parts.wide, WIDTH, everyone
        return
    if lane == ANY:
        few, middle = np.zeros(0, np.int64), np.arange(len(pool))
    else:
        few = np.flatnonzero(pool < THIN)
        middle = np.flatnonzero((pool - np.uint8(THIN)) < NARROW - THIN)
    many = np.flatnonzero(pool >= NARROW)
    if len(few):
        yield parts.thin, THIN, few
    if len(middle):
        yield parts.narrow, NARROW, middle
    if len(many):
        yield parts.wide, WIDTH, many


def _selected(
    packed: NDArray[Any],
    width: int,
    rows: Rows,
    pool: NDArray[np.uint8],
    lane: int,
) -> NDArray[np.uint8]:
    """Return the losses of a lane with the wildcards of each hand."""
    suits = [np.empty((len(LANE_PARTS[lane]), width, len(pool)), np.uint8) for _ in rows]
    for losses_of, suit in zip(suits, rows, strict=True):
        for to, part in zip(losses_of, LANE_PARTS[lane], strict=True):
            _unpack(packed[part], suit, to)
    halves = _join(suits[0], suits[1]), _join(suits[2], suits[3])
    for half in halves:  # what cannot be stays just that, so that two of it fit
        np.minimum(half[1:], _MOST[:, : len(pool)], out=half[1:])
    joined = _join_last(*halves)
    losses: NDArray[np.uint8] = joined[0]
    for wildcards in range(1, width):
        # a loss never grows with the wildcards, so the least of those at hand is the one for all of them
        beyond = (pool < wildcards).view(np.uint8)
        np.negative(beyond, out=beyond)
        np.bitwise_or(beyond, joined[wildcards], out=beyond)
        np.minimum(losses, beyond, out=losses)
    return losses


def _unpack(packed: NDArray[Any], rows: NDArray[np.int64], to: NDArray[np.uint8]) -> None:
    """Write the losses of rows to an array (wildcards, hands)."""
    taken = packed.take(rows, mode="wrap")
    if len(to) > THIN:
        np.copyto(to, taken.view(np.uint8).reshape(len(rows), len(to)).T)
    else:
        np.copyto(to[0], taken, casting="unsafe")
        taken >>= 8
        np.copyto(to[1], taken, casting="unsafe")


def lane_costs(parts: Parts, rows: Rows, pool: NDArray[np.uint8], lane: int) -> NDArray[np.uint16]:
    """Return the least cost of hands in one lane, as `lane_losses`; `IMPOSSIBLE` or more if it cannot be."""
    costs = np.empty(len(pool), np.uint16)
    for width, places in by_width(pool):
        for start in range(0, len(places), PIECE):
            piece = places[start : start + PIECE]
            suits = suit_costs(parts, [suit[piece] for suit in rows], lane, width)
            joined = _join_last(_join(suits[0], suits[1]), _join(suits[2], suits[3]))
            costs[piece] = joined.reshape(-1).take(pool[piece] * np.int64(len(piece)) + np.arange(len(piece)))
    return costs


def by_width(pool: NDArray[np.uint8]) -> list[tuple[int, NDArray[np.int64]]]:
    """Return the places of hands with few and with many wildcards, each with the width to join them at."""
    return [(NARROW, np.flatnonzero(pool < NARROW)), (WIDTH, np.flatnonzero(pool >= NARROW))]


def suit_costs(parts: Parts, rows: Rows, lane: int, width: int) -> list[Values]:
    """Return by suit the costs of rows in the lanes that `lane` may ask for."""
    words = parts.cost.reshape(-1).view(np.uint64)  # four costs are one word of the table
    found = []
    for suit in rows:
        costs = np.empty((len(LANE_PARTS[lane]), width, len(suit)), np.uint16)
        for to, part in zip(costs, LANE_PARTS[lane], strict=True):
            first = suit * (4 * WIDTH // NARROW) + part * (WIDTH // NARROW)
            for half in range(width // NARROW):
                taken = words.take(first + half, mode="wrap").view(np.uint16).reshape(len(suit), NARROW)
                np.copyto(to[half * NARROW : (half + 1) * NARROW], taken.T)
        found.append(costs)
    return found


def _join(left: Values, right: Values) -> Values:
    """Return the losses or costs of two parts together, in all their lanes (see `lanes.SPLITS`)."""
    width = left.shape[1]
    least: Values = left[0, :1] + right
    for mine in range(width):
        to = least[:, mine:]
        if mine:
            np.minimum(to, left[0, mine] + right[:, : width - mine], out=to)
        np.minimum(to[1:], left[1:, mine : mine + 1] + right[0, : width - mine], out=to[1:])
        if len(left) > 2:
            np.minimum(to[BOTH], left[PURE, mine] + right[SECOND, : width - mine], out=to[BOTH])
            np.minimum(to[BOTH], left[SECOND, mine] + right[PURE, : width - mine], out=to[BOTH])
    return least


def _join_last(left: Values, right: Values) -> Values:
    """Return the same in the last lane only, (wildcards, hands)."""
    width = left.shape[1]
    least: Values = left[0, 0] + right[-1]
    for mine in range(width):
        to = least[mine:]
        if mine:
            np.minimum(to, left[0, mine] + right[-1, : width - mine], out=to)
        if len(left) > 1:
            np.minimum(to, left[-1, mine] + right[0, : width - mine], out=to)
        if len(left) > 2:
            np.minimum(to, left[PURE, mine] + right[SECOND, : width - mine], out=to)
            np.minimum(to, left[SECOND, mine] + right[PURE, : width - mine], out=to)
    return least


def least_needs(parts: Parts, rows: Rows, lane: int) -> NDArray[np.uint8]:
    """Return the least wildcards with which hands meet a lane; `NEVER` or more if none will do."""
    suits = []
    for suit in rows:
        taken = parts.need.take(suit, mode="wrap")
        suits.append(np.ascontiguousarray(taken.view(np.uint8).reshape(len(suit), 4).T))
    joined = _join_needs(_join_needs(suits[0], suits[1]), _join_needs(suits[2], suits[3]))
    least: NDArray[np.uint8] = joined[lane]
    return least


def _join_needs(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.uint8]:
    joined = np.minimum(left, right)
    both = joined[BOTH]
    np.minimum(both, left[PURE] + right[SECOND], out=both)
    np.minimum(both, left[SECOND] + right[PURE], out=both)
    return joined
