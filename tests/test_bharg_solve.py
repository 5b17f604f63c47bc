"""One hand of Bharg by either engine: cases, agreement with the naive checker, and the form of answers."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from bruteforce import bharg as naive
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.answer import Group
from solver.bharg import Rules, solve
from solver.bharg.cards import NAMES, SUITS
from solver.bharg.confirm import confirm, is_group
from solver.bharg.solve import find, solution_of
from solver.bharg.text import parse_hand
from solver.errors import EngineError, InternalError

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "bharg.jsonl").open(encoding="utf-8")]
OVERLAPPING = Rules(sets="overlapping")
ENGINES = ("tables", "cpsat")


def naive_rules(rules):
    """Return the naive checker's word for the rules."""
    return {"overlapping": rules.sets == "overlapping"}


def check_form(solution, rules):
    """Check that groups and loose are the hand, that every group is one, and that the points are right."""
    hand = solution.hand.split()
    discard = [] if solution.discard is None else [solution.discard]
    listed = [card for group in solution.groups for card in group.cards]
    assert sorted([*listed, *solution.loose, *discard]) == sorted(hand)
    top = discard[0][1] if discard and discard[0][0] == "A" else solution.ace
    sets = [(*group.cards, *group.shared) for group in solution.groups if group.kind == "set"]
    rest = [card for group in solution.groups if group.kind != "set" for card in group.cards]
    rest += solution.loose
    assert naive.judge_grouping(sets, rest, top, **naive_rules(rules)) == solution.penalty
    kinds = [group.kind for group in solution.groups]
    assert kinds == sorted(kinds, key=["set", "ace", "excuse"].index)
    assert kinds.count("ace") <= 1
    assert solution.declare == (not solution.loose) == (solution.declaration is not None)
    if len(hand) == 8:
        assert solution.declare == bool(solution.folds)
    else:
        assert solution.folds is solution.discard is None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case, engine):
    """Every recorded case has its answer under disjoint and under overlapping sets (B2)."""
    for rules, key in ((Rules(), "expect"), (OVERLAPPING, "expect_overlapping")):
        if key not in case:
            continue
        solution = solve(case["hand"], ace=case["ace"], rules=rules, engine=engine)
        assert solution.declare == case[key]["declare"]
        assert solution.penalty == case[key]["penalty"]
        if "folds" in case[key]:
            assert list(solution.folds) == case[key]["folds"]
        check_form(solution, rules)


@st.composite
def hands(draw):
    """Draw 7 or 8 cards with a top ace that is not held; half of them hold a set or two."""
    codes = draw(st.permutations(range(45)))
    if draw(st.booleans()):
        rich = draw(st.permutations([*range(6, 30), *draw(st.permutations(range(30, 44)))[:2]]))
        codes = [*rich[:5], *(code for code in codes if code not in rich[:5])]
    hand = codes[: draw(st.sampled_from([7, 8]))]
    tops = [None, *(suit for suit in range(6) if suit not in hand)]
    return hand, draw(st.sampled_from(tops))


@settings(max_examples=300, deadline=None)
@given(hands(), st.sampled_from([Rules(), OVERLAPPING]))
def test_engines_agree_with_the_naive_checker(hand_and_top, rules):
    """Both engines find what the naive checker finds: points, loose cards, folds, a best discard."""
    hand, top = hand_and_top
    names = [NAMES[code] for code in hand]
    expected = naive.solve(names, None if top is None else SUITS[top], **naive_rules(rules))
    for engine in ENGINES:
        solution = solve(hand, ace=top, rules=rules, engine=engine)
        assert solution.penalty == expected.penalty
        assert solution.declare == expected.declare
        assert len(solution.loose) == expected.loose
        assert solution.folds is None or set(solution.folds) == expected.folds
        assert solution.discard is None or solution.discard in expected.discards
        check_form(solution, rules)


def test_ace_bound_cards_help_to_bind_others():
    """A card that the top ace binds may be in a set that binds its other cards (B3)."""
    solution = solve("2MK 2SY 2WL 3SK 7SK 5SW 9MS", ace="K")
    assert [(group.kind, str(group)) for group in solution.groups] == [
        ("set", "2MK 2SY 2WL"),
        ("ace", "3SK 7SK"),
    ]
    assert (solution.loose, solution.penalty) == (("5SW", "9MS"), 14)


def test_sets_that_bind_nothing_more_are_not_laid():
    """A set whose cards the top ace binds already is left out: all of them are one ace group."""
    solution = solve("4MS 5SW 8MS 9MS XS 2SY 6SY", ace="S")
    assert [group.kind for group in solution.groups] == ["ace"]


def test_two_cards_are_no_set():
    """A Pawn and a Court that show all six suits bind nothing (B1)."""
    assert solve("PSWK CMLY 9MS 9WY 8MS 7WY 4MS").penalty == 57


def test_the_excuse_is_always_bound():
    """The Excuse scores nothing, is a group of its own, and is part of no set (B5)."""
    solution = solve("E AM AS AW AL AY AK")
    assert [(group.kind, str(group)) for group in solution.groups] == [
        ("set", "AM AS AW AL AY AK"),
        ("excuse", "E"),
    ]


def test_a_discarded_ace_is_the_new_top():
    """A discarded ace binds and unbinds at once: the old top counts no more (B6)."""
    solution = solve("4MS 5SW 8MS 9MS XS 2SY 6SY AS", ace="M")
    assert (solution.discard, solution.folds, solution.penalty) == ("AS", ("AS",), 0)
    assert [group.kind for group in solution.groups] == ["ace"]
    keeps = solve("AS 2MK XM 4MS 8MS 9MS PMSL XK", ace="M")
    assert (keeps.discard, keeps.penalty) == ("XK", 1)


def test_shared_cards_are_listed_once():
    """With overlapping sets a card is listed in its first set, and shared by the later one."""
    hand = "2MK 2SY 2WL 6SY 4WL 9MS AM"
    assert solve(hand).penalty == 14
    solution = solve(hand, rules=OVERLAPPING)
    assert [group.to_json() for group in solution.groups] == [
        {"kind": "set", "cards": ["2MK", "2SY", "2WL"], "as": ["2MK", "2SY", "2WL"]},
        {"kind": "set", "cards": ["4WL", "6SY"], "as": ["4WL", "6SY"], "shared": ["2MK"]},
    ]
    assert (solution.loose, solution.penalty) == (("AM", "9MS"), 10)
    assert solution.rules == "standard,sets=overlapping"


@pytest.mark.parametrize("engine", ENGINES)
def test_order_of_cards_does_not_matter(engine):
    """The same hand gives the same answer, whatever the order of its cards."""
    for case in CASES[:40]:
        cards = case["hand"].split()
        expected = solve(case["hand"], ace=case["ace"], engine=engine)
        random.Random(7).shuffle(cards)
        assert solve(" ".join(cards), ace=case["ace"], engine=engine) == expected


def test_json_has_the_keys_of_the_contract_in_order():
    """The JSON object has the contract's keys in the contract's order."""
    data = solve("2MK 2SY 2WL 4YK 5YK 9MS E XM", ace="AK", deck="basic+excuse").to_json()
    keys = "game hand ace deck rules declare penalty groups loose declaration folds discard engine"
    assert " ".join(data) == keys
    assert data["ace"] == "K"
    assert data["deck"] == "basic+excuse"
    assert data["rules"] == "standard"
    assert data["discard"] == "XM"
    assert data["folds"] == []
    assert data["declaration"] is None
    assert data["engine"] == "tables"
    assert json.loads(json.dumps(data)) == data


def test_engines_by_name():
    """An engine that does not exist is refused with those that do."""
    with pytest.raises(EngineError, match="engines: auto, tables, cpsat"):
        solve("2MK 2SY 2WL 4YK 5YK 9MS E", engine="sat")


@pytest.mark.parametrize(
    "group",
    [
        Group("set", ("2MK", "2SY"), ("2MK", "2SY")),
        Group("set", ("PSWK", "CMLY"), ("PSWK", "CMLY")),
        Group("set", ("2MK", "2SY", "3SK"), ("2MK", "2SY", "3SK")),
        Group("set", ("2MK", "2SY", "2WL", "E"), ("2MK", "2SY", "2WL", "E")),
        Group("ace", ("2MK", "2SY"), ("2MK", "2SY")),
        Group("excuse", ("2MK",), ("2MK",)),
        Group("trio", ("2MK", "2SY", "2WL"), ("2MK", "2SY", "2WL")),
    ],
    ids=str,
)
def test_false_groups_are_caught(group):
    """No group passes the check that breaks B1, B3 or B5."""
    assert not is_group(group, SUITS.index("K"))


def test_false_arrangements_are_caught():
    """An answer that breaks a rule, or does not cost what was found, is a fault and never returned."""
    hand = parse_hand("2MK 2SY 2WL 4WL 5YK 9MS E")
    found = find(hand.codes, hand.ace, Rules())
    with pytest.raises(InternalError, match="does not cost"):
        solution_of(hand, replace(found, points=1), rules=Rules(), engine="tables")
    with pytest.raises(InternalError, match="breaks the rules"):
        solution_of(hand, replace(found, sets=((6, 7, 8), (6, 7, 13))), rules=Rules(), engine="tables")
    with pytest.raises(InternalError, match="breaks the rules"):
        confirm(hand.codes, (), hand.codes, -1, Rules())


def test_one_hand_needs_neither_numpy_nor_ortools():
    """A single hand under auto is answered without importing numpy or ortools."""
    program = (
        "import sys; from solver import bharg; bharg.solve('2MK 2SY 2WL 4YK 5YK 9MS E', ace='K');"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'ortools', 'pyarrow', 'typer')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
