"""Tables of suits for hands of any wild rank, where a wild-rank card may be natural (R2)."""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.kept import MOST_WILD, NEVER, SuitTables
from solver.rummy.rules import Rules

Bytes = NDArray[np.int8]
Steps = list[tuple[int, int]]
Moves = tuple[tuple[NDArray[np.intp], NDArray[np.intp]], ...]
"""States and the next ones, in rounds: none of the next ones twice in a round."""

PIECE = 1 << 9
"""Suits whose rows are made together: few enough for the cache."""


class WildTables(SuitTables):
    """Rows of suits as if no rank were wild, from which those of any wild rank are made.

    A natural card of the wild rank is a card like others but for the wildcard that is missing elsewhere. So
    the row of a suit is the best of those in which 0, 1, 2 … copies of the wild rank may be natural, each
    with so many wildcards fewer.
    """

    def __init__(self, rules: Rules, wild: int, decks: int, most_wild: int = MOST_WILD) -> None:
        super().__init__(rules, wild, decks, most_wild)
        known: dict[tuple[tuple[int, int], ...], Moves] = {}
        self.moves: dict[tuple[int, ...], list[tuple[tuple[int, ...], Moves]]] = {}
        for ranks, ways in self.parts.items():
            self.moves[ranks] = [
                (wilds, known.get(tuple(steps)) or known.setdefault(tuple(steps), _moves_of(steps)))
                for _, wilds, steps in ways
            ]

    def with_rows_for(self, suits: NDArray[np.int64]) -> "WildTables":
        """Return tables that have rows for these suits and their parts: itself, or a copy with some more."""
        tables = super().with_rows_for(suits)
        assert isinstance(tables, WildTables)
        return tables

    def _keep(
        self,
        best: Bytes,
        rest: Bytes,
        ranks: tuple[int, ...],
        ways: list[tuple[int, tuple[int, ...], Steps]],
    ) -> None:
        """Try a part in every way, all states at once: fewer and longer steps than one by one."""
        own = ranks.count(self.wild)
        moves = self.moves[ranks]
        sources = 1 + max((int(states.max()) for _, rounds in moves for states, _ in rounds), default=-1)
        if own > self.most_wild or not sources:
            return
        for start in range(0, best.shape[2], PIECE):
            piece = best[..., start : start + PIECE].copy()
            # before any wildcards but those that the part has by nature
            plain = np.full((sources, *piece.shape[1:]), NEVER, dtype=np.int8)
            before = rest[:sources, : self.most_wild + 1 - own, start : start + PIECE]
            np.add(before, np.int8(len(ranks)), out=plain[:, own:])
            beside: dict[tuple[int, ...], Bytes] = {(0,): plain}
            for wilds, rounds in moves:
                gains = self._beside(beside, wilds)
                for states, new in rounds:
                    piece[new] = np.maximum(piece[new], gains[states])
            best[..., start : start + PIECE] = piece

    def _beside(self, known: dict[tuple[int, ...], Bytes], wilds: tuple[int, ...]) -> Bytes:
        """Return the most kept with a part, by the state before it, if it keeps one number of wildcards."""
        gains = known.get(wilds)
        if gains is None:
            *fewer, count = wilds
            plain = known[0,]
            gains = self._beside(known, tuple(fewer)).copy() if fewer else np.full_like(plain, NEVER)
            target = gains[:, count:]
            np.maximum(target, plain[:, : self.most_wild + 1 - count] + np.int8(count), out=target)
            known[wilds] = gains
        return gains

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


def _moves_of(steps: Steps) -> Moves:
    """Return steps in rounds."""
    rounds: list[dict[int, int]] = []
    for state, new in steps:
        free = next((one for one in rounds if new not in one), None)
        if free is None:
            rounds.append(free := {})
        free[new] = state
    return tuple((np.array(list(one.values())), np.array(list(one))) for one in rounds)
