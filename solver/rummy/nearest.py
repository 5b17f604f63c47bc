"""The least number of cards to exchange so that a hand declares, and which cards do it."""

from collections import Counter

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, JOKER, is_wild, without
from solver.rummy.conditions import Conditions
from solver.rummy.goals import nearest_goal, new_cards
from solver.rummy.goalsearch import GoalSearch, Need
from solver.rummy.groups import Meld
from solver.rummy.rules import Rules
from solver.rummy.swaps import Nearest, ranked
from solver.rummy.text import Hand, parse_hand

STEPS = 8_000
"""Steps that the search for targets takes at least, and 400 more for each target that is asked for.

What is longer is cut, and said to be: hands far from a declaration have very many targets."""


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
    search = GoalSearch(hand, rules, conditions, STEPS + 400 * most)
    if not conditions:
        declared = walk.find(hand.codes, search.rank, rules).declaration
        if declared is not None:
            return ranked(search, 0, {((), 0): declared}, most, complete=True)
        least = max(1, search.nearest)
    else:
        goal = nearest_goal(hand.codes, hand.wild, hand.decks, rules, conditions)
        if goal is None:
            return None
        least = _exchanged(hand, goal)
    while True:
        found, complete = search.targets(least)
        if least == 1 and not conditions:
            found, complete = _one_away(search, found, complete=complete), True
        if found:
            return ranked(search, least, found, most, complete=complete)
        if not complete:
            return _proved(search, most)
        least += 1


def _one_away(
    search: GoalSearch, found: dict[Need, tuple[Meld, ...]], *, complete: bool
) -> dict[Need, tuple[Meld, ...]]:
    """Return all cards that let a hand declare when they are drawn: each that is not found is tried (R15).

    Where one wildcard will do, so will any, and none is told apart.
    """
    hand, rank = search.hand, search.rank
    whole = dict(found)
    for code in range(JOKER, -1, -1):
        wild = is_wild(code, rank)
        if wild and ((), 1) in whole:
            whole.pop(((code,), 0), None)
        elif not complete and ((code,), 0) not in whole and search.held[code] < search.copies[code]:
            goal = _folded(tuple(sorted((*hand.codes, code))), rank, search.rules)
            if goal is not None:
                natural = Counter(code for meld in goal for code in meld.naturals)[code] > search.held[code]
                whole[((code,), 0) if natural or not wild else ((), 1)] = goal
    return whole


def _folded(codes: tuple[int, ...], wild: int, rules: Rules) -> tuple[Meld, ...] | None:
    """Return a declaration of 14 cards less one."""
    for code in sorted(set(codes)):
        kept = without(codes, code)
        if walk.declares(kept, wild, rules):
            return walk.find(kept, wild, rules).declaration
    return None


def _proved(search: GoalSearch, most: int) -> Nearest:
    """Return what CP-SAT proves to be nearest, where the search for targets is too long."""
    hand, rules, conditions = search.hand, search.rules, search.conditions
    goal = nearest_goal(hand.codes, hand.wild, hand.decks, rules, conditions)
    assert goal is not None  # without conditions some declaration is always near
    need = new_cards(hand.codes, goal, search.rank)
    return ranked(search, _exchanged(hand, goal), {need: goal}, most, complete=False)


def _exchanged(hand: Hand, goal: tuple[Meld, ...]) -> int:
    new, wilds = new_cards(hand.codes, goal, hand.wild.rank)
    return len(new) + wilds
