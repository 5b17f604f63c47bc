"""The table of all hands: for each of 45,379,620, what its sets save under every top ace.

What sets save depends only on the cards that are in any set of the hand, their *union*. There are some
370,000 unions and about 60,000 different savings, so a hand needs two bytes: the number of its *class*.
Unions are written from small to large, each to all hands that hold it: the last to write a hand is its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import EXCUSE, HAND_SIZE, SUITS
from solver.bharg.groups import LEAST_CARDS, sets_of
from solver.bharg.many import (
    BLOCK,
    WEIGHT_OF_POINT,
    best_disjoint,
    best_overlapping,
    sets_in,
    useful,
    weights_of,
)
from solver.bharg.ranks import CARDS, FIRST_BIT, HANDS, WORDS, numbers_of, subsets
from solver.bharg.rules import Rules
from solver.errors import InternalError

EVERYTHING = 255
"""What is said to be saved if all cards are bound by sets: more than any hand costs."""

_PLAIN = (1 << CARDS) - 1
_PAIRS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Table:
    """What sets save in every hand.

    Attributes
    ----------
    classes : (45379620,) uint16
        The class of each hand, by its number; 0 has no set.
    savings : (7, K) uint8
        Most points that sets save, by top of the Ace Pile (row 0 an empty pile) and class.
    """

    classes: NDArray[np.uint16]
    savings: NDArray[np.uint8]

    def fits(self) -> bool:
        """Tell whether the arrays have the shapes and types of a table, and every class its savings."""
        shapes = (self.classes.dtype, self.classes.shape, self.savings.dtype, self.savings.shape[:-1])
        wanted = (np.dtype(np.uint16), (HANDS,), np.dtype(np.uint8), (1 + len(SUITS),))
        return shapes == wanted and int(self.classes.max()) < self.savings.shape[-1]


def build(rules: Rules) -> Table:
    """Build the table of the rules: one for disjoint sets, one for overlapping ones (B2)."""
    unions = _unions()
    savings, kinds = _classes(_savings(np.concatenate(list(unions.values())), rules))
    classes = np.zeros(HANDS, np.uint16)
    for size, some in unions.items():
        _write(classes, some, kinds[: len(some)], subsets(HAND_SIZE - size))
        kinds = kinds[len(some) :]
    return Table(classes, savings)


def _unions() -> dict[int, NDArray[np.int64]]:
    """Return the unions of sets, as bits by code, by number of cards up to 7; each once, ascending."""
    sets = np.array([sum(1 << code for code in cards) for cards in sets_of(range(CARDS))])
    sizes = np.bitwise_count(sets)
    found = {size: [sets[sizes == size]] for size in range(LEAST_CARDS, HAND_SIZE + 1)}
    unions = {}
    for size in found:
        # a union grows from smaller ones, so all of this size are found by now
        unions[size] = _distinct(np.concatenate(found[size]))
        for start, stop in _slices(len(unions[size]), len(sets) if size < HAND_SIZE else 0):
            larger = _larger(unions[size][start:stop], sets)
            sizes = np.bitwise_count(larger)
            for more in range(size + 1, HAND_SIZE + 1):
                found[more].append(larger[sizes == more])
    return unions


def _distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each number once, ascending."""
    numbers = np.sort(numbers)
    return numbers[np.flatnonzero(np.diff(numbers, prepend=-1))]


def _larger(unions: NDArray[np.int64], sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the unions with one more set that brings cards of its own, of 7 cards at most."""
    both = unions[:, None] | sets
    fits = (both != unions[:, None]) & (np.bitwise_count(both) <= HAND_SIZE)
    larger: NDArray[np.int64] = both[fits]
    return larger


def _savings(unions: NDArray[np.int64], rules: Rules) -> NDArray[np.uint8]:
    """Return ``(U, 7)`` most points that sets save in each union, by top ace."""
    codes = _codes_of(unions)
    blocks = [_savings_of(codes[start : start + BLOCK], rules) for start in range(0, len(codes), BLOCK)]
    return np.concatenate(blocks)


def _codes_of(unions: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return ``(U, 7)`` codes of the cards, ascending; the Excuse, which is in no set, fills the rest."""
    codes = np.full((len(unions), HAND_SIZE), EXCUSE, np.uint8)
    left = unions.copy()
    for place in range(HAND_SIZE):
        lowest = left & -left
        # one less than a power of two has as many bits as the power has below it
        codes[:, place] = np.where(lowest > 0, np.bitwise_count(lowest - 1), EXCUSE)
        left ^= lowest
    return codes


def _savings_of(codes: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    sets = sets_in(codes)
    savings = np.zeros((len(codes), 1 + len(SUITS)), np.uint8)
    whole = np.zeros(len(codes), bool)
    for ace in range(-1, len(SUITS)):
        weights = weights_of(codes, np.full(len(codes), ace))
        if rules.sets == "overlapping":
            saved, _ = best_overlapping(sets, weights)
        else:
            saved, _ = best_disjoint(*useful(sets, weights), len(codes))
        savings[:, ace + 1] = saved // WEIGHT_OF_POINT
        if ace < 0:
            whole = (saved == weights.sum(axis=0, dtype=np.int64)) & (codes[:, -1] != EXCUSE)
    savings[whole] = EVERYTHING
    return savings


def _classes(savings: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Number the different savings; return them ``(7, K)``, and the class of each union."""
    lanes = np.zeros((len(savings) + 1, 8), np.uint8)
    lanes[1:, : savings.shape[1]] = savings
    different, kinds = np.unique(lanes.view(np.uint64).ravel(), return_inverse=True)
    if len(different) > 1 << 16:
        raise InternalError(f"{len(different)} classes of Bharg hands do not fit in two bytes")
    table = different.view(np.uint8).reshape(-1, 8)[:, : savings.shape[1]]
    return np.ascontiguousarray(table.T), kinds[1:].astype(np.uint16)


def _write(
    classes: NDArray[np.uint16],
    unions: NDArray[np.int64],
    kinds: NDArray[np.uint16],
    others: NDArray[np.int64],
) -> None:
    """Write the class of each union to all hands that are the union and as many other cards as fit."""
    plain = others >> FIRST_BIT & _PLAIN
    words = _words_of(unions)
    for start, stop in _slices(len(unions), len(others)):
        apart = (unions[start:stop, None] & plain) == 0
        hands = (words[start:stop, None] + others)[apart]
        classes[numbers_of(hands)] = np.repeat(kinds[start:stop], apart.sum(axis=1))


def _words_of(unions: NDArray[np.int64]) -> NDArray[np.int64]:
    words = np.zeros(len(unions), np.int64)
    for code in range(CARDS):
        words += (unions >> code & 1) * WORDS[code]
    return words


def _slices(count: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield slices of `count` rows that make about a million pairs with `width` columns; none for 0."""
    if not width:
        return
    step = max(1, _PAIRS_AT_ONCE // width)
    for start in range(0, count, step):
        yield start, min(start + step, count)
