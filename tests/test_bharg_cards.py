"""Cards, decks and rules of Bharg."""

import csv
from pathlib import Path

import pytest

from solver.bharg import OPTIONS, PRESETS, Rules, load_rules, override, parse_deck, parse_rules
from solver.bharg.cards import NAMES, POINTS, SUIT_MASKS, SUITS, TITLES, extra_of
from solver.bharg.groups import sets_of
from solver.bharg.rules import cards_of, difference
from solver.errors import HandError, RulesError

DECKTET = Path(__file__).parent / "data" / "decktet.csv"
RANK_POINTS = {"ace": 1, "pawn": 10, "court": 10, "crown": 10, "excuse": 0}


def test_every_card_is_a_row_of_the_decktet():
    """The 45 cards have the codes, names, suits and points of the table of the Decktet (B7)."""
    with DECKTET.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(row["code"] for row in rows) == NAMES
    assert tuple(row["name"] for row in rows) == TITLES
    shown = ["".join(SUITS[suit] for suit in range(6) if mask >> suit & 1) for mask in SUIT_MASKS]
    assert shown == [row["suits"] for row in rows]
    assert list(POINTS) == [
        int(row["rank"]) if row["rank"].isdigit() else RANK_POINTS[row["rank"]] for row in rows
    ]


@pytest.mark.parametrize(
    ("deck", "counts"),
    [
        ("basic", (72, 492, 384, 64)),
        ("basic+pawns", (108, 524, 384, 64)),
        ("basic+courts", (102, 524, 384, 64)),
        ("basic+pawns+courts", (138, 556, 384, 64)),
        ("basic+excuse+pawns+courts", (138, 556, 384, 64)),
    ],
)
def test_sets_of_a_deck(deck, counts):
    """Each deck has as many sets of 3, 4, 5 and 6 cards as independent programs found (B1, B5)."""
    sizes = [len(cards) for cards in sets_of(cards_of(deck))]
    assert tuple(sizes.count(size) for size in (3, 4, 5, 6)) == counts


def test_decks_are_named_in_one_way():
    """Extras may come in any order and case, are named in one order, and left out mean all cards (B8)."""
    assert parse_deck("basic") == "basic"
    assert parse_deck("Basic + Courts + EXCUSE") == "basic+excuse+courts"
    assert parse_deck(None) == "basic+excuse+pawns+courts"
    assert [len(cards_of(parse_deck(f"basic+{extra}"))) for extra in ("excuse", "pawns", "courts")] == [
        37,
        40,
        40,
    ]
    assert extra_of(NAMES.index("CSLK")) == "courts"


@pytest.mark.parametrize(
    ("deck", "messages"),
    [
        ("", ["'' does not start with basic", "no extra ''"]),
        ("excuse", ["'excuse' does not start with basic"]),
        ("basic+knights+kings", ["no extra 'knights'", "no extra 'kings'"]),
        ("basic+pawns+pawns", ["pawns is named 2 times"]),
    ],
)
def test_decks_that_do_not_exist(deck, messages):
    """A deck that does not exist is refused with every part that is wrong."""
    with pytest.raises(HandError) as caught:
        parse_deck(deck)
    assert [defect.where for defect in caught.value.defects] == ["deck"] * len(messages)
    for defect, message in zip(caught.value.defects, messages, strict=True):
        assert message in defect.message


def test_rules_are_named_and_parsed_back():
    """The name of the rules in output is a form that the parser reads back."""
    assert Rules().name == "standard"
    changed = override(PRESETS["standard"], ["sets = overlapping"])
    assert changed.name == "standard,sets=overlapping"
    assert parse_rules(changed.name) == changed
    assert difference(Rules(), changed) == {"sets": ("disjoint", "overlapping")}
    assert list(OPTIONS) == ["sets", "target"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trio", "no preset 'trio'; presets: standard"),
        ("sets=overlapping", "does not start with a preset"),
        ("standard,sets=any", "sets = 'any' does not exist; values: disjoint, overlapping"),
        ("standard,target=40", "target = '40' does not exist; values: 36"),
        ("standard,cap=80", "no option 'cap'; options: sets, target"),
        ("standard,overlapping", "'overlapping' is not NAME=VALUE"),
    ],
)
def test_rules_that_do_not_exist(text, message):
    """An unknown preset, option or value is refused with the list of what exists."""
    with pytest.raises(RulesError, match=message):
        parse_rules(text)
    with pytest.raises(RulesError):
        Rules(sets="any", target="40")


def test_rule_files(tmp_path):
    """A TOML file of flat keys gives rules, and what it misnames is refused together."""
    path = tmp_path / "house.toml"
    path.write_text('preset = "standard"\nsets = "overlapping"\ntarget = 36\n', encoding="utf-8")
    assert load_rules(path) == Rules(sets="overlapping")
    path.write_text('sets = "both"\nwild = 8\n', encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    assert len(caught.value.defects) == 2
    path.write_text("sets overlapping", encoding="utf-8")
    with pytest.raises(RulesError, match="is not TOML"):
        load_rules(path)
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(tmp_path / "none.toml")
