"""Many hands at once: whether they declare and their least loose points, exactly, in numpy.

Hands are encoded as planes of bits, each suit's row is looked up in a table (see `tables`), and the suits are
joined over the shared wildcards; trios and declarations are tried only where they can change the answer.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import HandError
from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, RANK_POINTS, is_wild
from solver.rummy.declare import declares
from solver.rummy.encode import Hands, Planes, check_shape, encode, rank_mask, run_starts
from solver.rummy.gains import lower_by_trios
from solver.rummy.lanes import ANY, SECOND, Gates, gates_of
from solver.rummy.losses import Rows, lane_losses, least_needs
from solver.rummy.rowing import Rower
from solver.rummy.rules import Rules
from solver.rummy.shelf import tables_of
from solver.rummy.tables import NO_LOSS, WIDTH, TableFull

BLOCK = 1 << 16
"""Hands that are worked on at a time."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Answers for N hands.

    Attributes
    ----------
    declare : (N,) bool
        Whether each hand can declare (R6, R7).
    penalty : (N,) uint8
        Least loose points of each hand (R7 to R10).
    """

    declare: Bools
    penalty: Bytes


def evaluate(
    codes: Codes,
    wild: int | NDArray[np.integer] = -1,
    decks: int | None = None,
    rules: Rules | None = None,
) -> Evaluation:
    """Tell of many hands whether they declare, and their least loose points.

    Parameters
    ----------
    codes : (N, 13) uint8
        Card codes ``suit * 13 + rank`` (suits S H D C, ranks A 2 … Q K), 52 a printed joker, in any order.
    wild : int or (N,) integers
        The wild rank 0–12, or -1 for none; one for all hands or one for each.
    decks : int, optional
        Decks in play, 1 to 3, which bound the copies (R13); left out, 3.
    rules : Rules, optional
        The rules; left out, the preset ``trio``.

    Raises
    ------
    HandError
        If an array has another shape, or naming the rows that cannot be a hand.

    >>> evaluate(np.array([[29, 30, 31, 32, 8, 9, 10, 11, 12, 13, 14, 15, 16]], np.uint8)).penalty
    array([7], dtype=uint8)
    """
    codes, rules = np.asarray(codes), rules or Rules()
    check_shape(codes, (HAND_SIZE,))
    declare = np.zeros(len(codes), np.bool_)
    loss = np.empty(len(codes), np.uint8)
    for places, rank in _by_rank(len(codes), wild):
        for start in range(0, len(codes) if places is None else len(places), BLOCK):
            block = slice(start, start + BLOCK) if places is None else places[start : start + BLOCK]
            declare[block], loss[block] = _block(codes[block], rank, decks, rules, start, declaring=True)
    return Evaluation(declare, _capped(loss, rules))


def penalty(
    codes: Codes,
    wild: int | NDArray[np.integer] = -1,
    decks: int | None = None,
    rules: Rules | None = None,
) -> Bytes:
    """Return the least loose points of many hands, (N,) uint8; see `evaluate`."""
    codes, rules = np.asarray(codes), rules or Rules()
    check_shape(codes, (HAND_SIZE,))
    loss = np.empty(len(codes), np.uint8)
    for places, rank in _by_rank(len(codes), wild):
        for start in range(0, len(codes) if places is None else len(places), BLOCK):
            block = slice(start, start + BLOCK) if places is None else places[start : start + BLOCK]
            _, loss[block] = _block(codes[block], rank, decks, rules, start, declaring=False)
    return _capped(loss, rules)


def _capped(loss: Bytes, rules: Rules) -> Bytes:
    return loss if rules.cap == "none" else np.minimum(loss, np.uint8(int(rules.cap)))


def _by_rank(count: int, wild: int | NDArray[np.integer]) -> list[tuple[NDArray[np.int64] | None, int]]:
    """Return the hands of each wild rank, or None for all of them, so that one table after the other serves."""
    ranks = np.asarray(wild)
    if ranks.dtype.kind not in "iu":
        raise HandError.at("wild", f"type {ranks.dtype} is no integer")
    if ranks.shape not in ((), (count,)):
        raise HandError.at("wild", f"shape {ranks.shape} is not ({count},)")
    bad = np.flatnonzero((ranks.ravel() < -1) | (ranks.ravel() > 12))
    if len(bad):
        where = "wild" if ranks.ndim == 0 else f"row {bad[0]}"
        raise HandError.at(where, f"wild rank {ranks.ravel()[bad[0]]} is not one of -1 to 12")
    if ranks.ndim == 0:
        return [(None, int(ranks))]
    small = ranks.astype(np.int8)
    order = np.argsort(small, kind="stable")
    ends = np.cumsum(np.bincount(small + 1, minlength=14))
    starts = np.concatenate(([0], ends[:-1]))
    return [
        (order[start:end], rank)
        for rank, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True), -1)
        if end > start
    ]


def _block(
    codes: Codes, wild: int, decks: int | None, rules: Rules, first: int, *, declaring: bool
) -> tuple[Bools, Bytes]:
    """Return the answers of a block of hands under one wild rank, and losses before any cap."""
    hands = encode(codes, wild, decks, first)
    if rules.wild_natural == "no" and wild >= 0:
        natural = ~rank_mask(wild)
        hands = Hands([plane & natural for plane in hands.planes], hands.pool, hands.jokers)
        solver = _Solver(rules, -1, len(hands.planes))
    else:
        solver = _Solver(rules, wild, len(hands.planes))
    pool = np.minimum(hands.pool, WIDTH - 1)
    declare, loss, long = solver.solve(hands.planes, pool, hands.jokers, declaring=declaring)
    if len(long):
        part = [plane[long] for plane in hands.planes]
        declare[long], loss[long] = solver.solve_long(
            part, pool[long], hands.jokers[long], declaring=declaring
        )
    far = np.flatnonzero((hands.pool >= WIDTH) & ((loss > 0) | solver.pure(hands.planes)))
    for row in far.tolist():
        declare[row], loss[row] = _by_walk(codes[row], wild, rules)
    return declare, loss


def _by_walk(hand: Codes, wild: int, rules: Rules) -> tuple[bool, int]:
    """Return the answer of one hand with more wildcards than tables hold."""
    codes = tuple(sorted(hand.tolist()))
    found = walk.find(codes, wild, rules)
    points = [0 if is_wild(code, wild) else RANK_POINTS[code % 13] for code in codes]
    grouped = [code for meld in found.least for code in meld.naturals if not is_wild(code, wild)]
    return found.declaration is not None, sum(points) - sum(RANK_POINTS[code % 13] for code in grouped)


class _Solver:
    """The tables of some rules for one wild rank and most copies of a card."""

    def __init__(self, rules: Rules, wild: int, copies: int) -> None:
        self.rules = rules
        self.gates: Gates = gates_of(rules)
        base, trio = tables_of(rules, wild, copies)
        self.base, self.trio = Rower(base, rules), Rower(trio, rules)

    def solve(
        self, planes: Planes, pool: Bytes, jokers: Bytes, *, declaring: bool
    ) -> tuple[Bools, Bytes, NDArray[np.int64]]:
        """Return what declares, the losses, and the hands with suits too long, for which both are void."""
        pure = self.pure(planes)
        rows, long = self.base.rows_and_long(planes)
        loss = self._base_losses(rows, pool, pure)
        self._lower(rows, planes, pool, pure, loss)
        declare = np.zeros(len(loss), np.bool_)
        if declaring:
            may = np.flatnonzero(self._may_declare(planes, jokers, pure, loss))
            declare[may] = declares(self.base, [plane[may] for plane in planes], pool[may])
        return declare, loss, long

    def _lower(self, rows: Rows, planes: Planes, pool: Bytes, pure: Bools, loss: Bytes) -> None:
        """Lower the losses of hands by trios."""
        if self.trio.long and self.trio.table is not self.base.table:
            rows = self.trio.rows(planes)  # each table has places of its own for long suits
        able = loss > 0
        if self.gates.trio != SECOND:
            able &= pure
        hands = np.flatnonzero(able)
        need = least_needs(self.trio.table.parts, [suit[hands] for suit in rows], self.gates.trio)
        opened = np.flatnonzero(need <= pool[hands])
        hands, need = hands[opened], need[opened]
        part = loss[hands]
        lower_by_trios(self.trio, self.gates, [plane[hands] for plane in planes], pool[hands], need, part)
        loss[hands] = part

    def solve_long(
        self, planes: Planes, pool: Bytes, jokers: Bytes, *, declaring: bool
    ) -> tuple[Bools, Bytes]:
        """Return the answers of hands with long suits, by rows that are added to the tables."""
        long = _Solver.__new__(_Solver)
        long.rules, long.gates = self.rules, self.gates
        long.base = Rower(self.base.table, self.rules, long=True)
        long.trio = Rower(self.trio.table, self.rules, long=True)
        self.base.table.reset()
        self.trio.table.reset()
        try:
            return long.solve(planes, pool, jokers, declaring=declaring)[:2]
        except TableFull:
            half = len(pool) // 2
            parts = [
                self.solve_long(
                    [plane[part] for plane in planes], pool[part], jokers[part], declaring=declaring
                )
                for part in (slice(half), slice(half, None))
            ]
            return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def pure(self, planes: Planes) -> Bools:
        """Tell which hands hold a pure sequence (R1, R5)."""
        found = run_starts(planes[0]) != 0
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

    def _may_declare(self, planes: Planes, jokers: Bytes, pure: Bools, loss: Bytes) -> Bools:
        """Tell which hands may declare: but for one case, a declaration leaves a loser nothing loose either.

        If all its sequences are pure, its trios may not count for a loser (R9). Then it has 6 cards, or 7
        beside trios of three, in pure sequences, and printed jokers only in trios.
        """
        nothing = pure & (loss == 0)
        if self.rules.trio_gate == "two-sequences":
            return nothing
        starts = run_starts(planes[0])
        distinct = self.rules.sets == "distinct"
        many = np.bitwise_count(starts) >= (2 if distinct else 3)
        for plane in planes[1:2]:
            many |= run_starts(plane) != 0
        for plane in planes[2:]:
            many |= plane != 0
        bare = many & (loss <= (70 if distinct else 60))
        if not distinct:
            bare &= jokers <= 2
        return nothing | bare & pure
