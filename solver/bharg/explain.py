"""Why all cards of a hand are bound or not, every best arrangement, and how far it is from being bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver import cpsat
from solver.answer import Group
from solver.bharg.cards import (
    NAMES,
    loose_points,
    text_of,
)
from solver.bharg.conditions import Conditions, read_conditions
from solver.bharg.groups import packing_of
from solver.bharg.layout import lay_out
from solver.bharg.nearest import Nearest, nearest_of
from solver.bharg.reasons import Reason, families, reasons, remedies
from solver.bharg.rules import Rules
from solver.bharg.solve import Solution, solve_hand, top_after
from solver.bharg.text import Hand, parse_hand
from solver.bharg.walk import least

SHOWN = 3
"""Arrangements and exchanges that are listed when not all are asked for."""

MOST = 200
"""Arrangements and exchanges that are listed when all are asked for; more are said to be cut."""

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Groups and loose cards of a hand, with their points."""

    groups: tuple[Group, ...]
    loose: tuple[str, ...]
    points: int

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        groups = [group.to_json() for group in self.groups]
        return {"groups": groups, "loose": list(self.loose), "points": self.points}


@dataclass(frozen=True, slots=True)
class Listing:
    """Arrangements in canonical order, and whether these are all."""

    found: tuple[Arrangement, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        found = [one.to_json() for one in self.found]
        return {"count": len(found), "complete": self.complete, "found": found}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one hand.

    Attributes
    ----------
    solution : Solution
        The exact answer, without the player's conditions.
    cards : str
        The 7 cards that the rest speaks of: of 8 without the best discard.
    conditions : Conditions
        The player's conditions.
    impossible : bool
        Whether no arrangement at all meets them.
    bound : bool
        Whether all of `cards` are bound.
    reasons : tuple of Reason
        If not: why each loose card is.
    remedies : tuple of Reason
        If not: single changes of the rules or of the Ace Pile under which all would be bound.
    best : Listing
        The arrangements with the fewest points.
    nearest : Nearest or None
        How many cards have to be exchanged, and which; None if the conditions forbid all.
    """

    solution: Solution
    cards: str
    conditions: Conditions
    impossible: bool
    bound: bool
    reasons: tuple[Reason, ...]
    remedies: tuple[Reason, ...]
    best: Listing
    nearest: Nearest | None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object, then the explanation."""
        return self.solution.to_json() | {
            "cards": self.cards,
            "conditions": self.conditions.words() or None,
            "impossible": self.impossible,
            "bound": self.bound,
            "reasons": [reason.to_json() for reason in self.reasons],
            "remedies": [remedy.to_json() for remedy in self.remedies],
            "best": self.best.to_json(),
            "nearest": None if self.nearest is None else self.nearest.to_json(),
        }


def explain(
    hand: str,
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    keep: str | None = None,
    without: str | None = None,
    together: Sequence[str] = (),
    most: int = SHOWN,
) -> Explanation:
    """Explain one hand of 7 cards, or of 8 before the discard.

    Parameters
    ----------
    hand, ace, deck, rules
        As for `solver.bharg.solve`.
    keep, without : str, optional
        Cards that have to be bound, or to be in no set.
    together : sequence of str, optional
        Cards of which each lot has to be in one set.
    most : int
        Most arrangements and exchanges to list.

    Raises
    ------
    HandError
        With all defects of the hand or of the conditions.

    >>> told = explain("2MK 2SY 2WL 4YK 5YK 9WY E", ace="K")
    >>> [str(reason) for reason in told.reasons]
    ['9WY is in no set of this hand, and shows no Knots (B1)']
    """
    read = parse_hand(hand, ace=ace, deck=deck)
    return _explained(read, rules or Rules(), read_conditions(keep, without, together, read.codes), most)


def _explained(hand: Hand, rules: Rules, conditions: Conditions, most: int) -> Explanation:
    """Explain a hand that has been read."""
    solution = solve_hand(hand, rules=rules)
    codes, top = _seven(hand, solution)
    best = _best(codes, top, rules, conditions, most)
    loose = least(codes, top, rules).cards

    def allows(goal: Cards) -> bool:
        """Tell whether a bound hand meets the conditions, bound as they ask."""
        ways = (sets for sets in families(goal, rules) if conditions.met_by(sets, goal, top))
        return any(not _arrangement(goal, sets, top).loose for sets in ways)

    return Explanation(
        solution=solution,
        cards=text_of(codes),
        conditions=conditions,
        impossible=bool(conditions) and not best.found,
        bound=not loose,
        reasons=tuple(reasons(codes, top)) if loose else (),
        remedies=tuple(remedies(codes, top, rules)) if loose else (),
        best=best,
        nearest=nearest_of(Hand(codes, top, hand.deck), rules, most, allows if conditions else None),
    )


def _seven(hand: Hand, solution: Solution) -> tuple[Cards, int]:
    """Return the 7 cards to speak of and the top of the Ace Pile: of 8 without the best discard (B6)."""
    if solution.discard is None:
        return hand.codes, hand.ace
    gone = NAMES.index(solution.discard)
    return tuple(code for code in hand.codes if code != gone), top_after(gone, hand.ace)


def _best(codes: Cards, ace: int, rules: Rules, conditions: Conditions, most: int) -> Listing:
    """List the arrangements with the fewest points, then cards, by CP-SAT; under conditions by trying all."""
    if conditions:
        met = [sets for sets in families(codes, rules) if conditions.met_by(sets, codes, ace)]
        ranked = [(_arrangement(codes, sets, ace), sets) for sets in met]
        least_points = min(((one.points, len(one.loose)) for one, _ in ranked), default=None)
        chosen = [sets for one, sets in ranked if (one.points, len(one.loose)) == least_points]
        complete = True
    else:
        packing, sets_in_hand = packing_of(codes, ace, rules)
        choices, complete = cpsat.every(packing, most=8 * most)
        chosen = [tuple(sets_in_hand[at] for at in choice.chosen) for choice in choices]
    if rules.sets == "overlapping" and chosen:
        fewest = min(map(len, chosen))  # a set that binds nothing more is no other arrangement
        chosen = [sets for sets in chosen if len(sets) == fewest]
    laid = {tuple(sorted(sets)): _arrangement(codes, sets, ace) for sets in chosen}
    found = [laid[sets] for sets in sorted(laid)]
    return Listing(tuple(found[:most]), complete and len(found) <= most)


def _arrangement(codes: Cards, sets: Sequence[Cards], ace: int) -> Arrangement:
    groups, loose = lay_out(codes, sets, ace)
    return Arrangement(
        groups, tuple(NAMES[code] for code in loose), sum(loose_points(code, ace) for code in loose)
    )
