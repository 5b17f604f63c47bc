"""What trios gain a loser: they are laid in front of the sequences where the gates allow them (R7, R9)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.choices import Choices, Menu, choices_of, menu_of, without
from solver.rummy.covers import covered
from solver.rummy.encode import Planes
from solver.rummy.lanes import Gates
from solver.rummy.losses import Rows, lane_costs, lane_losses, least_needs
from solver.rummy.rowing import Rower
from solver.rummy.runtable import IMPOSSIBLE
from solver.rummy.suits import POINT
from solver.rummy.tables import NO_LOSS, Parts

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Values = NDArray[Any]
"""Losses, uint8, or costs, uint16."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be least: the loose points, or the cost that counts loose cards too.

    Attributes
    ----------
    least : callable
        The least of hands in one lane, by a table, rows and pools.
    impossible : int
        What it is at least where a lane cannot be met.
    gain : callable
        The most that laying a trio can save, as int16.
    most_gain : int
        The most of any trio.
    thrifty : bool
        Whether wildcards beyond need, and trios of the wild rank, gain nothing.
    """

    least: Callable[[Parts, Rows, Bytes, int], Values]
    impossible: int
    gain: Callable[[Choices], NDArray[np.int16]]
    most_gain: int
    thrifty: bool


def _points(choices: Choices) -> NDArray[np.int16]:
    return choices.points.astype(np.int16)


def _saved(choices: Choices) -> NDArray[np.int16]:
    """Return the cost of a trio's cards: of its natural ones, and of what it takes of the pool."""
    return choices.points * np.int16(POINT) + choices.cards + choices.pool


LOSS = Measure(lane_losses, NO_LOSS, _points, 40, thrifty=True)
COST = Measure(lane_costs, IMPOSSIBLE, _saved, 40 * POINT + 4, thrifty=False)


@dataclass(frozen=True, slots=True)
class Level:
    """Hands with some trios laid: what is left of each, and its least.

    Attributes
    ----------
    hand : (R,) int64
        Number of the hand, ascending.
    last : (R,) int64
        The trio laid last, as a row of the choices.
    before : (R,) int64
        The row of the level before that it was laid on; itself on the first.
    planes, rows, pool : Planes, Rows, (R,) uint8
        What is left.
    gain : (R,) int16
        The most that the trios laid can save.
    least : (R,)
        The least of what is left, in the lane of the trios.
    """

    hand: Ints
    last: Ints
    before: Ints
    planes: Planes
    rows: Rows
    pool: Bytes
    gain: NDArray[np.int16]
    least: Values


@dataclass(frozen=True, slots=True)
class Laying:
    """Hands in front of which trios may be laid.

    Attributes
    ----------
    rower : Rower
        Rows of the table whose second sequence is the gate's.
    gates : Gates
        The lane that trios need, and how many may be laid.
    measure : Measure
        What is to be least.
    planes, pool : Planes, (N,) uint8
        The hands, with up to 7 wildcards.
    need : (N,) uint8
        Least wildcards with which they open the gate, at most their pool.
    """

    rower: Rower
    gates: Gates
    measure: Measure
    planes: Planes
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
        yield first
        open_rows = np.flatnonzero(first.least < self.measure.impossible)
        for more in range(self.gates.most_trios - 2, -1, -1):
            level = self._next(level, open_rows, choices, first, best, more)
            yield level

    def _first(self, choices: Choices) -> Level:
        """Lay one trio."""
        left, _ = without([plane[choices.hand] for plane in self.planes], choices, self.menu)
        rest = self.pool[choices.hand] - choices.pool
        number, rows = np.arange(len(choices)), self.rower.rows(left)
        gain = self.measure.gain(choices)
        return Level(choices.hand, number, number, left, rows, rest, gain, self._least(rows, rest))

    def _least(self, rows: Rows, pool: Bytes) -> Values:
        """Return the least of hands; most have too few wildcards for the lane, which is soon seen."""
        parts, lane = self.rower.table.parts, self.gates.trio
        able = np.flatnonzero(least_needs(parts, rows, lane) <= pool)
        found = np.full(len(pool), self.measure.impossible, np.uint16)
        found[able] = self.measure.least(parts, [suit[able] for suit in rows], pool[able], lane)
        return found

    def _next(
        self, level: Level, singles: Ints, choices: Choices, first: Level, best: Values, more: int
    ) -> Level:
        """Lay one trio more, of the single ones not before the last; `more` can follow.

        A trio saves no more than its gain, as its cards could be laid back loose.
        """
        able = np.flatnonzero(self._may_win(level, first, best, more))
        places = np.cumsum(first.least < self.measure.impossible) - 1
        ends = np.cumsum(np.bincount(first.hand[singles], minlength=len(best)))
        last = level.last[able]
        take = self.menu.takes[0][choices.trio[last]] << choices.rank[last].astype(np.uint64)
        once = take & ~level.planes[0][able] != 0  # the last trio is not held once more
        start = places[last] + once
        number = ends[level.hand[able]] - start
        row = np.repeat(able, number)
        place = np.arange(len(row)) - np.repeat(np.cumsum(number) - number - start, number)
        other = singles[place]
        bound = np.maximum(
            level.least[row].astype(np.int16) - first.gain[other],
            first.least[other].astype(np.int16) - level.gain[row],
        )
        limit = best[level.hand[row]].astype(np.int16) + np.int16(self.measure.most_gain * more)
        worth = np.flatnonzero((bound < limit) & (level.pool[row] >= choices.pool[other]))
        row, other = row[worth], other[worth]
        left, fits = without([plane[row] for plane in level.planes], choices.chosen(other), self.menu)
        held = np.flatnonzero(fits)
        row, other, left = row[held], other[held], [plane[held] for plane in left]
        rest = level.pool[row] - choices.pool[other]
        gain = level.gain[row] + first.gain[other]
        rows = self.rower.rows(left)
        return Level(level.hand[row], other, row, left, rows, rest, gain, self._least(rows, rest))

    def _may_win(self, level: Level, first: Level, best: Values, more: int) -> NDArray[np.bool_]:
        """Tell which rows could fall below the best known by the dearest trio of their hand, and `more`."""
        dearest = np.zeros(len(best), np.int16)
        if len(first.hand):
            starts = np.flatnonzero(np.diff(first.hand, prepend=-1))
            dearest[first.hand[starts]] = np.maximum.reduceat(first.gain, starts)
        ceiling = best.astype(np.int16) + dearest + np.int16(self.measure.most_gain * more)
        able = (level.least < ceiling[level.hand]) & (best[level.hand] > 0)
        able &= level.least < self.measure.impossible
        return able


def lower_by_trios(laying: Laying, best: Bytes, declare: NDArray[np.bool_] | None = None) -> None:
    """Lower the losses of hands, in place, to what they are with trios where that is less.

    Parameters
    ----------
    laying : Laying
        The hands.
    best : (N,) uint8
        Their losses.
    declare : (N,) bool, optional
        Set where the trios laid are seen to leave a declaration; others may declare too.
    """
    for level in laying.levels(laying.choices(), best):
        if len(level.hand):
            if declare is not None:
                clear = np.flatnonzero((level.least == 0) & ~declare[level.hand])
                done = covered(laying.rower, [suit[clear] for suit in level.rows], level.pool[clear])
                declare[level.hand[clear[done]]] = True
            starts = np.flatnonzero(np.diff(level.hand, prepend=-1))
            hands = level.hand[starts]
            best[hands] = np.minimum(best[hands], np.minimum.reduceat(level.least, starts))
