"""How many cards hands have to exchange to declare, in bulk: 13 less the most that a declaration keeps."""

from collections import OrderedDict
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.rummy.cards import JOKER
from solver.rummy.entries import Bytes, Entries, Ways
from solver.rummy.kept import MOST_WILD, NEVER
from solver.rummy.rules import Rules
from solver.rummy.setkinds import Kinds, kinds_of
from solver.rummy.walk import rules_of
from solver.rummy.wildtables import WildTables

BLOCK = 1 << 15
"""Hands whose sets are listed together."""

PIECE = 1 << 12
"""Hands or ways whose rows are joined together: few enough for the cache."""

MANY = 500
"""For fewer hands rows are made anew: less work than adding to very many that are remembered."""

MOST_BYTES = 1 << 26
"""Rows of suits that are remembered from call to call."""


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
    if rules.wild_natural == "yes":
        return _with_tables(codes, ranks, -1, decks, rules)
    result = np.zeros(len(codes), dtype=np.uint8)
    for rank in np.unique(ranks):
        mine = np.flatnonzero(ranks == rank)
        result[mine] = _with_tables(codes[mine], ranks[mine], int(rank), decks, rules)
    return result


@lru_cache(maxsize=32)
def _bare_tables(rules: Rules, wild: int, decks: int, most_wild: int) -> WildTables:
    """Return tables without rows but for the suit of no cards."""
    return WildTables(rules, wild, decks, most_wild)


_remembered: "OrderedDict[tuple[Rules, int, int, int], WildTables]" = OrderedDict()


def _tables(
    suits: NDArray[np.int64], rules: Rules, wild: int, decks: int, most_wild: int = MOST_WILD
) -> WildTables:
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


def _with_tables(
    codes: NDArray[np.uint8], wild: Bytes, pure_but: int, decks: int, rules: Rules
) -> NDArray[np.uint8]:
    """Return the distances of hands whose suits are in the same tables.

    A wild-rank card that may be natural is a wildcard less and a card more, whatever its rank; so tables for
    no wild rank do for all (`WildTables`). If it is never natural each rank has tables of its own.
    """
    is_wild = (codes == JOKER) | (codes % 13 == wild[:, None])
    pool = is_wild.sum(axis=1)
    counts = _counts(codes, pure_but)
    powers = (decks + 1) ** np.arange(13, dtype=np.int64)
    suits = np.einsum("srn,r->sn", counts, powers)
    tables = _tables(suits[:, pool <= MOST_WILD], rules_of(rules), pure_but, decks)
    result = np.zeros(len(codes), dtype=np.uint8)
    for count in np.unique(pool):
        mine = np.flatnonzero(pool == count)
        if count > MOST_WILD:
            tables = _tables(suits[:, mine], rules_of(rules), pure_but, decks, 13)
        for start in range(0, len(mine), BLOCK):
            block = mine[start : start + BLOCK]
            part = _Block(tables, counts[:, :, block], suits[:, block], wild[block], int(count))
            result[block] = 13 - part.most_kept()
    return result


def _counts(codes: NDArray[np.uint8], never_natural: int) -> Bytes:
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
        self, tables: WildTables, counts: Bytes, suits: NDArray[np.int64], wild: Bytes, pool: int
    ) -> None:
        self.tables, self.counts, self.suits, self.wild, self.pool = tables, counts, suits, wild, pool
        self.natural = tables.natural_wilds(counts, wild)

    def most_kept(self) -> Bytes:
        """Return the most cards that a declaration keeps of each hand."""
        rules = self.tables.rules
        kinds = kinds_of(rules.sets == "distinct", rules.identical == "pure", self.tables.decks, self.pool)
        bounds = self._bounds()
        best: Bytes = bounds[0, self.pool].copy()
        ways = Ways(kinds, self.counts, self.wild, bounds)
        self._raise(best, ways, ways.single(best))
        self._raise(best, ways, ways.paired(best))
        return best

    def _bounds(self) -> Bytes:
        """Return, by cards in sets, the most that sequences keep if sets take none: (R, wildcards + 1, N)."""
        goals = self.tables.plan.goals
        bounds = np.full((max(goals) + 1, self.pool + 1, self.suits.shape[1]), NEVER, dtype=np.int8)
        for start in range(0, self.suits.shape[1], PIECE):
            piece = slice(start, start + PIECE)
            suits, natural, wild = self.suits[:, piece], self.natural[:, piece], self.wild[piece]
            rows = self.tables.natural_rows_of(suits, natural, wild, self.pool, 13)
            left, right = self.tables.join(rows[0], rows[1]), self.tables.join(rows[2], rows[3])
            for rest in goals:
                bounds[rest, :, piece] = self.tables.meet(left, right, rest)
        return bounds

    def _raise(self, best: Bytes, ways: Ways, entries: Entries) -> None:
        """Raise the best of each hand by the entries that could, those with the highest bound first."""
        for last in (False, False, True):
            entries = entries.at(np.flatnonzero(entries.bound > best[entries.hand]))
            if last or not len(entries.hand):
                break
            order = np.lexsort((-entries.bound, entries.hand))
            first = order[np.flatnonzero(np.diff(entries.hand[order], prepend=-1))]
            self._evaluate(best, ways.kinds, entries.at(first))
        self._evaluate(best, ways.kinds, entries)

    def _evaluate(self, best: Bytes, kinds: Kinds, entries: Entries) -> None:
        """Work out entries, grouped by wildcards left and cards in sets."""
        alike = entries.rest.astype(np.int16) * 16 + entries.left
        order = np.argsort(alike, kind="stable")
        ends = np.flatnonzero(np.diff(alike[order], append=-1)) + 1
        for start, end in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=False):
            for begin in range(start, end, PIECE):
                mine = entries.at(order[begin : min(end, begin + PIECE)])
                kept = self._kept(kinds, mine, int(mine.left[0]), int(mine.rest[0]))
                np.maximum.at(best, mine.hand, kept + mine.kept)

    def _kept(self, kinds: Kinds, mine: Entries, pool: int, rest: int) -> Bytes:
        """Return what sequences keep beside entries with as many cards in sets and wildcards left."""
        codes, natural = kinds.codes[:, mine.first], kinds.wild_takes[:, mine.first]
        if mine.second is not None:
            codes = codes + kinds.codes[:, mine.second]
            natural = natural + kinds.wild_takes[:, mine.second]
        suits, natural = self.suits[:, mine.hand] - codes, self.natural[:, mine.hand] - natural
        rows = self.tables.natural_rows_of(suits, natural, self.wild[mine.hand], pool, 13 - rest)
        left, right = self.tables.join(rows[0], rows[1]), self.tables.join(rows[2], rows[3])
        most: Bytes = self.tables.meet(left, right, rest)[-1]
        return most
