"""From planes to the rows of a table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.encode import Planes, look_up, suits_of_plane
from solver.rummy.numbering import LONG, ROW_MASK, keys_of
from solver.rummy.rules import Rules
from solver.rummy.tables import Table


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
        numbering = self.table.numbering
        found = look_up(planes, numbering)
        if len(planes) == 1:
            return [suit.astype(np.int64) for suit in found]
        rows = []
        for suit, value in enumerate(found):
            row = (value & ROW_MASK).astype(np.int64)
            if self.long and len(far := np.flatnonzero(value & LONG)):
                row[far] = self.table.add(_keys(planes, suit, far))
            rows.append(row)
        return rows


def _keys(planes: Planes, suit: int, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the keys of one suit of some hands."""
    held = [suits_of_plane(plane[hands], suit) for plane in planes]
    b1 = held[0] & ~held[2] if len(held) == 3 else held[0]
    return keys_of(b1, held[1])
