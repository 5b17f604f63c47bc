"""Why a hand declares or cannot, every best arrangement, and how far it is from a declaration."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.rummy.arrangements import (
    Arrangement,
    Listing,
    best_arrangements,
    declarations,
    with_needs,
)
from solver.rummy.cards import CODES, HAND_SIZE, counts_of, text_of
from solver.rummy.cards import without as less
from solver.rummy.compare import Ruled, compare
from solver.rummy.conditions import Conditions, read_conditions
from solver.rummy.goals import copies_in_play
from solver.rummy.nearest import nearest_of
from solver.rummy.reasons import Obstacle, Reason, most_covered, obstacles, reasons
from solver.rummy.rules import Rules
from solver.rummy.solve import Solution, solve_hand
from solver.rummy.swaps import Nearest
from solver.rummy.text import Hand, parse_hand, parse_wild

SHOWN = 3
"""Arrangements that are listed when not all are asked for."""

MOST = 200
"""Arrangements that are listed when all are asked for; more are said to be cut."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one hand.

    Attributes
    ----------
    solution : Solution
        The exact answer, without the player's conditions.
    cards : str
        The 13 cards that the rest speaks of: of 14 without the fold, or without the best discard.
    conditions : Conditions
        The player's conditions on declarations, arrangements and exchanges.
    impossible : bool
        Whether no arrangement at all meets the conditions.
    declarations : Listing
        The declarations that essentially differ.
    reasons : tuple of Reason
        If it cannot declare: plain facts that keep it from it.
    obstacles : tuple of Obstacle
        If it cannot declare: the smallest sets of conditions that stand in the way; empty if none helps.
    covered : Arrangement or None
        If it cannot declare: groups that cover the most cards.
    best : Listing
        The arrangements with the least loose points that essentially differ, and what each needs next.
    nearest : Nearest
        How many cards have to be exchanged to declare, and which.
    compared : tuple of Ruled
        Verdicts under other rules.
    """

    solution: Solution
    cards: str
    conditions: Conditions
    impossible: bool
    declarations: Listing
    reasons: tuple[Reason, ...]
    obstacles: tuple[Obstacle, ...]
    covered: Arrangement | None
    best: Listing
    nearest: Nearest | None
    compared: tuple[Ruled, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object, then the explanation."""
        covered = None if self.covered is None else HAND_SIZE - len(self.covered.loose)
        return self.solution.to_json() | {
            "cards": self.cards,
            "conditions": self.conditions.words() or None,
            "impossible": self.impossible,
            "declarations": self.declarations.to_json(),
            "reasons": [reason.to_json() for reason in self.reasons],
            "obstacles": [obstacle.to_json() for obstacle in self.obstacles],
            "covered": covered,
            "cover": None if self.covered is None else self.covered.to_json(),
            "best": self.best.to_json(),
            "nearest": None if self.nearest is None else self.nearest.to_json(),
            "compared": [ruled.to_json() for ruled in self.compared],
        }


def explain(
    hand: str,
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    keep: str | None = None,
    without: str | None = None,
    together: Sequence[str] = (),
    most: int = SHOWN,
    compare_rules: Sequence[Rules] = (),
) -> Explanation:
    """Explain one hand of 13 cards, or of 14 before the fold.

    Parameters
    ----------
    hand, wild, decks, rules
        As for `solver.rummy.solve`.
    keep, without : str, optional
        Cards that have to be in groups, or in none.
    together : sequence of str, optional
        Cards of which each lot has to be in one group.
    most : int
        Most declarations, arrangements and exchanges to list; a longer list is said to be cut.
    compare_rules : sequence of Rules, optional
        Rules whose verdicts are compared; the first is what the others are compared with.

    Raises
    ------
    HandError
        With all defects of the hand or of the conditions.
    LimitError
        If CP-SAT proved nothing within its deterministic limit.

    >>> told = explain("4H 5H 6H 7H 8H 3C 4C 5C 6C 7C QS QD QH")
    >>> [obstacle.rules for obstacle in told.obstacles], told.covered
    ([('R6',)], None)
    """
    rules = rules or Rules()
    read = parse_hand(hand, wild=wild, decks=decks, rules=rules)
    conditions = read_conditions(keep, without, together, read.codes)
    told = _explained(read, rules, conditions, most)
    if not compare_rules:
        return told
    return replace(told, compared=compare(read, compare_rules, lambda other: parse_wild(wild, other)))


def _explained(hand: Hand, rules: Rules, conditions: Conditions, most: int) -> Explanation:
    """Explain a hand that has been read, compared with no other rules."""
    solution = solve_hand(hand, rules=rules)
    rank = hand.wild.rank
    codes, conditions = _thirteen(hand, solution, conditions)
    best = best_arrangements(codes, rank, rules, conditions, most)
    unseen = _unseen(hand)
    needed = tuple(with_needs(one, rank, rules, unseen) for one in best.found)
    blocked = () if solution.declare else obstacles(codes, rank, rules)
    return Explanation(
        solution=solution,
        cards=text_of(codes),
        conditions=conditions,
        impossible=bool(conditions) and not best.found,
        declarations=declarations(codes, rank, rules, conditions, most),
        reasons=() if solution.declare else reasons(codes, rank, rules),
        obstacles=blocked,
        covered=None if solution.declare or blocked else most_covered(codes, rank, rules, Conditions()),
        best=Listing(needed, best.complete),
        nearest=nearest_of(Hand(codes, hand.wild, hand.decks), rules, conditions, most),
        compared=(),
    )


def _thirteen(hand: Hand, solution: Solution, conditions: Conditions) -> tuple[tuple[int, ...], Conditions]:
    """Return the 13 cards to speak of, and the conditions on them.

    Of 14 one goes that the conditions allow: one to be left out first, then the fold or the best discard.
    """
    if len(hand.codes) == HAND_SIZE:
        return hand.codes, conditions
    best = [*(solution.folds or ()), *([] if solution.discard is None else [solution.discard])]
    ways = [*conditions.without, *(CODES[card] for card in best), *sorted(set(hand.codes))]
    allowed = (code for code in ways if conditions.may_go(code, hand.codes, hand.wild.rank))
    gone = next(allowed, ways[0])
    return less(hand.codes, gone), conditions.after(gone, hand.wild.rank)


def _unseen(hand: Hand) -> list[int]:
    """Return by code the copies that are neither in the hand nor shown."""
    copies = copies_in_play(hand.wild, hand.decks)
    return [count - held for count, held in zip(copies, counts_of(hand.codes), strict=True)]
