"""The least number of cards to exchange so that a hand declares, and which cards do it."""

from collections import Counter

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, JOKER, is_wild
from solver.rummy.conditions import Conditions
from solver.rummy.goals import nearest_goal, new_cards
from solver.rummy.groups import Meld
from solver.rummy.rules import Rules
from solver.rummy.swaps import Nearest, Need, Search
from solver.rummy.text import Hand, parse_hand

STEPS = 4_000
"""Steps that the search for targets takes at least, and 1,000 more for each target that is asked for.

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
    search = Search(hand, rules, conditions, STEPS + 1_000 * most)
    least = 0
    if conditions:
        goal = nearest_goal(hand.codes, hand.wild, hand.decks, rules, conditions)
        if goal is None:
            return None
        new, wilds = new_cards(hand.codes, goal, hand.wild.rank)
        least = len(new) + wilds
    else:
        least = _distance(hand, rules)
        if least == 1:
            return _one_away(search, most)
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
    return search.ranked(least, found, most, complete=complete)


def _one_away(search: "Search", most: int) -> Nearest:
    """Return all cards that let a hand declare when they are drawn: each is tried (R15)."""
    hand, rank = search.hand, search.rank
    found: dict[Need, tuple[Meld, ...]] = {}
    # jokers first: where one will do, so will any wildcard, and none is told apart
    for code in range(JOKER, -1, -1):
        wild = is_wild(code, rank)
        if search.held[code] < search.copies[code] and not (wild and ((), 1) in found):
            drawn = tuple(sorted((*hand.codes, code)))
            goal = walk.find(drawn, rank, search.rules).declaration
            if goal is not None:
                natural = Counter(code for meld in goal for code in meld.naturals)[code] > search.held[code]
                found[((code,), 0) if natural or not wild else ((), 1)] = goal
    return search.ranked(1, found, most, complete=True)


def _distance(hand: Hand, rules: Rules) -> int:
    import numpy as np

    from solver.rummy.distance import distances

    codes = np.array([hand.codes], dtype=np.uint8)
    return int(distances(codes, hand.wild.rank, hand.decks, rules)[0])
