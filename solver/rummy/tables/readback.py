"""Which sequences reach the least cost of many hands: the split of wildcards and lanes, then suit by suit."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, SPLITS
from solver.rummy.tables.losses import LANE_PARTS, Rows, Values, by_width, joined_parts, suit_costs
from solver.rummy.tables.rowing import Rower
from solver.rummy.tables.steps import steps_of

Ints = NDArray[np.int64]
Costs = dict[int, NDArray[np.uint16]]
"""By lane the costs (wildcards, hands)."""


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


def _split(suits: list[Values], pool: Ints, lane: int) -> tuple[Ints, Ints]:
    """Return by suit and hand the lane to meet and the wildcards to meet it with."""
    left, right, whole = joined_parts(suits)
    lanes, hands = np.full(len(pool), lane), np.arange(len(pool))
    goal = whole.reshape(-1).take(pool * len(pool) + hands)
    by_lane = [dict(zip(LANE_PARTS[lane], costs, strict=True)) for costs in (left, right, *suits)]
    first, second = _share(by_lane[0], by_lane[1], lanes, pool, goal)
    parts = []
    parts += _share(by_lane[2], by_lane[3], *first, _at(by_lane[0], *first))
    parts += _share(by_lane[4], by_lane[5], *second, _at(by_lane[1], *second))
    return np.stack([part[0] for part in parts]), np.stack([part[1] for part in parts])


def _at(costs: Costs, lanes: Ints, pool: Ints) -> NDArray[np.uint16]:
    """Return the cost of each hand in its lane and with its wildcards."""
    found = np.zeros(len(pool), np.uint16)
    for lane, hands in _by_lane(lanes):
        found[hands] = costs[lane].reshape(-1).take(pool[hands] * len(pool) + hands)
    return found


def _by_lane(lanes: Ints) -> list[tuple[int, Ints]]:
    """Return the hands of each lane."""
    if len(lanes) and lanes[0] == ANY and not lanes.any():
        return [(ANY, np.arange(len(lanes)))]
    found = [(lane, np.flatnonzero(lanes == lane)) for lane in range(len(SPLITS))]
    return [(lane, hands) for lane, hands in found if len(hands)]


def _share(
    left: Costs, right: Costs, lanes: Ints, pool: Ints, goal: NDArray[np.uint16]
) -> list[tuple[Ints, Ints]]:
    """Return, for both of two parts, lanes and wildcards with which they reach the goal together."""
    ones, others, shares = np.zeros_like(pool), np.zeros_like(pool), np.zeros_like(pool)
    count = len(pool)
    for lane, hands in _by_lane(lanes):
        if lane == ANY:  # without wildcards there is nothing to share
            hands = hands[pool[hands] > 0]
        held, wanted = pool[hands], goal[hands]
        one, other, share = np.zeros_like(hands), np.zeros_like(hands), np.zeros_like(hands)
        # backwards, so that the first way that reaches the goal is the one that stays
        for mine, theirs in SPLITS[lane][::-1]:
            for part in range(len(left[mine]) - 1, -1, -1):
                able = np.flatnonzero(held >= part)
                some = hands[able]
                both = right[theirs].reshape(-1).take((held[able] - part) * count + some)
                both += left[mine][part].take(some)
                done = able[both == wanted[able]]
                one[done], other[done], share[done] = mine, theirs, part
        ones[hands], others[hands], shares[hands] = one, other, share
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
