"""Sets that the goal of some hand may hold: flat lists of ways, one or two sets each, with their bounds."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.int8]
Bounds = dict[int, NDArray[np.int8]]
"""By cards in sets: the most that sequences keep when sets take nothing, (wildcards + 1, hands)."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Ways to have one set, or two, in the goal of a hand.

    Attributes
    ----------
    hand, rank : (M,) int
        The hand, and the rank of a single set, -1 if it keeps none of the hand's cards.
    takes, codes : (4, M) int
        What is taken from each suit: number of cards, and their code in the tables.
    rest : (M,) int
        Cards in the sets.
    natural, wilds : (M,) int
        Cards kept of them that are no wildcards, and most wildcards kept beside.
    left, kept : (M,) int
        Wildcards left for the sequences, and cards kept by the sets.
    """

    hand: NDArray[np.int32]
    rank: Bytes
    takes: Bytes
    codes: NDArray[np.int32]
    rest: Bytes
    natural: Bytes
    wilds: Bytes
    left: Bytes
    kept: Bytes

    def at(self, index: NDArray[np.intp]) -> "Entries":
        """Return some of the entries."""
        return Entries(*(getattr(self, one.name)[..., index] for one in fields(self)))

    def bound(self, bounds: Bounds) -> NDArray[np.int8]:
        """Return the most that each entry could keep: as if its sets took nothing from the sequences."""
        return _bound(bounds, self.rest, self.left, self.hand) + self.kept

    def paired(
        self, pool: int, counts: NDArray[np.int8], best: NDArray[np.int8], bounds: Bounds
    ) -> "Entries":
        """Return the pairs of single sets of a hand that could keep more than its best.

        Parameters
        ----------
        pool : int
            Wildcards of each hand.
        counts : (4, 13, N) int8
            Copies by suit and rank.
        best : (N,) int8
            Cards kept so far.
        bounds : dict
            For `bound`.
        """
        one = self.at(np.argsort(self.hand, kind="stable"))
        found = [one.at(np.zeros(0, dtype=np.intp))]
        size = len(one.hand)
        for offset in range(size):
            first = np.flatnonzero(one.hand[: size - offset] == one.hand[offset:])
            if not len(first):
                break
            second = first + offset
            rest = one.rest[first] + one.rest[second]
            used = np.minimum(pool, one.wilds[first] + one.wilds[second])
            kept = one.natural[first] + one.natural[second] + used
            hand = one.hand[first]
            worth = _bound(bounds, rest, pool - used, hand) + kept > best[hand]
            pairs = _together(one.at(first[worth]), one.at(second[worth]), pool)
            same = (one.rank[first] == one.rank[second])[worth] & (one.rank[first] >= 0)[worth]
            over = np.flatnonzero(same)
            held = counts[:, one.rank[first[worth][over]], pairs.hand[over]]
            over = over[(pairs.takes[:, over] > held).any(axis=0)]
            found.append(pairs.at(np.delete(np.arange(len(pairs.hand)), over)) if len(over) else pairs)
        return joined(found)


def _bound(bounds: Bounds, rest: Bytes, left: Bytes, hand: NDArray[np.int32]) -> NDArray[np.int8]:
    """Return the most that sequences keep beside sets that take nothing."""
    most = np.zeros(len(hand), dtype=np.int8)
    sizes = np.unique(rest)
    for size in sizes:
        if len(sizes) == 1:
            return bounds[int(size)][left, hand]
        mine = np.flatnonzero(rest == size)
        most[mine] = bounds[int(size)][left[mine], hand[mine]]
    return most


def _together(first: Entries, second: Entries, pool: int) -> Entries:
    natural, wilds = first.natural + second.natural, first.wilds + second.wilds
    used = np.minimum(pool, wilds)
    return Entries(
        first.hand,
        np.full(len(first.hand), -1, dtype=np.int8),
        first.takes + second.takes,
        first.codes + second.codes,
        first.rest + second.rest,
        natural,
        wilds,
        pool - used,
        natural + used,
    )


def entries_of(
    hands: NDArray[np.intp],
    rank: int,
    takes: Sequence[int],
    power: int,
    size: int,
    natural: int,
    wilds: int,
    pool: int,
) -> Entries:
    """Return one and the same single set as an entry of many hands.

    As each wildcard adds at most one card that is kept, a set takes all the wildcards that it can.
    """
    shape = (len(hands),)
    columns = np.array(takes, dtype=np.int8)[:, None] * np.ones(shape, dtype=np.int8)
    used = min(pool, wilds)
    numbers = (rank, size, natural, wilds, pool - used, natural + used)
    ranks, *plain = (np.full(shape, number, dtype=np.int8) for number in numbers)
    return Entries(hands.astype(np.int32), ranks, columns, columns * np.int32(power), *plain)


def joined(parts: Sequence[Entries]) -> Entries:
    """Return all entries in one."""
    columns = ([getattr(part, one.name) for part in parts] for one in fields(Entries))
    return Entries(*(np.concatenate(column, axis=-1) for column in columns))
