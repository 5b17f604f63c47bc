"""The trios of many hands at once: one row for each trio that a hand could lay."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import RANK_POINTS
from solver.rummy.encode import Planes, suits_of_plane
from solver.rummy.rules import Rules
from solver.rummy.trios import Trio, trios_of

_GATHER = np.uint64(1 + (1 << 14) + (1 << 28) + (1 << 42))
"""Times the four bits of a rank, 13 apart, it brings them side by side, suit 3 lowest, from bit 39 on."""
_RANK = np.uint64(1 + (1 << 13) + (1 << 26) + (1 << 39))
_POINTS = np.array(RANK_POINTS, np.uint8)

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Menu:
    """Every trio of a rank, for every way that the suits can hold the rank.

    Attributes
    ----------
    start : (4096,) int64
        By the rank's bits in the three planes, 4 bits each, where its trios start.
    ends : (4, 4096) int64
        By wildcards that can be spared, up to 3, and the same bits, where those that take no more end.
    takes : three of (M,) uint64
        By trio, the suits from which at least one, two and three cards are taken, as bits of rank 0.
    wilds, naturals : (M,) uint8
        Wildcards that stand in, and natural cards.
    trios : tuple of Trio
        The trios themselves.
    """

    start: Ints
    ends: Ints
    takes: tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]
    wilds: NDArray[np.uint8]
    naturals: NDArray[np.uint8]
    trios: tuple[Trio, ...]


@lru_cache(maxsize=16)
def menu_of(rules: Rules, *, thrifty: bool) -> Menu:
    """Return the menu of some rules; `thrifty` leaves out sets with more wildcards than they need."""
    start = np.zeros(4096, np.int64)
    ends = np.zeros((4, 4096), np.int64)
    trios: list[Trio] = []
    for held in range(4096):
        start[held] = ends[:, held] = len(trios)
        planes = (held & 15, held >> 4 & 15, held >> 8)
        if planes[2] & ~planes[1] == 0 and planes[1] & ~planes[0] == 0:
            counts = tuple(sum(plane >> 3 - suit & 1 for plane in planes) for suit in range(4))
            fitting = [trio for trio in trios_of(counts, rules) if not thrifty or _is_thrifty(trio)]
            trios += sorted(fitting, key=lambda trio: trio.wilds)
            for spare in range(4):
                ends[spare, held] += sum(trio.wilds <= spare for trio in fitting)
    one, two, three = (np.array([_bits(trio, copies) for trio in trios], np.uint64) for copies in (1, 2, 3))
    return Menu(
        start,
        ends,
        (one, two, three),
        np.array([trio.wilds for trio in trios], np.uint8),
        np.array([len(trio.suits) for trio in trios], np.uint8),
        tuple(trios),
    )


def _is_thrifty(trio: Trio) -> bool:
    return trio.wilds == max(0, 3 - len(trio.suits))


def _bits(trio: Trio, copies: int) -> int:
    return sum(1 << 13 * suit for suit in range(4) if trio.suits.count(suit) >= copies)


@dataclass(slots=True)
class Choices:
    """Trios that hands could lay, by hand.

    Attributes
    ----------
    hand : (R,) int64
        Number of the hand, ascending.
    rank, trio : (R,) int64
        Its rank, and its number in the menu.
    pool : (R,) uint8
        What it takes from the pool of wildcards.
    points, cards : (R,) uint8
        Points and number of its natural cards that are not of the wild rank.
    """

    hand: Ints
    rank: Ints
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
    bits = np.zeros(len(hand), np.int64)
    for copy, plane in enumerate(planes):
        nibble = (plane[hand] >> rank.astype(np.uint64) & _RANK) * _GATHER >> np.uint64(39) & np.uint64(15)
        bits |= nibble.astype(np.int64) << 4 * copy
    first = menu.start[bits]
    number: Ints = menu.ends[np.minimum(slack, 3)[hand], bits] - first
    source, trio = _listed(first, number)
    hand, rank = hand[source], rank[source]
    pool, cards = menu.wilds[trio], menu.naturals[trio]
    if not with_wild:
        return Choices(hand, rank, trio, pool, cards * _POINTS[rank], cards)
    # natural wild-rank cards are taken from the pool, and save no points (R2)
    pool, cards = pool + cards * (rank == wild), cards * (rank != wild)
    found = Choices(hand, rank, trio, pool, cards * _POINTS[rank], cards)
    return found.chosen(np.flatnonzero(pool <= slack[hand]))


def _listed(first: Ints, number: Ints) -> tuple[Ints, Ints]:
    """Return, for lists of a length that start somewhere, the list and the place of each entry."""
    source = np.repeat(np.arange(len(number)), number)
    place = np.repeat(first - (np.cumsum(number) - number), number)
    place += np.arange(len(place))
    return source, place


def _held_ranks(planes: Planes, slack: NDArray[np.uint8], wild: int, *, with_wild: bool) -> tuple[Ints, Ints]:
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
    hand, place = _listed(starts[found], np.bitwise_count(found).astype(np.int64))
    return hand, ranks[place].astype(np.int64)


@lru_cache(maxsize=1)
def _rank_lists() -> tuple[Ints, NDArray[np.uint8]]:
    """Return the ranks of every mask of 13 bits, one list behind the other, and where each starts."""
    masks = np.arange(1 << 13)
    mask, rank = np.nonzero(masks[:, None] >> np.arange(13) & 1)
    return np.searchsorted(mask, masks), rank.astype(np.uint8)


def without(planes: Planes, choices: Choices, menu: Menu) -> tuple[Planes, NDArray[np.bool_]]:
    """Return hands less a trio each, and which of them held it.

    Parameters
    ----------
    planes : list of (R,) uint64
        A hand for each choice; they are changed in place.
    """
    fits = np.ones(len(choices), np.bool_)
    shift = choices.rank.astype(np.uint64)
    _take(planes, menu.takes[0][choices.trio] << shift, fits, None)
    for copies in (1, 2):
        take = menu.takes[copies][choices.trio]
        some = np.flatnonzero(take)
        if len(some):
            _take(planes, take[some] << shift[some], fits, some)
    return planes, fits


def _take(planes: Planes, take: NDArray[np.uint64], fits: NDArray[np.bool_], some: Ints | None) -> None:
    """Take one copy of each card from hands, or from some of them, and note where there is none."""
    places = slice(None) if some is None else some
    for plane in reversed(planes):
        taken = take & plane[places]
        plane[places] ^= taken
        take ^= taken
    fits[places] &= take == 0
