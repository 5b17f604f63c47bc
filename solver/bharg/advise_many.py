"""Advice for many hands of Bharg at once, in arrays: the same exact counts as for one hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.bharg.bulk import checked
from solver.bharg.cards import HAND_SIZE, NAMES, SUITS
from solver.bharg.evaluate import discards, evaluate
from solver.bharg.rules import BASIC, Rules, cards_of, parse_deck
from solver.errors import HandError

BLOCK = 1 << 12
"""Hands that are worked on at a time; each is drawn to up to 37 times."""

_EIGHT = HAND_SIZE + 1
_NO_CARD = -1

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Advices:
    """Advice for N hands of 7 cards at the start of a turn, or of 8 after the draw.

    Attributes
    ----------
    discard : (N,) uint8 or None
        For 8 cards the best discard: one that leaves all bound, else the one with the fewest points expected
        after the next draw, then now, then the first in canonical order. What follows is of the cards kept.
    declare : (N,) bool
        Whether all cards are bound now.
    penalty : (N,) uint8
        Least unbound points now.
    unseen : (N,) int64
        Unseen cards.
    expected_penalty : (N,) float64
        Mean over them of the least unbound points after the best discard.
    declare_copies : (N,) int64
        How many of them let all be bound.
    declare_cards : (N, 45) bool
        Which, by code.
    open_penalty : (N,) uint8
        Least unbound points with the open card after the best discard; 255 without an open card.
    open_discard : (N,) uint8
        What to let go then: of the discards that leave them, the one with the fewest points expected after
        the next draw, then the first in canonical order; 255 without an open card.
    """

    discard: Codes | None
    declare: Bools
    penalty: Codes
    unseen: Ints
    expected_penalty: NDArray[np.float64]
    declare_copies: Ints
    declare_cards: Bools
    open_penalty: Codes
    open_discard: Codes

    @property
    def declare_chance(self) -> NDArray[np.float64]:
        """The chance that the next card lets all be bound, (N,) float64."""
        chance: NDArray[np.float64] = self.declare_copies / self.unseen
        return chance

    @property
    def take_open(self) -> Bools:
        """Whether the open card leaves less for certain than a draw on average, (N,) bool."""
        better: Bools = (self.open_penalty < 255) & (self.open_penalty < self.expected_penalty)
        return better


def advise_many(
    codes: ArrayLike,
    ace: ArrayLike | None = None,
    deck: str = BASIC,
    rules: Rules | None = None,
    *,
    open_card: ArrayLike = _NO_CARD,
    seen: Sequence[int] = (),
) -> Advices:
    """Advise on many turns.

    Parameters
    ----------
    codes : (N, 7) or (N, 8) array of int
        Hands at the start of a turn or after the draw.
    ace : int or (N,) array of int, optional
        As for `evaluate`.
    deck : str
        The deck in play (B8).
    rules : Rules, optional
        The rules; left out, the preset ``standard``.
    open_card : int or (N,) integers
        The code of the top card of the ordinary discard pile, -1 for none.
    seen : sequence of int
        Codes of further cards known to be gone, for all hands.

    Raises
    ------
    HandError
        For another shape, or naming a row that cannot be.

    >>> advise_many([[6, 7, 8, 14, 17, 22, 27]], 5).declare_copies
    array([7])
    """
    hands, tops = checked(codes, ace)
    rules = rules or Rules()
    top = np.asarray(tops).astype(np.int64)
    now = evaluate(hands, tops, rules)
    opens = _opens(open_card, len(hands))
    left = _unseen(hands, top, opens, seen, deck)
    if hands.shape[1] == HAND_SIZE:
        return _seven(hands, top, opens, left, rules, now.penalty)
    return _eight(np.sort(hands, axis=1), top, left, rules)


def _opens(open_card: ArrayLike, count: int) -> Ints:
    opens = np.asarray(open_card)
    if opens.dtype.kind not in "iu" or opens.shape not in ((), (count,)):
        raise HandError.at(
            "open", f"{opens.dtype} of shape {opens.shape} is not an integer, or ({count},) of them"
        )
    column: Ints = np.broadcast_to(opens, (count,)).astype(np.int64)
    bad = np.flatnonzero(
        (column < _NO_CARD) | (column >= len(NAMES)) | ((column >= 0) & (column < len(SUITS)))
    )
    if len(bad):
        raise HandError.at(
            f"row {bad[0]}, open", f"{column[bad[0]]} is no card that lies on the ordinary pile (B9)"
        )
    return column


def _unseen(hands: Codes, top: Ints, opens: Ints, seen: Sequence[int], deck: str) -> Bools:
    """Return which codes are not seen, (N, 45).

    Raises
    ------
    HandError
        If a card is seen twice, or is not in the deck (B8).
    """
    wrong = [code for code in seen if not 0 <= code < len(NAMES)]
    if wrong:
        raise HandError.at("seen", f"{wrong[0]} is not a code; codes are 0 to {len(NAMES) - 1}")
    whole = np.zeros(len(NAMES), np.int8)
    whole[list(cards_of(parse_deck(deck)))] = 1
    left = np.repeat(whole[None], len(hands), axis=0)
    left -= np.bincount(np.array(seen, np.int64), minlength=len(NAMES)).astype(np.int8)
    rows = np.arange(len(hands))
    for column in (*hands.T.astype(np.int64), top, opens):
        told = column >= 0
        left[rows[told], column[told]] -= 1
    row, code = np.nonzero(left < 0)
    if len(row):
        message = f"{NAMES[code[0]]} is seen twice, or is not in the deck {deck} (B8)"
        raise HandError.at(f"row {row[0]}", message)
    empty = np.flatnonzero(~left.any(axis=1))
    if len(empty):
        raise HandError.at(f"row {empty[0]}", "no card is left unseen")
    return left > 0


def _seven(hands: Codes, top: Ints, opens: Ints, left: Bools, rules: Rules, penalty: Codes) -> Advices:
    """Return the advice for hands of 7 cards."""
    totals, cards = after_draw(hands, top, left, rules)
    open_penalty, open_discard = (np.full(len(hands), 255, np.uint8) for _ in range(2))
    taken = np.flatnonzero(opens >= 0)
    if len(taken):
        held = np.concatenate((hands[taken], opens[taken, None].astype(np.uint8)), axis=1)
        ways = _Ways.of(np.sort(held, axis=1), top[taken], rules)
        # only equal discards have to be told apart by a draw
        ways = ways.at(np.flatnonzero(ways.points == ways.points.reshape(-1, _EIGHT).min(axis=1)[ways.row]))
        ahead, _ = after_draw(ways.kept, ways.top, left[taken][ways.row], rules)
        best = _first_of_each(ways.row, np.lexsort((ways.gone, ahead, ways.row)))
        open_penalty[taken], open_discard[taken] = ways.points[best], ways.gone[best]
    unseen = left.sum(axis=1)
    return Advices(
        None,
        penalty == 0,
        penalty,
        unseen,
        totals / unseen,
        cards.sum(axis=1),
        cards,
        open_penalty,
        open_discard,
    )


@dataclass(frozen=True, slots=True)
class _Ways:
    """The discards of hands of 8 cards: of which hand, what goes, and what it leaves."""

    row: Ints
    gone: Codes
    kept: Codes
    top: Ints
    points: Codes

    @classmethod
    def of(cls, hands: Codes, top: Ints, rules: Rules) -> "_Ways":
        """Return every discard of hands, each ascending."""
        row, place = np.divmod(np.arange(hands.size), _EIGHT)
        gone = hands.ravel()
        kept = hands[row][np.arange(_EIGHT) != place[:, None]].reshape(-1, HAND_SIZE)
        # a discarded ace is the new top (B6)
        tops = np.where(gone < len(SUITS), gone.astype(np.int64), top[row])
        return cls(row, gone, kept, tops, discards(hands, top, rules).ravel())

    def at(self, places: Ints) -> "_Ways":
        """Return some of the discards."""
        return _Ways(
            self.row[places], self.gone[places], self.kept[places], self.top[places], self.points[places]
        )


def _first_of_each(row: Ints, order: Ints) -> Ints:
    """Return the place that comes first in an order of each row."""
    return order[np.flatnonzero(np.diff(row[order], prepend=-1))]


def _eight(hands: Codes, top: Ints, left: Bools, rules: Rules) -> Advices:
    """Return the advice for hands of 8 cards, ascending: that of the 7 which the best discard leaves."""
    ways = _Ways.of(hands, top, rules)
    totals, cards = after_draw(ways.kept, ways.top, left[ways.row], rules)
    order = np.lexsort((ways.gone, ways.points, totals, ways.points > 0, ways.row))
    best = _first_of_each(ways.row, order)
    penalty, unseen = ways.points[best], left.sum(axis=1)
    none = np.full(len(hands), 255, np.uint8)
    return Advices(
        ways.gone[best],
        penalty == 0,
        penalty,
        unseen,
        totals[best] / unseen,
        cards[best].sum(axis=1),
        cards[best],
        none,
        none,
    )


def after_draw(hands: Codes, top: Ints, left: Bools, rules: Rules) -> tuple[Ints, Bools]:
    """Return what the next card brings.

    Parameters
    ----------
    hands : (N, 7) uint8
        The hands.
    top : (N,) int64
        The top of the Ace Pile of each, or -1.
    left : (N, 45) bool
        Which codes may be drawn.
    rules : Rules
        The rules.

    Returns
    -------
    totals : (N,) int64
        The least points after each draw, summed over all.
    cards : (N, 45) bool
        Which draws let all be bound.
    """
    totals = np.zeros(len(hands), np.int64)
    cards = np.zeros(left.shape, np.bool_)
    for rows in _blocks(len(hands)):
        row, code = np.nonzero(left[rows])
        held = np.concatenate((hands[rows][row], code[:, None].astype(np.uint8)), axis=1)
        least = discards(held, top[rows][row], rules).min(axis=1)
        totals[rows] = np.bincount(row, least, rows.stop - rows.start).astype(np.int64)
        cards[rows.start + row, code] = least == 0
    return totals, cards


def _blocks(count: int) -> Iterator[slice]:
    for start in range(0, count, BLOCK):
        yield slice(start, min(start + BLOCK, count))
