"""Random hands of the thirteen-card rummy, the same for the same seed for ever."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.draw import BLOCK, Draw
from solver.errors import HandError
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS
from solver.rummy.rules import Rules
from solver.rummy.text import WildCard, parse_wild
from solver.text import counted

RANDOM = "random"
_RICH_ROUND = 1 << 14


@dataclass(frozen=True, slots=True)
class Table:
    """What is dealt from.

    Attributes
    ----------
    decks : int
        Decks in play, 1–3 (R13).
    wild : WildCard or None
        The Wild Card shown, the same for all hands; None for a card of the decks drawn for each hand.
    size : int
        Cards of a hand: 13, or 14 before the fold.
    """

    decks: int
    wild: WildCard | None
    size: int


@dataclass(frozen=True, slots=True)
class Deals:
    """Hands that were dealt.

    Attributes
    ----------
    codes : NDArray[uint8], shape (N, size)
        Cards of each hand, ascending.
    wild : NDArray[uint8], shape (N,), or None
        The code of the Wild Card shown with each hand, if each has its own.
    """

    codes: NDArray[np.uint8]
    wild: NDArray[np.uint8] | None


def table_of(*, decks: int = 2, wild: str | None = RANDOM, size: int = HAND_SIZE) -> Table:
    """Return what is dealt from.

    Parameters
    ----------
    decks : int
        Decks in play, 1–3.
    wild : str or None
        ``random`` for a Wild Card a hand, or one for all: ``8H``, ``8``, ``JK``, ``none``.
    size : int
        13 or 14.

    Raises
    ------
    HandError
        If the decks, the Wild Card or the size do not exist.
    """
    if not 1 <= decks <= MAX_DECKS:
        raise HandError.at("decks", f"{decks} decks; the game is played with 1 to {MAX_DECKS}")
    if size not in (HAND_SIZE, HAND_SIZE + 1):
        raise HandError.at("size", f"{counted(size, 'card')}; a hand has {HAND_SIZE} or {HAND_SIZE + 1}")
    return Table(decks, None if wild == RANDOM else parse_wild(wild, Rules()), size)


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
        Hands near a declaration: four groups, wildcards put in, up to two cards replaced.
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
    return Deals(deals.codes[:count], None if deals.wild is None else deals.wild[:count])


def _deck(table: Table) -> NDArray[np.uint8]:
    """Return the codes in play, ascending: all decks, less the Wild Card shown if it is the same for all."""
    cards = [code for code in range(JOKER) for _ in range(table.decks)] + [JOKER] * (2 * table.decks)
    if table.wild is not None and table.wild.card >= 0:
        cards.remove(table.wild.card)
    return np.array(cards, np.uint8)


def _random(count: int, table: Table, draw: Draw) -> Deals:
    deck = _deck(table)
    if table.wild is not None:
        return Deals(_cards(deck, draw.subsets(len(deck), table.size, count)), None)
    shown = draw.below(len(deck), count).astype(np.uint8)
    places = draw.subsets(len(deck) - 1, table.size, count)
    places += places >= shown
    return Deals(_cards(deck, places), deck[shown])


def _cards(deck: NDArray[np.uint8], places: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(deck[places].T)


def _rich(count: int, table: Table, draw: Draw) -> Deals:
    """Draw hands that may hold too many copies of a card, and keep those that can be."""
    found: list[Deals] = []
    have = 0
    while have < count:
        deals = _assembled(_RICH_ROUND, table, draw)
        can_be = _can_be(deals, table)
        wild = None if deals.wild is None else deals.wild[can_be]
        found.append(Deals(deals.codes[can_be], wild))
        have += int(can_be.sum())
    codes = np.concatenate([deals.codes for deals in found])[:count]
    if table.wild is not None:
        return Deals(codes, None)
    return Deals(codes, np.concatenate([deals.wild for deals in found if deals.wild is not None])[:count])


def _assembled(count: int, table: Table, draw: Draw) -> Deals:
    """Make hands of groups of 4, 3, 3 and 3 cards, put wildcards in, and replace up to two cards."""
    deck = _deck(table)
    wild = deck[draw.below(len(deck), count)] if table.wild is None else None
    ranks = _wild_ranks(wild, table, count)
    last_two = draw.below(4, count)
    columns = [*_run(draw, 4, count), *_run(draw, 3, count)]
    for slot in range(2):
        run, trio = _run(draw, 3, count), _trio(draw, count)
        as_trio = last_two >> slot & 1 == 1
        columns.extend(np.where(as_trio, of_trio, of_run) for of_run, of_trio in zip(run, trio, strict=True))
    columns.extend(deck[draw.below(len(deck), count)].astype(np.int64) for _ in range(table.size - HAND_SIZE))
    codes = np.stack(columns, axis=1)
    rows = np.arange(count)
    for place in range(4):
        # 0 to 4 wildcards, fewer being likelier; half of them printed jokers where a rank is wild
        put = draw.below(8, count) < 2 + 2 * (place == 0)
        suit = draw.below(8, count)
        card = np.where((suit < 4) & (ranks >= 0), suit % 4 * 13 + ranks, JOKER)
        at = draw.below(table.size, count)
        codes[rows, at] = np.where(put, card, codes[rows, at])
    for _ in range(2):
        put = draw.below(2, count) == 0
        at = draw.below(table.size, count)
        codes[rows, at] = np.where(put, deck[draw.below(len(deck), count)], codes[rows, at])
    codes.sort(axis=1)
    return Deals(codes.astype(np.uint8), wild)


def _wild_ranks(wild: NDArray[np.uint8] | None, table: Table, count: int) -> NDArray[np.int64]:
    if wild is None:
        return np.full(count, -1 if table.wild is None else table.wild.rank)
    return np.where(wild == JOKER, 0, wild % 13).astype(np.int64)


def _run(draw: Draw, length: int, count: int) -> list[NDArray[np.int64]]:
    """Return runs, a column for each card; the ace plays low or high (R1)."""
    suit = draw.below(4, count)
    start = draw.below(15 - length, count)
    return [suit * 13 + (start + step) % 13 for step in range(length)]


def _trio(draw: Draw, count: int) -> list[NDArray[np.int64]]:
    """Return three cards of a rank, their suits drawn freely (R4)."""
    rank = draw.below(13, count)
    return [draw.below(4, count) * 13 + rank for _ in range(3)]


def _can_be(deals: Deals, table: Table) -> NDArray[np.bool_]:
    """Tell which hands the decks hold, the Wild Card shown being one copy out of play (R13)."""
    shown = deals.wild if deals.wild is not None else np.full(len(deals.codes), _fixed(table))
    cards = np.sort(np.column_stack([deals.codes, shown]), axis=1)
    # cards are in order, so a card is held too often if it is met again `decks` places further on
    again = (cards[:, table.decks :] == cards[:, : -table.decks]) & (cards[:, table.decks :] < JOKER)
    jokers: NDArray[np.int64] = (cards == JOKER).sum(axis=1)
    return np.asarray(~again.any(axis=1) & (jokers <= 2 * table.decks))


def _fixed(table: Table) -> int:
    """Return the Wild Card shown with every hand, or a code above all cards."""
    return 255 if table.wild is None or table.wild.card < 0 else table.wild.card
