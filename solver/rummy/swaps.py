"""Which cards to exchange so that a hand declares: all targets at a distance, by trying groups in turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any, NamedTuple

from solver.answer import Group
from solver.rummy.cards import HAND_SIZE, JOKER, NAMES, counts_of, is_wild
from solver.rummy.conditions import Conditions, held_together
from solver.rummy.confirm import confirm, spans
from solver.rummy.goals import copies_in_play, goal_melds
from solver.rummy.groups import Meld
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules
from solver.rummy.text import Hand

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


Need = tuple[tuple[int, ...], int]
"""Natural codes to take in, ascending, and the number of wildcards beside them."""


class _Taken(NamedTuple):
    """What groups take together: natural cards that are new, the hand's wild-rank cards that are natural,
    wildcards, and all cards that are new."""

    natural: int
    own: int
    wilds: int
    new: int


class Search:
    """All targets of one hand at a distance, by trying groups in turn."""

    def __init__(self, hand: Hand, rules: Rules, conditions: Conditions, most_steps: int) -> None:
        self.most_steps = most_steps
        self.hand, self.rules, self.conditions = hand, rules, conditions
        self.rank = hand.wild.rank
        self.held = counts_of(hand.codes)
        self.pool = sum(is_wild(code, self.rank) for code in hand.codes)
        self.copies = copies_in_play(hand.wild, hand.decks)
        self.wild = [is_wild(code, self.rank) for code in range(len(NAMES))]
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
        self.near = [(short, meld.size, meld) for short, _, meld in near if short <= distance]
        self.used = [0] * len(NAMES)
        self._extend(0, (), HAND_SIZE, _Taken(0, 0, 0, 0))
        return self.found, not self._is_over()

    def _short(self, meld: Meld) -> int:
        """Return the fewest new cards that a group alone needs."""
        needed = Counter(meld.naturals)
        own = sum(min(count, self.held[code]) for code, count in needed.items() if is_wild(code, self.rank))
        new = sum(max(0, count - self.held[code]) for code, count in needed.items())
        return new + max(0, meld.wilds - (self.pool - own))

    def _extend(self, first: int, chosen: tuple[Meld, ...], left: int, taken: "_Taken") -> None:
        """Try one more group, in order, while no more cards are new than the distance allows.

        Beside others a group needs as many new cards as alone, or more.
        """
        room = self.distance - taken.new
        for at in range(first, len(self.near)):
            short, size, meld = self.near[at]
            if short > room or self._is_over():
                return
            rest = left - size
            if rest < 3 and rest:
                continue
            self.steps += 1
            now = self._take(meld, taken)
            if now is not None:
                if rest == 0:
                    self._finish((*chosen, meld), now)
                else:
                    self._extend(at, (*chosen, meld), rest, now)
            for code in meld.naturals:
                self.used[code] -= 1

    def _is_over(self) -> bool:
        """Tell whether to stop: at the limit, but not before some target is found, if that is not far."""
        return self.steps >= (self.most_steps if self.found else 20 * self.most_steps)

    def _take(self, meld: Meld, taken: "_Taken") -> "_Taken | None":
        """Count a group's cards in; None if too many are new, or more than there are."""
        natural, own, total = taken.natural, taken.own, taken.wilds + meld.wilds
        sound = True
        for code in meld.naturals:
            count = self.used[code] = self.used[code] + 1
            if count > self.held[code]:
                natural += 1
                sound &= count <= self.copies[code]
            elif self.wild[code]:
                own += 1
        new = natural + max(0, total - (self.pool - own))
        return _Taken(natural, own, total, new) if sound and new <= self.distance else None

    def _finish(self, goal: tuple[Meld, ...], taken: "_Taken") -> None:
        if taken.new != self.distance:
            return
        pairs = zip(self.used, self.held, strict=True)
        new = tuple(code for code, (used, held) in enumerate(pairs) for _ in range(used - held))
        need = new, taken.new - taken.natural
        if need in self.found or taken.new - taken.natural > self._free_wilds(new):
            return
        pure = [meld.size for meld in goal if meld.kind == "pure"]
        impure = [meld.size for meld in goal if meld.kind == "impure"]
        trios = len(goal) - len(pure) - len(impure)
        declares = trios <= self.most_trios and spans(pure, impure, self.rules)
        if declares and held_together(goal, self.conditions, self.held, self.rank):
            self.found[need] = goal

    def _free_wilds(self, new: Sequence[int]) -> int:
        """Return how many wildcards are unseen beside some new cards."""
        unseen = sum(
            count - held for count, held, wild in zip(self.copies, self.held, self.wild, strict=True) if wild
        )
        return unseen - sum(self.wild[code] for code in new)

    def ranked(
        self, distance: int, found: dict[Need, tuple[Meld, ...]], most: int, *, complete: bool
    ) -> Nearest:
        """Return the targets that can be made up in the most ways, the canonical first among equals."""
        ways = {need: self._ways(need) for need in found}
        order = sorted(found, key=lambda need: (-ways[need], *need[0], *[len(NAMES)] * need[1]))
        targets = tuple(self._target(need, found[need], ways[need]) for need in order[:most])
        return Nearest(distance, targets, complete and len(found) <= most)

    def _ways(self, need: Need) -> int:
        """Return in how many ways the unseen copies make up what is needed."""
        new, wilds = need
        ways = prod(comb(self.copies[code] - self.held[code], count) for code, count in Counter(new).items())
        return ways * comb(self._free_wilds(new), wilds)

    def _target(self, need: Need, goal: tuple[Meld, ...], ways: int) -> Target:
        """Lay a goal out in cards, new wildcards as any that are unseen."""
        new, wilds = need
        codes = list(self.hand.codes)
        naturals = Counter(code for meld in goal for code in meld.naturals)
        spare = [code for code in codes if self.wild[code]]
        for code in (naturals & Counter(spare)).elements():
            spare.remove(code)
        stand_in = spare[: sum(meld.wilds for meld in goal)]
        cards = sorted([*naturals.elements(), *stand_in, *self._fresh_wilds(new, wilds)])
        groups, left = lay_out(cards, goal, self.rank, self.rules)
        confirm(cards, groups, left, self.rank, self.rules, declares=True)
        out = Counter(codes) - Counter(cards)
        names = (*(NAMES[code] for code in new), *[ANY_WILD] * wilds)
        return Target(names, tuple(NAMES[code] for code in sorted(out.elements())), ways, groups)

    def _fresh_wilds(self, new: Sequence[int], wilds: int) -> list[int]:
        """Return wildcards that are unseen, jokers first."""
        left = [count - held for count, held in zip(self.copies, self.held, strict=True)]
        for code in new:
            left[code] -= 1
        free: Iterator[int] = (
            code for code in range(JOKER, -1, -1) if self.wild[code] for _ in range(left[code])
        )
        return [next(free) for _ in range(wilds)]
