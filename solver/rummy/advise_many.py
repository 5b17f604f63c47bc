"""Advice for many hands at once, in arrays: the same exact counts as for one hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.errors import Defect, HandError
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, NAMES
from solver.rummy.evaluate import evaluate
from solver.rummy.folds import evaluate_folds
from solver.rummy.rules import Rules
from solver.rummy.text import parse_wild

BLOCK = 1 << 11
"""Hands that are worked on at a time; each is drawn to up to 53 times."""

_CODES = JOKER + 1
_MOST_DEFECTS = 20
_NO_CARD = -1

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


def advise_many(
    codes: Codes,
    wild: str | ArrayLike | None = None,
    decks: ArrayLike = 2,
    rules: Rules | None = None,
    *,
    shown: ArrayLike = _NO_CARD,
    open_card: ArrayLike = _NO_CARD,
    seen: Sequence[int] = (),
) -> Advices:
    """Advise on many turns.

    Parameters
    ----------
    codes : (N, 13) uint8
        Hands at the start of a turn, in any order of cards.
    wild : str, int or (N,) integers, optional
        The Wild Card shown as text (``8H``), for all hands; or the wild rank 0–12, -1 for none.
    decks : int or (N,) integers
        Decks in play.
    rules : Rules, optional
        The rules; left out, the preset ``trio``.
    shown : int or (N,) integers
        The code of the Wild Card shown, -1 if its suit is not known; not used if `wild` is a text.
    open_card : int or (N,) integers
        The code of the open card, -1 for none.
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
    rules, codes = rules or Rules(), np.asarray(codes)
    if codes.ndim != 2 or codes.shape[1] != HAND_SIZE or codes.dtype != np.uint8:
        raise HandError.at("codes", f"{codes.dtype} of shape {codes.shape} is not uint8 of (N, {HAND_SIZE})")
    if isinstance(wild, str) or wild is None:
        read = parse_wild(wild, rules)
        wild, shown = read.rank, read.card
    asked = _Asked(
        codes,
        _column(wild, len(codes), "wild", -1, 12),
        _column(decks, len(codes), "decks", 1, MAX_DECKS),
        _column(shown, len(codes), "shown", _NO_CARD, JOKER),
        _column(open_card, len(codes), "open", _NO_CARD, JOKER),
    )
    left = _unseen(asked, seen)
    found = _Found.of(len(codes))
    for rows in _blocks(asked):
        _advise_block(asked, left, rows, rules, found)
    return found.advices(left)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The hands, and what holds for each."""

    codes: Codes
    wild: Ints
    decks: Ints
    shown: Ints
    open: Ints


def _column(values: ArrayLike, count: int, name: str, least: int, most: int) -> Ints:
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


def _unseen(asked: _Asked, seen: Sequence[int]) -> Ints:
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
        told = column != _NO_CARD if column.dtype != np.uint8 else np.ones(count, np.bool_)
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


def _blocks(asked: _Asked) -> Iterator[Ints]:
    """Yield rows in blocks of one wild rank and number of decks, so that one table serves after another."""
    order = np.lexsort((asked.decks, asked.wild))
    kinds = np.stack((asked.wild[order], asked.decks[order]))
    ends = [*(np.flatnonzero((np.diff(kinds) != 0).any(axis=0)) + 1).tolist(), len(order)]
    start = 0
    for end in ends:
        for first in range(start, end, BLOCK):
            yield order[first : min(first + BLOCK, end)]
        start = end


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


def _advise_block(asked: _Asked, left: Ints, rows: Ints, rules: Rules, found: _Found) -> None:
    """Fill in the answers of some rows under one wild rank and number of decks."""
    if not len(rows):
        return
    wild, decks = int(asked.wild[rows[0]]), int(asked.decks[rows[0]])
    now = evaluate(asked.codes[rows], wild, decks, rules)
    found.declare[rows], found.penalty[rows] = now.declare, now.penalty
    place, drawn = np.nonzero(left[rows])
    opened = np.flatnonzero(asked.open[rows] != _NO_CARD)
    # the open card is judged as one draw more
    hand = np.concatenate((rows[place], rows[opened]))
    card = np.concatenate((drawn, asked.open[rows[opened]])).astype(np.uint8)
    held = np.concatenate((asked.codes[hand], card[:, None]), axis=1)
    folds = evaluate_folds(held, wild, decks, rules)
    points = np.where(folds.declare, 0, folds.penalty)
    draws = len(place)
    number = left[rows][place, drawn]
    found.totals[rows] = np.bincount(place, number * points[:draws], len(rows)).astype(np.int64)
    found.copies[rows] = np.bincount(place, number * folds.declare[:draws], len(rows)).astype(np.int64)
    found.cards[rows[place], drawn] = folds.declare[:draws]
    taken = rows[opened]
    lowest = np.bitwise_count((folds.folds & (~folds.folds + np.uint64(1))) - np.uint64(1))
    found.open_penalty[taken] = points[draws:]
    found.open_declare[taken] = folds.declare[draws:]
    found.open_discard[taken] = np.where(folds.declare, lowest, folds.discard)[draws:]
