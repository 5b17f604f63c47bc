"""Arrangements of many hands at once: the least loose points and, among those, the fewest loose cards."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE
from solver.rummy.lanes import ANY, SECOND
from solver.rummy.rules import Rules
from solver.rummy.suits import POINT
from solver.rummy.tables.blocks import blocks, capped
from solver.rummy.tables.blocksolver import Solver
from solver.rummy.tables.bulk import answer, loose_points
from solver.rummy.tables.encode import Hands, check_shape, encode
from solver.rummy.tables.gains import COST, Laying, Level
from solver.rummy.tables.laid import Arrangements, Entries
from solver.rummy.tables.losses import Rows, least_needs
from solver.rummy.tables.runtable import IMPOSSIBLE, WIDTH
from solver.rummy.tables.shares import shared
from solver.rummy.tables.shelf import alone
from solver.rummy.tables.table import TableFull

BLOCK = 1 << 17
"""Hands that are worked on at a time."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@alone
def arrange(
    codes: Codes,
    wild: int | NDArray[np.integer] = -1,
    decks: int | None = None,
    rules: Rules | None = None,
) -> Arrangements:
    """Arrange many hands; see `evaluate` for the parameters and errors.

    >>> hand = np.array([[29, 30, 31, 32, 8, 9, 10, 11, 12, 13, 14, 15, 16]], np.uint8)
    >>> arrange(hand).melds(0)[0]
    Meld(kind='pure', naturals=(8, 9, 10, 11, 12), wilds=0)
    """
    codes, rules = np.asarray(codes), rules or Rules()
    check_shape(codes, (HAND_SIZE,))
    made = Arrangements.blank(len(codes))
    for block, rank, first in blocks(len(codes), wild, BLOCK):
        part = _block(codes[block], rank, decks, rules, first)
        made.declare[block], made.penalty[block] = part.declare, part.penalty
        made.groups[block] = part.groups
    return Arrangements(made.declare, capped(made.penalty, rules), made.groups)


def _block(codes: Codes, wild: int, decks: int | None, rules: Rules, first: int | Ints) -> Arrangements:
    hands = encode(codes, wild, decks, first)
    solver = Solver.of(rules, wild, len(hands.planes))
    hands = solver.natural(hands)
    found = answer(solver, hands, declaring=True)
    made = Arrangements.blank(len(codes))
    made.declare[:], made.penalty[:] = found.declare, found.loss
    rows, long = solver.base.rows_and_long(hands.planes)
    far = hands.pool >= WIDTH
    plain = np.ones(len(codes), np.bool_)
    plain[long] = False
    places = np.flatnonzero(plain & ~far)
    _arrange(solver, hands.chosen(places), [suit[places] for suit in rows], places, made)
    _arrange_long(solver, hands, long[~far[long]], made)
    for row in np.flatnonzero(far).tolist():
        hand = tuple(sorted(codes[row].tolist()))
        one = walk.find(hand, wild, rules)
        made.declare[row] = one.declaration is not None
        made.penalty[row] = loose_points(hand, one.least, wild)
        made.write_melds(row, one.least)
    return made


def _arrange_long(solver: Solver, hands: Hands, places: Ints, made: Arrangements) -> None:
    """Arrange hands with suits too long for a row, as many at a time as the tables have room for."""
    if len(places) == 0:
        return
    able = solver.for_long()
    try:
        some = hands.chosen(places)
        _arrange(able, some, able.base.rows(some.planes), places, made)
    except TableFull:
        for part in np.array_split(places, 2):
            _arrange_long(solver, hands, part, made)


def _arrange(solver: Solver, part: Hands, rows: Rows, places: Ints, made: Arrangements) -> None:
    """Arrange some of the hands, which are at some places and of which the losses are known."""
    loss = made.penalty[places]
    gates, pure = solver.gates, solver.pure(part.planes)
    opened = np.arange(len(places)) if gates.base == ANY else np.flatnonzero(pure)
    some = rows if gates.base == ANY else [suit[opened] for suit in rows]
    cost, states = shared(solver.base.table.parts, some, part.pool[opened], gates.base)
    # no arrangement of the least points costs more than all cards loose beside them
    best = loss.astype(np.uint16) * np.uint16(POINT) + np.uint16(HAND_SIZE + 1)
    best[opened] = np.minimum(best[opened], cost)
    entries = Entries(solver.rules, solver.trio.table.wild)
    won = _lay_trios(solver, part, rows, pure, best, entries)
    by_base = np.ones(len(places), np.bool_)
    by_base[won] = False
    base = np.flatnonzero(by_base[opened] & (cost < IMPOSSIBLE))
    entries.add_sequences(solver.base.table, states[:, base], opened[base])
    entries.write(made, places, part)


def _lay_trios(
    solver: Solver,
    hands: Hands,
    rows: Rows,
    pure: NDArray[np.bool_],
    best: NDArray[np.uint16],
    entries: Entries,
) -> Ints:
    """Lay trios where that costs less than the best known, and return the hands where it does."""
    gates = solver.gates
    if solver.trio.long and solver.trio.table is not solver.base.table:
        rows = solver.trio.rows(hands.planes)  # each table has places of its own for long suits
    able = np.flatnonzero((best > 0) & (pure | (gates.trio == SECOND)))
    need = least_needs(solver.trio.table.parts, [suit[able] for suit in rows], gates.trio)
    opened = np.flatnonzero(need <= hands.pool[able])
    able, need = able[opened], need[opened]
    part, lowest = hands.chosen(able), best[able]
    left = [suit[able] for suit in rows]
    laying = Laying(solver.trio, gates, COST, part.planes, left, part.pool, need)
    choices = laying.choices()
    levels: list[Level] = []
    winner = np.full((len(able), 2), -1)
    for level in laying.levels(choices, lowest):
        row = laying.settle(level, lowest)
        winner[level.hand[row], 0], winner[level.hand[row], 1] = len(levels), row
        levels.append(level)
    rest, places = [[suit[:0] for suit in left]], [able[:0]]
    pools = [part.pool[:0]]
    for number, level in enumerate(levels):
        hand = np.flatnonzero(winner[:, 0] == number)
        row = winner[hand, 1]
        rest.append([suit[row] for suit in level.rows])
        pools.append(level.pool[row])
        places.append(able[hand])
        for depth in range(number, -1, -1):
            trio = levels[depth].trio[row]
            entries.add_trios(able[hand], choices.rank[trio], choices.trio[trio])
            row = levels[depth].before[row]
    won = np.concatenate(places)
    suits = [np.concatenate(parts) for parts in zip(*rest, strict=True)]
    _, states = shared(solver.trio.table.parts, suits, np.concatenate(pools), gates.trio)
    entries.add_sequences(solver.trio.table, states, won)
    return won
