"""The sequences of one suit that a search has to try (R1, R3, R5): those that no cut makes smaller."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from solver.rummy.rules import Rules

PLACES = 14
"""Places of a run: A 2 … K, and the ace once more behind the king."""

LONGEST = 13


@dataclass(frozen=True, slots=True)
class Run:
    """A sequence as it draws on a suit: ranks of its naturals, and wildcards that stand in.

    Attributes
    ----------
    ranks : tuple of int
        Ranks 0–12 of the natural cards, ascending; one rank three times for three identical cards (R5).
    wilds : int
        Wildcards that stand in; 0 makes it pure.
    """

    ranks: tuple[int, ...]
    wilds: int

    @property
    def pure(self) -> bool:
        """Whether no wildcard stands in."""
        return self.wilds == 0

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.ranks) + self.wilds

    @property
    def key(self) -> int:
        """The naturals as counts of a suit, two bits a rank."""
        return sum(1 << 2 * rank for rank in self.ranks)

    def pool(self, wild: int) -> int:
        """Return what it takes from the pool: a natural wild-rank card is no wildcard any more (R2)."""
        return self.wilds + self.ranks.count(wild)


@dataclass(frozen=True, slots=True)
class _Form:
    """What the rules say about the form of a sequence."""

    most_wild: int
    fewest_natural: int
    keep_four: bool
    identical: bool


def runs_of(rules: Rules) -> tuple[tuple[Run, ...], ...]:
    """Return the runs to try, by the rank that is the lowest of their naturals (the ace is rank 0).

    A run that cuts into two runs is left out, as the pieces cover the same cards and are worth as much to
    every gate; under ``span=life4`` a cut must leave a piece of four, so all runs of 6 stay.

    >>> [run for run in runs_of(Rules())[12] if run.pure]  # the ace of Q K A is the lowest
    [Run(ranks=(12, 12, 12), wilds=0)]
    """
    most_wild = LONGEST if rules.max_wild == "any" else int(rules.max_wild)
    form = _Form(most_wild, int(rules.min_natural), rules.span == "life4", rules.identical == "pure")
    return _runs(form)


@cache
def _runs(form: _Form) -> tuple[tuple[Run, ...], ...]:
    found: set[tuple[tuple[int, ...], int]] = set()
    for first in range(PLACES - 2):
        for size in range(3, min(LONGEST, PLACES - first) + 1):
            for held in _spreads(size, form):
                if not _cuts(held, size, form):
                    ranks = tuple(sorted((first + place) % 13 for place in held))
                    found.add((ranks, size - len(held)))
    if form.identical:
        found.update(((rank,) * 3, 0) for rank in range(13))
    by_lowest: list[list[Run]] = [[] for _ in range(13)]
    for ranks, wilds in sorted(found):
        by_lowest[ranks[0]].append(Run(ranks, wilds))
    return tuple(map(tuple, by_lowest))


def _spreads(size: int, form: _Form) -> Iterator[tuple[int, ...]]:
    """Yield the places held within a run of `size`; of long runs only those that might not cut.

    With at most two wildcards every run of 7 or more cuts. With more, one of 7 or more does not if its
    naturals lie within three places; or, when each piece needs two, if it has four or fewer.
    """
    if size >= 7 and form.most_wild <= 2:
        return
    if size >= 7 and form.fewest_natural == 1:
        for place in range(size):
            near = range(place + 1, min(place + 3, size))
            yield from ((place, *rest) for naturals in range(3) for rest in combinations(near, naturals))
        return
    for naturals in range(max(1, size - form.most_wild), (size if size < 7 else 4) + 1):
        if naturals == size or naturals >= form.fewest_natural:
            yield from combinations(range(size), naturals)


def _cuts(held: tuple[int, ...], size: int, form: _Form) -> bool:
    """Tell whether a run cuts into two runs that the rules allow."""
    for left in range(3, size - 2):
        if form.keep_four and max(left, size - left) < 4:
            continue
        below = sum(place < left for place in held)
        pieces = ((below, left), (len(held) - below, size - left))
        if all(naturals == length or naturals >= form.fewest_natural for naturals, length in pieces):
            return True
    return False
