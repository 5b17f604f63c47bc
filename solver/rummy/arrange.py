"""Arrangements of many hands at once: the least loose points and, among those, the fewest loose cards."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.blocks import blocks, capped
from solver.rummy.bulk import Solver, loose_points
from solver.rummy.cards import HAND_SIZE
from solver.rummy.encode import Hands, check_shape, encode
from solver.rummy.gains import COST, Laying, Level
from solver.rummy.laid import Arrangements, Entries
from solver.rummy.lanes import ANY, SECOND
from solver.rummy.losses import lane_costs, least_needs
from solver.rummy.rules import Rules
from solver.rummy.runtable import IMPOSSIBLE, WIDTH
from solver.rummy.suits import POINT
from solver.rummy.tables import TableFull

BLOCK = 1 << 16
"""Hands that are worked on at a time."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


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
        for name in Arrangements.__slots__:
            getattr(made, name)[block] = getattr(part, name)
    return Arrangements(made.declare, capped(made.penalty, rules), made.kind, made.wilds, made.naturals)


def _block(codes: Codes, wild: int, decks: int | None, rules: Rules, first: int | Ints) -> Arrangements:
    hands = encode(codes, wild, decks, first)
    solver = Solver.of(rules, wild, len(hands.planes))
    hands = solver.natural(hands)
    declare, loss = solver.solve(hands, declaring=True)
    made = Arrangements.blank(len(codes))
    made.declare[:], made.penalty[:] = declare, loss
    long = solver.long_hands(hands)
    far = hands.pool >= WIDTH
    plain = np.ones(len(codes), np.bool_)
    plain[long] = False
    _arrange(solver, hands, np.flatnonzero(plain & ~far), made)
    _arrange_long(solver, hands, long[~far[long]], made)
    for row in np.flatnonzero(far).tolist():
        hand = tuple(sorted(codes[row].tolist()))
        found = walk.find(hand, wild, rules)
        made.declare[row] = found.declaration is not None
        made.penalty[row] = loose_points(hand, found.least, wild)
        made.write_melds(row, found.least)
    return made


def _arrange_long(solver: Solver, hands: Hands, places: Ints, made: Arrangements) -> None:
    """Arrange hands with suits too long for a row, as many at a time as the tables have room for."""
    if len(places) == 0:
        return
    able = solver.for_long()
    try:
        _arrange(able, hands, places, made)
    except TableFull:
        for part in np.array_split(places, 2):
            _arrange_long(solver, hands, part, made)


def _arrange(solver: Solver, hands: Hands, places: Ints, made: Arrangements) -> None:
    """Arrange some of the hands, of which the losses are known."""
    part, loss = hands.chosen(places), made.penalty[places]
    gates, pure = solver.gates, solver.pure(part.planes)
    rows = solver.base.rows(part.planes)
    opened = np.arange(len(places)) if gates.base == ANY else np.flatnonzero(pure)
    cost = np.full(len(places), IMPOSSIBLE, np.uint16)
    some = [suit[opened] for suit in rows]
    cost[opened] = lane_costs(solver.base.table.parts, some, part.pool[opened], gates.base)
    by_base = cost < IMPOSSIBLE
    # no arrangement of the least points costs more than all cards loose beside them
    best = np.minimum(cost, loss.astype(np.uint16) * np.uint16(POINT) + np.uint16(HAND_SIZE + 1))
    entries = Entries(solver.rules)
    won = _lay_trios(solver, part, pure, best, entries)
    by_base[won] = False
    base = np.flatnonzero(by_base)
    entries.add_sequences(solver.base, part.chosen(base), gates.base, base)
    entries.write(made, places, part, solver.trio.table.wild)


def _lay_trios(
    solver: Solver,
    hands: Hands,
    pure: NDArray[np.bool_],
    best: NDArray[np.uint16],
    entries: Entries,
) -> Ints:
    """Lay trios where that costs less than the best known, and return the hands where it does."""
    gates = solver.gates
    able = np.flatnonzero((best > 0) & (pure | (gates.trio == SECOND)))
    need = least_needs(solver.trio.table.parts, solver.trio.rows(hands.chosen(able).planes), gates.trio)
    opened = np.flatnonzero(need <= hands.pool[able])
    able, need = able[opened], need[opened]
    part, lowest = hands.chosen(able), best[able]
    laying = Laying(solver.trio, gates, COST, part.planes, part.pool, need)
    choices = laying.choices()
    levels: list[Level] = []
    winner = np.full((len(able), 2), -1)
    for level in laying.levels(choices, lowest):
        _note_winners(level, len(levels), lowest, winner)
        levels.append(level)
    won = np.flatnonzero(winner[:, 0] >= 0)
    for number, level in enumerate(levels):
        hand = won[winner[won, 0] == number]
        row = winner[hand, 1]
        left = Hands([plane[row] for plane in level.planes], level.pool[row], level.pool[row])
        entries.add_sequences(solver.trio, left, gates.trio, able[hand])
        for depth in range(number, -1, -1):
            last = levels[depth].last[row]
            entries.add_trios(able[hand], choices.rank[last], choices.trio[last])
            row = levels[depth].before[row]
    return able[won]


def _note_winners(level: Level, number: int, best: NDArray[np.uint16], winner: Ints) -> None:
    """Lower the best of hands to the least of their rows, and note the first row that has it."""
    if len(level.hand) == 0:
        return
    starts = np.flatnonzero(np.diff(level.hand, prepend=-1))
    hands = level.hand[starts]
    least = np.minimum.reduceat(level.least, starts)
    better = least < best[hands]
    hands = hands[better]
    best[hands] = least[better]
    wins = np.zeros(len(best), np.bool_)
    wins[hands] = True
    rows = np.flatnonzero(wins[level.hand] & (level.least == best[level.hand]))
    # backwards, so that the first of a hand's rows is the one that stays
    winner[level.hand[rows][::-1], 0] = number
    winner[level.hand[rows][::-1], 1] = rows[::-1]
