"""Groupings of thirteen-card rummy judged by the referee: each fault by its rule, and agreement at large."""

from __future__ import annotations

from collections import Counter
from random import Random

import bruteforce_hands as hands
import bruteforce_rummy as naive
import groupings
import pytest

from solver.errors import HandError
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.solve import solve
from solver.rummy.verify import judge_many, verify

GOOD = "9C TC JC QC | QS QD QH"

# name of the test, first groups, options, the fault's group, its label, and words of its message; the
# other two groups are sound, so the named group is the only one at fault
GROUP_FAULTS = [
    ("R1_too_short", "4H 5H | 2S 2H 2D 2C", {}, 0, "R1", "two cards; a group has three at least"),
    ("R1_round_the_corner", "KH AH 2H | 4S 5S 6S", {}, 0, "R1", "AH is in the middle, K-A-2"),
    ("R1_longer_corner", "QH KH AH 2H | 4S 5S 6S", {}, 0, "R1", "AH is in the middle, K-A-2"),
    ("R1_gap", "4H 5H 7H | 4S 5S 6S", {}, 0, "R1", "not consecutive: 6H missing"),
    ("R1_two_short", "4H 7H JK | 4S 5S 6S", {}, 0, "R1", "5H and 6H missing; one wildcard cannot fill it"),
    ("R1_twice", "4H 5H 5H 6H | 4S 5S 6S", {}, 0, "R1", "5H is in the sequence twice"),
    (
        "R1_suits_differ",
        "4H 5H 6D | 4S 5S 6S",
        {},
        0,
        "R1",
        "the suits differ: 6D, while 4H and 5H are hearts",
    ),
    ("R3_third_wildcard", "4H JK JK JK | 4S 5S 6S", {}, 0, "R3", "a third wildcard: two at most"),
    (
        "R3_second_wildcard",
        "4H JK JK | 4S 5S 6S",
        {"max_wild": "1"},
        0,
        "R3",
        "a second wildcard: one at most",
    ),
    ("R3_one_natural", "4H JK JK | 4S 5S 6S", {"min_natural": "2"}, 0, "R3", "one natural card"),
    ("R3_wildcards_alone", "JK JK JK | 4S 5S 6S", {}, 0, "R3", "wildcards alone are no group"),
    ("R2_never_natural", "8H JK JK | 4S 5S 6S", {"wild_natural": "no"}, 0, "R2", "wild 8s are never natural"),
    ("R4_four_of_a_rank", "5H 5D 5S 5C | 4S 5S 6S", {}, 0, "R4", "4 cards; a trio has exactly three"),
    ("R4_ranks_differ", "5H 5D 6S | 4S 5S 6S", {}, 0, "R4", "the ranks differ: 6S beside 5H and 5D"),
    ("R4_two_wildcards", "5H 5D JK JK | 4S 5S 6S", {}, 0, "R4", "4 cards; a trio has exactly three"),
    ("R4_same_suit", "5H 5H 5D | 4S 5S 6S", {"sets": "distinct"}, 0, "R4", "two hearts"),
    ("R5_fourth", "5H 5H 5H JK | 4S 5S 6S", {}, 0, "R5", "three of the exact same card are complete"),
    (
        "R5_identical_off",
        "5H 5H 5H | 4S 5S 6S",
        {"sets": "distinct", "identical": "no"},
        0,
        "R4",
        "three hearts",
    ),
]


@pytest.mark.parametrize(
    ("first", "options", "group", "rule", "words"),
    [case[1:] for case in GROUP_FAULTS],
    ids=[case[0] for case in GROUP_FAULTS],
)
def test_fault_of_a_group(first: str, options: dict[str, str], group: int, rule: str, words: str) -> None:
    """A broken group is named, with the label of its rule and what is wrong in plain words."""
    verdict = verify(f"{first} | {GOOD}", wild="8", rules=Rules(**options))
    mine = [fault for fault in verdict.faults if fault.group == group]
    assert any(fault.rule == rule and words in fault.message for fault in mine), verdict.faults
    assert not verdict.valid
    assert verdict.laid[group].group is None
    assert all(fault.group in (group, None) for fault in verdict.faults) or "| 2S" in first


WHOLE_FAULTS = [
    ("R6_no_pure", "4H 5H JK | 9C TC JK | QS QD QH | 2D 2S 2C KH", "R6", "no pure sequence"),
    ("R6_one_sequence", "4H 5H 6H 7H | KC KS KH | QS QD QH | 2D 2S 2C", "R6", "only one sequence"),
    ("R6_no_sequence", "KC KS KH | QS QD QH | 2D 2S 2C | 3S 3D 3H", "R6", "no sequence"),
    (
        "R6_span",
        "4H 5H 6H 7H 8H | 3C 4C 5C 6C 7C 8C 9C TC",
        "R6",
        "cover 13 cards together; 6 or 7 are needed",
    ),
    (
        "R6_loose",
        "4H 5H 6H 7H | 9C TC JC | QS QD QH",
        "R6",
        "3 cards missing: a declaration groups 13, here lie 10",
    ),
    ("R6_too_many", "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2S 2D 2C | 3S 3D 3H", "R6", "16 cards lie here"),
    ("R7_three_trios", "4H 5H 6H | 9C TC JC | QS QD QH | 2D 2S 2C | KS", "R1", "one card"),
    ("R13_copies", "4H 5H 6H 7H | 9C TC JC | 9C TC JC | 9C TC JC | 9C TC JC", "R13", "9C is held 4 times"),
    ("R15_fourteen", "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C 2H", "R15", "one has to be folded"),
]


@pytest.mark.parametrize(
    ("text", "rule", "words"), [case[1:] for case in WHOLE_FAULTS], ids=[case[0] for case in WHOLE_FAULTS]
)
def test_fault_of_the_whole(text: str, rule: str, words: str) -> None:
    """What is wrong with a grouping as a whole is named by its label."""
    verdict = verify(text)
    assert any(fault.rule == rule and words in fault.message for fault in verdict.faults), verdict.faults
    assert not verdict.valid


def test_r6_life4_needs_a_sequence_of_four() -> None:
    """Under span=life4 two sequences of three do not do (R6)."""
    verdict = verify("4H 5H 6H | 9C TC JC | QS QD QH QC | 2D 2S 2C", rules=parse_rules("online,span=life4"))
    assert [(fault.rule, fault.message) for fault in verdict.faults] == [
        ("R6", "neither of two sequences has four cards")
    ]


def test_r7_three_trios_are_one_too_many() -> None:
    """Two sequences and three sets are refused, since two count at most (R7)."""
    rules = parse_rules("trio,span=any")
    verdict = verify("4H 5H 6H | QS QD QH | 2D 2S 2C | KS KD KH", loose="3S", rules=rules)
    assert [fault.message for fault in verdict.faults] == [
        "3S is in no group",
        "only one sequence; a second is needed",
        "3 trios; 2 at most",
    ]
    assert {fault.rule for fault in verdict.faults} == {"R6", "R7"}


def test_loose_cards_are_named() -> None:
    """A card left over is a fault of the declaration, and counts (R6)."""
    verdict = verify("4H 5H 6H 7H | 9C TC JC | QS QD QH", loose="2D 2S 3C")
    assert [str(fault) for fault in verdict.faults] == ["2D, 2S and 3C are in no group (R6)"]
    assert verdict.points == 37  # the trio does not count without an impure sequence (R9)


def test_fold_makes_thirteen_of_fourteen() -> None:
    """With 14 cards the fold is set aside, and the other 13 have to be a declaration (R15)."""
    groups = "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C"
    assert verify(groups, fold="2H").valid
    assert verify(groups, hand=f"{groups} 2H").valid
    other = verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 3C", fold="2C")
    assert not other.valid
    assert other.solution is not None
    assert other.solution.folds == ("3C",)


def test_hand_tells_what_is_missing_or_added() -> None:
    """Against the hand held, cards laid twice, foreign cards and cards kept back are faults."""
    hand = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
    messages = [
        fault.message
        for fault in verify("4H 5H 6H 7H | 9C TC JC | QS QS QH | 3S 2S 2C", hand=hand).faults
        if fault.group is None
    ]
    assert messages[:3] == [
        "3S is laid once, but not in the hand",
        "QS is laid twice, but held once",
        "2D and QD of the hand are missing",
    ]
    assert verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C", hand=hand).valid


def test_how_it_could_have_been() -> None:
    """A grouping that fails comes with the declaration that the same cards allow, and the best points."""
    verdict = verify("4H 5H 6H 7H 8H | 9C TC JC QC | QS QD QH | 2C", wild="none", loose="")
    assert not verdict.valid
    assert verdict.solution == solve("4H 5H 6H 7H 8H 9C TC JC QC QS QD QH 2C")
    broken = verify("4H 5H 6H 7H 8H 9H | TH JH QH KH 9C TC JC")
    assert [(fault.group, fault.rule) for fault in broken.faults] == [(1, "R1"), (None, "R6")]
    assert broken.declaration
    assert broken.solution is not None
    assert broken.solution.declaration is not None


def test_order_within_a_group_is_free() -> None:
    """The cards of a group come in any order, and are laid in run order in the answer."""
    verdict = verify("7H 5H JK 4H | JC 9C TC | QS QD QH | 2D 2S 2C")
    assert verdict.valid
    first = verdict.laid[0].group
    assert first is not None
    assert (first.cards, first.stands_for) == (("4H", "5H", "JK", "7H"), ("4H", "5H", "6H", "7H"))


def test_bad_input_is_an_error() -> None:
    """Pieces that are no card, and a hand that cannot be, are errors with all their defects."""
    with pytest.raises(HandError) as caught:
        verify("4H 5H 6X | 9C", loose="1S", fold="2H 3H", wild="0", decks=4)
    assert [defect.where for defect in caught.value.defects] == [
        "wild",
        "group 1, card 3",
        "loose, card 1",
        "fold",
        "decks",
    ]
    with pytest.raises(HandError):
        verify("4H 5H 6H", hand="4H 5H 6H")


# --- at large -----------------------------------------------------------------------------------------------


def _disagreements(seed: int, count: int) -> tuple[list[object], Counter[bool]]:
    wrong: list[object] = []
    seen: Counter[bool] = Counter()
    for one in groupings.rummy_groupings(seed, count):
        rules = Rules(**one.options)
        (found,) = judge_many([one.text], wild=one.wild, decks=one.decks, rules=rules)
        assert not isinstance(found, HandError)
        valid = naive.judge_declaration(one.groups, one.wild, one.options)
        points = naive.capped(naive.laid_points(one.groups, (), one.wild, one.options), one.options)
        if (found.valid, found.points) != (valid, points) or found.valid == bool(found.faults):
            wrong.append((one, found, valid, points))
        seen[valid] += 1
    return wrong, seen


def test_agrees_with_the_naive_judge() -> None:
    """Valid or not, and the points as laid, are what the naive checker says, under all rules (8,000)."""
    wrong, seen = _disagreements(11, 8_000)
    assert wrong == []
    assert min(seen.values()) > 2_000


@pytest.mark.slow
def test_agrees_with_the_naive_judge_on_many() -> None:
    """The same over 50,000 groupings."""
    wrong, _ = _disagreements(12, 50_000)
    assert wrong == []


def test_finds_the_break_that_was_made() -> None:
    """A valid declaration with one card exchanged for one that breaks its group: that group, and no other."""
    rng = Random(5)
    broken = 0
    for one in groupings.rummy_groupings(6, 1_500):
        if not naive.judge_declaration(one.groups, one.wild, one.options):
            continue
        at = rng.randrange(len(one.groups))
        groups = [list(group) for group in one.groups]
        pool = Counter(hands.rummy_pool(one.wild, one.decks))
        pool.subtract(card for group in groups for card in group)
        groups[at][rng.randrange(len(groups[at]))] = rng.choice(sorted((+pool).elements()))
        if naive.judge_group(groups[at], one.wild, one.options):
            continue
        broken += 1
        text = " | ".join(map(" ".join, groups))
        rules = Rules(**one.options)
        (verdict,) = judge_many([text], wild=one.wild, decks=one.decks, rules=rules)
        assert not isinstance(verdict, HandError)
        named = {fault.group for fault in verdict.faults} - {None}
        assert named == {at}, (text, verdict.faults)
        assert {fault.rule for fault in verdict.faults if fault.group == at} <= {"R1", "R2", "R3", "R4", "R5"}
        assert verdict.points >= solve(" ".join(text.split(" | ")), wild=one.wild, rules=rules).penalty
    assert broken > 400
