"""Arrays of rummy hands: many wild ranks, decks, blocks, few hands and none, and what is refused."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from rummy_hands import RULES, deal, own_tables

from solver import cache
from solver.errors import HandError
from solver.rummy import walk
from solver.rummy.evaluate import evaluate, penalty
from solver.rummy.rules import Rules
from solver.rummy.tables import readings, shelf
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.bulk import loose_points
from solver.rummy.tables.folds import evaluate_folds


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with own_tables(tmp_path_factory):
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
        (GOOD, -1, 0, "decks: 0 decks; the game is played with 1 to 3"),
        (GOOD, 7, 4, "decks: 4 decks"),
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


def test_threads_do_not_mix_long_suits() -> None:
    """Hands with long suits, whose rows are added as they are met, have their answers in any thread."""
    rng = np.random.default_rng(8)
    spades = np.array([[*rng.permutation(np.repeat(np.arange(13), 2))[:10]] for _ in range(600)])
    others = np.array([rng.permutation(np.arange(13, 52))[:3] for _ in range(600)])
    hands = np.hstack([spades, others]).astype(np.uint8)
    shelf.clear_memory()
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda part: arrange(part, 7, 2), np.split(hands, 60)))
    shelf.clear_memory()
    alone = arrange(hands, 7, 2)
    assert np.array_equal(np.concatenate([part.penalty for part in parts]), alone.penalty)
    assert np.array_equal(np.concatenate([part.naturals for part in parts]), alone.naturals)


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
