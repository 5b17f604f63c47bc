"""Blocks of hands: whether they declare and their least loose points, exactly, in numpy.

Hands are encoded as planes of bits, each suit's row is looked up in a table (see `tables`), and the suits are
joined over the shared wildcards; trios and declarations are tried only where they can change the answer.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import points_of
from solver.rummy.covers import covered
from solver.rummy.declare import declares
from solver.rummy.encode import (
    Hands,
    Planes,
    encode,
    in_runs,
    rank_mask,
    run_starts,
    suits_of_plane,
)
from solver.rummy.gains import LOSS, Laying, lower_by_trios
from solver.rummy.groups import Meld
from solver.rummy.lanes import ANY, SECOND, Gates, gates_of
from solver.rummy.losses import Rows, lane_losses, least_needs
from solver.rummy.rowing import Rower
from solver.rummy.rules import Rules
from solver.rummy.runtable import WIDTH
from solver.rummy.shelf import tables_of
from solver.rummy.tables import NO_LOSS, TableFull

BLOCK = 1 << 17
"""Hands that are worked on at a time."""

PIECE = 1 << 15
"""Hands whose trios are tried at a time; each may have several."""

_MOST_UNCOUNTED = 70
"""Points of the dearest trio and set of four."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def answer_block(
    codes: Codes, wild: int, decks: int | None, rules: Rules, first: int | Ints, *, declaring: bool
) -> tuple[Bools, Bytes]:
    """Return the answers of a block of hands under one wild rank, and losses before any cap."""
    hands = encode(codes, wild, decks, first)
    solver = Solver.of(rules, wild, len(hands.planes))
    hands = solver.natural(hands)
    declare, loss = solver.solve(hands, declaring=declaring)
    far = np.flatnonzero(hands.pool >= WIDTH)
    # with nothing loose for 7 of the wildcards, only a declaration needs them all
    far = far[(loss[far] > 0) | solver.pure(hands.chosen(far).planes)]
    for row in far.tolist():
        hand = tuple(sorted(codes[row].tolist()))
        declare[row] = declaring and walk.declares(hand, wild, rules)
        if loss[row]:
            loss[row] = loose_points(hand, walk.least(hand, wild, rules), wild)
    return declare, loss


def loose_points(codes: Sequence[int], melds: Sequence[Meld], wild: int) -> int:
    """Return what the cards count that are in no group."""
    grouped = sum(points_of(code, wild) for meld in melds for code in meld.naturals)
    return sum(points_of(code, wild) for code in codes) - grouped


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
        natural = wild if rules.wild_natural == "yes" else -1
        base, trio = tables_of(rules, natural, copies)
        return cls(rules, wild, Rower(base, rules), Rower(trio, rules))

    def natural(self, hands: Hands) -> Hands:
        """Return hands with the planes that tables read: no wild rank there if it is never natural (R2)."""
        if self.rules.wild_natural == "yes" or self.wild < 0:
            return hands
        others = ~rank_mask(self.wild)
        return Hands([plane & others for plane in hands.planes], hands.pool, hands.jokers)

    def solve(self, hands: Hands, *, declaring: bool) -> tuple[Bools, Bytes]:
        """Return which hands declare (none unless asked), and the losses, as if 7 wildcards were the most."""
        declare, loss, long = self._solve(hands, declaring=declaring)
        if len(long):
            declare[long], loss[long] = self._solve_long(hands.chosen(long), declaring=declaring)
        return declare, loss

    def for_long(self) -> "Solver":
        """Return the same solver for hands with long suits, with room for some in the tables."""
        base, trio = self.base.table, self.trio.table
        base.reset()
        trio.reset()
        longs = Rower(base, self.rules, long=True), Rower(trio, self.rules, long=True)
        return Solver(self.rules, self.wild, *longs)

    def long_hands(self, hands: Hands) -> NDArray[np.int64]:
        """Return the hands with a suit too long for a row of its own."""
        return self.base.rows_and_long(hands.planes)[1]

    def _solve_long(self, hands: Hands, *, declaring: bool) -> tuple[Bools, Bytes]:
        """Return the answers of hands with long suits, by rows that are added to the tables."""
        try:
            return self.for_long()._solve(hands, declaring=declaring)[:2]
        except TableFull:
            half = len(hands.pool) // 2
            some = [
                self._solve_long(hands.chosen(part), declaring=declaring)
                for part in (np.arange(half), np.arange(half, len(hands.pool)))
            ]
            return np.concatenate([part[0] for part in some]), np.concatenate([part[1] for part in some])

    def _solve(self, hands: Hands, *, declaring: bool) -> tuple[Bools, Bytes, NDArray[np.int64]]:
        """Return the answers, and the hands with suits too long, for which they are void."""
        planes, pool = hands.planes, np.minimum(hands.pool, WIDTH - 1)
        pure = self.pure(planes)
        rows, long = self.base.rows_and_long(planes)
        loss = self._base_losses(rows, pool, pure)
        declare = np.zeros(len(loss), np.bool_)
        if declaring:
            clear = np.flatnonzero(pure & (loss == 0))
            declare[clear] = covered(self.base, [suit[clear] for suit in rows], pool[clear])
        self._lower(rows, planes, pool, pure, loss, declare if declaring else None)
        if declaring:
            may = np.flatnonzero(pure & (loss <= _MOST_UNCOUNTED) & ~declare)
            part = hands.chosen(may)
            may = may[self.may_declare(part, pure[may], loss[may])]
            for start in range(0, len(may), PIECE):
                piece = may[start : start + PIECE]
                declare[piece] = declares(self.base, [plane[piece] for plane in planes], pool[piece])
        return declare, loss, long

    def _lower(
        self, rows: Rows, planes: Planes, pool: Bytes, pure: Bools, loss: Bytes, declare: Bools | None
    ) -> None:
        """Lower the losses of hands by trios, and note which of them are seen to declare."""
        if self.trio.long and self.trio.table is not self.base.table:
            rows = self.trio.rows(planes)  # each table has places of its own for long suits
        able = loss > 0
        if self.gates.trio != SECOND:
            able &= pure
        hands = np.flatnonzero(able)
        need = least_needs(self.trio.table.parts, [suit[hands] for suit in rows], self.gates.trio)
        opened = np.flatnonzero(need <= pool[hands])
        hands, need = hands[opened], need[opened]
        for start in range(0, len(hands), PIECE):
            piece = hands[start : start + PIECE]
            some, part = [plane[piece] for plane in planes], loss[piece]
            needed = need[start : start + PIECE]
            won = None if declare is None else declare[piece]
            lower_by_trios(Laying(self.trio, self.gates, LOSS, some, pool[piece], needed), part, won)
            loss[piece] = part
            if declare is not None and won is not None:
                declare[piece] = won

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

    def may_declare(self, hands: Hands, pure: Bools, loss: Bytes) -> Bools:
        """Tell which hands may declare: but for one case, a declaration leaves a loser nothing loose either.

        If all its sequences are pure, its trios may not count for a loser (R9).
        """
        return pure & (loss <= self.most_uncounted(hands, spare=0))

    def most_uncounted(self, hands: Hands, *, spare: int) -> Bytes:
        """Return the most points of trios that a declaration may hold and that do not count for a loser.

        Its sequences are pure, then: 6 cards, or 7 beside trios of three; printed jokers are in trios only,
        and so is every card that is not in three of a suit in a row. `spare` cards of the hand are folded.
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
        many &= self._odd_ranks(hands) <= 2 + spare
        return np.where(many, np.uint8(_MOST_UNCOUNTED if distinct else 60), np.uint8(0))

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
