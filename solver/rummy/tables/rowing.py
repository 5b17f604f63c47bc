"""From planes to the rows of a table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.rules import Rules
from solver.rummy.tables.encode import Planes, look_up, suits_of_plane
from solver.rummy.tables.numbering import LONG, MOST_CARDS, ROW_MASK, cards_of, keys_of, lessened
from solver.rummy.tables.table import Table

_PIECE = 1 << 14
"""Hands whose rows are looked up at a time, so that what is in between stays in the nearest caches."""


@dataclass(frozen=True, slots=True)
class Rower:
    """A table with the rules it serves.

    Attributes
    ----------
    table : Table
        Rows of the suits.
    rules : Rules
        The rules, which trios need beside the table.
    long : bool
        Whether suits may be too long for a row of their own.
    """

    table: Table
    rules: Rules
    long: bool = False

    def rows(self, planes: Planes) -> list[NDArray[np.int64]]:
        """Return by suit the rows of hands."""
        return self.rows_and_long(planes)[0]

    def rows_and_long(self, planes: Planes) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """Return by suit the rows of hands, and the hands for which they are void: a suit is too long."""
        rows = [np.empty(len(planes[0]), np.int64) for _ in range(4)]
        long: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
        for start in range(0, len(planes[0]), _PIECE):
            piece = [plane[start : start + _PIECE] for plane in planes]
            found = look_up(piece, self.table.numbering)
            for suit, value in enumerate(found):
                np.bitwise_and(value, ROW_MASK, out=rows[suit][start : start + _PIECE])
            flags = (found[0] | found[1] | found[2] | found[3]) & LONG
            long.append(np.flatnonzero(flags) + start)
        far = np.concatenate(long)
        if self.long and len(far):
            keys = np.stack([_keys(planes, suit, far) for suit in range(4)])
            suits, hands = np.nonzero(cards_of(keys) > MOST_CARDS)
            added = self.table.add(keys[suits, hands])
            for suit in range(4):
                rows[suit][far[hands[suits == suit]]] = added[suits == suit]
            far = far[:0]
        return rows, far

    def less(self, rows: NDArray[np.int64], column: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the rows of suits that lose a card.

        Parameters
        ----------
        rows : (N,) int64
            Rows of the suits.
        column : (N,) uint8
            1 and the rank of the card, or 0 for none.

        Returns
        -------
        (N,) int64
            The rows of what is left; negative where the suit does not hold the card.
        """
        numbering = self.table.numbering
        places = rows << 4
        places |= column
        if not self.long:
            return lessened(numbering.copies).take(places, mode="wrap").astype(np.int64)
        left = lessened(numbering.copies).take(places, mode="clip").astype(np.int64)
        far = np.flatnonzero(rows >= numbering.size)
        left[far] = rows[far]
        far = far[column[far] > 0]
        if len(far):
            left[far] = self._long_less(rows[far], 2 * (column[far].astype(np.int64) - 1))
        return left

    def _long_less(self, rows: NDArray[np.int64], shift: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of long suits that lose a card, added to the table if they are long still."""
        keys = self.table.keys(rows)
        held = keys >> shift & 3 > 0
        keys -= held.astype(np.int64) << shift
        return np.where(held, self.table.add(keys), -1)


def _keys(planes: Planes, suit: int, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the keys of one suit of some hands."""
    held = [suits_of_plane(plane[hands], suit) for plane in planes]
    b1 = held[0] & ~held[2] if len(held) == 3 else held[0]
    return keys_of(b1, held[1])
