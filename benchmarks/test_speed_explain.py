"""Speed of judging and explaining: groupings a second, hands a second for distances, and single hands."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests"))

HANDS = 20_000


def random_hands(count: int, decks: int) -> np.ndarray:
    """Return random hands of so many decks, from a fixed seed."""
    rng = np.random.default_rng(1)
    cards = np.array([*range(52)] * decks + [52] * 2 * decks, dtype=np.uint8)
    return np.array([rng.permutation(cards)[:13] for _ in range(count)])


@pytest.mark.parametrize(("decks", "total"), [(1, 59249), (2, 58755)])
def test_away(benchmark, decks: int, total: int) -> None:  # type: ignore[no-untyped-def]
    """Distances of random hands under the default rules, eights wild."""
    from solver.rummy.distance import distances

    codes = random_hands(HANDS, decks)
    distances(codes[:1000], 7, decks)
    found = benchmark(distances, codes, 7, decks)
    assert int(found.sum()) == total


def test_bharg_away(benchmark) -> None:  # type: ignore[no-untyped-def]
    """Distances of random Bharg hands of all 45 cards with an empty Ace Pile."""
    from solver.bharg.nearest import distances

    rng = np.random.default_rng(2)
    codes = np.array([rng.permutation(45)[:7] for _ in range(HANDS)], dtype=np.uint8)
    distances(codes[:10])
    found = benchmark(distances, codes)
    assert int(found.max()) == 5


def test_verify_many(benchmark) -> None:  # type: ignore[no-untyped-def]
    """Groupings judged in a row, half of them broken."""
    import groupings

    from solver.rummy.verify import judge_many

    texts = [one.text for one in groupings.rummy_groupings(3, 4_000)]
    found = benchmark(lambda: sum(one.valid for one in judge_many(texts, decks=3)))  # type: ignore[union-attr]
    assert found == 396


def test_explain_one(benchmark) -> None:  # type: ignore[no-untyped-def]
    """One random two-deck hand explained, warm."""
    from solver.rummy.cards import NAMES
    from solver.rummy.explain import explain

    hand = " ".join(NAMES[code] for code in random_hands(1, 2)[0])
    told = benchmark(explain, hand, wild="8", decks=2)
    assert not told.solution.declare
