"""CP-SAT, hand by hand: fixed seeds, fixed work, known answers, one core.

Must: the penalty of 500 random two-deck hands a second, and no hand of 13 cards, whatever its number of
wildcards, that takes over 100 times the median.
"""

import random
import statistics
import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver import cpsat
from solver.rummy.groups import loser_packing, melds_of
from solver.rummy.proved import find
from solver.rummy.rules import PRESETS, Rules

EIGHTS = 7


def two_deck_hands(count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Return random hands of two decks, their codes ascending."""
    rng = random.Random(seed)
    deck = [*range(52), *range(52), 52, 52, 52, 52]
    return [tuple(sorted(rng.sample(deck, 13))) for _ in range(count)]


def hands_with_wildcards(count: int, seed: int = 2) -> list[tuple[int, ...]]:
    """Return hands of three decks with 0 to 13 wildcards in turn, when eights are wild."""
    rng = random.Random(seed)
    deck = [*range(52)] * 3 + [52] * 6
    wild = [code for code in deck if code == 52 or code % 13 == EIGHTS]
    plain = [code for code in deck if code != 52 and code % 13 != EIGHTS]
    numbers = (number % 14 for number in range(count))
    return [tuple(sorted([*rng.sample(wild, n), *rng.sample(plain, 13 - n)])) for n in numbers]


def penalty(hand: tuple[int, ...]) -> int:
    """Return the least raw points under the default rules."""
    melds = melds_of(hand, EIGHTS, Rules())
    choice = cpsat.best(loser_packing(hand, EIGHTS, Rules(), melds))
    assert choice is not None
    return choice.points


def test_penalty_of_random_hands(benchmark: BenchmarkFixture) -> None:
    """500 random two-deck hands have their known total, at 500 hands a second or more."""
    hands = two_deck_hands(500)
    penalty(hands[0])
    total = benchmark.pedantic(lambda: sum(map(penalty, hands)), rounds=3)
    assert total == 27_078
    if benchmark.stats is not None:
        benchmark.extra_info["hands_per_second"] = round(len(hands) / benchmark.stats.stats.median)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_hand_is_slow(preset: str) -> None:
    """No hand takes over 100 times the median, whatever its number of wildcards."""
    rules = PRESETS[preset]
    hands = hands_with_wildcards(280)
    find(hands[0], EIGHTS, rules)
    seconds = []
    for hand in hands:
        start = time.process_time()
        find(hand, EIGHTS, rules)
        seconds.append(time.process_time() - start)
    assert max(seconds) <= 100 * statistics.median(seconds)
    print(f"\n{preset}: median {1e3 * statistics.median(seconds):.2f} ms, max {1e3 * max(seconds):.2f} ms")
