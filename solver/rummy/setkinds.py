"""Kinds of trios and sets that a goal may hold: what they keep of a rank, and which fit which copies."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

NO_RANK = 13
"""Place, beside the ranks, of sets that keep no card of the hand but wildcards."""


@dataclass(frozen=True, slots=True)
class _Set:
    """Cards of a rank that a trio or set of a goal keeps: copies by suit, its size, wildcards beside them."""

    takes: tuple[int, int, int, int]
    size: int
    wilds: int

    @property
    def kept(self) -> int:
        return sum(self.takes)


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
            if not 0 < kept <= size or same:
                continue
            if wild:
                room = size if distinct else min(3, kept + 1)
            else:
                room = size - kept if distinct else min(1, 3 - kept)
            a, b, c, d = takes
            found.append(_Set((a, b, c, d), size, room))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Kinds:
    """All kinds of sets for hands with one number of wildcards, by index.

    Attributes
    ----------
    rank : (K,) int8
        The rank, or 13 for none.
    takes : (4, K) int8
        Cards taken from each suit.
    codes : (4, K) int32
        Their codes in the tables.
    wild_takes : (4, K) int8
        Cards of the wild rank among them.
    group : (K,) int8
        Number of the kinds that are alike in what follows.
    size, natural, wilds : (G,) int8
        By group: cards in the set, cards kept that are no wildcards, most wildcards kept beside.
    starts, counts : (2, 14, S) int32
        By whether the rank is wild, rank and signature of its copies: the kinds that fit, in `listed`.
    listed : (L,) int16
        Kinds.
    empty : int
        The first kinds, which keep wildcards only.
    """

    rank: NDArray[np.int8]
    takes: NDArray[np.int8]
    codes: NDArray[np.int32]
    wild_takes: NDArray[np.int8]
    group: NDArray[np.int8]
    size: NDArray[np.int8]
    natural: NDArray[np.int8]
    wilds: NDArray[np.int8]
    starts: NDArray[np.int32]
    counts: NDArray[np.int32]
    listed: NDArray[np.int16]
    empty: int


@lru_cache(maxsize=64)
def kinds_of(distinct: bool, identical: bool, decks: int, pool: int) -> Kinds:
    """Return the kinds of sets for hands with `pool` wildcards."""
    signatures = (decks + 1) ** 4
    empty = [_Set((0, 0, 0, 0), size, size - 1 if distinct else 1) for size in ((3, 4) if distinct else (3,))]
    found = [(one, NO_RANK, False) for one in empty]
    starts = np.zeros((2, 14, signatures), np.int32)
    counts = np.zeros_like(starts)
    counts[:, NO_RANK] = len(empty)
    listed = [np.arange(len(empty))]
    length = len(empty)
    for wild in (False, True):
        sets = _sets_of(distinct, identical, decks, wild=wild)
        fits = _fitting(sets, distinct, decks, pool, wild=wild)
        number, local = np.nonzero(fits.T)[1].astype(np.int64), fits.sum(axis=0)
        for rank in range(13):
            starts[int(wild), rank] = length + np.cumsum(local) - local
            counts[int(wild), rank] = local
            listed.append(len(found) + number)
            length += len(number)
            found += [(one, rank, wild) for one in sets]
    takes = np.array([one.takes for one, _, _ in found], np.int8).T
    ranks = np.array([rank for _, rank, _ in found])
    is_wild = np.array([wild for _, _, wild in found])
    alike = [(one.size, 0 if wild else one.kept, min(one.wilds, pool)) for one, _, wild in found]
    groups = sorted(set(alike))
    size, natural, wilds = np.array(groups, np.int8).T
    return Kinds(
        ranks.astype(np.int8),
        takes,
        takes.astype(np.int32) * ((decks + 1) ** (ranks % NO_RANK)).astype(np.int32),
        takes * is_wild,
        np.array([groups.index(one) for one in alike], np.int8),
        size,
        natural,
        wilds,
        starts,
        counts,
        np.concatenate(listed).astype(np.int16),
        len(empty),
    )


def _fitting(
    sets: tuple[_Set, ...], distinct: bool, decks: int, pool: int, *, wild: bool
) -> NDArray[np.bool_]:
    """Tell which sets are worth a look for which copies of a rank: (sets, signatures)."""
    base = decks + 1
    held = np.arange(base**4) // base ** np.arange(4)[:, None] % base
    total = (held > 0).sum(axis=0) if distinct else held.sum(axis=0)
    fits = np.ones((len(sets), base**4), dtype=bool)
    for at, one in enumerate(sets):
        fits[at] = (held >= np.array(one.takes)[:, None]).all(axis=0) & (total >= one.kept)
        if not wild:
            # cards of a rank stay out of its set only for a wildcard, or for a second set
            spared = np.minimum(total, one.size) - one.kept
            fits[at] &= (spared <= min(pool, one.wilds)) | (total > 3)
    return fits
