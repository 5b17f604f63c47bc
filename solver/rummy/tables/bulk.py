"""Many hands: whether they declare and their least loose points, block by block, the rare cases together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import points_of
from solver.rummy.groups import Meld
from solver.rummy.rules import Rules
from solver.rummy.tables.blocks import Block, blocks
from solver.rummy.tables.blocksolver import PIECE, Cleared, Found, Solver, natural_rank
from solver.rummy.tables.covers import covered
from solver.rummy.tables.declare import declares
from solver.rummy.tables.encode import Hands, encode
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.shelf import alone, worth_it
from solver.rummy.tables.table import TableFull

BLOCK = 1 << 17
"""Hands that are worked on at a time."""

MOST_ASIDE = 1 << 14
"""Most hands with long suits that are left for later."""

MOST_LOSS = 255
"""Loss of hands that are not answered yet."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of hands.

    Attributes
    ----------
    declare : (N,) bool
        Whether they declare.
    loss : (N,) uint8
        Their losses before any cap.
    """

    declare: Bools
    loss: Bytes

    @classmethod
    def blank(cls, count: int) -> "Answers":
        """Return room for the answers of hands."""
        return cls(np.zeros(count, np.bool_), np.empty(count, np.uint8))


@alone
def answers(
    codes: Codes,
    wild: int | NDArray[np.integer],
    decks: int | None,
    rules: Rules,
    *,
    declaring: bool,
    refused: Bools | None = None,
) -> Answers:
    """Return which hands declare (none unless asked), and their losses before any cap.

    Parameters
    ----------
    codes : (N, 13) uint8
        The hands.
    wild, decks, rules
        As in `evaluate`.
    refused : (N,) bool, optional
        Where given, hands that cannot be are marked here instead of an error; their answers are void.
    """
    made = Answers.blank(len(codes))
    gathered: Gathered | None = None
    far: list[tuple[int, Ints]] = []
    for block, rank, first in blocks(len(codes), wild, BLOCK):
        some = codes[block]
        bad = np.zeros(len(some), np.bool_)
        hands = encode(some, rank, decks, first, None if refused is None else bad)
        if refused is not None:
            refused[block] = bad
        if not worth_it(rules, natural_rank(rules, rank), len(hands.planes), len(hands.pool)):
            made.loss[block] = MOST_LOSS
            far.append((rank, _places(block, np.flatnonzero(~bad))))
            continue
        solver = Solver.of(rules, rank, len(hands.planes))
        hands = solver.natural(hands)
        if gathered is None or not gathered.is_for(solver):
            if gathered is not None:
                gathered.finish()
            gathered = Gathered(solver, made, declaring=declaring)
        gathered.add(hands, block)
        # with 7 wildcards nothing stays loose beside a pure sequence, and only a declaration needs more
        far.append((rank, _places(block, np.flatnonzero(hands.pool >= WIDTH))))
    if gathered is not None:
        gathered.finish()
    for rank, places in far:
        for row in places.tolist():
            hand = tuple(sorted(codes[row].tolist()))
            made.declare[row] = declaring and walk.declares(hand, rank, rules)
            if made.loss[row]:
                made.loss[row] = loose_points(hand, walk.least(hand, rank, rules), rank)
    return made


def _places(block: Block, rows: Ints) -> Ints:
    """Return the places of some hands of a block among all."""
    found: Ints = rows + block.start if isinstance(block, slice) else block[rows]
    return found


def loose_points(codes: Sequence[int], melds: Sequence[Meld], wild: int) -> int:
    """Return what the cards count that are in no group."""
    grouped = sum(points_of(code, wild) for meld in melds for code in meld.naturals)
    return sum(points_of(code, wild) for code in codes) - grouped


@alone
def answer(solver: Solver, hands: Hands, *, declaring: bool) -> Answers:
    """Return the answers of encoded hands of one solver, as if 7 wildcards were the most."""
    made = Answers.blank(len(hands.pool))
    gathered = Gathered(solver, made, declaring=declaring)
    gathered.add(hands, slice(0, len(hands.pool)))
    gathered.finish()
    return made


class Gathered:
    """Blocks of hands of one solver, of which the rare ones are put together: few at a time cost too much.

    Parameters
    ----------
    solver : Solver
        The tables.
    made : Answers
        Where the answers go.
    declaring : bool
        Whether declarations are asked for.
    """

    def __init__(self, solver: Solver, made: Answers, *, declaring: bool) -> None:
        self._solver = solver
        self._made = made
        self._declaring = declaring
        self._long: list[tuple[Ints, Hands]] = []
        self._may: list[tuple[Ints, Hands]] = []
        self._cleared: list[Cleared] = []

    def is_for(self, solver: Solver) -> bool:
        """Tell whether another solver has the same rules and tables."""
        mine = self._solver
        return (mine.rules, mine.wild) == (solver.rules, solver.wild) and mine.base.table is solver.base.table

    def add(self, hands: Hands, block: Block) -> None:
        """Answer a block of hands, but for some that are left for later."""
        found = self._solver.block(hands, declaring=self._declaring)
        self._made.declare[block], self._made.loss[block] = found.declare, found.loss
        if len(found.long):
            self._long.append((_places(block, found.long), hands.chosen(found.long)))
        self._keep(found, hands, block)
        if sum(len(places) for places, _ in (*self._long, *self._may)) > MOST_ASIDE:
            self.finish()

    def _keep(self, found: Found, hands: Hands, block: Block) -> None:
        """Leave for later which hands declare with trios."""
        if self._declaring:
            if len(found.may):
                self._may.append((_places(block, found.may), hands.chosen(found.may)))
            for part in found.cleared:
                self._cleared.append(Cleared(_places(block, part.hand), part.rows, part.pool))

    def finish(self) -> None:
        """Answer what was left for later."""
        self._declare(self._solver)
        if self._long:
            places, hands = _joined(self._long)
            self._long = []
            self._answer_long(places, hands)

    def _answer_long(self, places: Ints, hands: Hands) -> None:
        """Answer hands with long suits, by rows added to the tables, as many as there is room for."""
        solver = self._solver.for_long()
        try:
            found = solver.block(hands, declaring=self._declaring)
            self._made.declare[places], self._made.loss[places] = found.declare, found.loss
            self._keep(found, hands, places)
            self._declare(solver)
        except TableFull:
            self._may, self._cleared = [], []
            for part in np.array_split(np.arange(len(places)), 2):
                self._answer_long(places[part], hands.chosen(part))

    def _declare(self, solver: Solver) -> None:
        """Tell which of the hands left for later declare with trios."""
        declare = self._made.declare
        if self._cleared:
            hand = np.concatenate([part.hand for part in self._cleared])
            rows = [np.concatenate([part.rows[suit] for part in self._cleared]) for suit in range(4)]
            pool = np.concatenate([part.pool for part in self._cleared])
            declare[hand[covered(solver.trio, rows, pool)]] = True
        if self._may:
            places, hands = _joined(self._may)
            left = np.flatnonzero(~declare[places])
            for start in range(0, len(left), PIECE):
                part = left[start : start + PIECE]
                some = hands.chosen(part)
                pool = np.minimum(some.pool, WIDTH - 1)
                found = declares(solver.base, some.planes, solver.base.rows(some.planes), pool)
                declare[places[part]] = found
        self._may, self._cleared = [], []


def _joined(parts: list[tuple[Ints, Hands]]) -> tuple[Ints, Hands]:
    """Return all hands of some parts, with their places."""
    return np.concatenate([places for places, _ in parts]), Hands.joined([hands for _, hands in parts])
