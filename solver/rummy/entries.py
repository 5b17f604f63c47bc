"""Sets that the goals of hands may hold: flat lists of ways, one or two sets each, with their bounds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.setkinds import NO_RANK, Kinds
from solver.rummy.tables.ragged import listed

Bytes = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Entries:
    """Ways to have one set, or two, in the goal of a hand.

    Attributes
    ----------
    hand : (M,) int32
        The hand.
    first, second : (M,) int16
        The kinds of the sets; -1 for no second one.
    rest, left, kept : (M,) int8
        Cards in the sets, wildcards left for the sequences, cards kept by the sets.
    bound : (M,) int8
        The most that each could keep: as if its sets took nothing from the sequences.
    """

    hand: NDArray[np.int32]
    first: NDArray[np.int16]
    second: NDArray[np.int16] | None
    rest: Bytes
    left: Bytes
    kept: Bytes
    bound: Bytes

    def at(self, index: NDArray[np.intp]) -> "Entries":
        """Return some of the entries."""
        second = None if self.second is None else self.second[index]
        return Entries(
            self.hand[index],
            self.first[index],
            second,
            self.rest[index],
            self.left[index],
            self.kept[index],
            self.bound[index],
        )


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Pairs of groups of kinds, `one` up to `other`, and what two sets of them come to; see `Entries`."""

    one: NDArray[np.intp]
    other: NDArray[np.intp]
    rest: Bytes
    left: Bytes
    kept: Bytes

    @classmethod
    def of(cls, kinds: Kinds, pool: int) -> "_Pairs":
        """Return all pairs for hands with so many wildcards."""
        one, other = np.triu_indices(len(kinds.size))
        used = np.minimum(pool, kinds.wilds[one] + kinds.wilds[other])
        kept = kinds.natural[one] + kinds.natural[other] + used
        return cls(one, other, kinds.size[one] + kinds.size[other], pool - used, kept)


class Ways:
    """The ways of hands with one number of wildcards to have sets in their goals.

    Parameters
    ----------
    kinds : Kinds
        The kinds of sets for so many wildcards.
    counts : (4, 13, N) int8
        Copies by suit and rank.
    wild : (N,) int8
        Wild rank of each hand, or -1.
    bounds : (R, pool + 1, N) int8
        By cards in sets and wildcards: the most that sequences keep when sets take nothing.
    """

    def __init__(self, kinds: Kinds, counts: Bytes, wild: Bytes, bounds: Bytes) -> None:
        self.kinds, self.counts, self.bounds = kinds, counts, bounds
        self.pool = bounds.shape[1] - 1
        self.hand, self.kind = self._fitting(wild)

    def _fitting(self, wild: Bytes) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """Return all single sets, hand by hand."""
        kinds, hands = self.kinds, self.counts.shape[2]
        base = round(kinds.starts.shape[2] ** 0.25)
        held = np.zeros((NO_RANK + 1, hands), np.uint8)
        for suit in range(4):
            held[:NO_RANK] += self.counts[suit].view(np.uint8) * np.uint8(base**suit)
        ranks = np.arange(NO_RANK + 1)[:, None]
        place = (wild == ranks) * np.int32(NO_RANK + 1) + ranks.astype(np.int32)
        place = (place * np.int32(kinds.starts.shape[2]) + held).T.ravel()
        number = kinds.counts.ravel()[place]
        _, index = listed(kinds.starts.ravel()[place], number)
        each = number.reshape(hands, NO_RANK + 1).sum(axis=1)
        return np.repeat(np.arange(hands, dtype=np.int32), each), kinds.listed[index]

    def single(self, best: Bytes) -> Entries:
        """Return the single sets that could keep more than the best of their hands."""
        kinds, pool = self.kinds, self.pool
        used = np.minimum(pool, kinds.wilds)
        rest, left, kept = kinds.size, pool - used, kinds.natural + used
        most = self.bounds[rest, left] + kept[:, None]
        # sets that take no card keep just what their bound says
        np.maximum(best, most[kinds.group[: kinds.empty]].max(axis=0), out=best)
        group = kinds.group[self.kind]
        bound = most[group, self.hand]
        worth = np.flatnonzero(bound > best[self.hand])
        group = group[worth]
        return Entries(
            self.hand[worth],
            self.kind[worth],
            None,
            rest[group],
            left[group],
            kept[group],
            bound[worth],
        )

    def paired(self, best: Bytes) -> Entries:
        """Return the pairs of single sets of a hand that could keep more than its best."""
        kinds, hands = self.kinds, self.counts.shape[2]
        group = kinds.group[self.kind]
        order = np.argsort(group, kind="stable")
        number = np.bincount(group * np.int64(hands) + self.hand, minlength=len(kinds.size) * hands)
        start = np.cumsum(number) - number
        pairs = _Pairs.of(kinds, self.pool)
        pair, hand, high = self._worth(pairs, number.reshape(-1, hands) > 0, best)
        # every set of the one group with every one of the other
        ones, others = pairs.one[pair] * hands + hand, pairs.other[pair] * hands + hand
        each = number[ones] * number[others]
        at, turn = listed(np.zeros(len(pair), np.int64), each)
        a = order[start[ones][at] + turn // number[others][at]]
        b = order[start[others][at] + turn % number[others][at]]
        fits = np.flatnonzero((a <= b) | (ones != others)[at])
        fits = fits[self._have(hand[at[fits]], self.kind[a[fits]], self.kind[b[fits]])]
        at, first, second = at[fits], self.kind[a[fits]], self.kind[b[fits]]
        pair = pair[at]
        return Entries(
            hand[at].astype(np.int32),
            first,
            second,
            pairs.rest[pair],
            pairs.left[pair],
            pairs.kept[pair],
            high[at],
        )

    def _worth(
        self, pairs: "_Pairs", held: NDArray[np.bool_], best: Bytes
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], Bytes]:
        """Return the pairs of groups that could raise the best of hands: which, of which hand, and how far.

        The best is raised where it takes no card of the hand.
        """
        empty = set(self.kinds.group[: self.kinds.empty].tolist())
        bounds = [
            self.bounds[rest, left] + kept
            for rest, left, kept in zip(pairs.rest, pairs.left, pairs.kept, strict=True)
        ]
        both = list(zip(pairs.one.tolist(), pairs.other.tolist(), strict=True))
        for bound, pair in zip(bounds, both, strict=True):
            if empty.issuperset(pair):
                np.maximum(best, bound, out=best)
        found = [
            np.flatnonzero((bound > best) & held[one] & held[other])
            for bound, (one, other) in zip(bounds, both, strict=True)
        ]
        most = [bound[hands] for bound, hands in zip(bounds, found, strict=True)]
        which = np.repeat(np.arange(len(found)), [len(hands) for hands in found])
        return which, np.concatenate(found), np.concatenate(most)

    def _have(
        self, hand: NDArray[np.intp], first: NDArray[np.int16], second: NDArray[np.int16]
    ) -> NDArray[np.bool_]:
        """Tell whether hands have the cards for two sets each, which fit alone."""
        kinds = self.kinds
        rank = kinds.rank[first]
        fits = np.ones(len(hand), dtype=bool)
        same = np.flatnonzero((rank == kinds.rank[second]) & (rank < NO_RANK))
        takes = kinds.takes[:, first[same]] + kinds.takes[:, second[same]]
        fits[same] = (takes <= self.counts[:, rank[same], hand[same]]).all(axis=0)
        return fits
