"""Tables of suits for hands of any wild rank, where a wild-rank card may be natural (R2)."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.kept import SuitTables

Bytes = NDArray[np.int8]


class WildTables(SuitTables):
    """Rows of suits as if no rank were wild, from which those of any wild rank are made.

    A natural card of the wild rank is a card like others but for the wildcard that is missing elsewhere. So
    the row of a suit is the best of those in which 0, 1, 2 … copies of the wild rank may be natural, each
    with so many wildcards fewer.
    """

    def with_rows_for(self, suits: NDArray[np.int64]) -> "WildTables":
        """Return tables that have rows for these suits and their parts: itself, or a copy with some more."""
        tables = super().with_rows_for(suits)
        assert isinstance(tables, WildTables)
        return tables

    def natural_wilds(self, counts: Bytes, wild: Bytes) -> Bytes:
        """Return the wild-rank cards by suit that may be natural, (4, N); none if tables know the rank."""
        if self.wild >= 0 or self.rules.wild_natural == "no":
            return np.zeros((4, len(wild)), np.int8)
        found: Bytes = counts[:, wild, np.arange(len(wild))] * (wild >= 0)
        return found

    def natural_rows_of(
        self, suits: NDArray[np.int64], natural: Bytes, wild: Bytes, pool: int, largest: int
    ) -> list[Bytes]:
        """Return the rows of the four suits of hands, as `rows_of` does.

        Parameters
        ----------
        suits : (4, N) int
            Codes.
        natural : (4, N) int8
            Cards of the wild rank in them.
        wild : (N,) int8
            Wild rank of each hand.
        pool, largest : int
            As for `rows_of`.
        """
        power = self.powers[wild]
        rows = self.rows_of(suits - natural * power, pool, largest)
        states = len(rows[0])
        for suit in range(4):
            whole = self.filled if suit == 3 else self.rows
            for used in range(1, min(int(natural[suit].max(initial=0)), pool) + 1):
                mine = np.flatnonzero(natural[suit] >= used)
                spare = natural[suit, mine] - used
                index = self._look_up(suits[suit, mine] - spare * power[mine])
                more = whole[:states, : pool + 1 - used].take(index, axis=2)
                np.maximum(more, rows[suit][:, used:].take(mine, axis=2), out=more)
                rows[suit][:, used:, mine] = more
        return rows
