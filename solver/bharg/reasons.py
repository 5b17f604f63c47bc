"""Why cards of a hand stay loose, and what single change would bind them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solver.bharg.cards import NAMES, SUIT_NAMES, SUITS
from solver.bharg.groups import needs_set, sets_of
from solver.bharg.rules import Rules, override
from solver.bharg.walk import least
from solver.verdict import listed

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that keeps the hand from being bound, or would bind it, with the label of its rule."""

    rule: str
    message: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"rule": self.rule, "message": self.message}

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


def families(codes: Cards, rules: Rules) -> Iterator[tuple[Cards, ...]]:
    """Yield every choice of sets that may lie together in a hand (B2)."""
    sets = sets_of(codes)
    for count in range(len(sets) + 1):
        for chosen in combinations(sets, count):
            cards = [code for one in chosen for code in one]
            if rules.sets == "overlapping" or len(set(cards)) == len(cards):
                yield chosen
        if rules.sets == "disjoint" and count == 2:
            return


def reasons(codes: Cards, ace: int) -> Iterator[Reason]:
    """Yield why cards stay loose: they are in no set at all, or their sets stand in each other's way."""
    sets = sets_of(codes)
    in_sets = {code for cards in sets for code in cards}
    alone = [code for code in codes if needs_set(code, ace) and code not in in_sets]
    if alone:
        names = listed([NAMES[code] for code in alone])
        shows = "shows" if len(alone) == 1 else "show"
        where = f", and {shows} no {SUIT_NAMES[ace]}" if ace >= 0 else "; the Ace Pile is empty"
        rule = "B1" if ace >= 0 else "B4"
        yield Reason(rule, f"{names} {'is' if len(alone) == 1 else 'are'} in no set of this hand{where}")
    rivals = [code for code in codes if needs_set(code, ace) and code in in_sets]
    if rivals and not any(
        {*rivals} <= {code for cards in chosen for code in cards} for chosen in families(codes, Rules())
    ):
        shared = sorted(code for code in codes if sum(code in cards for cards in sets) > 1)
        names = listed([NAMES[code] for code in rivals])
        yield Reason("B2", f"{names} are in sets, but these share {listed([NAMES[code] for code in shared])}")


def remedies(codes: Cards, ace: int, rules: Rules) -> Iterator[Reason]:
    """Yield the single changes under which all cards are bound: overlapping sets, or another top ace."""
    if rules.sets == "disjoint" and not least(codes, ace, override(rules, ["sets=overlapping"])).cards:
        yield Reason("B2", "with overlapping sets all would be bound")
    tops = [top for top in range(len(SUITS)) if top != ace and top not in codes]
    helpful = [SUIT_NAMES[top] for top in tops if not least(codes, top, rules).cards]
    if helpful:
        yield Reason("B3", f"with the Ace of {listed(helpful, 'or')} on top all would be bound")
