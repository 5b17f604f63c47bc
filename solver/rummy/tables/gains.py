"""What trios gain a loser: they are laid in front of the sequences where the gates allow them (R7, R9)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, Gates
from solver.rummy.suits import POINT
from solver.rummy.tables.choices import Choices, Menu, choices_of, laid, menu_of
from solver.rummy.tables.encode import Planes
from solver.rummy.tables.losses import Rows, lane_costs, lane_losses, least_needs
from solver.rummy.tables.ragged import listed, starts_of
from solver.rummy.tables.rowing import Rower
from solver.rummy.tables.table import Parts

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Values = NDArray[Any]
"""Losses, uint8, or costs, uint16."""


_FEW = 1.5
"""Rows of a hand up to which they are all worked out at once."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be least: the loose points, or the cost that counts loose cards too.

    Attributes
    ----------
    least : callable
        The least of hands in one lane, by a table, rows and pools.
    gain : callable
        The most that laying a trio can save, as int16.
    most_gain : int
        The most of any trio.
    thrifty : bool
        Whether wildcards beyond need, and trios of the wild rank, gain nothing.
    """

    least: Callable[[Parts, Rows, Bytes, int], Values]
    gain: Callable[[Choices], NDArray[np.int16]]
    most_gain: int
    thrifty: bool


def _points(choices: Choices) -> NDArray[np.int16]:
    return choices.points.astype(np.int16)


def _saved(choices: Choices) -> NDArray[np.int16]:
    """Return the cost of a trio's cards: of its natural ones, and of what it takes of the pool."""
    return choices.points * np.int16(POINT) + choices.cards + choices.pool


LOSS = Measure(lane_losses, _points, 40, thrifty=True)
COST = Measure(lane_costs, _saved, 40 * POINT + 4, thrifty=False)


@dataclass(frozen=True, slots=True)
class Level:
    """Hands with some trios laid, where what is left opens the gate.

    Attributes
    ----------
    hand : (R,) int64
        Number of the hand, ascending.
    trio : (R,) int64
        The trio laid last, as a row of the choices.
    last : (R,) int64
        The row of the first level with that trio alone.
    before : (R,) int64
        The row of the level before that it was laid on; itself on the first.
    rows, pool : Rows, (R,) uint8
        What is left.
    gain : (R,) int16
        The most that the trios laid can save.
    floor : (R,)
        The least of what is left without any demand: rarely less than with the gate's.
    """

    hand: Ints
    trio: Ints
    last: Ints
    before: Ints
    rows: Rows
    pool: Bytes
    gain: NDArray[np.int16]
    floor: Values


@dataclass(frozen=True, slots=True)
class Laying:
    """Hands in front of which trios may be laid.

    Attributes
    ----------
    rower : Rower
        The table whose second sequence is the gate's.
    gates : Gates
        The lane that trios need, and how many may be laid.
    measure : Measure
        What is to be least.
    planes, rows, pool : Planes, by suit (N,) int64, (N,) uint8
        The hands, with up to 7 wildcards.
    need : (N,) uint8
        Least wildcards with which they open the gate, at most their pool.
    """

    rower: Rower
    gates: Gates
    measure: Measure
    planes: Planes
    rows: Rows
    pool: Bytes
    need: Bytes

    @property
    def menu(self) -> Menu:
        """The trios of the rules."""
        return menu_of(self.rower.rules, thrifty=self.measure.thrifty)

    def choices(self) -> Choices:
        """Return every trio that could be laid."""
        wild, with_wild = self.rower.table.wild, not self.measure.thrifty
        return choices_of(self.planes, self.pool - self.need, wild, self.menu, with_wild=with_wild)

    def levels(self, choices: Choices, best: Values) -> Iterator[Level]:
        """Yield hands with one trio of the choices laid, with two, and so on, where more may yet win.

        Whoever asks lowers `best`, the least known of each hand, before the next level.
        """
        level = first = self._first(choices)
        for more in range(self.gates.most_trios - 1, -1, -1):
            if len(level.hand) == 0:
                return
            yield level
            if more:
                level = self._next(level, choices, first, best, more - 1)

    def _first(self, choices: Choices) -> Level:
        """Lay one trio."""
        left, _ = laid(self.rower, [suit.take(choices.hand) for suit in self.rows], choices, self.menu)
        trio, rows, rest, floor = self._opened(left, self.pool.take(choices.hand) - choices.pool)
        number = np.arange(len(trio))
        gain = self.measure.gain(choices)[trio]
        return Level(choices.hand[trio], trio, number, number, rows, rest, gain, floor)

    def _opened(self, rows: Rows, pool: Bytes) -> tuple[Ints, Rows, Bytes, Values]:
        """Return the places of hands that open the gate, their rows and pools, and the floor of each."""
        parts = self.rower.table.parts
        able = np.flatnonzero(least_needs(parts, rows, self.gates.trio) <= pool)
        opened, rest = [suit.take(able) for suit in rows], pool.take(able)
        return able, opened, rest, self.measure.least(parts, opened, rest, ANY)

    def _next(self, level: Level, choices: Choices, first: Level, best: Values, more: int) -> Level:
        """Lay one trio more, of the single ones not before the last; `more` can follow.

        A trio saves no more than its gain, as its cards could be laid back loose.
        """
        starts = starts_of(first.hand)
        sizes = np.diff(starts, append=len(first.hand))
        dearest = np.maximum.reduceat(first.gain, starts)
        of_hand = np.repeat(np.arange(len(starts)), sizes)[level.last]
        limit = best[level.hand].astype(np.int16) + np.int16(self.measure.most_gain * more)
        able = np.flatnonzero((level.floor < limit + dearest[of_hand]) & (best[level.hand] > 0))
        start = level.last[able] + self._is_once(choices, first.trio[level.last[able]])
        row, other = listed(start, (starts + sizes)[of_hand[able]] - start)
        row = able[row]
        bound = np.maximum(
            level.floor[row].astype(np.int16) - first.gain[other],
            first.floor[other].astype(np.int16) - level.gain[row],
        )
        pool = choices.pool[first.trio[other]]
        worth = np.flatnonzero((bound < limit[row]) & (level.pool[row] >= pool))
        row, other, pool = row[worth], other[worth], pool[worth]
        laying = choices.chosen(first.trio[other])
        left, fits = laid(self.rower, [suit[row] for suit in level.rows], laying, self.menu)
        held = np.flatnonzero(fits)
        row, other, left = row[held], other[held], [suit[held] for suit in left]
        able, rows, rest, floor = self._opened(left, level.pool[row] - pool[held])
        row, other = row[able], other[able]
        gain = level.gain[row] + first.gain[other]
        return Level(level.hand[row], first.trio[other], other, row, rows, rest, gain, floor)

    def _is_once(self, choices: Choices, trio: Ints) -> NDArray[np.bool_]:
        """Tell which trios hands do not hold twice."""
        if len(self.planes) == 1:
            return np.ones(len(trio), np.bool_)
        kind = choices.trio[trio]
        take = self.menu.suits.take(kind) << choices.rank[trio].astype(np.uint64)
        lacks: NDArray[np.bool_] = take & ~self.planes[1].take(choices.hand[trio]) != 0
        return lacks | self.menu.repeats.take(kind)

    def settle(self, level: Level, best: Values) -> Ints:
        """Lower the best of hands, in place, and return the rows that did.

        Returns
        -------
        (W,) int64
            For each hand with less than its best, the first of the rows with the least.
        """
        row = np.flatnonzero(level.floor < best[level.hand])
        if len(row) == 0:
            return row
        hand, floor = level.hand[row], level.floor[row]
        least = np.full_like(floor, np.iinfo(floor.dtype).max)
        first, again = _firsts_of_least(hand, floor), np.arange(len(row))
        if len(row) > _FEW * len(first):
            # the lowest floor mostly is the least; where not, other rows may be better, or as good and before
            least[first] = self._least(level, row[first])
            limit = np.zeros(len(best), np.int32)
            limit[hand[first]] = np.where(least[first] > floor[first], least[first].astype(np.int32), -1)
            again = np.flatnonzero(floor <= limit[hand])
        if len(again):
            least[again] = self._least(level, row[again])
        first = _firsts_of_least(hand, least)
        first = first[least[first] < best[hand[first]]]
        best[hand[first]] = least[first]
        return row[first]

    def _least(self, level: Level, row: Ints) -> Values:
        """Return the least of rows in the lane of the trios."""
        rows = [suit[row] for suit in level.rows]
        return self.measure.least(self.rower.table.parts, rows, level.pool[row], self.gates.trio)


def _firsts_of_least(hand: Ints, values: Values) -> Ints:
    """Return for each hand, of rows by hand, the first of those with the least value."""
    starts = starts_of(hand)
    sizes = np.diff(starts, append=len(hand))
    least = np.flatnonzero(values == np.repeat(np.minimum.reduceat(values, starts), sizes))
    return least[starts_of(hand[least])]


def lower_by_trios(laying: Laying, best: Bytes) -> Iterator[tuple[Ints, list[Ints], Bytes]]:
    """Lower the losses of hands, in place, to what they are with trios where that is less.

    Parameters
    ----------
    laying : Laying
        The hands.
    best : (N,) uint8
        Their losses.

    Yields
    ------
    hand, rows, pool : (R,) int64, by suit (R,) int64, (R,) uint8
        What trios leave of hands where that leaves nothing loose.
    """
    for level in laying.levels(laying.choices(), best):
        laying.settle(level, best)
        clear = np.flatnonzero(level.floor == 0)
        yield level.hand[clear], [suit[clear] for suit in level.rows], level.pool[clear]
