"""Where two sets of rules judge one hand differently, and because of which option."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from solver.rummy.rules import Rules, difference
from solver.rummy.solve import solve_hand
from solver.rummy.text import Hand, WildCard

_OF_THE_ROUND = ("halving", "pack_points", "joker_reveals")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What one set of rules says of a hand.

    Attributes
    ----------
    rules : str
        Name of the rules.
    declare, penalty : bool, int
        The verdict.
    declare_because, penalty_because : tuple of tuple of str
        Against the first rules compared: the smallest choices of options (``span=any``) which, changed
        there, give this verdict; all of the smallest size. Empty where the verdicts agree.
    """

    rules: str
    declare: bool
    penalty: int
    declare_because: tuple[tuple[str, ...], ...] = ()
    penalty_because: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "rules": self.rules,
            "declare": self.declare,
            "penalty": self.penalty,
            "declare_because": [list(options) for options in self.declare_because],
            "penalty_because": [list(options) for options in self.penalty_because],
        }


def compare(hand: Hand, names: Sequence[Rules], wild_of: Callable[[Rules], WildCard]) -> tuple[Ruled, ...]:
    """Judge a hand under several rules, and find the options that make the difference to the first.

    Parameters
    ----------
    hand : Hand
        13 or 14 cards.
    names : sequence of Rules
        The rules; the first is what the others are compared with.
    wild_of : callable
        The Wild Card under some rules: a printed joker reveals aces or nothing (R11).
    """

    @lru_cache(maxsize=1024)
    def judged(rules: Rules) -> tuple[bool, int]:
        solution = solve_hand(replace(hand, wild=wild_of(rules)), rules=rules)
        return solution.declare, solution.penalty

    first = names[0]
    return (Ruled(first.name, *judged(first)), *(_against(hand, first, other, judged) for other in names[1:]))


def _against(hand: Hand, first: Rules, other: Rules, judged: Callable[[Rules], tuple[bool, int]]) -> Ruled:
    """Judge a hand under other rules, and find what makes the difference."""
    options = [
        name
        for name in difference(first, other)
        if name not in _OF_THE_ROUND or (name == "joker_reveals" and hand.wild.text == "JK")
    ]

    def because(part: int) -> tuple[tuple[str, ...], ...]:
        wanted = judged(other)[part]
        if judged(first)[part] == wanted:
            return ()
        changed = {name: getattr(other, name) for name in options}
        found = _smallest(
            options,
            lambda chosen: judged(replace(first, **{name: changed[name] for name in chosen}))[part] == wanted,
        )
        return tuple(tuple(f"{name}={changed[name]}" for name in chosen) for chosen in found)

    return Ruled(other.name, *judged(other), because(0), because(1))


def _smallest(
    options: Sequence[str], suffices: Callable[[Sequence[str]], bool]
) -> tuple[tuple[str, ...], ...]:
    """Return all choices of options of the smallest size that suffice."""
    for size in range(1, len(options) + 1):
        found = tuple(chosen for chosen in combinations(options, size) if suffices(chosen))
        if found:
            return found
    return ()
