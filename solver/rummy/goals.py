"""All groups that the cards in play allow, and the declaration nearest to a hand by CP-SAT."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from solver import cpsat
from solver.packing import Packing
from solver.rummy.cards import HAND_SIZE, JOKER, counts_of, is_wild
from solver.rummy.conditions import Conditions, imposed
from solver.rummy.groups import Kind, Meld, declaration_packing
from solver.rummy.rules import Rules
from solver.rummy.runs import runs_of
from solver.rummy.text import WildCard
from solver.rummy.trios import trios_of
from solver.rummy.walk import rules_of


def copies_in_play(shown: WildCard, decks: int) -> list[int]:
    """Return by code how many copies are in play: the decks less the Wild Card shown (R13)."""
    copies = [decks] * JOKER + [2 * decks]
    if shown.card >= 0:
        copies[shown.card] -= 1
    return copies


def goal_melds(wild: int, decks: int, rules: Rules) -> tuple[Meld, ...]:
    """Return the groups that a declaration may be made of, as far as copies go, in canonical order.

    Runs that cut into smaller ones are left out, since the pieces hold the same cards.
    """
    return _goal_melds(wild if rules.wild_natural == "no" else -1, decks, rules_of(rules))


@lru_cache(maxsize=32)
def _goal_melds(never: int, decks: int, rules: Rules) -> tuple[Meld, ...]:
    melds = []
    for suit in range(4):
        for run in (run for runs in runs_of(rules) for run in runs):
            most = max(run.ranks.count(rank) for rank in run.ranks)
            if never not in run.ranks and most <= decks:
                naturals = tuple(suit * 13 + rank for rank in run.ranks)
                melds.append(Meld("pure" if run.pure else "impure", naturals, run.wilds))
    kind: Kind = "set" if rules.sets == "distinct" else "trio"
    for rank in range(13):
        if rank != never:
            for trio in trios_of((decks,) * 4, rules):
                melds.append(Meld(kind, tuple(suit * 13 + rank for suit in trio.suits), trio.wilds))
    return tuple(sorted(melds, key=lambda meld: meld.order))


def goal_packing(shown: WildCard, decks: int, rules: Rules, melds: Sequence[Meld]) -> Packing:
    """Return the problem of groups within the cards in play that are a declaration (R6, R7)."""
    cards = [code for code, count in enumerate(copies_in_play(shown, decks)) for _ in range(count)]
    packing = declaration_packing(cards, shown.rank, rules, melds)
    # what is not in the goal is no discard
    return replace(
        packing, candidates=packing.candidates[: len(melds)], cards=HAND_SIZE, cover=False, exactly={}
    )


def nearest_goal(
    codes: Sequence[int], shown: WildCard, decks: int, rules: Rules, conditions: Conditions
) -> tuple[Meld, ...] | None:
    """Return a declaration that keeps the most cards of a hand, proved by CP-SAT.

    None if the conditions cannot be met.

    Parameters
    ----------
    codes : sequence of int
        13 codes.
    shown, decks, rules
        What is in play, and the rules.
    conditions : Conditions
        What the goal has to meet beside the rules.
    """
    copies = copies_in_play(shown, decks)
    melds = [
        meld
        for meld in goal_melds(shown.rank, decks, rules)
        if all(meld.naturals.count(code) <= copies[code] for code in meld.naturals)
    ]
    in_play = [code for code, count in enumerate(copies) if count]
    packing = imposed(goal_packing(shown, decks, rules, melds), melds, in_play, shown.rank, conditions)
    if packing is None:
        return None
    counts = counts_of(codes)
    held = [counts[code] for code in in_play]
    natural = [at for at, code in enumerate(in_play) if is_wild(code, shown.rank)]
    held.append(sum(counts[in_play[at]] for at in natural))
    choice = cpsat.fewest_new(packing, held, natural, HAND_SIZE)
    return None if choice is None else tuple(melds[at] for at in choice.chosen)


def new_cards(codes: Sequence[int], goal: Sequence[Meld], wild: int) -> tuple[tuple[int, ...], int]:
    """Return what a goal takes beside a hand: natural codes, and the number of wildcards.

    Wildcards of the hand fill the places of wildcards, unless they are natural in the goal.
    """
    left = counts_of(codes)
    new = []
    for code in sorted(code for meld in goal for code in meld.naturals):
        if left[code]:
            left[code] -= 1
        else:
            new.append(code)
    spare = sum(count for code, count in enumerate(left) if is_wild(code, wild))
    return tuple(new), max(0, sum(meld.wilds for meld in goal) - spare)
