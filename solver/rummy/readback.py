"""Which sequences reach the least cost of many hands: the split of wildcards and lanes, then suit by suit."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import SPLITS
from solver.rummy.losses import Costs, Rows, by_width, join_costs, suit_costs
from solver.rummy.rowing import Rower
from solver.rummy.steps import steps_of

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences of hands: by entry the hand, the suit, and the draw of the table."""

    hand: Ints
    suit: Ints
    draw: Ints


def sequences_of(rower: Rower, suits: Rows, pool: NDArray[np.uint8], lane: int) -> Sequences:
    """Return sequences that reach the least cost of hands in a lane that they meet."""
    rows = np.stack(suits)
    lanes = np.zeros(rows.shape, np.int64)
    pools = np.zeros(rows.shape, np.int64)
    for width, places in by_width(pool):
        if len(places):
            costs = suit_costs(rower.table.parts, list(rows[:, places]), lane, width)
            lanes[:, places], pools[:, places] = _split(costs, pool[places].astype(np.int64), lane)
    suit, hand = np.divmod(np.arange(rows.size), max(len(pool), 1))
    return _follow(rower, hand, suit, rows.ravel(), lanes.ravel(), pools.ravel())


def _split(suits: list[Costs], pool: Ints, lane: int) -> tuple[Ints, Ints]:
    """Return by suit and hand the lane to meet and the wildcards to meet it with."""
    left, right = join_costs(suits[0], suits[1], lane), join_costs(suits[2], suits[3], lane)
    goal = join_costs(left, right, lane, only=True)[lane][pool, np.arange(len(pool))]
    lanes = np.full(len(pool), lane)
    first, second = _share(left, right, lanes, pool, goal)
    parts = []
    parts += _share(suits[0], suits[1], *first, _at(left, *first))
    parts += _share(suits[2], suits[3], *second, _at(right, *second))
    return np.stack([part[0] for part in parts]), np.stack([part[1] for part in parts])


def _at(costs: Costs, lanes: Ints, pool: Ints) -> NDArray[np.uint16]:
    """Return the cost of each hand in its lane and with its wildcards."""
    found = np.zeros(len(pool), np.uint16)
    for lane in np.unique(lanes).tolist():
        hands = np.flatnonzero(lanes == lane)
        found[hands] = costs[lane][pool[hands], hands]
    return found


def _share(
    left: Costs, right: Costs, lanes: Ints, pool: Ints, goal: NDArray[np.uint16]
) -> list[tuple[Ints, Ints]]:
    """Return, for both of two parts, lanes and wildcards with which they reach the goal together."""
    ones, others, shares = np.zeros_like(pool), np.zeros_like(pool), np.zeros_like(pool)
    for lane in np.unique(lanes).tolist():
        hands = np.flatnonzero(lanes == lane)
        for one, other in SPLITS[lane]:
            for share in range(len(left[one])):
                rest = pool[hands] - share
                both = left[one][share, hands] + right[other][np.maximum(rest, 0), hands]
                reached = (rest >= 0) & (both == goal[hands])
                done = hands[reached]
                ones[done], others[done], shares[done] = one, other, share
                hands = hands[~reached]
    return [(ones, shares), (others, pool - shares)]


def _follow(rower: Rower, hand: Ints, suit: Ints, row: Ints, lane: Ints, pool: Ints) -> Sequences:
    """Take one sequence after the other from suits until none is left to take."""
    table, draws = rower.table, rower.table.draws
    sources = np.array(draws.sources)
    taken: list[Any] = [(hand[:0], suit[:0], row[:0])]
    while len(hand):
        draw = steps_of(table, row, lane, pool)
        on = np.flatnonzero(draw >= 0)
        hand, suit, draw = hand[on], suit[on], draw[on]
        taken.append((hand, suit, draw))
        # cards below those of the draw stay loose
        lowest = draws.keys[draw] & -draws.keys[draw]
        row = table.rows((table.keys(row[on]) & -lowest) - draws.keys[draw])
        lane = sources[draws.kind[draw], lane[on]]
        pool = pool[on] - draws.pool[draw]
    return Sequences(*(np.concatenate(parts) for parts in zip(*taken, strict=True)))
