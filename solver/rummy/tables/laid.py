"""Arrangements of many hands as arrays, and the groups they are put together from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE
from solver.rummy.groups import KINDS, Kind, Meld
from solver.rummy.rules import Rules
from solver.rummy.tables.choices import menu_of
from solver.rummy.tables.encode import Hands
from solver.rummy.tables.losses import Rows
from solver.rummy.tables.ragged import starts_of
from solver.rummy.tables.readback import sequences_of
from solver.rummy.tables.rowing import Rower
from solver.rummy.tables.runtable import MOST_NATURALS, NO_CARD

MOST_GROUPS = 4
NO_GROUP = 255

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
    kind : (N, 4) uint8
        By group its place in `groups.KINDS`, 255 for no group; in canonical order.
    wilds : (N, 4) uint8
        Wildcards that stand in.
    naturals : (N, 4, 6) uint8
        Codes of the natural cards, ascending, filled up with 255.
    """

    declare: NDArray[np.bool_]
    penalty: Bytes
    kind: Bytes
    wilds: Bytes
    naturals: Codes

    @classmethod
    def blank(cls, count: int) -> "Arrangements":
        """Return arrangements without any group."""
        return cls(
            np.zeros(count, np.bool_),
            np.zeros(count, np.uint8),
            np.full((count, MOST_GROUPS), NO_GROUP, np.uint8),
            np.zeros((count, MOST_GROUPS), np.uint8),
            np.full((count, MOST_GROUPS, MOST_NATURALS), NO_CARD, np.uint8),
        )

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
        self.kind[row], self.wilds[row], self.naturals[row] = NO_GROUP, 0, NO_CARD
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
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.parts: list[tuple[Ints, Bytes, Bytes, Codes]] = []

    def add_sequences(self, rower: Rower, rows: Rows, pool: Bytes, lane: int, places: Ints) -> None:
        """Add the sequences by which hands, which are at some places, reach their least cost in a lane."""
        found = sequences_of(rower, rows, pool, lane)
        draws = rower.table.draws
        wilds, ranks = draws.wilds[found.draw], draws.naturals[found.draw]
        first = (13 * found.suit).astype(np.uint8)[:, None]
        naturals = np.where(ranks == NO_CARD, np.uint8(NO_CARD), ranks + first)
        self.parts.append((places[found.hand], (wilds > 0).astype(np.uint8), wilds, naturals))

    def add_trios(self, places: Ints, rank: Ints, trio: Ints) -> None:
        """Add a trio of the menu (with no thrift) to hands at some places."""
        kind: Kind = "set" if self.rules.sets == "distinct" else "trio"
        suits, wilds = _trio_arrays(self.rules)
        codes = np.where(suits[trio] == NO_CARD, NO_CARD, suits[trio] * 13 + rank[:, None])
        kinds = np.full(len(trio), KINDS.index(kind), np.uint8)
        self.parts.append((places, kinds, wilds[trio], codes.astype(np.uint8)))

    def write(self, made: Arrangements, places: Ints, hands: Hands, wild: int) -> None:
        """Write the groups of hands, in canonical order, where their places say."""
        hand, kind, wilds, naturals = (np.concatenate(column) for column in zip(*self.parts, strict=True))
        order = np.argsort(_sort_keys(hand, kind, wilds, naturals))
        hand, kind, wilds, naturals = hand[order], kind[order], wilds[order], naturals[order]
        starts = starts_of(hand)
        number = np.arange(len(hand)) - np.repeat(starts, np.diff(starts, append=len(hand)))
        row = places[hand]
        entry = row * MOST_GROUPS + number
        made.kind.reshape(-1)[entry] = kind
        made.wilds.reshape(-1)[entry] = wilds
        made.naturals.reshape(-1, MOST_NATURALS)[entry] = naturals
        if wild >= 0 and len(hands.planes) == 3 and self.rules.identical == "pure":
            pair = (kind == KINDS.index("trio")) & (wilds == 1) & (naturals[:, 0] % 13 == wild)
            pair &= naturals[:, 0] == naturals[:, 1]
            for place in np.flatnonzero(pair).tolist():
                code = int(naturals[place, 0])
                if int(hands.planes[2][hand[place]]) >> code & 1:
                    _name_identical(made, int(row[place]), code)


def _name_identical(made: Arrangements, row: int, code: int) -> None:
    """Turn two identical wild-rank cards with a wildcard to three identical, if the third is at hand (R5).

    The wildcard could be that third card, and then the three are no trio but a pure sequence.
    """
    melds = made.melds(row)
    if sum(meld.naturals.count(code) for meld in melds) == 2:
        trio, pure = Meld("trio", (code, code), 1), Meld("pure", (code,) * 3)
        made.write_melds(row, [pure if meld == trio else meld for meld in melds])


def _sort_keys(hand: Ints, kind: Bytes, wilds: Bytes, naturals: Codes) -> Ints:
    """Return numbers in the order of hand, kind, cards and wildcards; no card comes before any card."""
    keys = hand << 2 | kind
    for card in range(MOST_NATURALS):
        keys = keys << 6 | (naturals[:, card].astype(np.int64) + 1 & 63)
    return keys << 4 | wilds


@lru_cache(maxsize=16)
def _trio_arrays(rules: Rules) -> tuple[Ints, Bytes]:
    """Return the suits of every trio of the menu, filled up with `NO_CARD`, and its wildcards."""
    menu = menu_of(rules, thrifty=False)
    suits = [[*trio.suits, *[NO_CARD] * (MOST_NATURALS - len(trio.suits))] for trio in menu.trios]
    return np.array(suits, np.int64).reshape(-1, MOST_NATURALS), menu.wilds
