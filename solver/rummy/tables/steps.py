"""Read back which sequences of a suit reach its cost; what was found outlives the table in memory."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, Second
from solver.rummy.rules import Rules
from solver.rummy.suits import cost_of
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.table import Table, distinct

Ints = NDArray[np.int64]

_NO_STEP = 1
_FIRST = 2
"""In the table's memory 0 is unknown, 1 no sequence, and from here on the number of a draw."""

_LAST = 1 << 15
"""Marks a draw after which no other follows."""


def steps_of(table: Table, states: Ints) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Return the places of states that have a sequence, a draw of the optimum each, and whether it is last.

    Parameters
    ----------
    table : Table
        The table.
    states : (N,) int64
        As in `shares.shared`. A draw that is not said to be the last may be so all the same, see `end`.
    """
    memory = _of(table)
    found = memory.take(states)
    unknown = distinct(states[found == 0])
    if len(unknown):
        memory[unknown] = _read_back(table, unknown) + _FIRST
        found = memory.take(states)
    place = np.flatnonzero(found >= _FIRST)
    found = found[place]
    return place, (found & (_LAST - 1)).astype(np.int64) - _FIRST, found >= _LAST


def end(table: Table, states: Ints) -> None:
    """Remember of states that no sequence follows their draw."""
    _of(table)[states] |= _LAST


def _of(table: Table) -> NDArray[np.uint16]:
    """Return the memory of a table by state."""
    if table.steps is None:
        copies, count = table.numbering.copies, len(table.parts.points)
        table.steps = _memory(table.rules, table.wild, table.second, copies, count)
        table.steps[table.numbering.size :] = 0  # another table's long suits
    return table.steps.reshape(-1)


@lru_cache(maxsize=16)
def _memory(rules: Rules, wild: int, second: Second, copies: int, rows: int) -> NDArray[np.uint16]:
    """Return the memory of a table; of its pages only those take room that are written to."""
    return np.zeros((rows, 4, WIDTH), np.uint16)


def _read_back(table: Table, states: Ints) -> Ints:
    """Find the draws of states, those with the lowest card that is not loose in the optimum."""
    lanes, pools = states // WIDTH % 4, states % WIDTH
    keys = table.keys(states // (4 * WIDTH))
    goals = table.parts.cost.reshape(-1)[states].astype(np.int64)
    found = np.full(len(states), _NO_STEP - _FIRST)
    waiting = np.flatnonzero((lanes != ANY) | (goals < _loose(keys, table.wild) + pools))
    while len(waiting):
        lowest = np.bitwise_count((keys[waiting] & -keys[waiting]) - 1).astype(np.int64) >> 1
        for rank in np.unique(lowest).tolist():
            some = waiting[lowest == rank]
            found[some] = _draws(table, keys[some], lanes[some], pools[some], goals[some], rank)
            goals[some] -= cost_of(rank, table.wild)
            keys[some] -= 1 << 2 * rank
        waiting = waiting[found[waiting] < 0]
    return found


def _draws(table: Table, keys: Ints, lanes: Ints, pools: Ints, goals: Ints, lowest: int) -> Ints:
    """Return a draw with the lowest card for each suit, or -1 where none reaches the goal."""
    draws = table.draws
    suit, draw = draws.fitting(keys, lowest)
    left = pools[suit] - draws.pool[draw]
    able = left >= 0
    suit, draw, left = suit[able], draw[able], left[able]
    sources = np.array(draws.sources)[draws.kind[draw], lanes[suit]]
    reached = table.parts.cost[table.rows(keys[suit] - draws.keys[draw]), sources, left] == goals[suit]
    found = np.full(len(keys), -1)
    # backwards, so that the first of a suit's draws is the one that stays
    found[suit[reached][::-1]] = draw[reached][::-1]
    return found


def _loose(keys: Ints, wild: int) -> Ints:
    """Return the cost of suits with all cards loose."""
    total = np.zeros_like(keys)
    for rank in range(13):
        total += cost_of(rank, wild) * (keys >> 2 * rank & 3)
    return total
