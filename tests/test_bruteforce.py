"""The naive checkers give every stored answer, and agree with checks that are more literal still."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

import bruteforce_bharg as bharg
import bruteforce_hands as hands
import bruteforce_rummy as rummy
import cases
import pytest

# --- stored answers -----------------------------------------------------------------------------------------


def test_rummy_checker_gives_every_stored_answer() -> None:
    """Declaration, penalty and folds are those of every stored rummy case, under the rules it names."""
    wrong = []
    for case, rules, hand, wild, _decks, expect in cases.rummy_expectations():
        answer = rummy.solve(hand, wild, rummy.rules(rules))
        found = {"declare": answer.declare, "penalty": answer.penalty, "folds": sorted(answer.folds or ())}
        if any(found[key] != value for key, value in expect.items()):
            wrong.append((case, rules, hand, wild, found, expect))
    assert wrong == []


def test_bharg_checker_gives_every_stored_answer() -> None:
    """Declaration, penalty and folds are those of every stored Bharg case, sets disjoint and overlapping."""
    wrong = []
    for case in cases.load("bharg"):
        for name, overlapping in (("expect", False), ("expect_overlapping", True)):
            answer = bharg.solve(case["hand"], case["ace"], overlapping=overlapping)
            found = {
                "declare": answer.declare,
                "penalty": answer.penalty,
                "folds": sorted(answer.folds or ()),
            }
            if any(found[key] != value for key, value in case.get(name, {}).items()):
                wrong.append((case["id"], name, case["hand"], case["ace"], found, case[name]))
    assert wrong == []


@pytest.mark.parametrize("case", cases.load("advice"), ids=lambda case: case["hand"])
def test_rummy_checker_gives_stored_advice(case: dict[str, object]) -> None:
    """Drawing every unseen card once gives the stored counts, helpful cards and mean."""
    hand, wild, rules = str(case["hand"]), str(case["wild"]), rummy.rules(str(case["rules"]))
    open_card = str(case["open"])
    found = rummy.draws(hand, wild, int(str(case["decks"])), rules, gone=[open_card])
    assert found.unseen == case["unseen"]
    assert found.declare_copies == case["declare_copies"]
    assert found.declare_cards == case["declare_cards"]
    assert found.expected_penalty == pytest.approx(case["expected_penalty"], rel=1e-12)
    assert rummy.least(hand, wild, rules).penalty == case["penalty"]
    taken = rummy.solve([*hand.split(), open_card], wild, rules)
    assert (taken.declare, taken.penalty) == (case["open_declares"], case["open_penalty"])


# --- the words of rummy -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "wild", "rules", "kinds"),
    [
        ("AH 2H 3H", "8", "trio", "pure"),
        ("QH KH AH", "8", "trio", "pure"),
        ("KH AH 2H", "8", "trio", ""),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "K", "trio", "pure impure"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2", "trio,max_wild=any", ""),
        ("7H 8H 9H", "8", "trio", "pure impure"),
        ("7H 8H 9H", "8", "trio,wild_natural=no", "impure"),
        ("8D JK 8C", "8", "trio", "trio impure"),
        ("7H JK JK", "8", "trio", "impure"),
        ("7H JK JK", "8", "trio,min_natural=2", ""),
        ("7H JK JK", "8", "trio,max_wild=1", ""),
        ("7H JK JK JK", "8", "trio", ""),
        ("7H JK JK JK", "8", "online", "impure set"),
        ("JK JK JK", "8", "online", ""),
        ("4H 5H 6H JK", "8", "trio", "impure"),
        ("5H 5H 5D", "8", "trio", "trio"),
        ("5H 5H 5D", "8", "online", ""),
        ("5H 5H JK", "8", "trio", "trio"),
        ("5H 5D JK JK", "8", "trio", ""),
        ("5H 5D JK JK", "8", "online", "set"),
        ("8H 8D 8C", "8", "trio", "trio impure"),
        ("8H 8D 8C", "8", "trio,wild_natural=no", ""),
        ("5H 5H 5H", "8", "trio", "pure"),
        ("5H 5H 5H", "8", "trio,identical=no", "trio"),
        ("5H 5H 5H", "8", "online", ""),
        ("8H 8H 8H", "8", "trio", "pure impure"),
        ("8H 8H 8H", "8", "trio,wild_natural=no", ""),
        ("5S 5H 5D 5C", "8", "trio", ""),
        ("5S 5H 5D 5C", "8", "online", "set"),
    ],
)
def test_group_has_the_kinds_of_the_rules(group: str, wild: str, rules: str, kinds: str) -> None:
    """A group of physical cards has exactly the kinds that R1 to R5 give it."""
    assert rummy.judge_group(group, wild, rummy.rules(rules)) == set(kinds.split())


def kinds_by_placing(cards: tuple[str, ...], wild: str | None, words: dict[str, str]) -> set[str]:
    """Return the kinds of a small group by putting every card on every place, as itself or as a wildcard."""
    kinds = set()
    can_be_wild = {card: rummy.is_wildcard(card, wild) for card in cards}
    must_be_wild = {
        card: card == "JK" or (can_be_wild[card] and words["wild_natural"] == "no") for card in cards
    }
    readings = [
        reading
        for reading in product((True, False), repeat=len(cards))
        if all(
            can_be_wild[card] if as_wild else not must_be_wild[card]
            for card, as_wild in zip(cards, reading, strict=True)
        )
    ]
    identical = len(cards) == 3 and len(set(cards)) == 1
    for reading in readings:
        stand_ins = sum(reading)
        naturals = len(cards) - stand_ins
        allowed = words["max_wild"] == "any" or stand_ins <= int(words["max_wild"])
        for start, suit in product(range(15 - len(cards)), "SHDC"):
            places = [rank + suit for rank in "A23456789TJQKA"[start : start + len(cards)]]
            for order in permutations(range(len(cards))):
                if all(reading[at] or cards[at] == place for at, place in zip(order, places, strict=True)):
                    if stand_ins == 0:
                        kinds.add("pure")
                    elif naturals >= int(words["min_natural"]) and allowed:
                        kinds.add("impure")
                    break
        if identical and words["identical"] == "pure":
            if stand_ins == 0:
                kinds.add("pure")
            continue
        own = [card for card, as_wild in zip(cards, reading, strict=True) if not as_wild]
        if len({card[0] for card in own}) != 1:
            continue
        if words["sets"] == "trio" and len(cards) == 3 and stand_ins <= 1:
            kinds.add("trio")
        if words["sets"] == "distinct" and len(cards) <= 4 and len({card[1] for card in own}) == naturals:
            kinds.add("set")
    return kinds


def test_judge_agrees_with_placing_card_by_card() -> None:
    """Placing every card on every place of every run gives the same kinds, whatever the options."""
    rng = Random(71)
    seen: Counter[frozenset[str]] = Counter()
    for deal in hands.rummy_deals(5, 250, most_wild=4):
        words = rummy.complete(hands.random_options(rng))
        wild = rummy.wild_rank(deal.wild, words)
        groups = rummy.groups_in(deal.hand, wild, words)
        for mask, kinds in rng.sample(groups, min(3, len(groups))):
            if mask.bit_count() <= 4 or (mask.bit_count() == 5 and rng.random() < 0.1):
                cards = tuple(card for place, card in enumerate(deal.hand) if mask >> place & 1)
                assert kinds == kinds_by_placing(cards, wild, words), (cards, wild, words)
                seen[kinds] += 1
        cards = tuple(rng.sample(deal.hand, rng.choice([3, 3, 4])))
        assert rummy.judge_group(cards, wild, words) == kinds_by_placing(cards, wild, words), (
            cards,
            wild,
            words,
        )
    assert len(seen) >= 6  # pure, impure, trio and set, and several at choice


def test_subsets_left_unjudged_are_no_groups() -> None:
    """Judging all subsets of a hand finds no group beyond those of one suit or one rank."""
    for deal in hands.rummy_deals(17, 6):
        for rules in ("trio", "online"):
            options = rummy.rules(rules)
            subsets = {
                mask: rummy.judge_group(
                    [card for place, card in enumerate(deal.hand) if mask >> place & 1], deal.wild, options
                )
                for mask in range(1 << 13)
            }
            found = dict(rummy.groups_in(deal.hand, deal.wild, options))
            assert found == {mask: kinds for mask, kinds in subsets.items() if kinds}


def test_tables_agree_with_laying_out_every_arrangement() -> None:
    """Judging every arrangement of a hand one by one gives the same points, loose cards and declarations."""
    rng = Random(3)
    declared = laid_out = 0
    for deal in hands.rummy_deals(23, 300):
        options = hands.random_options(rng)
        if len(rummy.groups_in(deal.hand, deal.wild, options)) > 45:
            continue
        laid_out += 1
        best, declares = None, False
        for groups, loose in rummy.arrangements(deal.hand, deal.wild, options):
            total = rummy.judge_arrangement(groups, loose, deal.wild, options)
            if total is not None and (best is None or (total, len(loose)) < best):
                best = (total, len(loose))
            if not loose and not declares:
                declares = rummy.judge_declaration(groups, deal.wild, options)
        least = rummy.least(deal.hand, deal.wild, options)
        assert (least.raw, least.loose) == best, (deal, options)
        assert rummy.declares(deal.hand, deal.wild, options) == declares, (deal, options)
        declared += declares
    assert laid_out > 120
    assert declared >= 5


def test_tables_agree_with_every_arrangement_of_many_wildcards() -> None:
    """Small hands full of wildcards, which are groups in very many ways, have the points of the best one."""
    rng = Random(8)
    for number in [3, 4, 5, 6] * 8:
        options, wild = hands.random_options(rng), hands.random_wild(rng)
        if wild == "none":
            continue
        cards = hands.rummy_with_wildcards(rng, number, wild=wild, decks=3, size=8)
        totals = []
        for groups, loose in rummy.arrangements(cards, wild, options):
            total = rummy.judge_arrangement(groups, loose, wild, options)
            if total is not None:
                totals.append((total, len(loose)))
        least = rummy.least(cards, wild, options)
        assert (least.raw, least.loose) == min(totals), (cards, wild, options)


def test_laid_points_drop_what_does_not_count() -> None:
    """A group whose gate is closed counts as loose, and so does one that is no group."""
    groups = ["4H 5H 6H 7H", "9C TC JC", "QS QD QH", "2D 2S 2C"]
    assert rummy.judge_arrangement(groups, [], "8", {}) is None
    assert rummy.judge_declaration(groups, "8", {})
    assert rummy.laid_points(groups, [], "8", {}) == 36
    assert rummy.laid_points(["4H 5H 7H"], "8H KD", "8", {}) == 26


def test_best_arrangements_are_all_of_them() -> None:
    """Every best arrangement and every declaration is listed once."""
    best = rummy.best_arrangements("2H 3H 4H 5H KS QD 9C 7C TD 6S JC 3S AD", "none")
    loose = ("3S", "6S", "7C", "9C", "AD", "JC", "KS", "QD", "TD")
    assert best == {((("2H", "3H", "4H", "5H"),), loose)}
    runs = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    found = rummy.declarations(runs, "none")
    # 3+3+3+4 in 4 orders, 3+3+7 in 3, 3+4+6 in 6 (3+5+5 and 4+4+5 have no pair of 6 or 7); ace low or high
    sizes = Counter(tuple(sorted(map(len, groups))) for groups in found)
    assert sizes == {(3, 3, 3, 4): 2 * 4, (3, 3, 7): 2 * 3, (3, 4, 6): 2 * 6}


# --- the words of Bharg -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "counts"),
    [
        ("basic", [72, 492, 384, 64]),
        ("basic+pawns", [108, 524, 384, 64]),
        ("basic+courts", [102, 524, 384, 64]),
        ("basic+pawns+courts", [138, 556, 384, 64]),
        ("basic+excuse+pawns+courts", [138, 556, 384, 64]),
    ],
)
def test_decks_hold_the_known_sets(deck: str, counts: list[int]) -> None:
    """A deck holds the known number of sets of 3, 4, 5 and 6 cards (B1)."""
    sizes = Counter(map(len, bharg.sets_of_deck(bharg.deck(deck))))
    assert [sizes[size] for size in (3, 4, 5, 6)] == counts
    assert sum(sizes.values()) == sum(counts)


@pytest.mark.parametrize(
    ("ace", "overlapping", "count"),
    [(None, False, 20_880), (None, True, 163_317), ("M", False, 54_460), ("M", True, 270_395)],
)
def test_basic_deck_has_the_known_bound_hands(ace: str | None, overlapping: bool, count: int) -> None:
    """As many 7-card hands of the basic deck are fully bound as is known (B2, B3)."""
    cards = [card for card in bharg.deck() if ace is None or card != "A" + ace]
    assert bharg.bound_hands(cards, ace, overlapping=overlapping) == count


def test_pawn_and_court_are_no_set() -> None:
    """Two cards that show all six suits are no set (B1), and the Excuse is in none (B5)."""
    assert not bharg.is_set("PSWK CMLY")
    assert bharg.is_set("2MK 2SY 2WL")
    assert not bharg.is_set("2MK 2SY 2WL E")
    assert not bharg.is_set("2MK 2SY 6SY 2WL")


def test_bharg_grouping_is_judged_as_laid() -> None:
    """A laid grouping counts its unbound cards; refused when a set is none or shares cards (B1, B2)."""
    assert bharg.judge_grouping(["2MK 2SY 2WL"], "9LK E AM 8MS", "K") == 9
    assert bharg.judge_grouping(["2MK 2SY"], "2WL 9LK E AM 8MS", "K") is None
    shared = ["2MK 2SY 2WL", "2MK 6SY 2WL"]
    assert bharg.judge_grouping(shared, "3SK 7SK 9WY", "K") is None
    assert bharg.judge_grouping(shared, "3SK 7SK 9WY", "K", overlapping=True) == 9


def test_bharg_least_is_the_best_of_all_groupings() -> None:
    """No grouping of a hand judges better than the least, and some grouping is as good."""
    for deal in hands.bharg_deals(29, 300):
        for overlapping in (False, True):
            least = bharg.least(deal.hand, deal.ace, overlapping=overlapping)
            sets = bharg.sets_in(deal.hand)
            totals = []
            for choice in product((True, False), repeat=min(len(sets), 9)):
                kept = [one for one, keep in zip(sets, choice, strict=False) if keep]
                rest = [card for card in deal.hand if not any(card in one for one in kept)]
                totals.append(bharg.judge_grouping(kept, rest, deal.ace, overlapping=overlapping))
            best = min(total for total in totals if total is not None)
            assert least.points == best if len(sets) <= 9 else least.points <= best, (deal, overlapping)


# --- the dealer of test hands, and independence -------------------------------------------------------------


def test_deals_repeat_and_exist() -> None:
    """The same seed deals the same hands, and no hand holds more copies of a card than exist (R13, B8)."""
    deals = list(hands.rummy_deals(11, 400, size=14))
    assert deals == list(hands.rummy_deals(11, 400, size=14))
    for deal in deals:
        assert len(deal.hand) == 14
        assert not Counter(deal.hand) - Counter(hands.rummy_pool(deal.wild, deal.decks))
    for bharg_deal in hands.bharg_deals(11, 400, size=8):
        assert len(set(bharg_deal.hand)) == 8
        assert set(bharg_deal.hand) <= set(hands.bharg_pool(bharg_deal.ace, bharg_deal.deck))


def test_rich_hands_often_declare() -> None:
    """Undisturbed rich hands declare often, so that comparisons meet both answers."""
    rng = Random(2)
    undisturbed = [hands.rich_rummy(rng, wild="8H", decks=2, disturb=0) for _ in range(40)]
    assert sum(rummy.declares(hand, "8H") for hand in undisturbed) > 10
    bound = [hands.rich_bharg(rng, ace="K", disturb=0) for _ in range(100)]
    assert sum(bharg.declares(hand, "K") for hand in bound) > 25


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_number_of_wildcards_is_as_asked(decks: int) -> None:
    """A hand with a chosen number of wildcards has that number."""
    for number in range(min(11, 6 * decks - 1) + 1):
        hand = hands.rummy_with_wildcards(Random(number), number, wild="8H", decks=decks)
        assert sum(rummy.is_wildcard(card, "8H") for card in hand) == number


def test_naive_checkers_share_no_code_with_the_packages() -> None:
    """No module of the naive checkers imports the packages that it is compared with."""
    for path in Path(__file__).parent.glob("bruteforce*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in getattr(node, "names", [])] if isinstance(node, ast.Import) else []
            )
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.split(".")[0] for name in names} & {"solver", "cli"}, path.name
