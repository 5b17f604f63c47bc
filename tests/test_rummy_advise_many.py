"""Advice in bulk: the same answers as one by one, and rows that cannot be are named."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bruteforce import hands

from solver.errors import HandError
from solver.rummy import advise_many as bulk
from solver.rummy.advise import advise
from solver.rummy.cards import CODES, NAMES
from solver.rummy.deal import deal_block, table_of
from solver.rummy.drawing import Drawing
from solver.rummy.rules import PRESETS, parse_rules
from solver.rummy.tables.folds import evaluate_folds
from solver.rummy.text import parse_wild


@pytest.mark.parametrize("preset", PRESETS)
def test_equal_to_one_by_one(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays get the same counts as each hand alone, with Wild Cards and open cards of their own."""
    monkeypatch.setattr(bulk, "BLOCK", 7)
    rules = PRESETS[preset]
    rng = Random(4)
    wilds = [("8H", "8", "none", "JK")[number % 4] for number in range(14)]
    make = [hands.random_rummy, hands.rich_rummy]
    told = [
        hands.RummyDeal(make[number % 2](rng, wild=wild, decks=2), wild, 2)
        for number, wild in enumerate(wilds)
    ]
    told = [deal for deal in told if deal.hand.count("JK") < 4]
    wilds = [deal.wild for deal in told]
    codes = np.array([[CODES[card] for card in deal.hand] for deal in told], np.uint8)
    read = [parse_wild(wild, rules) for wild in wilds]
    opens = [
        next(code for code in range(number, 52) if (hand == code).sum() == 0)
        for number, hand in enumerate(codes)
    ]
    found = advise(
        codes,
        wild=[wild.rank for wild in read],
        shown=[wild.card for wild in read],
        open_card=opens,
        rules=rules,
    )
    for row, (deal, wild, top) in enumerate(zip(told, wilds, opens, strict=True)):
        one = advise(deal.text, wild=wild, decks=2, rules=rules, open_card=NAMES[top])
        assert one.stock is not None
        assert one.open is not None
        assert found.declare[row] == one.solution.declare
        assert found.penalty[row] == one.solution.penalty
        assert found.unseen[row] == one.unseen
        assert found.expected_penalty[row] == one.stock.expected_penalty
        assert found.declare_copies[row] == one.stock.declare_copies
        assert found.declare_chance[row] == one.stock.declare_chance
        cards = [NAMES[code] for code in np.flatnonzero(found.declare_cards[row])]
        assert cards == list(one.stock.declare_cards)
        assert found.open_declare[row] == one.open.declare
        assert found.open_penalty[row] == one.open.penalty
        assert found.take_open[row] == (one.recommend.action == "open")


@pytest.mark.parametrize("rules", ["trio", "club", "online,cap=none"])
def test_draws_by_bounds(rules: str) -> None:
    """Each card that random and rich hands may draw brings what the search of all discards finds."""
    for decks, wild, rich in ((1, "JK", True), (2, "8H", True), (2, "none", False), (3, "3", True)):
        table = table_of(decks=decks, wild=wild)
        codes = deal_block(25, table, seed=decks, block=0, rich=rich).codes
        if decks == 3:
            codes[0] = [2, 15, 28, 41, *[52] * 5, 0, 1, 20, 35]  # more wildcards than tables hold
        held = (codes[:, :, None] == np.arange(53)).sum(axis=1)
        able = held < np.array([decks] * 52 + [2 * decks])
        rank = table.wild.rank if table.wild is not None else -1
        drawn = Drawing(codes, rank, decks, parse_rules(rules)).draw(able)
        row, card = np.nonzero(able)
        held = np.concatenate((codes[row], card[:, None].astype(np.uint8)), axis=1)
        found = evaluate_folds(held, rank, decks, parse_rules(rules))
        assert (drawn.declare[row, card] == found.declare).all()
        assert (drawn.points[row, card] == np.where(found.declare, 0, found.penalty)).all()


def test_best_discards() -> None:
    """Hands of 14 cards get the first discard that each alone gets, with its counts."""
    rng = Random(6)
    told = [hands.rich_rummy(rng, wild="8H", decks=2, size=14) for _ in range(12)]
    codes = np.array([[CODES[card] for card in hand] for hand in told], np.uint8)
    found = advise(codes, wild="8H")
    assert isinstance(found, bulk.DiscardAdvices)
    for row, hand in enumerate(told):
        one = advise(" ".join(hand), wild="8H", decks=2, distances=False)
        assert one.discards is not None
        best = one.discards[0]
        assert NAMES[found.discard[row]] == best.card
        assert (found.declare[row], found.penalty[row]) == (best.declare, best.penalty)
        assert found.unseen[row] == one.unseen
        assert found.expected_penalty[row] == best.next.expected_penalty
        assert found.declare_copies[row] == best.next.declare_copies
        assert found.declare_chance[row] == best.next.declare_chance
        cards = [NAMES[code] for code in np.flatnonzero(found.declare_cards[row])]
        assert cards == list(best.next.declare_cards)


def test_chances_are_counts_of_what_is_left() -> None:
    """Cards that declare are counted by the copies that are left of them, each unseen card once."""
    rng = np.random.default_rng(3)
    deck = np.array([*range(1, 52)] * 2 + [0] + [52] * 4, np.uint8)
    codes = np.array([rng.permutation(deck)[:13] for _ in range(200)], np.uint8)
    found = advise(codes, wild=7, seen=[0])
    left = np.array([[2] * 52 + [4]] * 200)
    left[:, 0] -= 1
    np.subtract.at(left, (np.arange(200)[:, None], codes), 1)
    assert (found.unseen == left.sum(axis=1)).all()
    assert (found.declare_copies == (left * found.declare_cards).sum(axis=1)).all()
    assert not found.declare_cards[left == 0].any()
    assert (found.expected_penalty <= found.penalty).all()


def test_no_hands() -> None:
    """No hands get no answers."""
    assert len(advise(np.zeros((0, 13), np.uint8), wild=7).penalty) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"wild": 13}, "wild: 13 is not one of -1 to 12"),
        ({"decks": 0}, "decks: 0 is not one of 1 to 3"),
        ({"open_card": 60}, "open: 60 is not one of -1 to 52"),
        ({"open_card": 3, "decks": 1}, "row 0: more 4S are seen than 1 deck(s) have (R13)"),
        ({"wild": [1, 2]}, "wild: int64 of shape (2,) is not an integer, or (1,) of them"),
        ({"seen": [77]}, "seen: codes are 0 to 52"),
        ({"hand": np.zeros((1, 12), np.uint8)}, "codes: shape (1, 12) is not (N, 13) or (N, 14)"),
        ({"hand": np.full((1, 13), 99, np.uint8)}, "row 0: 99 is no card code: 0 to 52"),
    ],
)
def test_refusals(change: dict, message: str) -> None:
    """What cannot be is refused, naming the row."""
    asked = {"hand": np.arange(13, dtype=np.uint8)[None], "wild": 7, **change}
    with pytest.raises(HandError) as caught:
        advise(**asked)
    assert message in str(caught.value)
