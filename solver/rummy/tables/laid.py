"""Arrangements of many hands as arrays, and the groups they are put together from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE
from solver.rummy.groups import KINDS, Meld
from solver.rummy.rules import Rules
from solver.rummy.tables.catalogue import GROUP_BYTES, KIND, WILDS, Catalogue, catalogue_of
from solver.rummy.tables.encode import Hands
from solver.rummy.tables.readback import sequences_of
from solver.rummy.tables.runtable import MOST_NATURALS, NO_CARD
from solver.rummy.tables.table import Table

MOST_GROUPS = 4
NO_GROUP = 255

_NO_GROUP = np.array([*[NO_CARD] * MOST_NATURALS, NO_GROUP, 0], np.uint8).view(np.uint64)[0]
_NUMBER = 32
"""Bits of the number of a group, below those of its hand."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Arrangements of N hands with the least loose points and, among those, the fewest loose cards.

    Attributes
    ----------
    declare : (N,) bool
        Whether each hand can declare.
    penalty : (N,) uint8
        Least loose points.
    groups : (N, 4) uint64
        The groups in canonical order, as the bytes that `kind`, `wilds` and `naturals` show.
    """

    declare: NDArray[np.bool_]
    penalty: Bytes
    groups: NDArray[np.uint64]

    @classmethod
    def blank(cls, count: int) -> "Arrangements":
        """Return arrangements without any group."""
        return cls(
            np.zeros(count, np.bool_),
            np.zeros(count, np.uint8),
            np.full((count, MOST_GROUPS), _NO_GROUP, np.uint64),
        )

    @property
    def _bytes(self) -> Bytes:
        found: Bytes = self.groups.view(np.uint8).reshape(len(self.groups), MOST_GROUPS, GROUP_BYTES)
        return found

    @property
    def kind(self) -> Bytes:
        """By group its place in `groups.KINDS`, 255 for no group; (N, 4) uint8."""
        return self._bytes[..., KIND]

    @property
    def wilds(self) -> Bytes:
        """Wildcards that stand in, by group; (N, 4) uint8."""
        return self._bytes[..., WILDS]

    @property
    def naturals(self) -> Codes:
        """Codes of the natural cards, ascending, filled up with 255, by group; (N, 4, 6) uint8."""
        return self._bytes[..., :MOST_NATURALS]

    def chosen(self, places: Ints) -> "Arrangements":
        """Return the arrangements of some hands."""
        return Arrangements(self.declare[places], self.penalty[places], self.groups[places])

    def melds(self, row: int) -> tuple[Meld, ...]:
        """Return the groups of one hand."""
        kinds, wilds = self.kind[row].tolist(), self.wilds[row].tolist()
        return tuple(
            Meld(KINDS[kind], tuple(code for code in codes if code != NO_CARD), stand_in)
            for kind, stand_in, codes in zip(kinds, wilds, self.naturals[row].tolist(), strict=True)
            if kind != NO_GROUP
        )

    def loose_cards(self) -> Bytes:
        """Return the number of loose cards of each hand, (N,) uint8."""
        grouped = (self.naturals != NO_CARD).sum(axis=(1, 2)) + self.wilds.sum(axis=1)
        loose: Bytes = (HAND_SIZE - grouped).astype(np.uint8)
        return loose

    def write_melds(self, row: int, melds: Sequence[Meld]) -> None:
        """Write the groups of one hand, in canonical order."""
        self.groups[row] = _NO_GROUP
        for place, meld in enumerate(sorted(melds, key=lambda meld: meld.order)):
            self.kind[row, place] = KINDS.index(meld.kind)
            self.wilds[row, place] = meld.wilds
            self.naturals[row, place, : len(meld.naturals)] = meld.naturals


class Entries:
    """Groups of hands, collected in any order.

    Parameters
    ----------
    rules : Rules
        The rules.
    wild : int
        The wild rank, as it is in the tables.
    """

    def __init__(self, rules: Rules, wild: int) -> None:
        self.rules = rules
        self.wild = wild
        self.catalogue: Catalogue = catalogue_of(rules, wild)
        self._parts: list[Ints] = []
        """Each group as one number: its hand, and below that its number in the catalogue."""

    def add_sequences(self, table: Table, states: Ints, places: Ints) -> None:
        """Add the sequences of the states of hands (see `shares.shared`), which are at some places."""
        found = sequences_of(table, states)
        self._add(places[found.hand], self.catalogue.sequences[found.suit, found.draw])

    def add_trios(self, places: Ints, rank: Bytes, trio: Ints) -> None:
        """Add a trio of the menu (with no thrift) to hands at some places."""
        self._add(places, self.catalogue.sets[trio, rank])

    def _add(self, hand: Ints, group: Ints) -> None:
        self._parts.append(hand << _NUMBER | group)

    def write(self, made: Arrangements, places: Ints, hands: Hands) -> None:
        """Write the groups of hands, in canonical order, where their places say."""
        keys = np.concatenate(self._parts)
        keys.sort()
        hand, group = keys >> _NUMBER, keys & (1 << _NUMBER) - 1
        entry = places[hand] * MOST_GROUPS
        for before in range(1, MOST_GROUPS):
            entry[before:] += hand[before:] == hand[:-before]
        made.groups.reshape(-1)[entry] = self.catalogue.groups[group]
        if self.wild >= 0 and len(hands.planes) == 3 and self.rules.identical == "pure":
            held = self.catalogue.groups.view(np.uint8).reshape(-1, GROUP_BYTES)
            for number in np.flatnonzero(_are_pairs(held, self.wild)[group]).tolist():
                code = int(held[group[number], 0])
                if int(hands.planes[2][hand[number]]) >> code & 1:
                    _name_identical(made, int(places[hand[number]]), code)


def _are_pairs(held: Bytes, wild: int) -> NDArray[np.bool_]:
    """Tell which groups are trios of two identical cards of the wild rank and a wildcard."""
    pairs: NDArray[np.bool_] = (held[:, 0] == held[:, 1]) & (held[:, 0] % 13 == wild)
    pairs &= (held[:, KIND] == KINDS.index("trio")) & (held[:, WILDS] == 1)
    return pairs


def _name_identical(made: Arrangements, row: int, code: int) -> None:
    """Turn two identical wild-rank cards with a wildcard to three identical, if the third is at hand (R5).

    The wildcard could be that third card, and then the three are no trio but a pure sequence.
    """
    melds = made.melds(row)
    if sum(meld.naturals.count(code) for meld in melds) == 2:
        trio, pure = Meld("trio", (code, code), 1), Meld("pure", (code,) * 3)
        made.write_melds(row, [pure if meld == trio else meld for meld in melds])
