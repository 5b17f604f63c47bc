"""All hands of Bharg's basic deck: counts that pin the rules down, and a digest of every penalty."""

import hashlib
from itertools import combinations
from math import comb

import numpy as np
import pytest
from bruteforce import bharg as naive

from solver import cache
from solver.bharg import Rules, shelf
from solver.bharg.arrange import MOST_SETS, arrange
from solver.bharg.cards import NAMES
from solver.bharg.evaluate import evaluate

DISJOINT, OVERLAPPING = Rules(), Rules(sets="overlapping")

PENALTIES_OF_THE_BASIC_DECK = "8f90c0403284343a8b50a7582397d0593ad756251e39105db191db966372304d"
"""SHA-256 of the penalties (uint8) of all 7-card hands of the 36 basic cards, Ace Pile empty, disjoint sets,
in lexicographic order of ascending codes; `test_all_penalties_by_the_naive_checker` finds the same."""


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory):
    """Build the tables anew once, in a folder of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("tables")))
        shelf.clear_memory()
        yield
    shelf.clear_memory()


def all_hands(cards, size=7):
    """Return all hands from ascending codes as (N, size) uint8, in lexicographic order."""
    cards = np.asarray(cards, np.uint8)
    hands = np.empty((comb(len(cards), size), size), np.uint8)
    first = np.zeros(1, np.int64)
    for place in range(size):
        # each beginning goes on with any later card, in as many hands as can follow it
        wide = len(cards) - first
        choice = np.arange(wide.sum()) + np.repeat(first - np.cumsum(wide) + wide, wide)
        follow = np.array([comb(len(cards) - 1 - card, size - 1 - place) for card in range(len(cards))])
        choice = choice[follow[choice] > 0]
        hands[:, place] = np.repeat(cards[choice], follow[choice])
        first = choice + 1
    return hands


@pytest.mark.parametrize(
    ("ace", "hands", "disjoint", "overlapping"),
    [(-1, 8_347_680, 20_880, 163_317), (0, 6_724_520, 54_460, 270_395)],
    ids=["empty pile", "Ace of Moons on top"],
)
def test_fully_bound_hands_of_the_basic_deck(ace, hands, disjoint, overlapping):
    """Of all hands of the basic deck as many are fully bound as independent programs found (B1 to B4)."""
    every = all_hands([code for code in range(45) if code != ace and NAMES[code][0] not in "PCE"])
    assert len(every) == hands
    for rules, bound in ((DISJOINT, disjoint), (OVERLAPPING, overlapping)):
        shelf.warm(rules)
        assert int(evaluate(every, ace, rules).declare.sum()) == bound


def test_all_penalties_of_the_basic_deck():
    """The penalties of all 8,347,680 hands are those whose digest is stored."""
    shelf.warm(DISJOINT)
    every = all_hands([NAMES.index(name) for name in naive.deck("basic")])
    penalties = evaluate(every).penalty
    assert hashlib.sha256(penalties.tobytes()).hexdigest() == PENALTIES_OF_THE_BASIC_DECK
    for row in np.random.default_rng(13).integers(len(every), size=300).tolist():
        assert penalties[row] == naive.least([NAMES[code] for code in every[row].tolist()], None).points


@pytest.mark.slow
def test_all_penalties_by_the_naive_checker():
    """All points, lowered by every choice of disjoint sets that the naive checker knows: the same digest."""
    deck = naive.deck("basic")
    bit = {card: 1 << (35 - place) for place, card in enumerate(deck)}
    every = all_hands(range(36))
    # a hand's bits, the first card highest: lexicographic order is the ascending order of them negated
    numbers = -sum((np.int64(1) << (35 - every[:, place].astype(np.int64))) for place in range(7))
    points = np.array([naive.points(card) for card in deck], np.uint8)
    penalties = sum(points[every[:, place]] for place in range(7))
    sets = naive.sets_of_deck(deck)
    small = [one for one in sets if len(one) <= 4]
    choices = [
        *sets,
        *((*a, *b) for a, b in combinations(small, 2) if not set(a) & set(b) and len(a + b) <= 7),
    ]
    whole = penalties.copy()
    for cards in choices:
        rest = [number for card, number in bit.items() if card not in cards]
        others = np.array([sum(some) for some in combinations(rest, 7 - len(cards))], np.int64)
        rows = np.searchsorted(numbers, -(others + sum(bit[card] for card in cards)))
        left = whole[rows] - sum(naive.points(card) for card in cards)
        penalties[rows] = np.minimum(penalties[rows], left.astype(np.uint8))
    assert hashlib.sha256(penalties.tobytes()).hexdigest() == PENALTIES_OF_THE_BASIC_DECK


@pytest.mark.slow
def test_four_overlapping_sets_are_never_too_few():
    """Of all hands that sets bind in full, under every top ace, none needs more than four sets to say so."""
    bound = all_hands(range(44))
    bound = bound[evaluate(bound, rules=OVERLAPPING).declare]
    most = 0
    for ace in range(-1, 6):
        hands = bound[(bound != ace).all(axis=1)] if ace >= 0 else bound
        most = max(most, int((arrange(hands, ace, OVERLAPPING).sets > 0).sum(axis=1).max()))
    assert most == MOST_SETS
