"""Tables of one suit: the most cards that its sequences keep of a hand, on the way to a declaration.

A goal is a declaration; what counts is how many of its cards the hand holds. The goal's sequences of one
suit keep parts of the suit: cards that fit in one run together, with wildcards beside them; the rest of a run
is new. A row tells, for each state (what the sequences amount to) and number of wildcards, the most cards
kept, wildcards among them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import copy
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.rummy.groups import PLACES
from solver.rummy.plan import plan_of
from solver.rummy.rules import Rules
from solver.rummy.runs import runs_of

NEVER = -60
"""Cards kept where a state cannot be; two of them still fit in a byte."""

MOST_WILD = 7
"""Most wildcards of a hand that rows are kept for."""


class SuitTables(ABC):
    """Rows of suits under some rules, wild rank and number of decks, made when they are asked for.

    Parameters
    ----------
    rules : Rules
        Options R2, R3, R5 and R6 govern.
    wild : int
        The wild rank, or -1.
    decks : int
        Decks in play; three allow three identical cards (R5).
    most_wild : int
        Most wildcards of a hand.
    """

    def __init__(self, rules: Rules, wild: int, decks: int, most_wild: int = MOST_WILD) -> None:
        self.rules, self.wild, self.decks = rules, wild, decks
        self.most_wild = most_wild
        self.plan = plan_of(rules)
        self.base = decks + 1
        self.powers = self.base ** np.arange(13, dtype=np.int64)
        self.codes = np.zeros(0, dtype=np.int64)
        self.rows = np.zeros((len(self.plan.states), self.most_wild + 1, 0), dtype=np.int8)
        self.parts: dict[tuple[int, ...], list[tuple[int, tuple[int, ...], list[tuple[int, int]]]]] = {}
        for ranks, length, pure, wilds in self._parts():
            steps = self.plan.after(length, pure)
            self.parts.setdefault(ranks, []).append((length, wilds, steps))
        self.empty = self._empty()
        self._extend(np.zeros(1, dtype=np.int64))

    def with_rows_for(self, suits: NDArray[np.int64]) -> "SuitTables":
        """Return tables that have rows for these suits and their parts: itself, or a copy with some more."""
        codes = np.unique(suits)
        found = np.minimum(self._look_up(codes), len(self.codes) - 1)
        missing = codes[self.codes[found] != codes]
        if not len(missing):
            return self
        more = copy(self)
        more._extend(self._closure(missing))
        return more

    @property
    def size(self) -> int:
        """Bytes of the rows."""
        return 2 * self.rows.nbytes

    def _look_up(self, codes: NDArray[np.int64]) -> NDArray[np.integer[Any]]:
        if self.base == 4:
            return np.searchsorted(self.codes, codes)
        return self._dense[codes]

    def _closure(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return suits with all their parts, each once."""
        known = codes
        while len(codes):
            counts = self._counts(codes)
            less = np.concatenate([codes[counts[rank] > 0] - self.powers[rank] for rank in range(13)])
            codes = np.setdiff1d(less, known)
            known = np.union1d(known, codes)
        return known

    def _counts(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        return codes // self.powers[:, None] % self.base

    def _parts(self) -> Iterator[tuple[tuple[int, ...], int, int, tuple[int, ...]]]:
        """Yield ``(ranks kept, length, purity, wildcards kept)`` for the ways to keep cards in a run.

        Longer runs than five only where all else is wild, since a new card would let them be cut.
        """
        most = 13 if self.rules.max_wild == "any" else int(self.rules.max_wild)
        for lowest in range(13):
            for places in _near_places(lowest):
                ranks = tuple(sorted(place % 13 for place in places))
                if ranks[0] != lowest:
                    continue
                for length in sorted({length for length, _ in self.plan.runs}):
                    windows = _windows(places, length)
                    if not windows or (length > 6 and places[-1] - places[0] > 2):
                        continue
                    wilds = self._wilds(len(places), length, most)
                    if length > 6:
                        wilds = tuple(count for count in wilds if count == length - len(places))
                    if wilds:
                        yield ranks, length, 0, wilds
                    if self._may_be_pure(windows) and length <= 6:
                        yield ranks, length, 1, (0,)
        yield from self._long_parts()
        if self.rules.identical == "pure" and self.decks == 3:
            for rank, copies, pure in product(range(13), (2, 3), (0, 1)):
                yield (rank,) * copies, 3, pure, (0,)

    def _long_parts(self) -> Iterator[tuple[tuple[int, ...], int, int, tuple[int, ...]]]:
        """Yield what runs over six may keep that do not cut, since each piece needs two naturals (R3)."""
        if self.rules.max_wild != "any" or self.rules.min_natural == "1":
            return
        found = set()
        for run in (run for runs in runs_of(self.rules) for run in runs):
            if run.size > 6 and run.wilds <= self.most_wild:
                for kept in range(1, len(run.ranks) + 1):
                    found |= {(ranks, run.size, run.wilds) for ranks in combinations(run.ranks, kept)}
        for ranks, length, wilds in sorted(found):
            yield ranks, length, 0, (wilds,)

    def _empty(self) -> NDArray[np.int8]:
        """Return the row of sequences that keep no natural card: (states, wildcards + 1, 1)."""
        row = np.full((*self.rows.shape[:2], 1), NEVER, dtype=np.int8)
        row[0] = 0
        most = 13 if self.rules.max_wild == "any" else int(self.rules.max_wild)
        for _ in range(4):
            for length, pure in self.plan.runs:
                for count in (0,) if pure else self._wilds(1, length, most):
                    if length <= 6 or count >= length - 4:
                        for state, new in self.plan.after(length, pure):
                            target = row[new, count:]
                            np.maximum(
                                target, row[state, : self.most_wild + 1 - count] + np.int8(count), out=target
                            )
        return row

    def _wilds(self, kept: int, length: int, most: int) -> tuple[int, ...]:
        """Return how many wildcards a sequence can keep beside so many cards (R3)."""
        fewest = int(self.rules.min_natural)
        return tuple(
            count
            for count in range(min(most, length - kept, self.most_wild) + 1)
            if count == 0 or length - count >= fewest
        )

    def _may_be_pure(self, windows: list[range]) -> bool:
        """Tell whether one of the windows can do without a wildcard (R2)."""
        if self.rules.wild_natural == "yes" or self.wild < 0:
            return True
        return any(all(place % 13 != self.wild for place in window) for window in windows)

    def _extend(self, codes: NDArray[np.int64]) -> None:
        """Make rows for suits whose parts are among them or have rows, fewest cards first."""
        fresh = np.setdiff1d(codes, self.codes)
        order = np.argsort(fresh)
        fresh = fresh[order]
        counts = self._counts(fresh)
        sizes = counts.sum(axis=0)
        lowest = np.argmax(counts > 0, axis=0)
        rows = np.full((*self.rows.shape[:2], len(fresh)), NEVER, dtype=np.int8)
        self.codes, at = _merged(self.codes, fresh)
        known = self.rows.shape[2] > 0
        self.rows = np.insert(self.rows, at, rows, axis=2) if known else rows
        if self.base < 4:
            self._dense = np.zeros(self.base**13, dtype=np.int32)
            self._dense[self.codes] = np.arange(len(self.codes), dtype=np.int32)
        for size in range(int(sizes.max(initial=0)) + 1):
            for rank in range(13):
                level = np.flatnonzero((sizes == size) & (lowest == rank))
                if len(level) and (size or rank == 0):
                    self._fill(fresh[level], counts[:, level], rank, empty=size == 0)
        filled = self.join(self.rows.take(self._look_up(fresh), axis=2), self.empty)
        self.filled: NDArray[np.int8] = np.insert(self.filled, at, filled, axis=2) if known else filled

    def _fill(self, codes: NDArray[np.int64], counts: NDArray[np.int64], lowest: int, *, empty: bool) -> None:
        """Fill the rows of suits of one size and lowest rank from those of fewer cards."""
        here = self._look_up(codes)
        best = np.full((*self.rows.shape[:2], len(codes)), NEVER, dtype=np.int8)
        if empty:
            best[0] = 0
        else:
            best = self.rows[:, :, self._look_up(codes - self.powers[lowest])].copy()
            for ranks, ways in self.parts.items():
                if ranks[0] == lowest:
                    fits = np.ones(len(codes), dtype=bool)
                    for rank in set(ranks):
                        fits &= counts[rank] >= ranks.count(rank)
                    if fits.any():
                        kept = best[:, :, fits]
                        rest = codes[fits] - int(sum(self.powers[rank] for rank in ranks))
                        self._keep(kept, self.rows[:, :, self._look_up(rest)], ranks, ways)
                        best[:, :, fits] = kept
        self.rows[:, :, here] = best

    @abstractmethod
    def _keep(
        self,
        best: NDArray[np.int8],
        rest: NDArray[np.int8],
        ranks: tuple[int, ...],
        ways: list[tuple[int, tuple[int, ...], list[tuple[int, int]]]],
    ) -> None:
        """Try a part, in every way that a sequence can keep it, in suits that hold it: raise `best` in place.

        `rest` are the rows of what is left of the suits, both (states, wildcards + 1, suits).
        """

    def rows_of(self, suits: NDArray[np.int64], pool: int, largest: int) -> list[NDArray[np.int8]]:
        """Return the rows of the four suits of hands, those of the last one with runs of new cards beside.

        Parameters
        ----------
        suits : (4, N) int
            Codes.
        pool : int
            Most wildcards.
        largest : int
            Most cards in sequences.

        Returns
        -------
        list of (states, pool + 1, N) int8
        """
        states = sum(state.size <= largest for state in self.plan.states)
        found = []
        for suit in range(4):
            index = self._look_up(suits[suit])
            rows = self.filled if suit == 3 else self.rows
            found.append(rows[:states, : pool + 1].take(index, axis=2))
        return found

    def join(self, left: NDArray[np.int8], right: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return the rows of two suits together: states and wildcards add up."""
        shape = (len(left), left.shape[1], max(left.shape[2], right.shape[2]))
        joint = np.full(shape, NEVER, dtype=np.int8)
        pool = shape[1]
        for a, b, c in self.plan.sums:
            if c < len(joint):
                for count in range(pool):
                    target = joint[c, count:]
                    np.maximum(target, left[a, count] + right[b, : pool - count], out=target)
        return joint

    def meet(self, left: NDArray[np.int8], right: NDArray[np.int8], rest: int) -> NDArray[np.int8]:
        """Return the most kept by two parts that declare beside so many cards in sets: (pool + 1, N)."""
        best = np.full(left.shape[1:], NEVER, dtype=np.int8)
        goals = self.plan.goals[rest]
        for a, b, c in self.plan.sums:
            if c in goals:
                for count in range(len(best)):
                    target = best[count:]
                    np.maximum(target, left[a, count] + right[b, : len(best) - count], out=target)
        return best


def _near_places(lowest: int) -> Iterator[tuple[int, ...]]:
    """Yield ascending places within a run of six that start at a rank or, for the ace, end at it high."""
    for more in range(6):
        for others in combinations(range(lowest + 1, min(lowest + 6, PLACES)), more):
            if not (lowest == 0 and PLACES - 1 in others):
                yield (lowest, *others)
    if lowest == 0:
        for more in range(1, 6):
            for others in combinations(range(PLACES - 6, PLACES - 1), more):
                yield (*others, PLACES - 1)


def _windows(places: tuple[int, ...], length: int) -> list[range]:
    """Return the runs of a length that hold the places."""
    if length > 13:
        return []
    firsts = range(max(0, places[-1] - length + 1), min(places[0], PLACES - length) + 1)
    return [range(first, first + length) for first in firsts]


def _merged(old: NDArray[np.int64], new: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both sorted arrays as one, and where the new ones have to be inserted in the old one."""
    at = np.searchsorted(old, new)
    return np.insert(old, at, new), at
