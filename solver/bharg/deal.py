"""Random hands of Bharg, the same for the same seed for ever."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.bharg.cards import HAND_SIZE, SUIT_MASKS, SUITS, is_bound_by_ace
from solver.bharg.groups import LEAST_CARDS, sets_of
from solver.bharg.rules import BASIC, cards_of, parse_deck
from solver.bharg.text import parse_ace
from solver.draw import BLOCK, Draw
from solver.errors import HandError
from solver.text import counted

RANDOM = "random"
_RICH_ROUND = 1 << 14
_NO_CARD = 255


@dataclass(frozen=True, slots=True)
class Table:
    """What is dealt from.

    Attributes
    ----------
    deck : str
        The deck, as `parse_deck` names it (B8).
    ace : int or None
        The suit on top of the Ace Pile for all hands, -1 for an empty pile; None for one of the six aces
        drawn for each hand.
    size : int
        Cards of a hand: 7, or 8 before the discard.
    """

    deck: str
    ace: int | None
    size: int


@dataclass(frozen=True, slots=True)
class Deals:
    """Hands that were dealt.

    Attributes
    ----------
    codes : NDArray[uint8], shape (N, size)
        Cards of each hand, ascending.
    ace : NDArray[uint8], shape (N,), or None
        The suit on top of the Ace Pile with each hand, if each has its own.
    """

    codes: NDArray[np.uint8]
    ace: NDArray[np.uint8] | None


def table_of(*, deck: str = BASIC, ace: str | None = None, size: int = HAND_SIZE) -> Table:
    """Return what is dealt from.

    Parameters
    ----------
    deck : str
        ``basic``, or ``basic+…`` with any of the extras.
    ace : str or None
        ``random`` for a top of the Ace Pile for each hand, or one for all: ``K``, ``none``.
    size : int
        7 or 8.

    Raises
    ------
    HandError
        If the deck, the ace or the size do not exist.
    """
    if size not in (HAND_SIZE, HAND_SIZE + 1):
        raise HandError.at("size", f"{counted(size, 'card')}; a hand has {HAND_SIZE} or {HAND_SIZE + 1}")
    return Table(parse_deck(deck), None if ace == RANDOM else parse_ace(ace), size)


def deal(count: int, table: Table, *, seed: int, rich: bool = False) -> Iterator[Deals]:
    """Yield `count` hands in blocks of up to 65,536.

    Parameters
    ----------
    count : int
        Number of hands.
    table : Table
        What is dealt from.
    seed : int
        At least 0; the same seed gives the same hands, and more of them only go on.
    rich : bool
        Hands near a declaration: two sets and a card, up to two cards replaced.
    """
    for block in range(-(-count // BLOCK)):
        most = min(BLOCK, count - block * BLOCK)
        yield deal_block(most, table, seed=seed, block=block, rich=rich)


def deal_block(count: int, table: Table, *, seed: int, block: int, rich: bool = False) -> Deals:
    """Return the first `count` hands of a block; see `deal`."""
    draw = Draw([seed, block])
    if rich:
        return _rich(count, table, draw)
    # a block is always drawn whole, so that asking for more hands changes none
    deals = _random(BLOCK, table, draw)
    return Deals(deals.codes[:count], None if deals.ace is None else deals.ace[:count])


def _deck(table: Table) -> NDArray[np.uint8]:
    """Return the codes in play, ascending: less the ace on top if it is the same for all (B8)."""
    return np.array([code for code in cards_of(table.deck) if code != table.ace], np.uint8)


def _random(count: int, table: Table, draw: Draw) -> Deals:
    deck = _deck(table)
    if table.ace is not None:
        places = draw.subsets(len(deck), table.size, count)
        return Deals(np.ascontiguousarray(deck[places].T), None)
    # the code of an ace is its suit and its place in the deck
    ace = draw.below(len(SUITS), count).astype(np.uint8)
    places = draw.subsets(len(deck) - 1, table.size, count)
    places += places >= ace
    return Deals(np.ascontiguousarray(deck[places].T), ace)


def _rich(count: int, table: Table, draw: Draw) -> Deals:
    """Draw hands that may hold a card twice or the top ace, and keep those that can be."""
    small = [cards for cards in sets_of(_deck(table).tolist()) if len(cards) <= 4]
    sets = np.array([(*cards, _NO_CARD)[:4] for cards in small], np.uint8)
    found: list[Deals] = []
    have = 0
    while have < count:
        deals = _assembled(_RICH_ROUND, table, draw, sets)
        top = np.full(len(deals.codes), _NO_CARD if table.ace is None else table.ace % 256)
        held = deals.codes == (top if deals.ace is None else deals.ace)[:, None]
        can_be = ~held.any(axis=1) & (np.diff(deals.codes, axis=1) > 0).all(axis=1)
        can_be &= deals.codes[:, -1] < len(SUIT_MASKS)
        found.append(Deals(deals.codes[can_be], None if deals.ace is None else deals.ace[can_be]))
        have += int(can_be.sum())
    codes = np.concatenate([deals.codes for deals in found])[:count]
    if table.ace is not None:
        return Deals(codes, None)
    return Deals(codes, np.concatenate([deals.ace for deals in found if deals.ace is not None])[:count])


def _assembled(count: int, table: Table, draw: Draw, sets: NDArray[np.uint8]) -> Deals:
    """Put two sets beside each other, fill up with cards that the ace binds or any, and replace up to two."""
    deck = _deck(table)
    ace = draw.below(len(SUITS), count).astype(np.uint8) if table.ace is None else None
    tops = ace if ace is not None else np.full(count, table.ace)
    pair = [sets[draw.below(len(sets), count)] for _ in range(2)]
    wide = np.concatenate(pair, axis=1)
    wide.sort(axis=1)
    codes = wide[:, : table.size].astype(np.int64)
    for place in range(2 * LEAST_CARDS, table.size):
        empty = codes[:, place] == _NO_CARD
        codes[:, place] = np.where(empty, _fitting(draw, deck, tops, count), codes[:, place])
    # a second set of 4 beside a first of 4 leaves no room for the last card of a hand of 7
    codes[(wide[:, table.size :] != _NO_CARD).any(axis=1), -1] = _NO_CARD
    rows = np.arange(count)
    for _ in range(2):
        put = draw.below(2, count) == 0
        at = draw.below(table.size, count)
        codes[rows, at] = np.where(put, deck[draw.below(len(deck), count)], codes[rows, at])
    codes.sort(axis=1)
    return Deals(codes.astype(np.uint8), ace)


def _fitting(draw: Draw, deck: NDArray[np.uint8], tops: NDArray[np.integer], count: int) -> NDArray[np.int64]:
    """Return a card for each hand: half of them any, half a later try that may be bound by the ace (B3)."""
    first, second = (deck[draw.below(len(deck), count)].astype(np.int64) for _ in range(2))
    bound = np.array(
        [[is_bound_by_ace(code, ace) for code in range(len(SUIT_MASKS))] for ace in range(len(SUITS))]
    )
    helps = (tops >= 0) & bound[np.maximum(tops, 0), second]
    return np.where(helps, second, first)
