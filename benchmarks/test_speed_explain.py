"""Speed of judging and explaining, warm, on one core: fixed seeds, fixed work, known answers.

Must: 20,000 groupings/s judged, and told about; 20,000 hands/s for distances; a hand explained in 50 ms (the
median), and what is nearest to it in 0.2 s (the worst hand). Extra info holds the figures.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver.rummy.rules import PRESETS

sys.path.append(str(Path(__file__).parents[1] / "tests"))

HANDS = 20_000


def random_hands(count: int, decks: int) -> np.ndarray:
    """Return random hands of so many decks, from a fixed seed."""
    rng = np.random.default_rng(1)
    cards = np.array([*range(52)] * decks + [52] * 2 * decks, dtype=np.uint8)
    return np.array([rng.permutation(cards)[:13] for _ in range(count)])


def texts(kind: str, count: int) -> list[str]:
    """Return two-deck hands, random ones or rich ones, eights wild."""
    import bruteforce_hands as hands

    rng = Random(9)
    make = hands.rich_rummy if kind == "rich" else hands.random_rummy
    return [" ".join(make(rng, wild="8H", decks=2)) for _ in range(count)]


def per_second(benchmark: BenchmarkFixture, work: int) -> None:
    """Note a rate beside the times."""
    if benchmark.stats is not None:
        benchmark.extra_info["per_second"] = round(work / benchmark.stats.stats.median)


def one_by_one(
    benchmark: BenchmarkFixture, ask: Callable[[str], object], hands: Iterable[str]
) -> list[object]:
    """Ask about each hand, and note the milliseconds of the median and of the slowest hand."""
    found, spent = [], []
    for hand in hands:
        start = time.process_time()
        found.append(ask(hand))
        spent.append(1e3 * (time.process_time() - start))
    benchmark.extra_info |= {
        "median_ms": round(statistics.median(spent), 1),
        "slowest_ms": round(max(spent), 1),
    }
    return found


@pytest.mark.parametrize(
    ("preset", "decks", "total"),
    [
        ("trio", 1, 59249),
        ("trio", 2, 58755),
        ("trio", 3, 57819),
        ("club", 2, 58661),
        ("online", 1, 59038),
        ("online", 2, 63800),
    ],
)
def test_away(benchmark: BenchmarkFixture, preset: str, decks: int, total: int) -> None:
    """Distances of random hands, eights wild; must 20,000 a second."""
    from solver.rummy.distance import distances

    codes = random_hands(HANDS, decks)
    distances(codes, 7, decks, PRESETS[preset])
    found = benchmark.pedantic(distances, (codes, 7, decks, PRESETS[preset]), rounds=3)
    assert int(found.sum()) == total
    per_second(benchmark, HANDS)


def test_bharg_away(benchmark: BenchmarkFixture) -> None:
    """Distances of random Bharg hands of all 45 cards with an empty Ace Pile."""
    from solver.bharg.nearest import distances

    rng = np.random.default_rng(2)
    codes = np.array([rng.permutation(45)[:7] for _ in range(HANDS)], dtype=np.uint8)
    distances(codes[:10])
    found = benchmark(distances, codes)
    assert int(found.max()) == 5
    per_second(benchmark, HANDS)


@pytest.mark.parametrize("told", [False, True])
def test_verify_many(benchmark: BenchmarkFixture, told: bool) -> None:
    """Groupings judged in a row, most of them broken, without and with words; must 20,000 a second."""
    import groupings

    from solver.rummy.verify import judge_many

    laid = [one.text for one in groupings.rummy_groupings(3, 4_000)]

    def run() -> tuple[int, int]:
        judged = list(judge_many(laid, decks=3))
        faults = sum(len(one.faults) for one in judged) if told else 0  # type: ignore[union-attr]
        return sum(one.valid for one in judged), faults  # type: ignore[union-attr]

    assert benchmark.pedantic(run, rounds=5) == (396, 9_007 if told else 0)
    per_second(benchmark, len(laid))


def test_bharg_verify_many(benchmark: BenchmarkFixture) -> None:
    """Bharg groupings judged in a row, with words; must 20,000 a second."""
    import groupings

    from solver.bharg.verify import judge_many

    laid = [one.text for one in groupings.bharg_groupings(3, 4_000)]
    found = benchmark.pedantic(
        lambda: sum(len(one.faults) for one in judge_many(laid)),  # type: ignore[union-attr]
        rounds=5,
    )
    assert found > len(laid)
    per_second(benchmark, len(laid))


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("kind", ["random", "rich"])
def test_explain(benchmark: BenchmarkFixture, kind: str, preset: str) -> None:
    """20 hands explained one after the other; must 50 ms for one, the median."""
    from solver.rummy.explain import Explanation, explain

    def ask(hand: str) -> Explanation:
        return explain(hand, wild="8H", decks=2, rules=PRESETS[preset])

    hands = texts(kind, 23)
    one_by_one(benchmark, ask, hands[:3])
    found = benchmark.pedantic(one_by_one, (benchmark, ask, hands[3:]), rounds=1)
    declaring = sum(told.solution.declare for told in found)
    assert declaring == 0 if kind == "random" else declaring > 3


@pytest.mark.parametrize("preset", list(PRESETS))
def test_nearest(benchmark: BenchmarkFixture, preset: str) -> None:
    """What is nearest to 40 random hands, 20 targets each; must 0.2 s for one, the slowest."""
    from solver.rummy.nearest import Nearest, nearest

    def ask(hand: str) -> Nearest:
        return nearest(hand, wild="8H", decks=2, rules=PRESETS[preset], most=20)

    hands = texts("random", 43)
    one_by_one(benchmark, ask, hands[:3])
    found = benchmark.pedantic(one_by_one, (benchmark, ask, hands[3:]), rounds=1)
    assert all(told.targets for told in found)
