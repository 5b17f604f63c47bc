"""Join the suits of many hands over their shared wildcards: losses by lane, in bytes.

A packed look-up brings a suit's losses for all numbers of wildcards at once; split into one contiguous array
of bytes for each number, sums and minima run at many hands an instruction.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, BOTH, PURE, SECOND, SPLITS
from solver.rummy.runtable import IMPOSSIBLE, WIDTH
from solver.rummy.tables import NARROW, NO_LOSS, THIN, Parts

Rows = Sequence[NDArray[np.int64]]
"""By suit, the rows of every hand."""

Lanes = dict[int, NDArray[np.uint8]]
"""By lane the losses (wildcards, hands)."""

_PIECE = 1 << 14
"""Hands that are joined at a time, so that what is in between stays in the nearest caches."""

_MOST = np.full((1, _PIECE), NO_LOSS, np.uint8)
"""Minima of two arrays run at many hands an instruction, those of an array and a number do not."""

Costs = dict[int, NDArray[np.uint16]]
"""By lane the costs (wildcards, hands)."""

LANE_PARTS = {ANY: (ANY,), PURE: (ANY, PURE), SECOND: (ANY, SECOND), BOTH: (ANY, PURE, SECOND, BOTH)}
"""By lane, the lanes of two parts that it may ask for."""


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
        for start in range(0, len(places), _PIECE):
            piece = slice(start, start + _PIECE)
            least = _selected(packed, width, [suit[piece] for suit in some], held[piece], lane)
            losses[piece if whole else places[piece]] = least
    return losses


def _classes(
    parts: Parts, pool: NDArray[np.uint8], lane: int
) -> Iterator[tuple[NDArray[Any], int, NDArray[Any]]]:
    """Yield the packed losses that serve some hands, how many numbers of wildcards they hold, and the hands.

    With no demand a join is cheap, and few hands have many wildcards: then one class serves the others too.
    """
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
    wanted = LANE_PARTS[lane]
    suits = [{part: _bytes(packed[part], suit, width) for part in wanted} for suit in rows]
    halves = [_join(suits[0], suits[1], wanted), _join(suits[2], suits[3], wanted)]
    for half in halves:
        for part in wanted[1:]:  # what cannot be stays just that, so that two of it fit
            np.minimum(half[part], _MOST[:, : len(pool)], out=half[part])
    left, right = halves
    joined = _join(left, right, (lane,))[lane]
    losses: NDArray[np.uint8] = joined[0]
    for wildcards in range(1, width):
        # a loss never grows with the wildcards, so the least of those at hand is the one for all of them
        beyond = (pool < wildcards).view(np.uint8)
        np.negative(beyond, out=beyond)
        np.bitwise_or(beyond, joined[wildcards], out=beyond)
        np.minimum(losses, beyond, out=losses)
    return losses


def _bytes(packed: NDArray[Any], rows: NDArray[np.int64], width: int) -> NDArray[np.uint8]:
    """Return the losses of rows as (width, N)."""
    taken = packed.take(rows, mode="wrap")
    if width > THIN:
        return np.ascontiguousarray(taken.view(np.uint8).reshape(len(rows), width).T)
    split = np.empty((THIN, len(rows)), np.uint8)
    np.copyto(split[0], taken, casting="unsafe")
    taken >>= 8
    np.copyto(split[1], taken, casting="unsafe")
    return split


def lane_costs(parts: Parts, rows: Rows, pool: NDArray[np.uint8], lane: int) -> NDArray[np.uint16]:
    """Return the least cost of hands in one lane, as `lane_losses`; `IMPOSSIBLE` where it cannot be."""
    costs = np.empty(len(pool), np.uint16)
    for width, places in by_width(pool):
        for start in range(0, len(places), _PIECE):
            piece = places[start : start + _PIECE]
            suits = suit_costs(parts, [suit[piece] for suit in rows], lane, width)
            halves = join_costs(suits[0], suits[1], lane), join_costs(suits[2], suits[3], lane)
            joined = join_costs(*halves, lane, only=True)
            costs[piece] = joined[lane][pool[piece], np.arange(len(piece))]
    return costs


def by_width(pool: NDArray[np.uint8]) -> list[tuple[int, NDArray[np.int64]]]:
    """Return the places of hands with few and with many wildcards, each with the width to join them at."""
    return [(NARROW, np.flatnonzero(pool < NARROW)), (WIDTH, np.flatnonzero(pool >= NARROW))]


def suit_costs(parts: Parts, rows: Rows, lane: int, width: int) -> list[Costs]:
    """Return by suit the costs of rows in the lanes that `lane` may ask for."""
    return [{part: _words(parts, suit, part, width) for part in LANE_PARTS[lane]} for suit in rows]


def _words(parts: Parts, rows: NDArray[np.int64], lane: int, width: int) -> NDArray[np.uint16]:
    """Return the costs of rows in one lane as (width, N); four of them are one word of the table."""
    words = parts.cost.reshape(-1).view(np.uint64)
    first = rows * (4 * WIDTH // NARROW) + lane * (WIDTH // NARROW)
    costs = np.empty((width, len(rows)), np.uint16)
    for half in range(width // NARROW):
        taken = words.take(first + half, mode="wrap").view(np.uint16).reshape(len(rows), NARROW)
        np.copyto(costs[half * NARROW : (half + 1) * NARROW], taken.T)
    return costs


def join_costs(left: Costs, right: Costs, lane: int, *, only: bool = False) -> Costs:
    """Return the costs of two parts together, in the lanes that `lane` may ask for or in it only."""
    joined: Costs = _join(left, right, (lane,) if only else LANE_PARTS[lane])
    for costs in joined.values():
        np.minimum(costs, IMPOSSIBLE, out=costs)
    return joined


def _join(left: Any, right: Any, wanted: tuple[int, ...]) -> Any:
    """Return the losses or costs of two parts together."""
    joined: dict[int, NDArray[Any]] = {}
    for lane in wanted:
        least: NDArray[Any] | None = None
        for one, other in SPLITS[lane]:
            a, b = left[one], right[other]
            width = len(a)
            for mine in range(width):
                both = a[mine] + b[: width - mine]
                if least is None:
                    least = both
                else:
                    np.minimum(least[mine:], both, out=least[mine:])
        assert least is not None
        joined[lane] = least
    return joined


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
