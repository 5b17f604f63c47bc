"""The trios and sets of one rank (R4), by how many copies of it each suit holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from solver.rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class Trio:
    """A trio or set of some rank.

    Attributes
    ----------
    suits : tuple of int
        Suits 0–3 of its natural cards, ascending, copies repeated.
    wilds : int
        Wildcards that stand in.
    """

    suits: tuple[int, ...]
    wilds: int


def trios_of(counts: tuple[int, ...], rules: Rules) -> tuple[Trio, ...]:
    """Return every trio, or under ``sets=distinct`` every set, that the copies allow.

    Parameters
    ----------
    counts : tuple of int, length 4
        Copies by suit, 0 to 3.

    >>> trios_of((1, 0, 2, 0), Rules())[0]
    Trio(suits=(0, 2, 2), wilds=0)
    """
    return _trios(counts, rules.sets == "distinct", rules.identical == "pure")


@cache
def _trios(counts: tuple[int, ...], distinct: bool, identical: bool) -> tuple[Trio, ...]:
    held = [suit for suit in range(4) if counts[suit]]
    return tuple(_sets(held) if distinct else _threes(held, counts, identical))


def _sets(held: list[int]) -> Iterator[Trio]:
    """Yield sets of 3 or 4 different suits with at least one natural."""
    for size in range(1, len(held) + 1):
        for suits in combinations(held, size):
            for wilds in range(max(0, 3 - size), 5 - size):
                yield Trio(suits, wilds)


def _threes(held: list[int], counts: tuple[int, ...], identical: bool) -> Iterator[Trio]:
    """Yield three naturals, or two and a wildcard; three identical are a sequence where R5 says so."""
    for size in (3, 2):
        for suits in combinations_with_replacement(held, size):
            fits = all(suits.count(suit) <= counts[suit] for suit in suits)
            if fits and not (identical and size == 3 and suits[0] == suits[2]):
                yield Trio(suits, 3 - size)
