"""The trios of many hands at once: one row for each trio that a hand could lay."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import RANK_POINTS
from solver.rummy.rules import Rules
from solver.rummy.tables.encode import Planes, suits_of_plane
from solver.rummy.tables.losses import Rows
from solver.rummy.tables.ragged import listed
from solver.rummy.tables.rowing import Rower
from solver.rummy.trios import Trio, trios_of

_GATHER = np.uint64(1 + (1 << 14) + (1 << 28) + (1 << 42))
"""Times the four bits of a rank, 13 apart, it brings them side by side, suit 3 lowest, from bit 39 on."""
_RANK = np.uint64(1 + (1 << 13) + (1 << 26) + (1 << 39))
_POINTS = np.array(RANK_POINTS, np.uint8)

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Menu:
    """Every trio of a rank, for every way that the suits can hold the rank.

    Attributes
    ----------
    listing : (16384,) int64
        By the rank's bits in the three planes, 4 bits each, and wildcards that can be spared, up to 3, in two
        bits below: number of its trios that take no more, and above 8 bits where they start.
    takes : three of (4, M) uint8
        By suit and trio, 1 where at least one, two and three cards are taken.
    suits : (M,) uint64
        The suits from which cards are taken, as bits of rank 0.
    repeats : (M,) bool
        Whether some suit gives more than one.
    wilds, naturals : (M,) uint8
        Wildcards that stand in, and natural cards.
    trios : tuple of Trio
        The trios themselves.
    """

    listing: Ints
    takes: tuple[Bytes, Bytes, Bytes]
    suits: NDArray[np.uint64]
    repeats: NDArray[np.bool_]
    wilds: NDArray[np.uint8]
    naturals: NDArray[np.uint8]
    trios: tuple[Trio, ...]


@lru_cache(maxsize=16)
def menu_of(rules: Rules, *, thrifty: bool) -> Menu:
    """Return the menu of some rules; `thrifty` leaves out sets with more wildcards than they need."""
    listing = np.zeros((4096, 4), np.int64)
    trios: list[Trio] = []
    for held in range(4096):
        planes = (held & 15, held >> 4 & 15, held >> 8)
        if planes[2] & ~planes[1] == 0 and planes[1] & ~planes[0] == 0:
            counts = tuple(sum(plane >> 3 - suit & 1 for plane in planes) for suit in range(4))
            fitting = [trio for trio in trios_of(counts, rules) if not thrifty or _is_thrifty(trio)]
            for spare in range(4):
                listing[held, spare] = len(trios) << 8 | sum(trio.wilds <= spare for trio in fitting)
            trios += sorted(fitting, key=lambda trio: trio.wilds)
    # few trios differ; the hands in which they stand do
    kinds = {trio: number for number, trio in enumerate(dict.fromkeys(trios))}
    which = np.array([kinds[trio] for trio in trios], np.int64)
    one, two, three = (np.array([_takes(trio, copies) for trio in kinds], np.uint8).T for copies in (1, 2, 3))
    return Menu(
        listing.ravel(),
        (one.take(which, axis=1), two.take(which, axis=1), three.take(which, axis=1)),
        np.array([sum(1 << 13 * suit for suit in set(trio.suits)) for trio in kinds], np.uint64)[which],
        np.array([len(set(trio.suits)) < len(trio.suits) for trio in kinds])[which],
        np.array([trio.wilds for trio in kinds], np.uint8)[which],
        np.array([len(trio.suits) for trio in kinds], np.uint8)[which],
        tuple(trios),
    )


def _is_thrifty(trio: Trio) -> bool:
    return trio.wilds == max(0, 3 - len(trio.suits))


def _takes(trio: Trio, copies: int) -> list[bool]:
    return [trio.suits.count(suit) >= copies for suit in range(4)]


@dataclass(slots=True)
class Choices:
    """Trios that hands could lay, by hand.

    Attributes
    ----------
    hand : (R,) int64
        Number of the hand, ascending.
    rank : (R,) uint8
        Its rank.
    trio : (R,) int64
        Its number in the menu.
    pool : (R,) uint8
        What it takes from the pool of wildcards.
    points, cards : (R,) uint8
        Points and number of its natural cards that are not of the wild rank.
    """

    hand: Ints
    rank: Bytes
    trio: Ints
    pool: NDArray[np.uint8]
    points: NDArray[np.uint8]
    cards: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.hand)

    def chosen(self, places: Ints | NDArray[np.bool_]) -> "Choices":
        """Return some of the rows."""
        return Choices(
            self.hand[places],
            self.rank[places],
            self.trio[places],
            self.pool[places],
            self.points[places],
            self.cards[places],
        )


def choices_of(
    planes: Planes, slack: NDArray[np.uint8], wild: int, menu: Menu, *, with_wild: bool
) -> Choices:
    """Return every trio that hands could lay with the wildcards they can spare.

    Parameters
    ----------
    planes : list of (N,) uint64
        The hands.
    slack : (N,) uint8
        Wildcards that a trio may take.
    wild : int
        The wild rank in the planes, or -1.
    menu : Menu
        The trios.
    with_wild : bool
        Whether trios of the wild rank are asked for; they save no points.
    """
    hand, rank = _held_ranks(planes, slack, wild, with_wild=with_wild)
    shift = rank.astype(np.uint64)
    bits = np.zeros(len(hand), np.uint64)
    for copy, plane in enumerate(planes):
        nibble = plane.take(hand)
        nibble >>= shift
        nibble &= _RANK
        nibble *= _GATHER
        nibble >>= np.uint64(39)
        nibble &= np.uint64(15)
        bits |= nibble << np.uint64(4 * copy)
    bits <<= np.uint64(2)
    bits |= _at_most(slack, 3).take(hand)
    found = menu.listing.take(bits.view(np.int64), mode="wrap")
    source, trio = listed(found >> 8, found & 255)
    hand, rank = hand.take(source), rank.take(source)
    pool, cards = menu.wilds.take(trio), menu.naturals.take(trio)
    if not with_wild:
        return Choices(hand, rank, trio, pool, cards * _POINTS.take(rank), cards)
    # natural wild-rank cards are taken from the pool, and save no points (R2)
    pool, cards = pool + cards * (rank == wild), cards * (rank != wild)
    choices = Choices(hand, rank, trio, pool, cards * _POINTS.take(rank), cards)
    return choices.chosen(np.flatnonzero(pool <= slack.take(hand)))


def _at_most(values: Bytes, most: int) -> Bytes:
    """Return values, those above `most` lowered to it."""
    return np.where(values > most, np.uint8(most), values)


def _held_ranks(
    planes: Planes, slack: NDArray[np.uint8], wild: int, *, with_wild: bool
) -> tuple[Ints, Bytes]:
    """Return hands and ranks of which they hold enough for a trio, with the wildcards they can spare."""
    one = np.zeros(len(slack), np.uint16)
    two, three = one.copy(), one.copy()
    for plane in planes:
        for suit in range(4):
            held = suits_of_plane(plane, suit)
            three |= two & held
            two |= one & held
            one |= held
    found = three
    found |= np.where(slack >= 1, two, 0)
    found |= np.where(slack >= 2, one, 0)
    if wild >= 0:
        found &= ~np.uint16(1 << wild)
        if with_wild:
            found |= np.where(slack >= 3, one, 0) & np.uint16(1 << wild)
    starts, ranks = _rank_lists()
    some = np.flatnonzero(found != 0)
    found = found.take(some)
    hand, place = listed(starts.take(found), np.bitwise_count(found).astype(np.int64))
    return some.take(hand), ranks.take(place)


@lru_cache(maxsize=1)
def _rank_lists() -> tuple[Ints, NDArray[np.uint8]]:
    """Return the ranks of every mask of 13 bits, one list behind the other, and where each starts."""
    masks = np.arange(1 << 13)
    mask, rank = np.nonzero(masks[:, None] >> np.arange(13) & 1)
    return np.searchsorted(mask, masks), rank.astype(np.uint8)


def laid(
    rower: Rower, rows: Rows, choices: Choices, menu: Menu
) -> tuple[list[NDArray[np.int64]], NDArray[np.bool_]]:
    """Return the rows of hands less a trio each, and which of them held it.

    Parameters
    ----------
    rower : Rower
        The table of the rows.
    rows : by suit (R,) int64
        A hand for each choice.
    choices : Choices
        The trios.
    menu : Menu
        Where they are from.
    """
    column = choices.rank + np.uint8(1)
    left = [
        rower.less(suit, take.take(choices.trio) * column)
        for suit, take in zip(rows, menu.takes[0], strict=True)
    ]
    lacks = left[0] | left[1] | left[2] | left[3]
    if rower.table.numbering.copies > 1:
        more = np.flatnonzero(menu.repeats.take(choices.trio))
        trio = choices.trio[more]
        for suit, take in ((suit, take) for takes in menu.takes[1:] for suit, take in enumerate(takes)):
            some = more[np.flatnonzero(take.take(trio))]
            if len(some):
                # of a card that is lacking, no other is taken
                left[suit][some] = rower.less(np.maximum(left[suit][some], 0), column[some])
                lacks |= left[suit]
    return left, lacks >= 0
