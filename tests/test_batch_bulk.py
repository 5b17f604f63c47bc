"""Rows answered together: what solving each hand alone says, in both games."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from solver.batch import analyze
from solver.batch import bharg as bharg_batch
from solver.batch import rummy as rummy_batch
from solver.bharg import deal as bharg_deal
from solver.bharg.cards import NAMES as BHARG_NAMES
from solver.bharg.cards import SUITS
from solver.bharg.cards import text_of as bharg_text
from solver.bharg.rules import parse_rules as bharg_rules
from solver.bharg.solve import solve as solve_bharg
from solver.rummy import deal as rummy_deal
from solver.rummy.cards import CODES, is_wild, points_of, text_of
from solver.rummy.rules import parse_rules
from solver.rummy.solve import solve

NUMBERS = ("declare", "penalty", "folds")


@pytest.fixture(autouse=True)
def always_in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few rows be enough for the tables."""
    monkeypatch.setattr(rummy_batch, "LEAST_BULK", 1)
    monkeypatch.setattr(bharg_batch, "LEAST_BULK", 1)


def numbers_of(rows: Sequence[dict[str, Any]]) -> list[list[Any]]:
    """Return what two right answers must share, row by row."""
    return [[row[name] for name in NUMBERS] for row in rows]


@pytest.mark.parametrize("size", [13, 14])
@pytest.mark.parametrize("rules", ["trio", "online", "club,wild_natural=no"])
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_rummy(decks: int, rules: str, size: int) -> None:
    """Declarations, penalties, folds and discards are those of one hand; arrangements are as good."""
    hands, wilds = [], []
    for number, wild in enumerate(("8H", "JK", "KS", "8H")):
        table = rummy_deal.table_of(decks=decks, wild=wild, size=size)
        (deals,) = rummy_deal.deal(20, table, seed=number, rich=number % 2 > 0)
        hands += [text_of(codes) for codes in deals.codes.tolist()]
        wilds += [wild] * 20
    given = pa.table({"hand": hands, "wild": wilds, "rules": [rules] * len(hands)})
    rows = analyze(given, columns=["declare", "penalty", "folds"]).to_pylist()
    chosen = parse_rules(rules)
    alone = [solve(hand, wild=wild, rules=chosen).to_json() for hand, wild in zip(hands, wilds, strict=True)]
    assert numbers_of(rows) == numbers_of(alone)
    arranged = analyze(given).to_pylist()
    assert numbers_of(arranged) == numbers_of(alone)
    for row, one in zip(arranged, alone, strict=True):
        cards = [card for group in row["groups"] for card in group["cards"]] + row["loose"]
        assert row["discard"] == one["discard"]
        gone = [row["discard"]] if row["discard"] else []
        assert sorted(cards + gone) == sorted(row["hand"].split())
        assert len(row["loose"]) == len(one["loose"])
        assert loose_points(row) == loose_points(one)


def loose_points(row: dict[str, Any]) -> int:
    """Return the raw points of the loose cards of a row."""
    wild = CODES[row["wild"]]
    rank = 0 if row["wild"] == "JK" else wild % 13
    assert is_wild(wild, rank)
    return sum(points_of(CODES[card], rank) for card in row["loose"])


@pytest.mark.parametrize("size", [7, 8])
@pytest.mark.parametrize("rules", ["standard", "standard,sets=overlapping"])
@pytest.mark.parametrize("deck", ["basic", "basic+excuse+pawns+courts"])
def test_bharg(deck: str, rules: str, size: int) -> None:
    """All answers are those of one hand, arrangements and discards too."""
    hands, aces = [], []
    for rich in (False, True):
        table = bharg_deal.table_of(deck=deck, ace="random", size=size)
        (deals,) = bharg_deal.deal(60, table, seed=6, rich=rich)
        assert deals.ace is not None
        hands += [bharg_text(codes) for codes in deals.codes.tolist()]
        aces += [SUITS[suit] for suit in deals.ace.tolist()]
    aces[::5] = ["none"] * len(aces[::5])
    given = pa.table({"hand": hands, "ace": aces, "deck": [deck] * len(hands), "rules": [rules] * len(hands)})
    rows = analyze(given, game="bharg").to_pylist()
    chosen = bharg_rules(rules)
    for row, hand, ace in zip(rows, hands, aces, strict=True):
        alone = solve_bharg(hand, ace=ace, deck=deck, rules=chosen)
        assert row["error"] is None
        assert numbers_of([row]) == numbers_of([alone.to_json()])
        assert row["discard"] == alone.discard
        assert row["loose"] == list(alone.loose)
        expected = [(group.kind, list(group.cards), list(group.stands_for)) for group in alone.groups]
        assert [(group["kind"], group["cards"], group["as"]) for group in row["groups"]] == expected
    few = analyze(given, game="bharg", columns=["declare", "penalty", "folds"]).to_pylist()
    assert numbers_of(few) == numbers_of(rows)


def test_discards_go_by_raw_points() -> None:
    """A cap hides points, not the choice among discards."""
    (deals,) = rummy_deal.deal(60, rummy_deal.table_of(decks=2, size=14), seed=8)
    hands = [text_of(codes) for codes in deals.codes.tolist()]
    rules = parse_rules("trio,cap=80")
    found = analyze(pa.table({"hand": hands}), rules=rules, engine="tables").to_pylist()
    alone = [solve(hand, rules=rules) for hand in hands]
    assert sum(one.penalty == 80 for one in alone) > 5
    assert [row["discard"] for row in found] == [one.discard for one in alone]


def test_impossible_rows_among_others() -> None:
    """Hands that the decks do not hold are told as for one hand, wherever they stand."""
    good = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
    hands = [good, good.replace("5H", "4H").replace("6H", "4H"), good.replace("9C TC", "JK JK")] * 20
    rows = analyze(
        pa.table({"hand": hands, "decks": [1, 2, None] * 20, "wild": ["4H", None, "8H"] * 20})
    ).to_pylist()
    assert [row["error"] for row in rows[:3]] == [
        "hand: 4H is held 1 time; 1 deck has 1, one of which is the Wild Card shown",
        "hand: 4H is held 3 times; 2 decks have 2",
        None,
    ]
    assert rows[3:6] == rows[:3]
    twice = ["2MK 2MK 2SY 3MW 3SK 3LY AM", "2MK 2SY 2WL 3MW 3SK 3LY AM", "2MK 2SY 2WL 3MW 3SK 3LY E"]
    found = analyze(pa.table({"hand": twice}), game="bharg", ace="M", deck="basic").to_pylist()
    assert all(row["error"] for row in found)
    assert BHARG_NAMES[0] == "AM"
