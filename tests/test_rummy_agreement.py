"""CP-SAT, the road of `auto`, and the naive checker agree on declare, penalty and loose cards."""

from random import Random

import pytest
from bruteforce import hands, rummy
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.rummy.rules import OPTIONS, PRESETS, Rules, override, parse_rules
from solver.rummy.solve import Solution, solve

SINGLE_FLIPS = [
    f"{preset},{name}={value}"
    for preset in PRESETS
    for name, option in OPTIONS.items()
    if int(option.label[1:]) <= 11
    for value in option.values
    if getattr(PRESETS[preset], name) != value
]


def check_hand(deal: hands.RummyDeal, rules: Rules, engine: str) -> None:
    """Assert that a deal has the naive checker's answer."""
    options = {name: getattr(rules, name) for name in rummy.OPTION_WORDS}
    solution = solve(" ".join(deal.hand), wild=deal.wild, decks=deal.decks, rules=rules, engine=engine)
    naive = rummy.solve(deal.hand, deal.wild, options)
    said = (solution.declare, solution.penalty, len(solution.loose))
    assert said == (naive.declare, naive.penalty, naive.loose), (deal, rules.name, engine)
    if naive.folds is not None:
        assert set(solution.folds or ()) == naive.folds, (deal, rules.name, engine)
    conserve(solution)


def conserve(solution: Solution) -> None:
    """Assert that groups, loose cards and discard are exactly the hand."""
    cards = [card for group in solution.groups for card in group.cards]
    cards += solution.loose
    cards += [solution.discard] if solution.discard is not None else []
    assert sorted(cards) == sorted(solution.hand.split())


@pytest.mark.parametrize("engine", ["cpsat", "auto"])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, engine: str) -> None:
    """Random and rich hands of every preset, 1 to 3 decks, have the naive answer."""
    for deal in hands.rummy_deals(seed=11, count=40):
        check_hand(deal, PRESETS[preset], engine)


@pytest.mark.parametrize("rules", SINGLE_FLIPS)
def test_every_option_value(rules: str) -> None:
    """Every value of every option that concerns a hand, beside each preset, has the naive answer."""
    for deal in hands.rummy_deals(seed=12, count=6):
        check_hand(deal, parse_rules(rules), "cpsat")


@pytest.mark.parametrize("engine", ["cpsat", "auto"])
def test_fourteen_cards(engine: str) -> None:
    """With 14 cards the folds, the least after the best discard and its loose cards are the naive ones."""
    for number, deal in enumerate(hands.rummy_deals(seed=13, count=12, size=14)):
        check_hand(deal, [Rules(), *PRESETS.values()][number % 4], engine)


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32), wildcards=st.integers(0, 11))
def test_any_options_and_any_number_of_wildcards(seed: int, wildcards: int) -> None:
    """Whatever the options and however many wildcards, CP-SAT and the naive checker agree."""
    rng = Random(seed)
    options = hands.random_options(rng)
    decks = rng.choice([1, 2, 3] if wildcards <= 4 else [2, 3])
    wild = rng.choice("A23456789TJQK")
    hand = hands.rummy_with_wildcards(rng, wildcards, wild=wild, decks=decks)
    rules = override(Rules(), [f"{name}={value}" for name, value in options.items()])
    naive = rummy.solve(hand, wild, options)
    for engine in ("cpsat", "auto"):
        solution = solve(" ".join(hand), wild=wild, decks=decks, rules=rules, engine=engine)
        said = (solution.declare, solution.penalty, len(solution.loose))
        assert said == (naive.declare, naive.penalty, naive.loose), (hand, wild, rules.name, engine)


def test_the_order_of_the_cards_is_nothing() -> None:
    """The same hand gives the same answer, byte for byte, in whatever order its cards are given."""
    rng = Random(3)
    for deal in hands.rummy_deals(seed=14, count=10):
        for engine in ("auto", "cpsat"):
            cards = list(deal.hand)
            first = solve(" ".join(cards), wild=deal.wild, decks=deal.decks, engine=engine)
            rng.shuffle(cards)
            assert solve(" ".join(cards), wild=deal.wild, decks=deal.decks, engine=engine) == first
