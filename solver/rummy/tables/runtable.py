"""The runs of some rules as arrays, for the recursion over all suits of a table at once (see `suits`)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import Second, after, span_of
from solver.rummy.rules import Rules
from solver.rummy.runs import runs_of

WIDTH = 8
"""Costs are known for 0 to 7 wildcards."""

IMPOSSIBLE = (1 << 14) - 1
"""Cost of what cannot be; four of them still fit 16 bits."""

MOST_NATURALS = 6
"""Natural cards of a run that does not cut."""

NO_CARD = 255

_PRESENT = 0x1555555  # the low bit of each of the 13 pairs


@dataclass(frozen=True, slots=True)
class Draws:
    """The runs as the recursion needs them (see `suits`), as arrays; `by_lowest` are the places by rank.

    `kind` and `form` number the few ways in which runs change the lanes of a loser and of a declaration;
    `naturals` are the ranks of each, filled up with `NO_CARD`.
    """

    by_lowest: tuple[NDArray[np.int64], ...]
    keys: NDArray[np.int64]
    needs: NDArray[np.int64]
    pool: NDArray[np.int64]
    kind: NDArray[np.int64]
    form: NDArray[np.int64]
    sources: tuple[tuple[int, int, int, int], ...]
    rests: tuple[tuple[tuple[int, ...], ...], ...]
    wilds: NDArray[np.uint8]
    naturals: NDArray[np.uint8]

    @classmethod
    def of(cls, rules: Rules, wild: int, second: Second) -> "Draws":
        """Return the draws of the runs that up to 7 wildcards allow."""
        span = span_of(rules)
        runs = [run for runs in runs_of(rules) for run in runs if run.pool(wild) < WIDTH]
        keys = np.array([run.key for run in runs])
        needs = np.where(keys & ~_PRESENT, keys, present(keys))
        sources = (after(second, pure=False), after(second, pure=True))
        rests = [span.after(run.size, pure=run.pure) for run in runs]
        forms = tuple(dict.fromkeys(rests))
        lowest = np.array([run.ranks[0] for run in runs])
        return cls(
            tuple(np.flatnonzero(lowest == rank) for rank in range(13)),
            keys,
            needs,
            np.array([run.pool(wild) for run in runs]),
            np.array([int(run.pure) for run in runs]),
            np.array([forms.index(rest) for rest in rests]),
            sources,
            forms,
            np.array([run.wilds for run in runs], np.uint8),
            np.array([[*run.ranks, *[NO_CARD] * (MOST_NATURALS - len(run.ranks))] for run in runs], np.uint8),
        )

    def fitting(self, keys: NDArray[np.int64], lowest: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the places of suits and of draws that fit them, by suit."""
        draws = self.by_lowest[lowest]
        needs = self.needs[draws]
        suit, draw = np.nonzero(present(keys)[:, None] & needs == needs)
        return suit, draws[draw]

    def fitting_all(
        self, keys: NDArray[np.int64], lowest: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the same for suits in the order of their lowest ranks."""
        ends = np.searchsorted(lowest, np.arange(14)).tolist()
        found = []
        for rank, (start, end) in enumerate(pairwise(ends)):
            if end > start:
                suit, draw = self.fitting(keys[start:end], rank)
                found.append((suit + start, draw))
        if not found:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        return np.concatenate([pair[0] for pair in found]), np.concatenate([pair[1] for pair in found])

    def costs(
        self, cost: NDArray[np.uint16], left: NDArray[np.int64], draw: NDArray[np.int64]
    ) -> NDArray[np.uint16]:
        """Return the costs after draws, given the rows of the suits that they leave."""
        found = np.full((len(left), 4, WIDTH), IMPOSSIBLE, np.uint16)
        change = self.kind[draw] * WIDTH + self.pool[draw]
        for kind, sources in enumerate(self.sources):
            for pool in range(WIDTH):
                same = np.flatnonzero(change == kind * WIDTH + pool)
                if len(same):
                    rest = cost[left[same]]
                    found[same, :, pool:] = rest[:, sources, : WIDTH - pool]
        return found

    def covers(
        self, cover: NDArray[np.uint8], left: NDArray[np.int64], draw: NDArray[np.int64]
    ) -> NDArray[np.uint8]:
        """Return the covers after draws, given the rows of the suits that they leave."""
        shifted = cover[left] << self.pool[draw].astype(np.uint8)[:, None]
        found = np.zeros_like(shifted)
        form = self.form[draw]
        for number, rests in enumerate(self.rests):
            same = np.flatnonzero(form == number)
            if len(same):
                rest = shifted[same]
                lanes = np.zeros_like(rest)
                for lane, lanes_left in enumerate(rests):
                    for source in lanes_left:
                        lanes[:, lane] |= rest[:, source]
                found[same] = lanes
        return found


@lru_cache(maxsize=32)
def draws_of(rules: Rules, wild: int, second: Second) -> Draws:
    """Return the draws of `Draws.of`, remembered."""
    return Draws.of(rules, wild, second)


def present(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of each pair of bits in the low one whether the rank is held, in the high one whether thrice."""
    return (keys | keys >> 1) & _PRESENT | (keys & keys >> 1 & _PRESENT) << 1
