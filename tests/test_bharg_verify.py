"""Groupings of Bharg judged by the referee: each fault by its rule, and agreement at large."""

from __future__ import annotations

from collections import Counter
from random import Random

import bruteforce_bharg as naive
import groupings
import pytest

from solver.bharg.rules import Rules
from solver.bharg.verify import judge_many, verify
from solver.errors import HandError

OVERLAPPING = Rules(sets="overlapping")

FAULTS = [
    ("B1_suit_twice", "2MK 2SY 3MW | 4YK 5YK | CMWK CSLK", "K", 0, "B1", "two cards show Moons"),
    ("B1_suit_missing", "2MK 2SY 3MW | 4YK 5YK | CMWK CSLK", "K", 0, "B1", "no card shows Leaves"),
    ("B1_two_cards", "PSWK CMLY | 2SY 2WL 3MW 4MS | E", None, 0, "B1", "two cards are never a set"),
    ("B2_two_sets", "2MK 2SY 2WL | 2MK 4WL 6SY | E 3SK", "K", 1, "B2", "2MK: laid before"),
    ("B3_not_ace_bound", "4YK 5YK 9MS | 2MK 2SY 2WL | E", "K", 0, "B3", "no Knots on 9MS"),
    (
        "B3_alone",
        "9MS | 2MK 2SY 2WL | 4YK 5YK | E",
        "K",
        0,
        "B3",
        "9MS alone is not bound: it shows no Knots",
    ),
    ("B4_empty_pile", "4YK | 2MK 2SY 2WL | 3MW 4WL | E", None, 0, "B4", "only sets bind"),
    ("B5_excuse_in_a_set", "2MK 2SY 2WL E | 4YK 5YK 8YK", "K", 0, "B5", "the Excuse is never part of a set"),
    ("B6_missing", "2MK 2SY 2WL | 4YK 5YK", "K", None, "B6", "2 cards missing"),
    ("B6_too_many", "2MK 2SY 2WL | 4YK 5YK 8YK 9LK 6LK", "K", None, "B6", "one has to be discarded"),
    ("B7_loose", "2MK 2SY 2WL | 4YK 5YK 8YK", "K", None, "B7", "9MS is in no set and shows no Knots"),
    ("B8_top_ace", "2MK 2SY 2WL | 4YK 5YK 8YK AK", "K", None, "B8", "AK is the top of the Ace Pile"),
    ("B8_twice", "2MK 2SY 2WL | 4YK 4YK 5YK 8YK", "K", 1, "B2", "4YK"),
]


@pytest.mark.parametrize(
    ("text", "ace", "group", "rule", "words"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS]
)
def test_fault(text: str, ace: str | None, group: int | None, rule: str, words: str) -> None:
    """What is wrong is named by its group, the label of its rule, and plain words."""
    verdict = verify(text, ace=ace, loose="9MS" if rule == "B7" else None)
    found = [fault for fault in verdict.faults if (fault.group, fault.rule) == (group, rule)]
    assert any(words in fault.message for fault in found), verdict.faults
    assert not verdict.valid


def test_b8_extra_that_is_off() -> None:
    """A card of an extra that is not in the deck is a fault (B8)."""
    verdict = verify("2MK 2SY 2WL | 4YK 5YK 8YK | E", ace="K", deck="basic")
    assert [(fault.group, fault.rule) for fault in verdict.faults] == [(None, "B8")]
    assert verdict.best is None


def test_b2_overlapping_sets_may_share() -> None:
    """With overlapping sets a card serves in several; with disjoint sets the later does not stand (B2)."""
    text = "2MK 2SY 2WL | 2MK 4WL 6SY | E 3SK"
    disjoint, overlapping = verify(text, ace="K"), verify(text, ace="K", rules=OVERLAPPING)
    assert any(fault.rule == "B2" for fault in disjoint.faults)
    assert not any(fault.rule == "B2" for fault in overlapping.faults)


def test_b6_a_discarded_ace_is_on_top_at_once() -> None:
    """The cards kept are judged under the discarded ace (B6)."""
    groups = "2MK 4YK 5YK 8YK 9LK 6LK CMWK"
    assert verify(groups, fold="AK", ace="M").valid
    assert not verify(groups, ace="M").valid
    assert verify(groups, hand=f"{groups} AK", ace="M").valid


def test_bad_input_is_an_error() -> None:
    """Pieces that are no card are errors, all told together."""
    with pytest.raises(HandError) as caught:
        verify("2MK 2SX", loose="zz", fold="E 2MK", ace="Q", deck="full")
    assert list(dict.fromkeys(defect.where for defect in caught.value.defects)) == [
        "ace",
        "deck",
        "group 1, card 2",
        "loose, card 1",
        "fold",
    ]


# --- at large -----------------------------------------------------------------------------------------------


def _naive_judgement(one: groupings.BhargGrouping) -> tuple[bool, int | None]:
    """Return whether the naive checker binds all seven cards, and the unbound points if all groups stand."""
    sets = [group for group in one.groups if naive.is_set(group)]
    others = [group for group in one.groups if not naive.is_set(group)]
    rest = [card for group in others for card in group]
    cards = {card for group in one.groups for card in group}
    stand = all(
        group == ["E"] or all(naive.is_ace_bound(card, one.ace) for card in group) for group in others
    )
    once = len(rest) == len(set(rest))
    points = naive.judge_grouping(sets, rest, one.ace, overlapping=one.overlapping) if once else None
    return stand and points == 0 and len(cards) == 7, points


def _disagreements(seed: int, count: int) -> tuple[list[object], Counter[bool]]:
    wrong: list[object] = []
    seen: Counter[bool] = Counter()
    for one in groupings.bharg_groupings(seed, count):
        rules = OVERLAPPING if one.overlapping else Rules()
        (found,) = judge_many([one.text], ace=one.ace, rules=rules)
        assert not isinstance(found, HandError)
        valid, points = _naive_judgement(one)
        same = found.valid == valid and (points is None or found.points == points)
        if not same or found.valid == bool(found.faults):
            wrong.append((one, found, found.faults, valid, points))
        seen[valid] += 1
    return wrong, seen


def test_agrees_with_the_naive_judge() -> None:
    """Valid or not, and the points as laid, are what the naive checker says, sets disjoint or not."""
    wrong, seen = _disagreements(21, 10_000)
    assert wrong == []
    assert min(seen.values()) > 1_500


@pytest.mark.slow
def test_agrees_with_the_naive_judge_on_many() -> None:
    """The same over 50,000 groupings."""
    wrong, _ = _disagreements(22, 50_000)
    assert wrong == []


def test_finds_the_break_that_was_made() -> None:
    """A valid grouping with one card exchanged, so that its group breaks: that group, and no other."""
    rng = Random(8)
    broken = 0
    for one in groupings.bharg_groupings(9, 4_000):
        if one.overlapping or not _naive_judgement(one)[0]:
            continue
        at = rng.randrange(len(one.groups))
        groups = [list(group) for group in one.groups]
        laid = {card for group in groups for card in group}
        spare = [card for card in naive.deck("basic+excuse+pawns+courts") if card not in laid]
        groups[at][rng.randrange(len(groups[at]))] = rng.choice([c for c in spare if c != f"A{one.ace}"])
        bound = all(naive.is_ace_bound(card, one.ace) for card in groups[at])
        if naive.is_set(groups[at]) or bound or groups[at] == ["E"]:
            continue
        broken += 1
        verdict = verify(" | ".join(map(" ".join, groups)), ace=one.ace)
        assert {fault.group for fault in verdict.faults} == {at}, (groups, verdict.faults)
        assert {fault.rule for fault in verdict.faults} <= {"B1", "B3", "B4", "B5"}
        assert verdict.best is not None
        assert verdict.points >= verdict.best
    assert broken > 200
