"""Many hands in blocks of one wild rank each, and the cap on their penalties."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.errors import HandError
from solver.rummy.rules import Rules

Ints = NDArray[np.int64]
Block = slice | Ints
"""Hands of an array: a range of them, or their places."""


def blocks(count: int, wild: int | NDArray[np.integer], size: int) -> Iterator[tuple[Block, int, int | Ints]]:
    """Yield blocks of hands with their wild rank, and the number of the first row or of each.

    Parameters
    ----------
    count : int
        Number of hands.
    wild : int or (count,) integers
        The wild rank 0–12, or -1 for none; one for all hands or one for each.
    size : int
        Most hands of a block.

    Raises
    ------
    HandError
        If `wild` has another shape or type, or naming the row with a rank that does not exist.
    """
    for places, rank in _by_rank(count, wild):
        if places is None:
            for start in range(0, count, size):
                yield slice(start, start + size), rank, start
        else:
            for start in range(0, len(places), size):
                block = places[start : start + size]
                yield block, rank, block


def check_ranks(count: int, wild: int | NDArray[np.integer]) -> NDArray[np.integer]:
    """Return wild ranks as an array, () or (count,); see `blocks` for the errors."""
    ranks = np.asarray(wild)
    if ranks.dtype.kind not in "iu":
        raise HandError.at("wild", f"type {ranks.dtype} is no integer")
    if ranks.shape not in ((), (count,)):
        raise HandError.at("wild", f"shape {ranks.shape} is not ({count},)")
    bad = np.flatnonzero((ranks.ravel() < -1) | (ranks.ravel() > 12))
    if len(bad):
        where = "wild" if ranks.ndim == 0 else f"row {bad[0]}"
        raise HandError.at(where, f"wild rank {ranks.ravel()[bad[0]]} is not one of -1 to 12")
    return ranks


def _by_rank(count: int, wild: int | NDArray[np.integer]) -> list[tuple[NDArray[np.int64] | None, int]]:
    """Return the hands of each wild rank, or None for all, so that one table after the other serves."""
    ranks = check_ranks(count, wild)
    if ranks.ndim == 0:
        return [(None, int(ranks))]
    small = ranks.astype(np.int8)
    if count and (small == small[0]).all():
        return [(None, int(small[0]))]
    order = np.argsort(small, kind="stable")
    ends = np.cumsum(np.bincount(small + 1, minlength=14))
    starts = np.concatenate(([0], ends[:-1]))
    return [
        (order[start:end], rank)
        for rank, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True), -1)
        if end > start
    ]


def capped(loss: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return losses as penalties, under the cap if there is one (R10)."""
    return loss if rules.cap == "none" else np.minimum(loss, np.uint8(int(rules.cap)))
