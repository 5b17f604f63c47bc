"""How many cards hands have to exchange to declare, in bulk: 13 less the most that a declaration keeps."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.rummy.cards import JOKER
from solver.rummy.entries import Entries, entries_of, joined
from solver.rummy.kept import MOST_WILD, SuitTables
from solver.rummy.rules import Rules
from solver.rummy.walk import rules_of

BLOCK = 1 << 13
"""Hands that are worked on together."""

MANY = 500
"""For fewer hands rows are made anew: less work than adding to very many that are remembered."""

MOST_BYTES = 1 << 26
"""Rows of suits that are remembered from call to call."""


@dataclass(frozen=True, slots=True)
class _Set:
    """Cards of a rank that a trio or set of a goal keeps: copies by suit, its size, wildcards beside them."""

    takes: tuple[int, int, int, int]
    size: int
    wilds: int

    @property
    def kept(self) -> int:
        return sum(self.takes)


@lru_cache(maxsize=16)
def _sets_of(distinct: bool, identical: bool, decks: int, *, wild: bool) -> tuple[_Set, ...]:
    """Return what a set can keep of a rank, wildcards being of the pool even in a set of the wild rank.

    For the wild rank `wilds` are all wildcards it can hold, naturals among them.
    """
    found = []
    for takes in product(range((1 if distinct else min(3, decks)) + 1), repeat=4):
        kept = sum(takes)
        for size in (3, 4) if distinct else (3,):
            # three identical cards are no trio; two and another card of the rank may be
            same = identical and max(takes) == 3
            if kept > size or same:
                continue
            if wild:
                beside = size if kept else size - 1
                room = beside if distinct else min(3, kept + 1)
            else:
                room = size - max(kept, 1) if distinct else min(1, 3 - kept)
            a, b, c, d = takes
            found.append(_Set((a, b, c, d), size, room))
    return tuple(found)


def distances(
    codes: NDArray[np.uint8], wild: ArrayLike = -1, decks: int = 2, rules: Rules | None = None
) -> NDArray[np.uint8]:
    """Return the least number of cards to exchange so that each hand declares (R6, R7).

    Parameters
    ----------
    codes : (N, 13) uint8
        Codes 0–52.
    wild : int or (N,) int
        The wild rank 0–12, or -1 for none.
    decks : int
        Decks in play.
    rules : Rules, optional
        The rules.

    Returns
    -------
    (N,) uint8
        0 if the hand declares.

    >>> hands = np.array([[16, 17, 18, 19, 47, 48, 52, 11, 37, 24, 27, 1, 40]], dtype=np.uint8)
    >>> distances(hands).tolist(), distances(hands, decks=2, wild=7).tolist()
    ([0], [0])
    """
    rules = rules or Rules()
    codes = np.ascontiguousarray(codes, dtype=np.uint8)
    ranks = np.broadcast_to(np.asarray(wild, dtype=np.int8), (len(codes),))
    result = np.zeros(len(codes), dtype=np.uint8)
    for rank in np.unique(ranks):
        mine = np.flatnonzero(ranks == rank)
        result[mine] = _of_one_rank(codes[mine], int(rank), decks, rules)
    return result


@lru_cache(maxsize=32)
def _bare_tables(rules: Rules, wild: int, decks: int, most_wild: int) -> SuitTables:
    """Return tables without rows but for the suit of no cards."""
    return SuitTables(rules, wild, decks, most_wild)


_remembered: "OrderedDict[tuple[Rules, int, int, int], SuitTables]" = OrderedDict()


def _tables(
    suits: NDArray[np.int64], rules: Rules, wild: int, decks: int, most_wild: int = MOST_WILD
) -> SuitTables:
    """Return tables with rows for some suits, and remember them for the next hands.

    The suits of random hands are so many that rows made beforehand cost more than they spare.
    """
    key = rules, wild, decks, most_wild
    if suits.shape[1] < MANY:
        return _bare_tables(*key).with_rows_for(suits)
    known = _remembered.pop(key, None)
    tables = (known or _bare_tables(*key)).with_rows_for(suits)
    if tables.size <= MOST_BYTES:
        _remembered[key] = tables
    while sum(one.size for one in _remembered.values()) > MOST_BYTES:
        _remembered.popitem(last=False)
    return tables


def _of_one_rank(codes: NDArray[np.uint8], wild: int, decks: int, rules: Rules) -> NDArray[np.uint8]:
    is_wild = (codes == JOKER) | (codes % 13 == wild) if wild >= 0 else codes == JOKER
    pool = is_wild.sum(axis=1)
    counts = _counts(codes, wild if rules.wild_natural == "no" else -1)
    powers = (decks + 1) ** np.arange(13, dtype=np.int64)
    suits = np.einsum("srn,r->sn", counts, powers)
    tables = _tables(suits[:, pool <= MOST_WILD], rules_of(rules), wild, decks)
    result = np.zeros(len(codes), dtype=np.uint8)
    for count in np.unique(pool):
        mine = np.flatnonzero(pool == count)
        if count > MOST_WILD:
            tables = _tables(suits[:, mine], rules_of(rules), wild, decks, 13)
        for start in range(0, len(mine), BLOCK):
            block = mine[start : start + BLOCK]
            kept = _Block(tables, counts[:, :, block], suits[:, block], int(count)).most_kept()
            result[block] = 13 - kept
    return result


def _counts(codes: NDArray[np.uint8], never_natural: int) -> NDArray[np.int8]:
    """Return copies by suit and rank, (4, 13, N), less jokers and wild cards that are never natural (R2)."""
    counts = np.zeros((52, len(codes)), dtype=np.int8)
    hands = np.arange(len(codes))
    for column in codes.T:
        held = (column != JOKER) & (column % 13 != never_natural)
        # one card of a hand at a time, so no index is met twice
        counts[column[held], hands[held]] += 1
    return counts.reshape(4, 13, len(codes))


class _Block:
    """Hands with the same number of wildcards, under one choice of tables."""

    def __init__(
        self, tables: SuitTables, counts: NDArray[np.int8], suits: NDArray[np.int64], pool: int
    ) -> None:
        self.tables, self.counts, self.suits, self.pool = tables, counts, suits, pool

    def most_kept(self) -> NDArray[np.int8]:
        """Return the most cards that a declaration keeps of each hand."""
        bounds = self._bounds()
        best: NDArray[np.int8] = bounds[0][self.pool].copy()
        options = self._options()
        self._raise(best, bounds, options)
        self._raise(best, bounds, options.paired(self.pool, self.counts, best, bounds))
        return best

    def _bounds(self) -> dict[int, NDArray[np.int8]]:
        """Return, by cards in sets, the most that sequences keep if sets take none: (wildcards + 1, N)."""
        rows = self.tables.rows_of(self.suits, self.pool, 13)
        left, right = (self.tables.join(*pair) for pair in ((rows[0], rows[1]), (rows[2], rows[3])))
        return {rest: self.tables.meet(left, right, rest) for rest in self.tables.plan.goals}

    def _options(self) -> Entries:
        """Return what a single set can keep: of each rank, and of none at all."""
        tables = self.tables
        distinct, identical = tables.rules.sets == "distinct", tables.rules.identical == "pure"
        hands = np.arange(self.counts.shape[2])
        found = [
            entries_of(hands, -1, (0, 0, 0, 0), 0, size, 0, size - 1 if distinct else 1, self.pool)
            for size in ((3, 4) if distinct else (3,))
        ]
        for rank in range(13):
            held = self.counts[:, rank]
            total = (held > 0).sum(axis=0) if distinct else held.sum(axis=0)
            wild = rank == tables.wild
            for one in _sets_of(distinct, identical, tables.decks, wild=wild):
                fits = total >= max(one.kept, 1) if one.kept else np.zeros(len(hands), dtype=bool)
                for suit, take in enumerate(one.takes):
                    if take:
                        fits &= held[suit] >= take
                if not wild:
                    # cards of a rank stay out of its set only for a wildcard, or for a second set
                    spared = np.minimum(total, one.size) - one.kept
                    fits &= (spared <= min(self.pool, one.wilds)) | (total > 3)
                if fits.any():
                    natural = 0 if wild else one.kept
                    power = int(tables.powers[rank])
                    found.append(
                        entries_of(
                            hands[fits], rank, one.takes, power, one.size, natural, one.wilds, self.pool
                        )
                    )
        return joined(found)

    def _raise(self, best: NDArray[np.int8], bounds: dict[int, NDArray[np.int8]], entries: Entries) -> None:
        """Raise the best of each hand by the entries that could, those with the highest bound first."""
        bound = entries.bound(bounds)
        for last in (False, False, True):
            better = np.flatnonzero(bound > best[entries.hand])
            if not len(better):
                return
            entries, bound = entries.at(better), bound[better]
            if last:
                self._evaluate(best, entries)
                return
            order = np.lexsort((-bound, entries.hand))
            first = order[np.flatnonzero(np.diff(entries.hand[order], prepend=-1))]
            self._evaluate(best, entries.at(first))

    def _evaluate(self, best: NDArray[np.int8], entries: Entries) -> None:
        """Work out entries, grouped by wildcards left and cards in sets."""
        for pool, rest in sorted(set(zip(entries.left.tolist(), entries.rest.tolist(), strict=True))):
            mine = entries.at(np.flatnonzero((entries.left == pool) & (entries.rest == rest)))
            rows = self.tables.rows_of(self.suits[:, mine.hand] - mine.codes, pool, 13 - rest)
            left, right = (self.tables.join(*pair) for pair in ((rows[0], rows[1]), (rows[2], rows[3])))
            kept = self.tables.meet(left, right, rest)[-1] + mine.kept
            np.maximum.at(best, mine.hand, kept)
