"""Many turns as arrays: what is asked of each, and the cards that are left unseen (R13)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.errors import Defect, HandError
from solver.rummy.cards import JOKER, MAX_DECKS, NAMES

NO_CARD = -1
"""Stands where there is no card."""

_CODES = JOKER + 1
_MOST_DEFECTS = 20

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Asked:
    """The hands, and what holds for each."""

    codes: Codes
    wild: Ints
    decks: Ints
    shown: Ints
    open: Ints


def asked_of(
    codes: Codes, wild: ArrayLike, decks: ArrayLike, shown: ArrayLike, open_card: ArrayLike
) -> Asked:
    """Return turns as arrays, numbers for all hands spread over them.

    Raises
    ------
    HandError
        Naming what is no integer, of another shape or out of bounds.
    """
    count = len(codes)
    return Asked(
        codes,
        column_of(wild, count, "wild", -1, 12),
        column_of(decks, count, "decks", 1, MAX_DECKS),
        column_of(shown, count, "shown", NO_CARD, JOKER),
        column_of(open_card, count, "open", NO_CARD, JOKER),
    )


def column_of(values: ArrayLike, count: int, name: str, least: int, most: int) -> Ints:
    """Return a number for each hand.

    Raises
    ------
    HandError
        If they are no integers, too few or too many, or one is out of bounds.
    """
    numbers = np.asarray(values)
    if numbers.dtype.kind not in "iu" or numbers.shape not in ((), (count,)):
        raise HandError.at(
            name, f"{numbers.dtype} of shape {numbers.shape} is not an integer, or ({count},) of them"
        )
    column: Ints = np.broadcast_to(numbers, (count,)).astype(np.int64)
    bad = np.flatnonzero((column < least) | (column > most))
    if len(bad):
        where = name if numbers.ndim == 0 else f"row {bad[0]}, {name}"
        raise HandError.at(where, f"{column[bad[0]]} is not one of {least} to {most}")
    return column


def unseen_of(asked: Asked, seen: Sequence[int]) -> Ints:
    """Return how many of each code are not seen, (N, 53).

    Raises
    ------
    HandError
        Naming the first rows with cards that are seen more often than the decks have them (R13).
    """
    if any(not 0 <= code <= JOKER for code in seen):
        raise HandError.at("seen", f"codes are 0 to {JOKER}")
    count = len(asked.codes)
    if count and int(asked.codes.max()) > JOKER:
        bad = int(np.flatnonzero((asked.codes > JOKER).any(axis=1))[0])
        raise HandError.at(f"row {bad}", f"{asked.codes[bad].max()} is no card code: 0 to {JOKER}")
    left = np.repeat(asked.decks[:, None], _CODES, axis=1)
    left[:, JOKER] *= 2
    left -= np.bincount(np.array(seen, np.int64), minlength=_CODES)
    rows = np.arange(count)
    for column in (*asked.codes.T, asked.shown, asked.open):
        told = column != NO_CARD if column.dtype != np.uint8 else np.ones(count, np.bool_)
        left[rows[told], column[told]] -= 1
    row, code = np.nonzero(left < 0)
    defects = [
        Defect(f"row {row}", f"more {NAMES[code]} are seen than {asked.decks[row]} deck(s) have (R13)")
        for row, code in zip(row[:_MOST_DEFECTS].tolist(), code.tolist(), strict=False)
    ]
    defects += [
        Defect(f"row {row}", "no card is left unseen")
        for row in np.flatnonzero(~left.any(axis=1)).tolist()[:_MOST_DEFECTS]
    ]
    if defects:
        raise HandError(defects)
    return left


def blocks_of(asked: Asked, size: int) -> Iterator[Ints]:
    """Yield rows in blocks of one wild rank and number of decks, so that one table serves after another."""
    order = np.lexsort((asked.decks, asked.wild))
    kinds = np.stack((asked.wild[order], asked.decks[order]))
    ends = [*(np.flatnonzero((np.diff(kinds) != 0).any(axis=0)) + 1).tolist(), len(order)]
    start = 0
    for end in ends:
        for first in range(start, end, size):
            yield order[first : min(first + size, end)]
        start = end
