"""Advice for many hands at once, in arrays: the same exact counts as for one hand."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.rummy.asked import NO_CARD, Asked, asked_of, blocks_of, unseen_of
from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.drawing import Drawing
from solver.rummy.rules import Rules
from solver.rummy.tables.blocks import capped
from solver.rummy.tables.encode import check_shape
from solver.rummy.tables.folds import evaluate_folds
from solver.rummy.text import parse_wild

BLOCK = 1 << 11
"""Hands that are worked on at a time; each is drawn to up to 53 times."""

_CODES = JOKER + 1

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Advices:
    """Advice for N hands of 13 cards at the start of a turn.

    Attributes
    ----------
    declare : (N,) bool
        Whether each hand declares as it is.
    penalty : (N,) uint8
        Least loose points now.
    unseen : (N,) int64
        Unseen cards.
    expected_penalty : (N,) float64
        Mean over them of the least loose points after the best discard; a card that lets the hand declare
        counts 0.
    declare_copies : (N,) int64
        How many of them let the hand declare.
    declare_cards : (N, 53) bool
        Which cards do, by code.
    open_penalty : (N,) uint8
        Least loose points with the open card after the best discard, 0 if the hand can declare; 255 without
        an open card.
    open_declare : (N,) bool
        Whether the open card lets the hand declare.
    open_discard : (N,) uint8
        What to fold or discard then; 255 without an open card.
    """

    declare: Bools
    penalty: Codes
    unseen: Ints
    expected_penalty: NDArray[np.float64]
    declare_copies: Ints
    declare_cards: Bools
    open_penalty: Codes
    open_declare: Bools
    open_discard: Codes

    @property
    def declare_chance(self) -> NDArray[np.float64]:
        """The chance to declare with the next card, (N,) float64."""
        chance: NDArray[np.float64] = self.declare_copies / self.unseen
        return chance

    @property
    def take_open(self) -> Bools:
        """Whether the open card leaves less for certain than a draw on average, (N,) bool."""
        better: Bools = (self.open_discard < 255) & (self.open_penalty < self.expected_penalty)
        return better


@dataclass(frozen=True, slots=True)
class DiscardAdvices:
    """Advice for N hands of 14 cards after the draw: the best discard of each.

    Attributes
    ----------
    discard : (N,) uint8
        The card to fold or discard: one that lets the rest declare, else the one with the fewest points
        expected after the next draw, then now, then the first in canonical order.
    declare : (N,) bool
        Whether the rest declares.
    penalty : (N,) uint8
        Least loose points of the rest.
    unseen : (N,) int64
        Unseen cards.
    expected_penalty, declare_copies, declare_cards
        As in `Advices`, of the rest.
    """

    discard: Codes
    declare: Bools
    penalty: Codes
    unseen: Ints
    expected_penalty: NDArray[np.float64]
    declare_copies: Ints
    declare_cards: Bools

    @property
    def declare_chance(self) -> NDArray[np.float64]:
        """The chance to declare with the next card, (N,) float64."""
        chance: NDArray[np.float64] = self.declare_copies / self.unseen
        return chance


def advise_many(
    codes: Codes,
    wild: str | ArrayLike | None = None,
    decks: ArrayLike = 2,
    rules: Rules | None = None,
    *,
    shown: ArrayLike = NO_CARD,
    open_card: ArrayLike = NO_CARD,
    seen: Sequence[int] = (),
) -> Advices | DiscardAdvices:
    """Advise on many turns.

    Parameters
    ----------
    codes : (N, 13) or (N, 14) uint8
        Hands at the start of a turn or after the draw, in any order of cards.
    wild : str, int or (N,) integers, optional
        The Wild Card shown as text (``8H``), for all hands; or the wild rank 0–12, -1 for none.
    decks, rules
        As in `evaluate`, but decks may be told for each hand, and are 2 if left out.
    shown, open_card : int or (N,) integers
        The codes of the Wild Card shown (not used if `wild` is a text) and of the open card; -1 for none.
    seen : sequence of int
        Codes of further cards known to be gone, for all hands.

    Raises
    ------
    HandError
        For another shape, or naming the rows that cannot be.

    >>> hands = np.array([[29, 30, 31, 32, 47, 48, 52, 11, 37, 24, 27, 1, 51]], np.uint8)
    >>> advise_many(hands, "8H").declare_copies, advise_many(hands, "8H").unseen
    (array([18]), array([94]))
    """
    codes = np.asarray(codes)
    check_shape(codes, (HAND_SIZE, HAND_SIZE + 1))
    rules = rules or Rules()
    if isinstance(wild, str) or wild is None:
        read = parse_wild(wild, rules)
        wild, shown = read.rank, read.card
    asked = asked_of(codes, wild, decks, shown, open_card)
    left = unseen_of(asked, seen)
    best = codes.shape[1] > HAND_SIZE
    return _best_discards(asked, left, rules) if best else _found(asked, left, rules).advices(left)


def _found(asked: Asked, left: Ints, rules: Rules) -> "_Found":
    """Return the answers for hands of 13 cards, given the unseen copies of each code."""
    found = _Found.of(len(asked.codes))
    for rows in blocks_of(asked, BLOCK):
        _advise_block(asked, left, rows, rules, found)
    return found


def _best_discards(asked: Asked, left: Ints, rules: Rules) -> DiscardAdvices:
    """Judge each discard of hands of 14 cards by the 13 cards that it leaves."""
    codes = np.sort(asked.codes, axis=1)
    firsts = np.ones(codes.shape, np.bool_)
    np.not_equal(codes[:, 1:], codes[:, :-1], out=firsts[:, 1:])
    row, place = np.nonzero(firsts)
    kept = codes[row][np.arange(codes.shape[1]) != place[:, None]].reshape(len(row), HAND_SIZE)
    nothing = np.full(len(row), NO_CARD)
    parts = Asked(kept, asked.wild[row], asked.decks[row], nothing, nothing)
    found = _found(parts, left[row], rules)
    order = np.lexsort((place, found.penalty, found.totals, ~found.declare, row))
    best = order[np.flatnonzero(np.diff(row[order], prepend=-1))]
    unseen = left.sum(axis=1)
    return DiscardAdvices(
        codes[row[best], place[best]],
        found.declare[best],
        found.penalty[best],
        unseen,
        found.totals[best] / unseen,
        found.copies[best],
        found.cards[best],
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """The answers, filled block by block."""

    declare: Bools
    penalty: Codes
    totals: Ints
    copies: Ints
    cards: Bools
    open_penalty: Codes
    open_declare: Bools
    open_discard: Codes

    @classmethod
    def of(cls, count: int) -> "_Found":
        """Return answers to fill."""
        return cls(
            np.zeros(count, np.bool_),
            np.zeros(count, np.uint8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, _CODES), np.bool_),
            np.full(count, 255, np.uint8),
            np.zeros(count, np.bool_),
            np.full(count, 255, np.uint8),
        )

    def advices(self, left: Ints) -> Advices:
        """Return the answers as advice."""
        unseen = left.sum(axis=1)
        return Advices(
            self.declare,
            self.penalty,
            unseen,
            self.totals / unseen,
            self.copies,
            self.cards,
            self.open_penalty,
            self.open_declare,
            self.open_discard,
        )


def _advise_block(asked: Asked, left: Ints, rows: Ints, rules: Rules, found: _Found) -> None:
    """Fill in the answers of some rows under one wild rank and number of decks."""
    if not len(rows):
        return
    wild, decks = int(asked.wild[rows[0]]), int(asked.decks[rows[0]])
    drawing = Drawing(asked.codes[rows], wild, decks, rules)
    found.declare[rows], found.penalty[rows] = drawing.now.declare, capped(drawing.now.penalty, rules)
    number = left[rows]
    drawn = drawing.draw(number > 0)
    found.totals[rows] = (number * drawn.points).sum(axis=1)
    found.copies[rows] = (number * drawn.declare).sum(axis=1)
    found.cards[rows] = drawn.declare & (number > 0)
    taken = rows[asked.open[rows] != NO_CARD]
    held = np.concatenate((asked.codes[taken], asked.open[taken, None].astype(np.uint8)), axis=1)
    folds = evaluate_folds(held, wild, decks, rules)
    lowest = np.bitwise_count((folds.folds & (~folds.folds + np.uint64(1))) - np.uint64(1))
    found.open_penalty[taken] = np.where(folds.declare, 0, folds.penalty)
    found.open_declare[taken] = folds.declare
    found.open_discard[taken] = np.where(folds.declare, lowest, folds.discard)
