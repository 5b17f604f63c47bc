"""Many rummy hands at once: tables, the one-hand road, CP-SAT and the naive checker agree on every answer."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bruteforce_hands as deals
import bruteforce_rummy as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import cache
from solver.errors import HandError
from solver.rummy import walk
from solver.rummy.cards import CODES, NAMES
from solver.rummy.evaluate import evaluate, penalty
from solver.rummy.groups import Meld, melds_of
from solver.rummy.rules import OPTIONS, PRESETS, Rules, override
from solver.rummy.solve import find
from solver.rummy.tables import readings, shelf
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.bulk import loose_points
from solver.rummy.tables.folds import evaluate_folds

OF_A_HAND = [name for name, option in OPTIONS.items() if option.label <= "R9" and len(option.label) == 2]
FLIPS = [f"{name}={word}" for name in [*OF_A_HAND, "cap"] for word in OPTIONS[name].values[1:]]
RULES = {
    "trio": PRESETS["trio"],
    "club": PRESETS["club"],
    "online": PRESETS["online"],
    **{flip: override(PRESETS["trio"], [flip]) for flip in FLIPS},
    "life_gate=both,trio_gate=impure": Rules(life_gate="both", trio_gate="impure"),
    "online,trio_gate=impure,life_gate=none": override(
        PRESETS["online"], ["trio_gate=impure", "life_gate=none"]
    ),
    "online,span=life4": override(PRESETS["online"], ["span=life4"]),
    "max_wild=any,min_natural=2": Rules(max_wild="any", min_natural="2"),
}


def words_of(rules: Rules) -> dict[str, str]:
    """Return rules as the naive checker reads them."""
    return {name: getattr(rules, name) for name in Rules.__slots__}


def name_of(wild: int) -> str:
    """Return a wild rank as the naive checker reads it."""
    return "none" if wild < 0 else naive.RANKS[wild]


def deal(rng: random.Random, wild: int, decks: int, size: int = 13) -> list[int]:
    """Return a random hand, one with some number of wildcards, or one near a declaration."""
    shown = name_of(wild)
    kind = rng.random()
    if kind < 0.25:
        hand = deals.random_rummy(rng, wild=shown, decks=decks, size=size)
    elif kind < 0.45:
        most = 2 * decks + (4 * decks if wild >= 0 else 0)
        number = rng.randrange(min(most, 11) + 1)
        hand = deals.rummy_with_wildcards(rng, number, wild=shown, decks=decks, size=size)
    else:
        hand = deals.rich_rummy(
            rng, wild=shown, decks=decks, size=size, most_wild=rng.choice([1, 2, 2, 4, 9])
        )
    return sorted(CODES[card] for card in hand)


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of the tests' own, and use them for the fewest hands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("tables")))
        patch.setattr(shelf, "FEW", -1)
        yield


def test_a_few_hands_wait_for_no_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A few hands are answered without a table, until so many were asked for that one is worth building."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(shelf, "FEW", 25)
    shelf.clear_memory()
    rng = random.Random(4)
    for size in (13, 14):
        rules = Rules(max_wild="any" if size == 13 else "1")
        hands = np.array([deal(rng, 4, 2, size) for _ in range(20)], np.uint8)
        few = evaluate(hands, 4, 2, rules)
        assert not list(tmp_path.iterdir())
        many = evaluate(hands, 4, 2, rules)
        assert len(list(tmp_path.iterdir())) > 0
        assert np.array_equal(few.declare, many.declare)
        assert np.array_equal(few.penalty, many.penalty)
        cache.clear()
        shelf.clear_memory()


def tables(name: str, hands: int, size: int = 13) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield a wild rank and decks with hands, of one deck and of more, the same wild ranks for every test."""
    rng = random.Random(name)
    wilds = random.Random(name.split("/")[0]).choices(range(-1, 13), k=2)
    for wild, decks in zip(wilds, (1, 3 if wilds[0] % 2 else 2), strict=True):
        yield wild, decks, np.array([deal(rng, wild, decks, size) for _ in range(hands)], np.uint8)


def answer(hand: list[int], wild: int, rules: Rules) -> naive.Answer:
    """Return what the naive checker finds."""
    return naive.solve([NAMES[code] for code in hand], name_of(wild), words_of(rules))


def loose_cards(codes: list[int], melds: tuple[Meld, ...]) -> int:
    """Return the number of cards in no group."""
    return len(codes) - sum(meld.size for meld in melds)


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


def test_a_wild_rank_for_each_hand() -> None:
    """Hands with wild ranks of their own, in any order, answer as they do one rank at a time."""
    rng = random.Random(4)
    ranks = np.array([rng.randrange(-1, 13) for _ in range(300)])
    hands = np.array([deal(rng, wild, 1) for wild in ranks.tolist()], np.uint8)
    found, arranged = evaluate(hands, ranks, 1), arrange(hands, ranks, 1)
    for wild in range(-1, 13):
        same = ranks == wild
        alone = evaluate(hands[same], wild, 1)
        assert np.array_equal(found.declare[same], alone.declare)
        assert np.array_equal(found.penalty[same], alone.penalty)
        assert np.array_equal(arranged.kind[same], arrange(hands[same], wild, 1).kind)


def test_decks_only_bound_the_copies() -> None:
    """A hand of one deck has the same answer for any number of decks and in any order of its cards."""
    rng = random.Random(5)
    hands = np.array([deal(rng, 7, 1) for _ in range(200)], np.uint8)
    wanted = evaluate(hands, 7, 1)
    for decks in (2, 3, None):
        found = evaluate(np.array(rng.sample(hands.T.tolist(), 13), np.uint8).T, 7, decks)
        assert np.array_equal(found.declare, wanted.declare)
        assert np.array_equal(found.penalty, wanted.penalty)


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are the same however many hands are worked on at a time."""
    rng = random.Random(6)
    hands = np.array([deal(rng, 7, 2) for _ in range(200)], np.uint8)
    wanted = evaluate(hands, 7, 2)
    monkeypatch.setattr("solver.rummy.tables.bulk.BLOCK", 37)
    found = evaluate(hands, 7, 2)
    assert np.array_equal(found.declare, wanted.declare)
    assert np.array_equal(found.penalty, wanted.penalty)


def test_no_hands_no_answers() -> None:
    """An array without rows has answers without rows."""
    assert evaluate(np.zeros((0, 13), np.uint8), 7, 2).declare.shape == (0,)
    assert evaluate(np.zeros((0, 13), np.uint8), np.zeros(0, np.int8)).penalty.shape == (0,)
    assert arrange(np.zeros((0, 13), np.uint8)).kind.shape == (0, 4)
    assert evaluate_folds(np.zeros((0, 14), np.uint8)).folds.shape == (0,)


GOOD = np.arange(13, dtype=np.uint8)[None].repeat(3, axis=0)


def changed(row: int, codes: list[int]) -> np.ndarray:
    """Return good hands of which one starts with other codes."""
    hands = GOOD.copy()
    hands[row, : len(codes)] = codes
    return hands


@pytest.mark.parametrize(
    ("hands", "wild", "decks", "words"),
    [
        (GOOD[:, :12], -1, None, r"shape \(3, 12\)"),
        (GOOD[0], -1, None, "shape"),
        (GOOD.astype(np.float64), -1, None, "float64"),
        (GOOD.astype(np.int64) - 1, -1, None, "row 0: a code is not one of 0 to 52"),
        (changed(1, [53]), -1, None, "row 1: 53 is no card code"),
        (changed(2, [255]), -1, 1, "row 2: 255"),
        (changed(2, [3]), -1, 1, "row 2: 2 copies of 4S"),
        (changed(1, [3, 3, 2]), -1, 2, "row 1: 3 copies of 4S"),
        (changed(1, [3, 3, 3]), -1, None, "row 1: 4 copies of 4S"),
        (changed(0, [52] * 3), -1, 1, "row 0: 3 copies of JK; 1 deck have 2"),
        (changed(0, [52] * 7), -1, None, "row 0: 7 copies of JK"),
        (GOOD, 13, None, "wild: wild rank 13"),
        (GOOD, np.array([0, -2, 0]), None, "row 1: wild rank -2"),
        (GOOD, np.zeros(2, np.int64), None, r"shape \(2,\)"),
        (GOOD, np.zeros(3), None, "float64"),
    ],
)
def test_what_cannot_be_is_refused(hands: np.ndarray, wild: object, decks: int | None, words: str) -> None:
    """A shape, type, code, number of copies or wild rank that cannot be is a HandError that names the row."""
    with pytest.raises(HandError, match=words):
        evaluate(hands, wild, decks)  # type: ignore[arg-type]


def test_any_integers_and_both_sizes_are_taken() -> None:
    """Codes may be any integers, and hands of 14 are judged after the best discard."""
    wide = evaluate(GOOD.astype(np.int64))
    assert np.array_equal(wide.penalty, evaluate(GOOD).penalty)
    more = np.hstack([GOOD, np.full((len(GOOD), 1), 52, np.uint8)])
    found = evaluate_folds(more)
    assert np.array_equal(evaluate(more).penalty, found.penalty)
    assert np.array_equal(evaluate(more).declare, found.declare)


def test_rows_keep_their_numbers_in_errors() -> None:
    """With a wild rank for each hand and many blocks the row in an error is still the row of the array."""
    hands = np.arange(13, dtype=np.uint8)[None].repeat(100, axis=0)
    hands[77, 5] = 99
    with pytest.raises(HandError, match="row 77"):
        evaluate(hands, np.arange(100) % 14 - 1)


@pytest.mark.parametrize("name", ["trio", "club", "online", "wild_natural=no", "sets=distinct"])
def test_hands_of_many_wild_ranks_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one table for all wild ranks or by one for each, and alone, a hand has the same answers."""
    rules, rng = RULES[name], random.Random(name)
    wild = np.array([rng.choice([-1, 4, 9]) for _ in range(40)])
    wild[:2] = 2
    hands = np.array([deal(rng, int(rank), 3, 13) for rank in wild], np.uint8)
    hands[0] = [2, 2, 15, 15, 28, 28, 41, 41, 0, 52, 52, 52, 52]
    hands[1] = [2, 2, 15, 15, 28, 28, 41, 41, 3, 16, 5, 52, 52]
    for many in (0, 1000):
        monkeypatch.setattr(readings, "MANY", many)
        found = evaluate(hands, wild, 3, rules)
        assert np.array_equal(penalty(hands, wild, 3, rules), found.penalty)
        for row, hand in enumerate(hands.tolist()):
            one = walk.find(tuple(sorted(hand)), int(wild[row]), rules)
            points = loose_points(hand, one.least, int(wild[row]))
            assert found.penalty[row] == (points if rules.cap == "none" else min(points, int(rules.cap)))
            assert found.declare[row] == (one.declaration is not None), hand


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
