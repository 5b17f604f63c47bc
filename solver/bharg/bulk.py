"""Hands in bulk: what `evaluate` does with arrays, by the table or by looking."""

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.bharg import look, lookup, many
from solver.bharg.cards import HAND_SIZE, NAMES, SUITS
from solver.bharg.rules import Rules
from solver.bharg.shelf import table_for
from solver.bharg.text import card_defects
from solver.errors import Defect, HandError, InternalError


def least_points(
    hands: NDArray[np.uint8], tops: NDArray[np.integer[Any]], rules: Rules
) -> Iterator[tuple[slice, NDArray[np.uint8]]]:
    """Yield the least points of a block of hands, with its rows; of 8 cards ``(8, N)``, by place."""
    table = table_for(rules, len(hands))
    size = min(many.BLOCK if table is None else lookup.BLOCK, max(len(hands), 1))
    judge = look.Looker(rules) if table is None else lookup.Judge(table, size)
    seven = hands.shape[1] == HAND_SIZE
    for start in range(0, len(hands), size):
        rows = slice(start, start + size)
        block = hands[rows]
        top = np.add(tops[rows], 1, dtype=np.int64)
        left = np.empty(len(block) if seven else block.shape[::-1], np.uint8)
        try:
            if block.max() >= len(NAMES):
                raise look.NotAHand
            (judge.seven if seven else judge.eight)(block, top, left)
        except look.NotAHand:
            refuse(block, top, start)
        yield rows, left


def checked(codes: ArrayLike, ace: ArrayLike | None) -> tuple[NDArray[np.uint8], NDArray[np.integer[Any]]]:
    """Return hands as contiguous uint8, and the suit of the top ace (-1 for none) of each.

    Codes of 45 to 255 are left to be refused row by row.

    Raises
    ------
    HandError
        For another shape or kind of numbers, or a top ace that does not exist.
    """
    hands = np.asarray(codes)
    if hands.ndim != 2 or hands.shape[1] not in (HAND_SIZE, HAND_SIZE + 1):
        raise HandError.at(
            "codes", f"shape {hands.shape}; (N, {HAND_SIZE}) or (N, {HAND_SIZE + 1}) is wanted"
        )
    if hands.dtype.kind not in "iu" and hands.size:
        raise HandError.at("codes", f"numbers of type {hands.dtype}; codes are whole numbers")
    top = np.asarray(-1 if ace is None else ace)
    if top.dtype.kind not in "iu" or top.ndim > 1 or (top.ndim and len(top) != len(hands)):
        raise HandError.at(
            "ace", f"{top.dtype} of shape {top.shape}; a suit, or one for each hand, is wanted"
        )
    wrong = np.flatnonzero((top < -1) | (top >= len(SUITS)))
    if len(wrong):
        where = f"row {wrong[0]}" if top.ndim else "ace"
        raise HandError.at(
            where, f"top ace {top.ravel()[wrong[0]]}; a suit 0 to {len(SUITS) - 1}, or -1 for none"
        )
    tops = np.broadcast_to(top, len(hands))
    if hands.dtype != np.uint8:
        wide = np.flatnonzero(((hands < 0) | (hands >= len(NAMES))).any(axis=1))
        if len(wide):
            refuse(hands[: wide[0] + 1], tops[: wide[0] + 1] + 1, 0)
        hands = hands.astype(np.uint8)
    return np.ascontiguousarray(hands), tops


def refuse(hands: NDArray[np.integer[Any]], top: NDArray[np.int64], start: int) -> NoReturn:
    """Raise the error of the first row that is no hand.

    Parameters
    ----------
    hands : (N, K) integers
        Hands, one of which is none.
    top : (N,) int64
        For each, 1 more than the suit of the top ace.
    start : int
        Number of the first row.
    """
    in_range = (hands >= 0) & (hands < len(NAMES))
    known = np.asarray(in_range.all(axis=1))
    good = known.copy()
    good[known] = look.are_hands(hands[known].astype(np.uint8), top[known])
    if good.all():
        raise InternalError(f"hands from row {start} on were refused without a reason")
    row = int(np.argmin(good))
    where = f"row {start + row}"
    codes = hands[row].tolist()
    unknown = [
        Defect(where, f"card {place}: {code} is not a code; codes are 0 to {len(NAMES) - 1}")
        for place, code in enumerate(codes, start=1)
        if not 0 <= code < len(NAMES)
    ]
    cards = [(place, code) for place, code in enumerate(codes, start=1) if 0 <= code < len(NAMES)]
    others = card_defects(cards, int(top[row]) - 1, None)
    raise HandError([*unknown, *(Defect(where, defect.message) for defect in others)])
