"""Distances to a declaration: bulk tables, CP-SAT, listed exchanges, and the naive search one card away."""

from __future__ import annotations

from random import Random

import bruteforce_hands as hands
import bruteforce_rummy as naive
import numpy as np
import pytest

from solver.rummy.cards import CODES, NAMES
from solver.rummy.conditions import Conditions
from solver.rummy.distance import distances
from solver.rummy.explain import explain
from solver.rummy.goals import copies_in_play, nearest_goal, new_cards
from solver.rummy.nearest import nearest, nearest_of
from solver.rummy.rules import PRESETS, Rules
from solver.rummy.solve import solve
from solver.rummy.swaps import ANY_WILD
from solver.rummy.text import parse_hand, parse_wild

SPREAD = "AS 5S 9S 2H 6H TH KH 3D 7D JD 4C 8C QC"
"""Far from everything: no two cards fit in one sequence or trio but for the kings' corner."""

TWINS = "AS 9S 9S 2H TH 3D 3D JD JD 4C 8C QC QC"
"""Far from everything where the suits of a set differ: identical cards keep nothing together."""


def hand_of(rng: Random, wild: str, decks: int, number: int) -> list[str]:
    """Return a random hand, or one near a declaration."""
    if number % 2:
        return hands.random_rummy(rng, wild=wild, decks=decks)
    return hands.rich_rummy(rng, wild=wild, decks=decks, disturb=rng.choice([0, 1, 2, 3]))


def bulk(hand: str, wild: str | None, decks: int, rules: Rules) -> int:
    """Return the distance of one hand by the tables."""
    read = parse_hand(hand, wild=wild, decks=decks, rules=rules)
    return int(distances(np.array([read.codes], dtype=np.uint8), read.wild.rank, decks, rules)[0])


def test_distance_0_is_a_declaration() -> None:
    """A hand is 0 away just then when it declares, under every preset and random options."""
    rng = Random(41)
    declaring = 0
    for number in range(18):
        wild, decks = rng.choice(["8H", "8", "none", "KS"]), rng.choice([1, 2, 3])
        options = rng.choice([*naive.PRESETS.values(), hands.random_options(rng)])
        hand = " ".join(hands.rich_rummy(rng, wild=wild, decks=decks, disturb=number % 2))
        rules = Rules(**options)
        answer = solve(hand, wild=wild, decks=decks, rules=rules)
        assert (bulk(hand, wild, decks, rules) == 0) == answer.declare, (hand, wild, decks, options)
        declaring += answer.declare
    assert 2 < declaring < 16


def agree(seed: int, count: int) -> None:
    """Check the tables against CP-SAT over all groups that the decks allow."""
    rng = Random(seed)
    for number in range(count):
        wild, decks = rng.choice(["8H", "8H", "none", "AS"]), rng.choice([1, 2, 3])
        rules = Rules(**rng.choice([{}, {}, naive.PRESETS["club"], hands.random_options(rng)]))
        if rules.max_wild == "any":
            continue  # a model of some seconds
        hand = " ".join(hand_of(rng, wild, decks, number))
        read = parse_hand(hand, wild=wild, decks=decks, rules=rules)
        goal = nearest_goal(read.codes, read.wild, decks, rules, Conditions())
        assert goal is not None
        new, wilds = new_cards(read.codes, goal, read.wild.rank)
        assert bulk(hand, wild, decks, rules) == len(new) + wilds, (hand, wild, decks, rules)


def test_tables_agree_with_cpsat() -> None:
    """The bulk distance is the one that CP-SAT proves."""
    agree(42, 14)


@pytest.mark.slow
def test_tables_agree_with_cpsat_on_many() -> None:
    """The same over 300 hands, sequences with any number of wildcards left out."""
    agree(43, 300)


def test_one_away_is_what_the_naive_search_finds() -> None:
    """Drawing each card of the decks and folding tells whether a hand is one away, and by which cards."""
    rng = Random(44)
    checked = 0
    for number in range(40):
        wild, decks = rng.choice(["8H", "none"]), rng.choice([1, 2])
        options = rng.choice([{}, naive.PRESETS["club"], naive.PRESETS["online"]])
        hand = hands.rich_rummy(rng, wild=wild, decks=decks, disturb=1 + number % 2)
        if sum(naive.is_wildcard(card, wild, options) for card in hand) > 3:
            continue
        found = nearest(" ".join(hand), wild=wild, decks=decks, rules=Rules(**options), most=60)
        if found.distance not in (1, 2) or checked == 5:
            continue
        checked += 1
        copies = copies_in_play(parse_wild(wild, Rules()), decks)
        helpful = {
            card
            for card in NAMES
            if copies[CODES[card]] > hand.count(card) and naive.folds([*hand, card], wild, options)
        }
        assert bool(helpful) == (found.distance == 1)
        if found.distance == 1:
            told = {target.cards[0] for target in found.targets}
            wild_ones = {card for card in NAMES if naive.is_wildcard(card, wild, options)}
            if ANY_WILD in told:
                # any wildcard will do: all that are left are helpful
                assert {card for card in wild_ones if copies[CODES[card]] > hand.count(card)} <= helpful
                told -= {ANY_WILD}
                helpful -= wild_ones
                told -= wild_ones
            assert told == helpful
    assert checked == 5


def test_targets_declare_and_respect_the_copies() -> None:
    """Taking in what a target says makes a declaration, of cards that are still to be had."""
    rng = Random(45)
    for number in range(15):
        wild, decks = "8H", rng.choice([1, 2])
        rules = list(PRESETS.values())[number % 3]
        hand = hand_of(rng, wild, decks, number)
        found = nearest(" ".join(hand), wild=wild, decks=decks, rules=rules, most=4)
        assert found.distance == bulk(" ".join(hand), wild, decks, rules)
        assert found.targets
        ways = [target.ways for target in found.targets]
        assert ways == sorted(ways, reverse=True)
        assert min(ways) > 0
        for target in found.targets:
            assert len(target.cards) == len(target.out) == found.distance
            laid = [card for group in target.groups for card in group.cards]
            kept = hand.copy()
            for card in target.out:
                kept.remove(card)
            for card in kept:
                laid.remove(card)  # what is kept is in the goal
            assert len(laid) == found.distance
            groups = [list(group.cards) for group in target.groups]
            options = {name: getattr(rules, name) for name in naive.DEFAULTS}
            assert naive.judge_declaration(groups, wild, options)
            copies = copies_in_play(parse_wild(wild, rules), decks)
            whole = [card for group in groups for card in group]
            assert all(whole.count(card) <= copies[CODES[card]] for card in whole)


def test_conditions_on_the_exchange() -> None:
    """Cards to keep stay, cards to leave out go, and the distance grows at most."""
    hand = "4H 5H 6H 9C TC JC KS KD KH KC 2D 2S 2C"
    free = nearest(hand)
    told = explain(hand, keep="KS KD KH KC", most=50).nearest
    assert told is not None
    assert told.distance >= free.distance
    assert all(not {"KS", "KD", "KH", "KC"} & set(target.out) for target in told.targets)
    told = explain(hand, without="4H", most=50).nearest
    assert told is not None
    assert all("4H" in target.out for target in told.targets)
    told = explain(hand, together=["9C TC JC"], most=5).nearest
    assert told is not None
    assert all(any({"9C", "TC", "JC"} <= set(g.cards) for g in target.groups) for target in told.targets)


def test_the_farthest_hands() -> None:
    """No hand is farther than 8 under trio and club, and 9 under online, where identical cards keep nothing.

    Four groups keep a card each, so 9 is the most; a rank held twice in two suits, or a wildcard, keeps two.
    """
    for name, most in (("trio", 8), ("club", 8), ("online", 8)):
        assert bulk(SPREAD, None, 2, PRESETS[name]) == most
    assert bulk(TWINS, None, 2, PRESETS["online"]) == 9
    rng = np.random.default_rng(46)
    decks = np.array([*range(52), *range(52), *[52] * 4], dtype=np.uint8)
    codes = np.array([rng.permutation(decks)[:13] for _ in range(3_000)])
    for wild in (-1, 7):
        assert distances(codes, wild).max() <= 8


def test_many_hands_are_as_one_by_one() -> None:
    """Tables for many hands and rows for few give the same, whatever the wild ranks are."""
    rng = np.random.default_rng(47)
    decks = np.array([*range(52), *range(52), *[52] * 4], dtype=np.uint8)
    codes = np.array([rng.permutation(decks)[:13] for _ in range(2_200)])
    wild = np.where(np.arange(2_200) % 2, 7, -1)
    whole = distances(codes, wild)
    assert whole[:40].tolist() == [int(distances(codes[at : at + 1], wild[at])[0]) for at in range(40)]
    assert np.bincount(whole).argmax() in (3, 4)


def near(rng: Random, rules: Rules, count: int) -> None:
    """Check bulk distances against the exact search, on hands of any number of decks."""
    decks = rng.choice([1, 2, 3])
    read = []
    for number in range(count):
        wild = rng.choice(["8H", "none"])
        hand = " ".join(hand_of(rng, wild, decks, number))
        read.append(parse_hand(hand, wild=wild, decks=decks, rules=rules))
    codes = np.array([hand.codes for hand in read], dtype=np.uint8)
    found = distances(codes, [hand.wild.rank for hand in read], decks, rules)
    for hand, distance in zip(read, found.tolist(), strict=True):
        told = nearest_of(hand, rules, Conditions(), 1)
        assert told is not None
        assert told.distance == distance, (hand, rules)


@pytest.mark.parametrize(
    ("hand", "decks", "rules", "distance"),
    [
        # the run of seven keeps two naturals five apart; in two pieces each would have one
        ("2S 5S 8S 9S 9S KS 4H 4C JK JK JK JK JK", 3, {"max_wild": "any", "max_trios": "any"}, 1),
        # a declaration of 6 + 3 + 4, which does not cut
        ("7S 8S 9S QS 9H TH JH 2D 3D 4D 5D JK JK", 1, {}, 0),
        ("AS 2S 4S 2H 9D JD QD KD AC 3C 4C JK JK", 1, {}, 2),
    ],
)
def test_two_naturals_in_each_sequence(hand: str, decks: int, rules: dict[str, str], distance: int) -> None:
    """Under min_natural=2 long sequences do not always cut, and still span what they have to."""
    ruled = Rules(min_natural="2", span="6-7" if not rules else "any", **rules)
    assert bulk(hand, None, decks, ruled) == nearest(hand, decks=decks, rules=ruled).distance == distance


@pytest.mark.slow
def test_bulk_distances_are_exact_under_random_rules() -> None:
    """Under 25 random choices of options the tables tell what the exact search finds."""
    rng = Random(48)
    for _ in range(25):
        near(rng, Rules(**hands.random_options(rng)), 20)
