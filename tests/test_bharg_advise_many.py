"""Advice for Bharg in bulk: the same answers as one by one, and rows that cannot be are named."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bruteforce import hands

from solver.bharg import advise_many as bulk
from solver.bharg.advise import advise
from solver.bharg.cards import CODES, NAMES
from solver.bharg.rules import Rules
from solver.errors import HandError

ACES = [None, *"MSWLYK"]


@pytest.mark.parametrize("sets", ["disjoint", "overlapping"])
@pytest.mark.parametrize("size", [7, 8])
def test_equal_to_one_by_one(sets: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays get the same counts as each hand alone, with a top ace and an open card of their own."""
    monkeypatch.setattr(bulk, "BLOCK", 7)
    rng, rules, deck = Random(size), Rules(sets=sets), "basic+excuse+courts"
    told = []
    for number in range(20):
        ace = ACES[number % 7]
        make = hands.rich_bharg if number % 2 else hands.random_bharg
        hand = make(rng, ace=ace, deck=deck, size=size)
        left = [card for card in hands.bharg_pool(ace, deck) if card not in hand and card[0] != "A"]
        told.append((hand, ace, rng.choice(left)))
    codes = np.array([[CODES[card] for card in hand] for hand, _, _ in told], np.uint8)
    tops = [-1 if ace is None else "MSWLYK".index(ace) for _, ace, _ in told]
    opens = [CODES[card] for _, _, card in told]
    found = advise(codes, ace=tops, deck=deck, rules=rules, open_card=opens)
    for row, (hand, ace, top) in enumerate(told):
        one = advise(" ".join(hand), ace=ace, deck=deck, rules=rules, open_card=top)
        if size == 7:
            assert one.stock is not None
            assert one.open is not None
            draw, now = one.stock, one.solution
            assert found.open_penalty[row] == one.open.penalty
            assert NAMES[found.open_discard[row]] == one.open.discard
            assert found.take_open[row] == (one.recommend.action == "open")
        else:
            assert one.discards is not None
            assert found.discard is not None
            best = one.discards[0]
            draw, now = best.next, best
            assert NAMES[found.discard[row]] == best.card
        assert (found.penalty[row], found.declare[row]) == (now.penalty, now.declare)
        assert found.unseen[row] == one.unseen
        assert found.expected_penalty[row] == draw.expected_penalty
        assert (found.declare_copies[row], found.declare_chance[row]) == (
            draw.declare_copies,
            draw.declare_chance,
        )
        assert [NAMES[code] for code in np.flatnonzero(found.declare_cards[row])] == list(draw.declare_cards)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"open_card": 2}, "row 0, open: 2 is no card that lies on the ordinary pile (B9)"),
        ({"open_card": 6}, "row 0: 2MK is seen twice, or is not in the deck basic (B8)"),
        ({"seen": [99]}, "seen: 99 is not a code"),
        ({"seen": [44]}, "row 0: E is seen twice, or is not in the deck basic (B8)"),
        ({"open_card": [8, 9]}, "open: int64 of shape (2,) is not an integer, or (1,) of them"),
    ],
)
def test_refusals(change: dict, message: str) -> None:
    """What cannot be is refused, naming the row."""
    with pytest.raises(HandError) as caught:
        advise(np.array([[6, 7, 8, 14, 17, 22, 27]], np.uint8), ace=5, **change)
    assert message in str(caught.value)
