"""One suit, exactly, in plain Python: the costs and covers of any copies of its ranks, remembered.

A suit is a ``key``: the copies of each rank, two bits a rank. Its row tells by lane (see `lanes`) and by
number of wildcards at hand the least cost of what stays loose; its cover tells by lane of a declaration
which numbers of wildcards group the suit exactly (bit w: with w). Wild-rank cards may be in the key: as
naturals they take one from the pool of wildcards (R2); left alone they cost nothing here, as the pool counts
them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from solver.rummy.cards import RANK_POINTS
from solver.rummy.lanes import ANY, Second, after, span_of
from solver.rummy.rules import Rules
from solver.rummy.runs import Run, runs_of

POINT = 16
"""Cost of a loose point. A loose card costs 1 and a hand has fewer than 16, so points come first."""

IMPOSSIBLE = 1 << 20
"""Cost of what cannot be."""

Vector = tuple[int, ...] | None
"""Costs by number of wildcards at hand; None if none will do."""
Row = tuple[Vector, Vector, Vector, Vector]
Cover = tuple[int, ...]

_PRESENT = 0x1555555  # the low bit of each of the 13 pairs
_MOST_REMEMBERED = 100_000


def cost_of(rank: int, wild: int) -> int:
    """Return the cost of a loose card in its suit; nothing for a wild-rank card, which the pool counts."""
    return 0 if rank == wild else RANK_POINTS[rank] * POINT + 1


@dataclass(frozen=True, slots=True)
class _Draw:
    """A run as the search of a suit needs it: lanes it leaves, by lane, of a loser and a declaration."""

    key: int
    need: int
    pool: int
    run: Run
    sources: tuple[int, int, int, int]
    rests: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def suits_of(rules: Rules, wild: int, second: Second, width: int) -> "Suits":
    """Return the suits of some rules, shared from hand to hand."""
    return Suits(rules, wild, second, width)


class Suits:
    """Rows and covers of suits under one wild rank.

    Parameters
    ----------
    rules : Rules
        Options R2 to R6 govern.
    wild : int
        The wild rank, or -1.
    second : {"impure", "any"}
        What the second sequence of a loser's lanes is.
    width : int
        Costs are known for fewer wildcards than this.
    """

    def __init__(self, rules: Rules, wild: int, second: Second, width: int) -> None:
        self.wild = wild
        self.width = width
        span = span_of(rules)
        self._draws = tuple(
            tuple(self._draw(run, second, span.after) for run in runs if run.pool(wild) < width)
            for runs in runs_of(rules)
        )
        self._rows: dict[int, Row] = {0: (tuple(range(width)), None, None, None)}
        self._covers: dict[int, Cover] = {0: (1, *(0 for _ in span.lanes[1:]))}

    def _draw(self, run: Run, second: Second, rests: Callable[..., tuple[tuple[int, ...], ...]]) -> _Draw:
        key = run.key
        need = key if key & ~_PRESENT else (key | key >> 1) & _PRESENT
        sources = after(second, pure=run.pure)
        return _Draw(key, need, run.pool(self.wild), run, sources, rests(run.size, pure=run.pure))

    def row(self, key: int) -> Row:
        """Return the costs of a suit, by lane."""
        row = self._rows.get(key)
        if row is None:
            if len(self._rows) > _MOST_REMEMBERED:
                self._rows = {0: self._rows[0]}
            row = self._rows[key] = self._new_row(key)
        return row

    def _fitting(self, key: int) -> list[_Draw]:
        """Return the draws that hold the lowest rank of a suit and fit it."""
        # of each pair of bits the low one tells that the rank is held, the high one that thrice
        present = (key | key >> 1) & _PRESENT | (key & key >> 1 & _PRESENT) << 1
        return [draw for draw in self._draws[_lowest(key)] if present & draw.need == draw.need]

    def _new_row(self, key: int) -> Row:
        lowest = _lowest(key)
        cost = cost_of(lowest, self.wild)
        rest = self.row(key - (1 << 2 * lowest))
        vectors: list[Vector] = [v and tuple([value + cost for value in v]) for v in rest]
        for draw in self._fitting(key):
            row = self.row(key - draw.key)
            for lane, source in enumerate(draw.sources):
                vector = row[source]
                if vector is not None:
                    vectors[lane] = _least(vectors[lane], vector, draw.pool)
        return vectors[0], vectors[1], vectors[2], vectors[3]

    def cover(self, key: int) -> Cover:
        """Return with how many wildcards a suit is grouped exactly, by lane of a declaration, as bits."""
        cover = self._covers.get(key)
        if cover is None:
            if len(self._covers) > _MOST_REMEMBERED:
                self._covers = {0: self._covers[0]}
            cover = self._covers[key] = self._new_cover(key)
        return cover

    def _new_cover(self, key: int) -> Cover:
        lowest = _lowest(key)
        # a wild-rank card may be left to the pool, which has to be used up; any other card may not
        rest = self.cover(key - (1 << 2 * lowest)) if lowest == self.wild else (0,) * len(self._covers[0])
        bits = list(rest)
        for draw in self._fitting(key):
            cover = self.cover(key - draw.key)
            for lane, lanes in enumerate(draw.rests):
                for left in lanes:
                    bits[lane] |= cover[left] << draw.pool
        whole = (1 << self.width) - 1
        return tuple([value & whole for value in bits])

    def runs(self, key: int, lane: int, pool: int) -> list[Run]:
        """Return sequences that reach the cost of a row."""
        if key == 0 or (lane == ANY and not self._gains(key, pool)):
            return []
        row = self.row(key)[lane]
        assert row is not None
        goal = row[pool]
        for draw in self._fitting(key):
            vector = self.row(key - draw.key)[draw.sources[lane]]
            if draw.pool <= pool and vector is not None and vector[pool - draw.pool] == goal:
                return [draw.run, *self.runs(key - draw.key, draw.sources[lane], pool - draw.pool)]
        return self.runs(key - (1 << 2 * _lowest(key)), lane, pool)

    def _gains(self, key: int, pool: int) -> bool:
        """Tell whether any sequence is worth taking when none is demanded."""
        vector = self.row(key)[ANY]
        loose = sum(cost_of(rank, self.wild) * (key >> 2 * rank & 3) for rank in range(13))
        return vector is not None and vector[pool] < loose + pool

    def covering(self, key: int, lane: int, pool: int) -> list[Run]:
        """Return sequences that group a suit exactly with `pool` wildcards."""
        if key == 0:
            return []
        for draw in self._fitting(key):
            if draw.pool <= pool:
                cover = self.cover(key - draw.key)
                for left in draw.rests[lane]:
                    if cover[left] >> (pool - draw.pool) & 1:
                        return [draw.run, *self.covering(key - draw.key, left, pool - draw.pool)]
        return self.covering(key - (1 << 2 * _lowest(key)), lane, pool)


def _lowest(key: int) -> int:
    return ((key & -key).bit_length() - 1) >> 1


@cache
def _prefix(pool: int) -> tuple[int, ...]:
    return (IMPOSSIBLE,) * pool


def _least(mine: Vector, other: tuple[int, ...], pool: int) -> Vector:
    """Return the lesser costs of two vectors, of which the other is `pool` wildcards dearer."""
    if pool:
        other = _prefix(pool) + other[:-pool]
    if mine is None:
        return None if other[-1] >= IMPOSSIBLE else other
    return tuple(map(min, mine, other))
