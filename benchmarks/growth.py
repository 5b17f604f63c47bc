"""How the cost of a rummy hand grows: by wildcards, decks, cards of a suit and hands in a call, as Markdown.

Run with ``python benchmarks/growth.py`` on an idle machine; the tables of ``benchmarks/README.md`` are its
output. Every figure is the median of several runs, in nanoseconds a hand and, behind it, as a multiple of
thirteen ``np.take`` and ``|`` over as many hands.
"""

import statistics
import time
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import JOKER
from solver.rummy.evaluate import evaluate

EIGHTS = 7
HANDS = 60_000
MOST_WILDCARDS = 7
RUNS = 5
BITS = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))

Codes = NDArray[np.uint8]


def drawn(rng: np.random.Generator, cards: Codes, count: int, size: int) -> Codes:
    """Draw `size` of the cards for each of `count` hands, without putting any back."""
    parts = []
    for _ in range(0, count, 10_000):
        keys = rng.random((10_000, len(cards)), np.float32)
        parts.append(cards[np.argpartition(keys, size - 1, axis=1)[:, :size]] if size else keys[:, :0])
    return np.concatenate(parts)[:count].astype(np.uint8)


def deck_of(decks: int) -> Codes:
    """Return the cards of some decks, two jokers each."""
    return np.array([*range(JOKER), JOKER, JOKER] * decks, np.uint8)


def with_wildcards(decks: int, number: int) -> Codes:
    """Deal hands with so many wildcards, wild eights and jokers."""
    rng, deck = np.random.default_rng([decks, number]), deck_of(decks)
    is_wild = (deck == JOKER) | (deck % 13 == EIGHTS)
    return np.concatenate(
        [drawn(rng, deck[is_wild], HANDS, number), drawn(rng, deck[~is_wild], HANDS, 13 - number)], axis=1
    )


def with_suit(decks: int, longest: int) -> Codes:
    """Deal hands of which one suit has so many cards, and the rest from all others."""
    rng, deck = np.random.default_rng([decks, longest, 1]), deck_of(decks)
    spades = deck < 13
    return np.concatenate(
        [drawn(rng, deck[spades], HANDS, longest), drawn(rng, deck[~spades], HANDS, 13 - longest)], axis=1
    )


def seconds(work: Callable[[], object]) -> float:
    """Return the median time of some runs, after one that does not count."""
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def yardstick(hands: Codes) -> None:
    """Gather thirteen columns from a table of bits."""
    for start in range(0, len(hands), 1 << 13):
        piece = np.zeros(len(hands[start : start + (1 << 13)]), np.uint64)
        for column in range(13):
            piece |= BITS.take(hands[start : start + (1 << 13), column], mode="clip")


def cell(hands: Codes, decks: int) -> str:
    """Return the time of hands as a cell of a table."""
    once = seconds(lambda: evaluate(hands, EIGHTS, decks))
    takes = seconds(lambda: yardstick(hands))
    return f"{once / len(hands) * 1e9:,.0f} ({once / takes:.0f})"


def tell(title: str, names: Iterable[str], rows: Iterable[tuple[object, list[str]]]) -> None:
    """Print a table."""
    columns = [title, *names]
    print("|", " | ".join(columns), "|")
    print("|", " | ".join(["---"] * len(columns)), "|")
    for head, cells in rows:
        print("|", " | ".join([str(head), *cells]), "|", flush=True)
    print()


def main() -> None:
    """Print all tables."""
    decks = (1, 2, 3)
    names = ["one deck", "two decks", "three decks"]
    numbers = range(MOST_WILDCARDS + 1)
    tell(
        "wildcards",
        names,
        (
            (number, [cell(with_wildcards(n, number), n) if number <= 6 * n else "–" for n in decks])
            for number in numbers
        ),
    )
    tell(
        "cards of the longest suit",
        names,
        ((longest, [cell(with_suit(n, longest), n) for n in decks]) for longest in range(5, 12)),
    )
    mixed = {n: drawn(np.random.default_rng(n), deck_of(n), 1_000_000, 13) for n in decks}
    sizes = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
    tell(
        "hands in a call",
        names,
        ((f"{size:,}", [cell(mixed[n][:size], n) for n in decks]) for size in sizes),
    )


if __name__ == "__main__":
    main()
