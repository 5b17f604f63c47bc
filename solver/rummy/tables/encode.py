"""Many hands as planes of bits, and the rows of their suits."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import Defect, HandError
from solver.rummy.cards import JOKER, MAX_DECKS, NAMES
from solver.rummy.tables.numbering import Numbering

Codes = NDArray[np.uint8]
Planes = list[NDArray[np.uint64]]
"""Bit c of plane k is set for the hands with at least k + 1 copies of card c."""

SUIT_MASK = np.uint16((1 << 13) - 1)
_RANK = sum(1 << 13 * suit for suit in range(4))
_PIECE = 1 << 13
"""Hands that are encoded at a time: their planes stay in the nearest caches."""

_MOST_DEFECTS = 20
_START = sum(((1 << 11) - 1) << 13 * suit for suit in range(4))
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Hands:
    """Encoded hands.

    Attributes
    ----------
    planes : list of (N,) uint64
        One plane for each copy that a card may have.
    pool : (N,) uint8
        Wildcards of each hand.
    jokers : (N,) uint8
        Printed jokers among them.
    """

    planes: Planes
    pool: NDArray[np.uint8]
    jokers: NDArray[np.uint8]

    def chosen(self, places: NDArray[np.int64]) -> "Hands":
        """Return some of the hands, or some more than once."""
        return Hands([plane[places] for plane in self.planes], self.pool[places], self.jokers[places])

    @classmethod
    def joined(cls, parts: list["Hands"]) -> "Hands":
        """Return all hands of some parts."""
        return cls(
            [np.concatenate(planes) for planes in zip(*(part.planes for part in parts), strict=True)],
            np.concatenate([part.pool for part in parts]),
            np.concatenate([part.jokers for part in parts]),
        )


def rank_mask(rank: int) -> np.uint64:
    """Return the four bits of a rank in a plane; none for rank -1."""
    return np.uint64(_RANK << rank if rank >= 0 else 0)


def check_shape(codes: Codes, sizes: tuple[int, ...]) -> None:
    """Refuse what is no array of hands.

    Raises
    ------
    HandError
        If the shape or the type is another.
    """
    if codes.ndim != 2 or codes.shape[1] not in sizes:
        wanted = " or ".join(f"(N, {size})" for size in sizes)
        raise HandError.at("codes", f"shape {codes.shape} is not {wanted}")
    if codes.dtype != np.uint8:
        raise HandError.at("codes", f"type {codes.dtype} is not uint8")


def encode(
    codes: Codes,
    wild: int,
    decks: int | None,
    first: int | NDArray[np.int64] = 0,
    refused: NDArray[np.bool_] | None = None,
) -> Hands:
    """Encode hands under one wild rank and refuse those that cannot be (R13).

    Parameters
    ----------
    codes : (N, 13) or (N, 14) uint8
        Card codes.
    wild : int
        The wild rank, or -1.
    decks : int, optional
        Decks in play; left out, 3, but as few planes as the hands need.
    first : int or (N,) int64
        Number of the first row, or of every row, for errors.
    refused : (N,) bool, optional
        Where given, hands that cannot be are marked here, and encoded as hands without cards.

    Raises
    ------
    HandError
        If there are no such decks; without `refused`, naming the first rows with a code over 52, or more
        copies or jokers than the decks have.
    """
    count = len(codes)
    most = MAX_DECKS if decks is None else decks
    if not 1 <= most <= MAX_DECKS:
        raise HandError.at("decks", f"{decks} decks; the game is played with 1 to {MAX_DECKS}")
    planes: Planes = [np.zeros(count, np.uint64) for _ in range(most)]
    jokers = np.empty(count, np.uint8)
    top = 0
    for start in range(0, count, _PIECE):
        piece = slice(start, start + _PIECE)
        columns = np.ascontiguousarray(codes[piece].T)
        top = max(top, int(columns.max(initial=0)))
        np.add.reduce((columns == JOKER).view(np.uint8), axis=0, dtype=np.uint8, out=jokers[piece])
        _add_columns(columns, [plane[piece] for plane in planes])
    cards = sum((np.bitwise_count(plane) for plane in planes), jokers)
    if top > JOKER or (cards != codes.shape[1]).any() or (jokers > 2 * most).any():
        if refused is None:
            raise HandError(_defects(codes, most, first))
        np.logical_or(cards != codes.shape[1], jokers > 2 * most, out=refused)
        jokers[refused] = 0
        for plane in planes:
            plane[refused] = 0
    mask = rank_mask(wild)
    pool = jokers.copy()
    if wild >= 0:
        for plane in planes:
            pool += np.bitwise_count(plane & mask)
    if decks is None and not planes[2].any():
        planes.pop()
    return Hands(planes, pool, jokers)


def fewest_of(codes: Codes, shown: NDArray[np.uint8], most: int = MAX_DECKS) -> NDArray[np.uint8]:
    """Return the fewest decks that hold each hand and the Wild Card shown, `most` + 1 for more (R13).

    Parameters
    ----------
    codes : NDArray[uint8], shape (N, size)
        Cards; codes over 52 are no cards and count as none.
    shown : NDArray[uint8], shape (N,)
        Code of the Wild Card shown with each hand, or a code over 52.
    most : int
        Decks that are told apart.
    """
    decks = np.empty(len(codes), np.uint8)
    for start in range(0, len(codes), _PIECE):
        piece = slice(start, start + _PIECE)
        columns = np.vstack((codes[piece].T, shown[piece]))
        jokers = (columns == JOKER).sum(axis=0, dtype=np.uint8)
        planes = [np.zeros(columns.shape[1], np.uint64) for _ in range(most + 1)]
        _add_columns(columns, planes)
        found = decks[piece]
        np.minimum((jokers + np.uint8(1)) >> 1, np.uint8(most + 1), out=found)
        np.maximum(found, np.uint8(1), out=found)
        for more, plane in enumerate(planes[1:], start=2):
            np.maximum(found, (plane != 0).view(np.uint8) * np.uint8(more), out=found)
    return decks


def _add_columns(columns: Codes, planes: Planes) -> None:
    """Add the cards of all columns to planes; jokers and codes above leave no bit there."""
    bit = np.empty(columns.shape[1], np.uint64)
    held = np.empty_like(bit)
    for column in columns:
        np.copyto(bit, column)
        np.left_shift(_ONE, bit, out=bit)
        for above, below in zip(planes[:0:-1], planes[-2::-1], strict=True):
            np.bitwise_and(below, bit, out=held)
            np.bitwise_or(above, held, out=above)
        np.bitwise_or(planes[0], bit, out=planes[0])
    for plane in planes:
        np.bitwise_and(plane, np.uint64((1 << JOKER) - 1), out=plane)


def _defects(codes: Codes, decks: int, first: int | NDArray[np.int64]) -> list[Defect]:
    """Return what is wrong with the first bad rows."""
    defects: list[Defect] = []
    for place, hand in enumerate(codes):
        row = first + place if isinstance(first, int) else int(first[place])
        for code in np.unique(hand).tolist():
            copies = int((hand == code).sum())
            most = 2 * decks if code == JOKER else decks
            if code > JOKER:
                defects.append(Defect(f"row {row}", f"{code} is no card code: 0 to {JOKER}"))
            elif copies > most:
                text = f"{copies} copies of {NAMES[code]}; {decks} deck{'s' * (decks > 1)} have {most}"
                defects.append(Defect(f"row {row}", text))
        if len(defects) >= _MOST_DEFECTS:
            break
    return defects


def suits_of_plane(plane: NDArray[np.uint64], suit: int) -> NDArray[np.uint16]:
    """Return the 13 bits of a suit."""
    held = (plane >> np.uint64(13 * suit) if suit else plane).astype(np.uint16)
    held &= SUIT_MASK
    return held


def look_up(planes: Planes, numbering: Numbering) -> list[NDArray[np.int32]]:
    """Return by suit the numbering's look-up: rows with cards and a flag for long suits (see `numbering`)."""
    found = []
    for suit in range(4):
        b1 = suits_of_plane(planes[0], suit)
        if len(planes) == 1:
            found.append(b1.astype(np.int32))
            continue
        if len(planes) == 3:
            b1 &= ~suits_of_plane(planes[2], suit)
        found.append(numbering.look_up(b1, suits_of_plane(planes[1], suit)))
    return found


def run_starts(plane: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a bit for every three consecutive cards of a suit: at the lowest, for Q K A too."""
    pairs = plane & plane >> np.uint64(1)
    low: NDArray[np.uint64] = pairs & plane >> np.uint64(2) & np.uint64(_START)
    high: NDArray[np.uint64] = (pairs >> np.uint64(11) & plane & np.uint64(_RANK)) << np.uint64(11)
    return low | high


def in_runs(plane: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a bit for every card that is one of three consecutive cards of its suit."""
    pairs = plane & plane >> np.uint64(1)
    low: NDArray[np.uint64] = pairs & plane >> np.uint64(2) & np.uint64(_START)
    aces: NDArray[np.uint64] = pairs >> np.uint64(11) & plane & np.uint64(_RANK)
    low |= low << np.uint64(1) | low << np.uint64(2)
    low |= aces | aces << np.uint64(11) | aces << np.uint64(12)
    return low
