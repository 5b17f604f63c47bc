"""Rummy by tables: fixed seeds, fixed work, known answers, one core, every figure also against a yardstick.

The yardstick is what encoding a hand costs at least: thirteen ``np.take`` and ``|`` over the same number of
hands, measured beside each work; ``takes`` in the extra columns is the ratio. Run with
``pytest benchmarks/test_speed_rummy.py --benchmark-enable``.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from solver import cache as store
from solver.rummy import solve
from solver.rummy.cards import text_of
from solver.rummy.deal import deal, table_of
from solver.rummy.evaluate import evaluate, penalty
from solver.rummy.proved import find
from solver.rummy.rules import PRESETS, Rules
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.folds import evaluate_folds
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.table import new_table

EIGHTS = 7
HANDS = 200_000
MANY = 1_000_000
"""Hands where each has a wild rank of its own: each rank has its tables, and work of its own."""
BITS = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of the benchmarks' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(store.VARIABLE, str(tmp_path_factory.mktemp("tables")))
        yield


@cache
def dealt(decks: int, *, rich: bool = False, size: int = 13, count: int = HANDS) -> NDArray[np.uint8]:
    """Return hands dealt under wild eights."""
    table = table_of(decks=decks, wild="8", size=size)
    return np.concatenate([part.codes for part in deal(count, table, seed=decks, rich=rich)])


def yardstick(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Gather thirteen columns from a table of bits."""
    found = np.zeros(len(hands), np.uint64)
    for start in range(0, len(hands), 1 << 13):
        piece = found[start : start + (1 << 13)]
        for column in range(13):
            piece |= BITS.take(hands[start : start + (1 << 13), column], mode="clip")
    return found


def seconds(work: Callable[[], Any]) -> float:
    """Return the median time of some runs."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measured(benchmark: BenchmarkFixture, hands: NDArray[np.uint8], work: Callable[[], Any]) -> Any:
    """Measure work on hands, with its speed and its ratio to the yardstick, and return what it finds."""
    work()  # tables are built or loaded before
    found = benchmark.pedantic(work, rounds=5)
    if benchmark.stats:
        median = benchmark.stats.stats.median
        benchmark.extra_info["hands a second"] = round(len(hands) / median)
        benchmark.extra_info["takes"] = round(median / seconds(lambda: yardstick(hands)), 1)
    return found


@pytest.mark.parametrize(
    ("decks", "sums"), [(1, (10_167_139, 341)), (2, (10_644_011, 437)), (3, (10_710_689, 469))]
)
def test_penalty_and_declare(benchmark: BenchmarkFixture, decks: int, sums: tuple[int, int]) -> None:
    """Random hands of one to three decks: must 4, 3 and 2.5, aim 10, 7 and 6 million a second."""
    hands = dealt(decks)
    found = measured(benchmark, hands, lambda: evaluate(hands, EIGHTS, decks))
    assert (int(found.penalty.sum()), int(found.declare.sum())) == sums


def test_a_wild_rank_for_each_hand(benchmark: BenchmarkFixture) -> None:
    """Random hands of two decks, each with a wild rank of its own: must 2, aim 6 million a second."""
    hands, wild = dealt(2, count=MANY), np.arange(MANY) % 13
    found = measured(benchmark, hands, lambda: evaluate(hands, wild, 2))
    assert (int(found.penalty.sum()), int(found.declare.sum())) == (53_452_243, 2_109)


def test_penalty_alone(benchmark: BenchmarkFixture) -> None:
    """Random hands of two decks: must 4, aim 8 million a second."""
    hands = dealt(2)
    found = measured(benchmark, hands, lambda: penalty(hands, EIGHTS, 2))
    assert int(found.sum()) == 10_644_011


@pytest.mark.parametrize(("preset", "sums"), [("club", (13_681_412, 439)), ("online", (13_134_040, 331))])
def test_presets(benchmark: BenchmarkFixture, preset: str, sums: tuple[int, int]) -> None:
    """Random hands of two decks under the other presets: must 1, aim 4 million a second."""
    hands, rules = dealt(2), PRESETS[preset]
    found = measured(benchmark, hands, lambda: evaluate(hands, EIGHTS, 2, rules))
    assert (int(found.penalty.sum()), int(found.declare.sum())) == sums


@pytest.mark.parametrize(
    ("decks", "sums"), [(1, (1_585_241, 91_069)), (2, (1_792_836, 92_576)), (3, (1_772_154, 93_747))]
)
def test_rich_hands(benchmark: BenchmarkFixture, decks: int, sums: tuple[int, int]) -> None:
    """Hands near a declaration: must 0.5, aim 1 million a second."""
    hands = dealt(decks, rich=True)
    found = measured(benchmark, hands, lambda: evaluate(hands, EIGHTS, decks))
    assert (int(found.penalty.sum()), int(found.declare.sum())) == sums


def test_arrangements(benchmark: BenchmarkFixture) -> None:
    """Random hands of two decks with their arrangements as arrays: must 1, aim 3 million a second."""
    hands = dealt(2)
    found = measured(benchmark, hands, lambda: arrange(hands, EIGHTS, 2))
    assert (int(found.penalty.sum()), int(found.loose_cards().sum(dtype=np.int64))) == (10_644_011, 1_564_010)


def test_fourteen_cards(benchmark: BenchmarkFixture) -> None:
    """Random hands of 14 cards of two decks, best discard and folds: must 0.2, aim 1 million a second."""
    hands = dealt(2, size=14)
    found = measured(benchmark, hands, lambda: evaluate_folds(hands, EIGHTS, 2))
    folds = np.bitwise_count(found.folds).sum(dtype=np.int64)
    assert (int(found.penalty.sum()), int(found.declare.sum()), int(folds)) == (8_939_361, 2_623, 5_511)


def test_a_thousand_hands(benchmark: BenchmarkFixture) -> None:
    """A thousand random hands in one call: must 0.2, aim 1 million a second."""
    hands = dealt(2)[:1000]
    found = measured(benchmark, hands, lambda: evaluate(hands, EIGHTS, 2))
    assert int(found.penalty.sum()) == 53_304


def test_one_hand(benchmark: BenchmarkFixture) -> None:
    """A hundred hands one by one, with a warm memory: must 50, aim 10 milliseconds."""
    hands = [text_of(hand) for hand in dealt(2)[:100].tolist()]

    def work() -> int:
        return sum(solve(hand, wild="8", decks=2).penalty for hand in hands)

    work()
    assert benchmark.pedantic(work, rounds=5) == int(penalty(dealt(2)[:100], EIGHTS, 2).sum())


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize(
    "rules",
    [PRESETS["trio"], PRESETS["online"], Rules(max_wild="any", min_natural="2", span="life4")],
    ids=lambda rules: rules.name,
)
def test_tables_are_built(benchmark: BenchmarkFixture, copies: int, rules: Rules) -> None:
    """A table of one wild rank, the last the worst rules there are: must 3 seconds."""
    table = benchmark.pedantic(lambda: new_table(rules, EIGHTS, "any", copies), rounds=1)
    assert len(table.parts.points) >= 8192


@pytest.mark.parametrize("rich", [False, True])
def test_tables_hold_the_hands(benchmark: BenchmarkFixture, *, rich: bool) -> None:
    """No hand is left to CP-SAT; those with more than 7 wildcards, searched one by one, are few."""
    hands = dealt(2, rich=rich)
    held = benchmark.pedantic(lambda: ((hands == 52) | (hands % 13 == EIGHTS)).sum(axis=1) < WIDTH, rounds=1)
    benchmark.extra_info["searched one by one"] = f"{len(hands) - int(held.sum())} of {len(hands)}"
    assert held.mean() > (0.999 if rich else 0.9999)


def test_beside_cpsat(benchmark: BenchmarkFixture) -> None:
    """Penalty and declare of two decks beside the same by CP-SAT, one hand a call, on one core."""
    hands, rules = dealt(2), PRESETS["trio"]
    some = [tuple(sorted(hand)) for hand in hands[:100].tolist()]

    def proved() -> list[bool]:
        return [find(hand, EIGHTS, rules).declaration is not None for hand in some]

    proved()  # the library is loaded before
    theirs = seconds(proved) / len(some)
    found = measured(benchmark, hands, lambda: evaluate(hands, EIGHTS, 2))
    assert found.declare[:100].tolist() == proved()
    if benchmark.stats:
        mine = benchmark.stats.stats.median / len(hands)
        benchmark.extra_info["hands a second of CP-SAT"] = round(1 / theirs)
        benchmark.extra_info["times as fast"] = round(theirs / mine)


def test_beside_gin_rummy(benchmark: BenchmarkFixture) -> None:
    """Penalties of one deck without jokers beside OpenSpiel: gin rummy is easier, without wildcards or gates.

    Its ``min_deadwood`` takes one hand a call; extra ``openspiel``.
    """
    spiel = pytest.importorskip("pyspiel", reason="pip install open-spiel")
    keys = np.random.default_rng(4).random((HANDS, 52))
    hands = np.argpartition(keys, 12, axis=1)[:, :13].astype(np.uint8)
    utilities = spiel.gin_rummy.GinRummyUtils(13, 4, 13)
    asked = hands[:20_000].tolist()

    def deadwood() -> int:
        return sum(map(utilities.min_deadwood, asked))

    theirs = seconds(deadwood) / len(asked)
    found = measured(benchmark, hands, lambda: penalty(hands, -1, 1))
    assert int(found.sum()) > HANDS * 10
    if benchmark.stats:
        mine = benchmark.stats.stats.median / len(hands)
        benchmark.extra_info["hands a second of OpenSpiel"] = round(1 / theirs)
        benchmark.extra_info["times as fast"] = round(theirs / mine, 1)
