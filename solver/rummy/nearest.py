"""The least number of cards to exchange so that a hand declares, and which cards do it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

from solver.answer import Group
from solver.rummy.cards import CODES, HAND_SIZE, NAMES, counts_of, is_wild
from solver.rummy.conditions import Conditions, held_together
from solver.rummy.confirm import confirm, spans
from solver.rummy.goals import copies_in_play, goal_melds, nearest_goal, new_cards
from solver.rummy.groups import Meld
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules
from solver.rummy.text import Hand, parse_hand

STEPS = 200_000
"""Most steps of the search for all targets of a hand; what is longer is said to be cut."""

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


def nearest(
    hand: str,
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    most: int = 20,
) -> Nearest:
    """Return how many cards a hand has to exchange to declare, and which.

    Parameters
    ----------
    hand : str
        13 cards.
    wild, decks, rules
        As for `solver.rummy.solve`.
    most : int
        Most targets to return.

    Raises
    ------
    HandError
        With all defects of the hand.

    >>> found = nearest("4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 3C")
    >>> found.distance, [(target.cards, target.ways) for target in found.targets]
    (1, [(('wild',), 2), (('2H',), 1), (('2C',), 1)])
    """
    rules = rules or Rules()
    read = parse_hand(hand, wild=wild, decks=decks, rules=rules, sizes=(HAND_SIZE,))
    found = nearest_of(read, rules, Conditions(), most)
    assert found is not None  # without conditions some declaration is always near
    return found


def nearest_of(hand: Hand, rules: Rules, conditions: Conditions, most: int) -> Nearest | None:
    """Return how far 13 cards are from a declaration; None if the player's conditions forbid all."""
    search = _Search(hand, rules, conditions)
    least = 0
    if conditions:
        goal = nearest_goal(hand.codes, hand.wild, hand.decks, rules, conditions)
        if goal is None:
            return None
        new, wilds = new_cards(hand.codes, goal, hand.wild.rank)
        least = len(new) + wilds
    else:
        least = _distance(hand, rules)
    while True:
        found, complete = search.targets(least)
        if found or not complete:
            break
        least += 1  # copies in play forbid what was counted on
    if not found:
        goal = nearest_goal(hand.codes, hand.wild, hand.decks, rules, conditions)
        assert goal is not None
        new, wilds = new_cards(hand.codes, goal, hand.wild.rank)
        least = len(new) + wilds
        found = {(new, wilds): goal}
    targets = sorted((search.target(new, wilds, goal) for (new, wilds), goal in found.items()), key=_rank)
    return Nearest(least, tuple(targets[:most]), complete and len(targets) <= most)


def _distance(hand: Hand, rules: Rules) -> int:
    import numpy as np

    from solver.rummy.distance import distances

    codes = np.array([hand.codes], dtype=np.uint8)
    return int(distances(codes, hand.wild.rank, hand.decks, rules)[0])


def _rank(target: Target) -> tuple[int, list[int]]:
    return -target.ways, [len(NAMES) if card == ANY_WILD else CODES[card] for card in target.cards]


Need = tuple[tuple[int, ...], int]
"""Natural codes to take in, ascending, and the number of wildcards beside them."""


class _Search:
    """All targets of one hand at a distance, by trying groups in turn."""

    def __init__(self, hand: Hand, rules: Rules, conditions: Conditions) -> None:
        self.hand, self.rules, self.conditions = hand, rules, conditions
        self.rank = hand.wild.rank
        self.held = counts_of(hand.codes)
        self.pool = sum(is_wild(code, self.rank) for code in hand.codes)
        self.copies = copies_in_play(hand.wild, hand.decks)
        self.all_wild = sum(count for code, count in enumerate(self.copies) if is_wild(code, self.rank))
        self.most_trios = HAND_SIZE if rules.max_trios == "any" else int(rules.max_trios)

    def targets(self, distance: int) -> tuple[dict[Need, tuple[Meld, ...]], bool]:
        """Return what to take in at some distance, each with a goal, and whether that is all."""
        self.distance = distance
        self.found: dict[Need, tuple[Meld, ...]] = {}
        self.steps = 0
        near = sorted(
            (self._short(meld), at, meld)
            for at, meld in enumerate(goal_melds(self.rank, self.hand.decks, self.rules))
        )
        self.near = [(short, meld) for short, _, meld in near if short <= distance]
        self._extend(0, (), HAND_SIZE, [0] * 53, 0, 0)
        return self.found, self.steps < STEPS

    def _short(self, meld: Meld) -> int:
        """Return the fewest new cards that a group alone needs."""
        needed = Counter(meld.naturals)
        own = sum(min(count, self.held[code]) for code, count in needed.items() if is_wild(code, self.rank))
        new = sum(max(0, count - self.held[code]) for code, count in needed.items())
        return new + max(0, meld.wilds - (self.pool - own))

    def _extend(
        self, first: int, chosen: tuple[Meld, ...], left: int, used: list[int], wilds: int, new: int
    ) -> None:
        """Try one more group, in order, while no more cards are new than the distance allows."""
        for at in range(first, len(self.near)):
            short, meld = self.near[at]
            if short > self.distance or self.steps >= STEPS:
                return
            if meld.size > left or 0 < left - meld.size < 3:
                continue
            self.steps += 1
            for code in meld.naturals:
                used[code] += 1
            need = self._need(used, wilds + meld.wilds)
            if need is not None:
                if left == meld.size:
                    self._finish((*chosen, meld), need)
                elif len(need[0]) + need[1] <= self.distance:
                    self._extend(at, (*chosen, meld), left - meld.size, used, wilds + meld.wilds, new)
            for code in meld.naturals:
                used[code] -= 1

    def _need(self, used: list[int], wilds: int) -> Need | None:
        """Return what the groups take in; None if it is too much, or more than there is."""
        new: list[int] = []
        own = total = 0
        for code, count in enumerate(used):
            if count:
                if count > self.copies[code]:
                    return None
                extra = count - self.held[code]
                if extra > 0:
                    new += [code] * extra
                if is_wild(code, self.rank):
                    own += min(count, self.held[code])
                    total += count
        extra_wilds = max(0, wilds - (self.pool - own))
        if len(new) + extra_wilds > self.distance or total + wilds > self.all_wild:
            return None
        return tuple(new), extra_wilds

    def _finish(self, goal: tuple[Meld, ...], need: Need) -> None:
        if need in self.found or len(need[0]) + need[1] != self.distance:
            return
        pure = [meld.size for meld in goal if meld.kind == "pure"]
        impure = [meld.size for meld in goal if meld.kind == "impure"]
        trios = len(goal) - len(pure) - len(impure)
        declares = trios <= self.most_trios and spans(pure, impure, self.rules)
        if declares and held_together(goal, self.conditions, self.held, self.rank):
            self.found[need] = goal

    def target(self, new: tuple[int, ...], wilds: int, goal: tuple[Meld, ...]) -> Target:
        """Lay a goal out in cards, new wildcards as any that are unseen."""
        unseen = [count - held for count, held in zip(self.copies, self.held, strict=True)]
        codes = list(self.hand.codes)
        naturals = Counter(code for meld in goal for code in meld.naturals)
        spare = [code for code in codes if is_wild(code, self.rank)]
        for code in (naturals & Counter(spare)).elements():
            spare.remove(code)
        stand_in = spare[: sum(meld.wilds for meld in goal)]
        fresh = self._fresh_wilds(unseen, new, wilds)
        cards = sorted([*naturals.elements(), *stand_in, *fresh])
        groups, left = lay_out(cards, goal, self.rank, self.rules)
        confirm(cards, groups, left, self.rank, self.rules, declares=True)
        out = Counter(codes) - Counter(cards)
        counts = Counter(new)
        free = sum(unseen[code] for code in range(53) if is_wild(code, self.rank)) - sum(
            is_wild(code, self.rank) for code in new
        )
        ways = prod(comb(unseen[code], count) for code, count in counts.items()) * comb(free, wilds)
        names = (*(NAMES[code] for code in new), *[ANY_WILD] * wilds)
        return Target(names, tuple(NAMES[code] for code in sorted(out.elements())), ways, groups)

    def _fresh_wilds(self, unseen: Sequence[int], new: Sequence[int], wilds: int) -> list[int]:
        """Return wildcards that are unseen, jokers first."""
        left = list(unseen)
        for code in new:
            left[code] -= 1
        free: Iterator[int] = (
            code for code in range(52, -1, -1) if is_wild(code, self.rank) for _ in range(left[code])
        )
        return [next(free) for _ in range(wilds)]
