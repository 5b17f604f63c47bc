"""Many rummy hands at once: tables, the one-hand road, CP-SAT and the naive checker agree on every answer."""

import random
from collections import Counter
from collections.abc import Iterator

import bruteforce_rummy as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rummy_hands import (
    FLIPS,
    RULES,
    answer,
    deal,
    loose_cards,
    own_tables,
    tables,
    words_of,
)

from solver.rummy import walk
from solver.rummy.cards import NAMES
from solver.rummy.evaluate import evaluate, penalty
from solver.rummy.groups import melds_of
from solver.rummy.proved import find
from solver.rummy.rules import PRESETS, override
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.bulk import loose_points
from solver.rummy.tables.folds import evaluate_folds


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with own_tables(tmp_path_factory):
        yield


@pytest.mark.parametrize("name", RULES)
def test_tables_agree_with_the_naive_checker(name: str) -> None:
    """Declare, penalty and the number of loose cards are those of the naive checker, by every road."""
    rules = RULES[name]
    for wild, decks, hands in tables(name, 10):
        found, arranged = evaluate(hands, wild, decks, rules), arrange(hands, wild, decks, rules)
        for row, hand in enumerate(hands.tolist()):
            wanted = answer(hand, wild, rules)
            one = walk.find(tuple(hand), wild, rules)
            assert (bool(found.declare[row]), int(found.penalty[row])) == (wanted.declare, wanted.penalty), (
                hand
            )
            assert loose_points(hand, one.least, wild) == wanted.raw
            assert loose_cards(hand, one.least) == int(arranged.loose_cards()[row]) == wanted.loose
            assert (one.declaration is not None) == wanted.declare


@pytest.mark.parametrize("name", RULES)
def test_tables_agree_with_the_one_hand_road(name: str) -> None:
    """Over many more hands, tables and the search of one hand give the same answers, laid out the same."""
    rules = RULES[name]
    for wild, decks, hands in tables(f"{name}/2", 50):
        found = evaluate(hands, wild, decks, rules)
        arranged = arrange(hands, wild, decks, rules)
        assert np.array_equal(found.declare, arranged.declare)
        assert np.array_equal(found.penalty, arranged.penalty)
        assert np.array_equal(found.penalty, penalty(hands, wild, decks, rules))
        for row, hand in enumerate(hands.tolist()):
            one = walk.find(tuple(hand), wild, rules)
            points = loose_points(hand, one.least, wild)
            assert found.penalty[row] == (points if rules.cap == "none" else min(points, int(rules.cap)))
            assert found.declare[row] == (one.declaration is not None), hand
            assert arranged.melds(row) == one.least, hand


@pytest.mark.parametrize("name", ["trio", "club", "online", "min_natural=2", "sets=distinct"])
def test_tables_agree_with_cpsat(name: str) -> None:
    """Declare, penalty and the number of loose cards are those that CP-SAT proves."""
    rules = RULES[name]
    for wild, decks, hands in tables(f"{name}/3", 10):
        found, arranged = evaluate(hands, wild, decks, rules), arrange(hands, wild, decks, rules)
        for row, hand in enumerate(hands.tolist()):
            proved = find(tuple(hand), wild, rules)
            points = loose_points(hand, proved.least, wild)
            assert found.penalty[row] == (points if rules.cap == "none" else min(points, int(rules.cap)))
            assert found.declare[row] == (proved.declaration is not None), hand
            assert arranged.loose_cards()[row] == loose_cards(hand, proved.least), hand


@given(st.randoms(use_true_random=False), st.sampled_from(sorted(PRESETS)), st.lists(st.sampled_from(FLIPS)))
def test_any_rules_and_hands_agree(rng: random.Random, preset: str, flips: list[str]) -> None:
    """Whatever is drawn, tables and the search of one hand agree with the naive checker."""
    rules = override(PRESETS[preset], flips)
    wild = rng.randrange(-1, 13)
    hand = deal(rng, wild, 1)
    wanted = answer(hand, wild, rules)
    found = evaluate(np.array([hand], np.uint8), wild, 1, rules)
    one = walk.find(tuple(hand), wild, rules)
    assert (bool(found.declare[0]), int(found.penalty[0])) == (wanted.declare, wanted.penalty)
    assert (loose_points(hand, one.least, wild), loose_cards(hand, one.least)) == (wanted.raw, wanted.loose)


@pytest.mark.parametrize("name", RULES)
def test_arrangements_are_valid(name: str) -> None:
    """Groups are ones the rules allow, in canonical order, out of the hand's cards, and all of them count."""
    rules = RULES[name]
    for wild, decks, hands in tables(f"{name}/4", 30):
        arranged = arrange(hands, wild, decks, rules)
        for row, hand in enumerate(hands.tolist()):
            melds = arranged.melds(row)
            assert list(melds) == sorted(melds, key=lambda meld: meld.order)
            assert set(melds) <= set(melds_of(hand, wild, rules)), hand
            left = Counter(hand)
            left.subtract(code for meld in melds for code in meld.naturals)
            spare = sum(number for code, number in left.items() if code == 52 or code % 13 == wild)
            assert min(left.values()) >= 0
            assert spare >= sum(meld.wilds for meld in melds)
            kinds = Counter(meld.kind for meld in melds)
            trios = kinds["trio"] + kinds["set"]
            assert naive.all_counted(kinds["pure"], kinds["impure"], trios, words_of(rules))


@pytest.mark.parametrize("name", ["trio", "club", "online", "span=life4", "wild_natural=no"])
def test_fourteen_cards_agree(name: str) -> None:
    """Folds and the points after the best discard are those of every discard on its own."""
    rules = RULES[name]
    for wild, decks, hands in tables(f"{name}/5", 10, 14):
        found = evaluate_folds(hands, wild, decks, rules)
        for row, hand in enumerate(hands.tolist()):
            wanted = answer(hand, wild, rules)
            folds = {NAMES[code] for code in range(53) if int(found.folds[row]) >> code & 1}
            assert folds == wanted.folds, hand
            assert found.declare[row] == wanted.declare
            assert found.penalty[row] == wanted.penalty, hand
            left = list(hand)
            left.remove(int(found.discard[row]))
            assert answer(left, wild, rules).penalty == wanted.penalty
            one = walk.find(tuple(hand), wild, rules)
            assert one.folds is not None
            assert one.discard is not None
            assert {NAMES[code] for code in one.folds} == wanted.folds
            assert wanted.discards is not None
            assert NAMES[one.discard] in wanted.discards


@pytest.mark.slow
def test_a_hundred_thousand_hands_agree_with_the_naive_checker() -> None:
    """Tables agree with the naive checker on 100,000 hands over all presets and options."""
    for number in range(500):
        name = sorted(RULES)[number % len(RULES)]
        rules = RULES[name]
        for wild, decks, hands in tables(f"{name}/{number}", 100):
            found = evaluate(hands, wild, decks, rules)
            for row, hand in enumerate(hands.tolist()):
                wanted = answer(hand, wild, rules)
                assert (bool(found.declare[row]), int(found.penalty[row])) == (wanted.declare, wanted.penalty)
