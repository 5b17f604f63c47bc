"""Which sequences reach the least cost of suits: one after the other, by the steps that tables remember."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.shares import LANES
from solver.rummy.tables.steps import end, steps_of
from solver.rummy.tables.table import Table

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences of hands: by entry the hand, the suit, and the draw of the table."""

    hand: Ints
    suit: Ints
    draw: Ints


def sequences_of(table: Table, states: Ints) -> Sequences:
    """Return sequences that reach the cost of each state.

    Parameters
    ----------
    table : Table
        The table of the states.
    states : (4, N) int64
        By suit and hand the states of `shares.shared`.
    """
    draws, sources = table.draws, np.array(table.draws.sources)
    flat = states.ravel()
    place, draw, last = steps_of(table, flat)
    suit, hand = np.divmod(place, max(states.shape[1], 1))
    taken: list[Any] = [(hand, suit, draw)]
    state = flat[place]
    while True:
        on = np.flatnonzero(~last)
        if len(on) == 0:
            return Sequences(*(np.concatenate(parts) for parts in zip(*taken, strict=True)))
        before, hand, suit, draw = state[on], hand[on], suit[on], draw[on]
        row, lane, pool = before // (LANES * WIDTH), before // WIDTH % LANES, before % WIDTH
        # cards below those of the draw stay loose
        lowest = draws.keys[draw] & -draws.keys[draw]
        row = table.rows((table.keys(row) & -lowest) - draws.keys[draw])
        state = (row * LANES + sources[draws.kind[draw], lane]) * WIDTH + pool - draws.pool[draw]
        place, draw, last = steps_of(table, state)
        ended = np.ones(len(state), np.bool_)
        ended[place] = False
        end(table, before[ended])
        state, hand, suit = state[place], hand[place], suit[place]
        taken.append((hand, suit, draw))
