"""Which sets the rules allow (B1, B5), and the sets of a hand as a packing problem (B2–B4, B7)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from solver.bharg.cards import ALL_SUITS, POINTS, SUIT_MASKS, is_bound_by_ace
from solver.bharg.rules import Rules
from solver.packing import Candidate, Packing

KINDS = ("set", "ace", "excuse")
LEAST_CARDS = 3
"""Two cards are never a set, even if they show all six suits (B1)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found for one hand, in codes.

    Attributes
    ----------
    sets : tuple of tuple of int
        The sets of an arrangement with the least loose points and, among those, the fewest loose cards;
        each set ascending, the sets in canonical order.
    points, cards : int
        Loose points and loose cards of that arrangement.
    discard : int or None
        For 8 cards, the code let go (B6).
    folds : tuple of int or None
        For 8 cards, every code whose discard leaves all cards bound, ascending.
    """

    sets: tuple[tuple[int, ...], ...]
    points: int
    cards: int
    discard: int | None = None
    folds: tuple[int, ...] | None = None


def sets_of(codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every set among the cards, in canonical order (B1).

    Parameters
    ----------
    codes : sequence of int
        Ascending codes, each once.

    >>> sets_of([6, 7, 8, 10, 40])
    [(6, 7, 8)]
    """
    found: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], shown: int) -> None:
        """Add a card for the first suit not shown yet: so each set is met exactly once."""
        if shown == ALL_SUITS:
            if len(chosen) >= LEAST_CARDS:
                found.append(tuple(sorted(chosen)))
            return
        missing = ~shown & (shown + 1)
        for code in codes:
            mask = SUIT_MASKS[code]
            if mask & missing and not mask & shown:
                extend((*chosen, code), shown | mask)

    extend((), 0)
    return sorted(found)


def needs_set(code: int, ace: int) -> bool:
    """Tell whether only a set can bind the card: neither the top ace nor its own rule does (B3, B5)."""
    return POINTS[code] > 0 and not is_bound_by_ace(code, ace)


def packing_of(codes: Sequence[int], ace: int, rules: Rules) -> tuple[Packing, tuple[tuple[int, ...], ...]]:
    """Return the packing problem of 7 cards, and the sets that are its candidates.

    Parameters
    ----------
    codes : sequence of int
        Ascending codes.
    ace : int
        The suit on top of the Ace Pile, or -1.
    rules : Rules
        Whether sets may overlap (B2).
    """
    open_cards = [code for code in codes if needs_set(code, ace)]
    shared = rules.sets == "overlapping"
    # with overlapping sets a bound card is no bar, so only the cards that need a set are resources
    resources = open_cards if shared else list(codes)
    candidates, sets = [], []
    for cards in sets_of(codes):
        saved = [code for code in cards if code in open_cards]
        if saved:
            uses = tuple((resources.index(code), 1) for code in cards if code in resources)
            candidates.append(Candidate(uses, sum(POINTS[code] for code in saved), len(saved)))
            sets.append(cards)
    packing = Packing(
        capacities=(1,) * len(resources),
        candidates=tuple(candidates),
        points=sum(POINTS[code] for code in open_cards),
        cards=len(open_cards),
        shared=shared,
        values=tuple(POINTS[code] for code in resources) if shared else (),
    )
    return packing, tuple(sets)


def fewest_sets(sets: Sequence[tuple[int, ...]], ace: int) -> tuple[tuple[int, ...], ...]:
    """Return the fewest of the sets that bind all cards which the sets bind together.

    Of equally many, the first in canonical order. Only overlapping sets can be too many.

    Parameters
    ----------
    sets : sequence of tuple of int
        In canonical order.
    ace : int
        The suit on top of the Ace Pile, or -1: its cards need no set.
    """
    masks = tuple(sum(1 << code for code in cards if needs_set(code, ace)) for cards in sets)
    return tuple(sets[index] for index in fewest_cover(masks))


@lru_cache(maxsize=1 << 16)
def fewest_cover(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indices of the fewest masks that cover all which the masks cover together.

    >>> fewest_cover((0b0111, 0b0110, 0b1100))
    (0, 2)
    """
    goal = union_of(masks)
    choices = (chosen for count in range(len(masks) + 1) for chosen in combinations(range(len(masks)), count))
    return next(chosen for chosen in choices if union_of(masks[index] for index in chosen) == goal)


def union_of(masks: Iterable[int]) -> int:
    """Return the bits that are set in any of the masks."""
    return reduce(or_, masks, 0)
