"""Which cards to exchange so that a hand declares, told and ranked."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import Any

from solver.answer import Group
from solver.rummy.cards import JOKER, NAMES
from solver.rummy.confirm import confirm
from solver.rummy.goalsearch import GoalSearch, Need
from solver.rummy.groups import Meld
from solver.rummy.layout import lay_out

ANY_WILD = "wild"
"""What a target calls a wildcard of any kind."""


@dataclass(frozen=True, slots=True)
class Target:
    """Cards to take in for as many others, so that the hand declares.

    Attributes
    ----------
    cards : tuple of str
        What to take in; ``wild`` is any wildcard.
    out : tuple of str
        What to let go.
    ways : int
        In how many ways the unseen copies make it up.
    groups : tuple of Group
        The declaration that it is then.
    """

    cards: tuple[str, ...]
    out: tuple[str, ...]
    ways: int
    groups: tuple[Group, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "cards": list(self.cards),
            "out": list(self.out),
            "ways": self.ways,
            "groups": [group.to_json() for group in self.groups],
        }


@dataclass(frozen=True, slots=True)
class Nearest:
    """How far a hand is from a declaration.

    Attributes
    ----------
    distance : int
        The least number of cards to exchange; 0 if it declares.
    targets : tuple of Target
        What to take in, each once: those with the most ways first, then in canonical order.
    complete : bool
        Whether it is proved that there are no other targets.
    """

    distance: int
    targets: tuple[Target, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "distance": self.distance,
            "complete": self.complete,
            "targets": [target.to_json() for target in self.targets],
        }


def ranked(
    search: GoalSearch, distance: int, found: Mapping[Need, tuple[Meld, ...]], most: int, *, complete: bool
) -> Nearest:
    """Return the targets that can be made up in the most ways, the canonical first among equals.

    Parameters
    ----------
    search : GoalSearch
        The hand, and what is in play.
    distance : int
        How many cards are exchanged.
    found : mapping
        What to take in, each with a goal.
    most : int
        Most targets to return.
    complete : bool
        Whether that is all.
    """
    ways = {need: _ways(search, need) for need in found}
    order = sorted(found, key=lambda need: (-ways[need], *need[0], *[len(NAMES)] * need[1]))
    targets = tuple(_target(search, need, found[need], ways[need]) for need in order[:most])
    return Nearest(distance, targets, complete and len(found) <= most)


def _ways(search: GoalSearch, need: Need) -> int:
    """Return in how many ways the unseen copies make up what is needed."""
    new, wilds = need
    ways = prod(comb(search.copies[code] - search.held[code], count) for code, count in Counter(new).items())
    return ways * comb(search.free_wilds(new), wilds)


def _target(search: GoalSearch, need: Need, goal: tuple[Meld, ...], ways: int) -> Target:
    """Lay a goal out in cards, new wildcards as any that are unseen."""
    new, wilds = need
    codes = list(search.hand.codes)
    naturals = Counter(code for meld in goal for code in meld.naturals)
    spare = [code for code in codes if search.wild[code]]
    for code in (naturals & Counter(spare)).elements():
        spare.remove(code)
    stand_in = spare[: sum(meld.wilds for meld in goal)]
    cards = sorted([*naturals.elements(), *stand_in, *_fresh_wilds(search, need)])
    groups, left = lay_out(cards, goal, search.rank, search.rules)
    confirm(cards, groups, left, search.rank, search.rules, declares=True)
    out = Counter(codes) - Counter(cards)
    names = (*(NAMES[code] for code in new), *[ANY_WILD] * wilds)
    return Target(names, tuple(NAMES[code] for code in sorted(out.elements())), ways, groups)


def _fresh_wilds(search: GoalSearch, need: Need) -> list[int]:
    """Return wildcards that are unseen, jokers first."""
    new, wilds = need
    left = [count - held for count, held in zip(search.copies, search.held, strict=True)]
    for code in new:
        left[code] -= 1
    free: Iterator[int] = (
        code for code in range(JOKER, -1, -1) if search.wild[code] for _ in range(left[code])
    )
    return [next(free) for _ in range(wilds)]
