"""Tables of all suits, by wild rank: what `suits` finds for one suit, for every row of a numbering at once.

Built in numpy by the same recursion on the lowest card: it stays loose, or it is in a run of which it is the
lowest natural. Suits too long for a row are added behind the others when they are met (`Table.add`).
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.rummy.lanes import Second
from solver.rummy.rules import Rules
from solver.rummy.suits import POINT, cost_of
from solver.rummy.tables.numbering import MOST_CARDS, Numbering, cards_of, numbering_of
from solver.rummy.tables.ragged import starts_of
from solver.rummy.tables.runtable import IMPOSSIBLE, WIDTH, Draws, draws_of

THIN = 2
NARROW = 4
"""The thin losses are those for 0 and 1 wildcard, the narrow ones those for 0 to 3."""

NO_LOSS = 127
"""Loss of what cannot be; two of them still fit 8 bits."""

NEVER = 60
"""Least wildcards of what cannot be; four of them still fit 8 bits."""

SPARE_ROWS = 1 << 16
"""Room for suits that have no row in the numbering."""

_NOTHING = np.zeros(0, np.int64)


class TableFull(Exception):
    """More long suits at once than a table has room for; fewer hands at a time will do."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The arrays of a table, by row.

    Attributes
    ----------
    cost : (rows, 4, 8) uint16
        By row, lane and wildcards: 16 for a loose point, 1 for a loose card.
    thin : (4, rows) uint16
        By lane and row the losses (loose points) for 0 and 1 wildcard, a byte each.
    narrow : (4, rows) uint32
        The same for 0 to 3 wildcards.
    wide : (4, rows) uint64
        The same for 0 to 7 wildcards.
    need : (rows,) uint32
        Least wildcards of the lanes 1 to 3, a byte each from the second on.
    points : (rows,) uint8
        Points of all cards.
    cover : (rows, 8) uint8
        By lane of a declaration, the numbers of wildcards that group the suit exactly, as bits.
    """

    cost: NDArray[np.uint16]
    thin: NDArray[np.uint16]
    narrow: NDArray[np.uint32]
    wide: NDArray[np.uint64]
    need: NDArray[np.uint32]
    points: NDArray[np.uint8]
    cover: NDArray[np.uint8]

    @classmethod
    def empty(cls, copies: int) -> "Parts":
        """Return the arrays for up to so many copies of a card, zeroed."""
        return cls(*(np.zeros(shape, kind) for shape, kind in _shapes(copies)))

    def fits(self, copies: int) -> bool:
        """Tell whether the arrays have the shapes and types of so many copies."""
        arrays = (self.cost, self.thin, self.narrow, self.wide, self.need, self.points, self.cover)
        return [(array.shape, array.dtype.type) for array in arrays] == _shapes(copies)


def _shapes(copies: int) -> list[tuple[tuple[int, ...], type]]:
    rows = numbering_of(copies).size + (0 if copies == 1 else SPARE_ROWS)
    return [
        ((rows, 4, WIDTH), np.uint16),
        ((4, rows), np.uint16),
        ((4, rows), np.uint32),
        ((4, rows), np.uint64),
        ((rows,), np.uint32),
        ((rows,), np.uint8),
        ((rows, 8), np.uint8),
    ]


@dataclass(slots=True)
class Table:
    """The rows of one wild rank under some rules.

    Attributes
    ----------
    rules : Rules
        Options R2 to R6 govern.
    wild : int
        The wild rank, or -1.
    second : {"impure", "any"}
        What the second sequence of a loser's lanes is.
    numbering : Numbering
        Where a suit's row is.
    parts : Parts
        The arrays, with `SPARE_ROWS` rows behind those of the numbering.
    steps : (rows, 4, 8) uint16, optional
        What `steps` has read back so far.
    """

    rules: Rules
    wild: int
    second: Second
    numbering: Numbering
    parts: Parts
    steps: NDArray[np.uint16] | None = None
    _added: NDArray[np.int64] = field(default_factory=lambda: _NOTHING)
    """The long suits that have a row, in the order of their rows; below ascending, each with its row."""
    _long_keys: NDArray[np.int64] = field(default_factory=lambda: _NOTHING)
    _long_rows: NDArray[np.int64] = field(default_factory=lambda: _NOTHING)

    @property
    def _size(self) -> int:
        return self.numbering.size

    def build(self) -> None:
        """Fill all rows of the numbering."""
        keys = self.numbering.keys
        self.parts.cost[0] = IMPOSSIBLE
        self.parts.cost[0, 0] = np.arange(WIDTH)
        self.parts.cover[0, 0] = 1
        lowest = _lowest(keys)
        # a suit has fewer copies of its lowest rank, or a higher one, once it has lost a card
        steps = 4 * (12 - lowest) + (keys >> 2 * lowest & 3)
        held = np.flatnonzero(keys)
        self._fill(held, keys[held], steps[held])
        self._pack(np.zeros(1, np.int64))

    def reset(self) -> None:
        """Forget the suits that were added, if more than half of the room is taken."""
        if len(self._long_keys) > SPARE_ROWS // 2:
            self._added = self._long_keys = self._long_rows = _NOTHING
            if self.steps is not None:
                self.steps[self._size :] = 0

    def add(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of suits, filling those of more than `MOST_CARDS` cards that are new.

        Raises
        ------
        TableFull
            If there is no room for them all.
        """
        long = keys[cards_of(keys) > MOST_CARDS]
        wanted = self._new_long(long[~_among(long, self._long_keys)])
        if len(wanted):
            first = self._size + len(self._added)
            if first + len(wanted) > len(self.parts.points):
                raise TableFull
            rows = np.arange(first, first + len(wanted))
            self._added = np.concatenate((self._added, wanted))
            known = np.concatenate((self._long_keys, wanted))
            order = np.argsort(known)
            self._long_keys, self._long_rows = known[order], np.concatenate((self._long_rows, rows))[order]
            self._fill(rows, wanted, cards_of(wanted).astype(np.int64))
        return self.rows(keys)

    def _new_long(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the long suits that have no row yet: these, and those that are left when they lose cards."""
        found = _NOTHING
        while len(keys):
            keys = distinct(keys[cards_of(keys) > MOST_CARDS])
            keys = keys[~_among(keys, self._long_keys) & ~_among(keys, found)]
            found = np.sort(np.concatenate((found, keys)))
            keys = keys[np.argsort(_lowest(keys), kind="stable")]
            lowest = _lowest(keys)
            suit, draw = self.draws.fitting_all(keys, lowest)
            fewer = keys - (np.int64(1) << 2 * lowest), keys[suit] - self.draws.keys[draw]
            keys = np.concatenate(fewer)
        return found

    @property
    def draws(self) -> "Draws":
        """The runs that a suit may hold."""
        return draws_of(self.rules, self.wild, self.second)

    def keys(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the suits of rows."""
        keys = self.numbering.keys.take(rows, mode="clip")
        if len(self._added):
            long = np.flatnonzero(rows >= self._size)
            keys[long] = self._added[rows[long] - self._size]
        return keys

    def rows(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of suits that have one."""
        rows = self.numbering.rows_of(keys)
        if len(self._long_keys):
            long = np.flatnonzero(cards_of(keys) > MOST_CARDS)
            rows[long] = self._long_rows[np.searchsorted(self._long_keys, keys[long])]
        return rows

    def _fill(self, rows: NDArray[np.int64], keys: NDArray[np.int64], steps: NDArray[np.int64]) -> None:
        """Fill rows; those of suits that lose cards to others are of a lower step."""
        for step in np.unique(steps).tolist():
            group = np.flatnonzero(steps == step)
            # side by side, suits with the same lowest rank share their draws
            group = group[np.argsort(_lowest(keys[group]), kind="stable")]
            for start in range(0, len(group), _CHUNK):
                chunk = group[start : start + _CHUNK]
                self._fill_group(rows[chunk], keys[chunk])
        self._pack(rows)
        self.parts.points[rows] = sum(
            (cost_of(rank, self.wild) // POINT * (keys >> 2 * rank & 3) for rank in range(13)), 0 * keys
        )

    def _fill_group(self, rows: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
        """Fill rows of suits in the order of their lowest ranks."""
        parts, draws, lowest = self.parts, self.draws, _lowest(keys)
        loose = np.array([cost_of(rank, self.wild) for rank in range(13)], np.uint16)
        rest = self.rows(keys - (np.int64(1) << 2 * lowest))
        cost = parts.cost[rest]
        cost += loose[lowest][:, None, None]
        np.minimum(cost, IMPOSSIBLE, out=cost)
        # a wild-rank card may be left to the pool, which has to be used up; any other card may not
        cover = parts.cover[rest] * (lowest == self.wild)[:, None]
        suit, draw = draws.fitting_all(keys, lowest)
        if len(suit):
            left = self.rows(keys[suit] - draws.keys[draw])
            starts = starts_of(suit)
            least = np.minimum.reduceat(draws.costs(parts.cost, left, draw), starts, axis=0)
            cost[suit[starts]] = np.minimum(cost[suit[starts]], least)
            covers = np.bitwise_or.reduceat(draws.covers(parts.cover, left, draw), starts, axis=0)
            cover[suit[starts]] |= covers
        parts.cost[rows] = cost
        parts.cover[rows] = cover

    def _pack(self, rows: NDArray[np.int64]) -> None:
        """Derive the losses and needs of rows from their costs."""
        cost = self.parts.cost[rows].transpose(1, 0, 2)
        impossible = cost >= IMPOSSIBLE
        loss = np.ascontiguousarray(np.where(impossible, NO_LOSS, cost // POINT).astype(np.uint8))
        self.parts.wide[:, rows] = loss.view(np.uint64)[..., 0]
        self.parts.thin[:, rows] = np.ascontiguousarray(loss[..., :THIN]).view(np.uint16)[..., 0]
        self.parts.narrow[:, rows] = np.ascontiguousarray(loss[..., :NARROW]).view(np.uint32)[..., 0]
        least = impossible.sum(axis=-1).astype(np.uint8)  # the impossible numbers of wildcards come first
        least[least == WIDTH] = NEVER
        self.parts.need[rows] = np.ascontiguousarray(least.T).view(np.uint32)[..., 0]


_CHUNK = 1 << 10
"""Suits that are filled at a time, so that their pairs with runs stay in the nearest caches."""


def distinct(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return keys once each, ascending."""
    keys = np.sort(keys)
    return keys[starts_of(keys)]


def _among(keys: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which keys are among others that ascend."""
    if len(others) == 0:
        return np.zeros(len(keys), np.bool_)
    found: NDArray[np.bool_] = others.take(np.searchsorted(others, keys), mode="clip") == keys
    return found


def _lowest(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the lowest rank of suits."""
    below: NDArray[np.int64] = np.bitwise_count((keys & -keys) - 1).astype(np.int64)
    return below >> 1


def new_table(rules: Rules, wild: int, second: Second, copies: int) -> Table:
    """Build a table.

    Parameters
    ----------
    rules : Rules
        Options R3 to R6 govern. Under ``wild_natural=no`` (R2) no wild-rank card is in a suit: `wild` is -1.
    wild : int
        The wild rank, or -1.
    second : {"impure", "any"}
        What the second sequence of a loser's lanes is.
    copies : int
        Most copies of a card, 1 to 3.
    """
    table = Table(rules, wild, second, numbering_of(copies), Parts.empty(copies))
    table.build()
    return table
