"""The tables of some rules and what they tell of a block of hands at once, exactly, in numpy.

Hands are encoded as planes of bits, each suit's row is looked up in a table (see `tables`), and the suits are
joined over the shared wildcards; trios are tried only where they can change the answer.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import ANY, SECOND, Gates, gates_of
from solver.rummy.rules import Rules
from solver.rummy.tables.covers import covered
from solver.rummy.tables.encode import Hands, Planes, in_runs, rank_mask, run_starts, suits_of_plane
from solver.rummy.tables.gains import LOSS, Laying, lower_by_trios
from solver.rummy.tables.losses import Rows, lane_losses, least_needs
from solver.rummy.tables.rowing import Rower
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.shelf import tables_of
from solver.rummy.tables.table import NO_LOSS

PIECE = 1 << 16
"""Hands whose trios are tried at a time; each may have several."""

_MOST_UNCOUNTED = 70
"""Points of the dearest trio and set of four."""

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cleared:
    """Hands of which trios leave sequences with nothing loose.

    Attributes
    ----------
    hand : (R,) int64
        The hands.
    rows, pool : by suit (R,) int64, (R,) uint8
        What is left, as rows of the trios' table.
    """

    hand: Ints
    rows: list[Ints]
    pool: Bytes


@dataclass(frozen=True, slots=True)
class Found:
    """What tables tell of a block of hands at once.

    Attributes
    ----------
    declare, loss : (N,) bool, (N,) uint8
        Which hands are sequences alone that declare, and the losses; void for the long hands.
    long : Ints
        Hands with suits too long for a row.
    cleared : list of Cleared
        What trios leave of some hands: they declare if that is covered.
    may : Ints
        Other hands that may declare with trios.
    """

    declare: Bools
    loss: Bytes
    long: Ints
    cleared: list[Cleared]
    may: Ints


def natural_rank(rules: Rules, wild: int) -> int:
    """Return the wild rank as it is in suits: -1 where its cards are never natural (R2)."""
    return wild if rules.wild_natural == "yes" else -1


class Solver:
    """The tables of some rules for one wild rank and most copies of a card.

    Parameters
    ----------
    rules : Rules
        The rules.
    wild : int
        The wild rank, or -1.
    base, trio : Rower
        Tables for a loser's sequences, and for the gate of his trios.
    """

    def __init__(self, rules: Rules, wild: int, base: Rower, trio: Rower) -> None:
        self.rules = rules
        self.wild = wild
        self.base = base
        self.trio = trio
        self.gates: Gates = gates_of(rules)

    @classmethod
    def of(cls, rules: Rules, wild: int, copies: int) -> "Solver":
        """Return the solver of hands with up to so many copies of a card."""
        base, trio = tables_of(rules, natural_rank(rules, wild), copies)
        return cls(rules, wild, Rower(base, rules), Rower(trio, rules))

    def natural(self, hands: Hands) -> Hands:
        """Return hands with the planes that tables read: no wild rank there if it is never natural (R2)."""
        if self.rules.wild_natural == "yes" or self.wild < 0:
            return hands
        others = ~rank_mask(self.wild)
        return Hands([plane & others for plane in hands.planes], hands.pool, hands.jokers)

    def for_long(self) -> "Solver":
        """Return the same solver for hands with long suits, with room for some in the tables."""
        base, trio = self.base.table, self.trio.table
        base.reset()
        trio.reset()
        longs = Rower(base, self.rules, long=True), Rower(trio, self.rules, long=True)
        return Solver(self.rules, self.wild, *longs)

    def block(self, hands: Hands, *, declaring: bool) -> Found:
        """Return what the tables tell of hands at once."""
        planes, pool = hands.planes, np.minimum(hands.pool, WIDTH - 1)
        pure = self.pure(planes)
        rows, long = self.base.rows_and_long(planes)
        loss = self._base_losses(rows, pool, pure)
        declare = np.zeros(len(loss), np.bool_)
        if declaring:
            clear = np.flatnonzero(pure & (loss == 0))
            declare[clear] = covered(self.base, [suit[clear] for suit in rows], pool[clear])
        cleared = self._lower(rows, planes, pool, pure, loss)
        may = np.zeros(0, np.int64)
        if declaring:
            may = np.flatnonzero(pure & (loss <= _MOST_UNCOUNTED) & ~declare)
            may = may[loss[may] <= self.most_uncounted(hands.chosen(may), spare=0)]
        return Found(declare, loss, long, cleared, may)

    def _lower(self, rows: Rows, planes: Planes, pool: Bytes, pure: Bools, loss: Bytes) -> list[Cleared]:
        """Lower the losses of hands by trios, and return what trios leave of hands with nothing loose."""
        if self.trio.long and self.trio.table is not self.base.table:
            rows = self.trio.rows(planes)  # each table has places of its own for long suits
        able = loss > 0
        if self.gates.trio != SECOND:
            able &= pure
        hands = np.flatnonzero(able)
        need = least_needs(self.trio.table.parts, [suit[hands] for suit in rows], self.gates.trio)
        opened = np.flatnonzero(need <= pool[hands])
        hands, need = hands[opened], need[opened]
        found = []
        for start in range(0, len(hands), PIECE):
            piece = hands[start : start + PIECE]
            part, needed = loss[piece], need[start : start + PIECE]
            some, left = [plane[piece] for plane in planes], [suit[piece] for suit in rows]
            laying = Laying(self.trio, self.gates, LOSS, some, left, pool[piece], needed)
            for hand, suits, rest in lower_by_trios(laying, part):
                found.append(Cleared(piece[hand], suits, rest))
            loss[piece] = part
        return found

    def pure(self, planes: Planes) -> Bools:
        """Tell which hands hold a pure sequence (R1, R5)."""
        found: Bools = run_starts(planes[0]) != 0
        if len(planes) == 3 and self.rules.identical == "pure":
            found |= planes[2] != 0
        return found

    def _base_losses(self, rows: Rows, pool: Bytes, pure: Bools) -> Bytes:
        """Return the losses without trios (R8)."""
        parts = self.base.table.parts
        if self.gates.base == ANY:
            return lane_losses(parts, rows, pool, ANY)
        loss = sum(
            (parts.points.take(suit, mode="wrap") for suit in rows[1:]),
            parts.points.take(rows[0], mode="wrap"),
        )
        opened = np.flatnonzero(pure)
        gated = lane_losses(parts, [suit[opened] for suit in rows], pool[opened], self.gates.base)
        loss[opened] = np.where(gated < NO_LOSS, gated, loss[opened])
        return loss

    def most_uncounted(self, hands: Hands, *, spare: int) -> Bytes:
        """Return the most points of trios that a declaration may hold and that do not count for a loser (R9).

        But for them, a declaration leaves a loser nothing loose either. Its sequences are pure, then: 6
        cards, or 7 beside trios of three; printed jokers are in trios only, and so is every card that is not
        in three of a suit in a row. `spare` cards of the hand are folded.
        """
        if self.rules.trio_gate == "two-sequences":
            return np.zeros(len(hands.pool), np.uint8)
        distinct = self.rules.sets == "distinct"
        many = np.bitwise_count(run_starts(hands.planes[0])) >= (2 if distinct else 3)
        for plane in hands.planes[1:2]:
            many |= run_starts(plane) != 0
        for plane in hands.planes[2:]:
            many |= plane != 0
        if not distinct:
            many &= hands.jokers <= 2 + spare
        some = np.flatnonzero(many)
        some = some[self._odd_ranks(hands.chosen(some)) <= 2 + spare]
        most = np.zeros(len(many), np.uint8)
        most[some] = _MOST_UNCOUNTED if distinct else 60
        return most

    def _odd_ranks(self, hands: Hands) -> Bytes:
        """Return the number of ranks, wildcards aside, with cards in no three of a suit in a row."""
        runs = in_runs(hands.planes[0])
        if len(hands.planes) == 3 and self.rules.identical == "pure":
            runs |= hands.planes[2]
        odd = np.zeros(len(runs), np.uint16)
        for plane in hands.planes[:2]:
            rest = plane & ~runs & ~rank_mask(self.wild)
            for suit in range(4):
                odd |= suits_of_plane(rest, suit)
        count: Bytes = np.bitwise_count(odd)
        return count
