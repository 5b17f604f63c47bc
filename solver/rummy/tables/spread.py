"""Arrangements of many hands laid out in cards at once, exactly as `layout` lays out one.

There are far fewer different groups than hands, so each group of values and wildcards is laid out once.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import CODES, HAND_SIZE, JOKER
from solver.rummy.groups import KINDS, Meld
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules
from solver.rummy.tables.laid import MOST_GROUPS, NO_GROUP, Arrangements

NO_CARD = 255
LOOSE = 127
_MOST_WILDS = 3
"""Wildcards of a group that fit in its key; groups with more are laid out hand by hand."""

_MOST_KNOWN = 1 << 17
"""Groups that are remembered with their layouts."""

_KINDS_OF_SETS = (KINDS.index("trio"), KINDS.index("set"))

Codes = NDArray[np.uint8]
Laid = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Kind, cards and what they stand for, of one group."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Arrangements of N hands in cards.

    Attributes
    ----------
    cards : (N, 13) uint8
        Codes, group by group in canonical order, then the loose ones.
    group : (N, 13) int8
        The number of the group that a card is in, or `LOOSE`.
    stands_for : (N, 13) uint8
        What each card stands for in its group; `NO_CARD` for loose cards.
    kind : (N, 13) uint8
        By group its place in `KINDS`, `NO_CARD` for no group.
    """

    cards: Codes
    group: NDArray[np.int8]
    stands_for: Codes
    kind: Codes


def spread(codes: Codes, made: Arrangements, wild: NDArray[np.integer], rules: Rules) -> Spread:
    """Lay out the arrangements of many hands.

    Parameters
    ----------
    codes : (N, 13) uint8
        The hands.
    made : Arrangements
        Their arrangements.
    wild : (N,) integers
        The wild rank of each hand, or -1.
    rules : Rules
        For R2, R4 and R5.
    """
    count = len(codes)
    left = _left(codes, made)
    many = np.flatnonzero((made.wilds > _MOST_WILDS).any(axis=1))
    taken = _take_wilds(left, made, wild)
    found = Spread(
        np.full((count, HAND_SIZE), NO_CARD, np.uint8),
        np.full((count, HAND_SIZE), LOOSE, np.int8),
        np.full((count, HAND_SIZE), NO_CARD, np.uint8),
        np.full((count, HAND_SIZE), NO_CARD, np.uint8),
    )
    _write_groups(found, made, taken, rules)
    _write_loose(found, left)
    for row in many.tolist():
        _write_one(found, row, codes[row], made, int(wild[row]), rules)
    return found


def _left(codes: Codes, made: Arrangements) -> NDArray[np.int8]:
    """Return how many of each code are in no group as natural cards, shape (N, 53)."""
    count = len(codes)
    left = np.zeros((count, JOKER + 1), np.int8)
    flat, rows = left.ravel(), np.arange(count) * (JOKER + 1)
    # a column holds each row once, so adding to many places at a time misses none
    for column in codes.T:
        flat[rows + column] += 1
    for column in made.naturals.reshape(count, -1).T:
        used = np.flatnonzero(column != NO_CARD)
        flat[rows[used] + column[used]] -= 1
    return left


def _take_wilds(left: NDArray[np.int8], made: Arrangements, wild: NDArray[np.integer]) -> Codes:
    """Take the wildcards of all groups, in canonical order, from `left`; shape (N, 4, 3).

    A set takes one that it already holds only if it must.
    """
    taken = np.full((len(left), MOST_GROUPS, _MOST_WILDS), NO_CARD, np.uint8)
    for number in range(MOST_GROUPS):
        for turn in range(_MOST_WILDS):
            rows = np.flatnonzero(made.wilds[:, number] > turn)
            if len(rows) == 0:
                break
            codes = _wild_codes(wild[rows])
            free = (left[rows[:, None], np.minimum(codes, JOKER)] > 0) & (codes <= JOKER)
            held = (made.naturals[rows, number][:, :, None] == codes[:, None, :]).any(axis=1)
            held &= np.isin(made.kind[rows, number], _KINDS_OF_SETS)[:, None]
            choice = np.argmax(free * 2 - (free & held), axis=1)
            code = codes[np.arange(len(rows)), choice]
            taken[rows, number, turn] = code
            left[rows, code] -= 1
    return taken


def _wild_codes(wild: NDArray[np.integer]) -> Codes:
    """Return the codes of wildcards, ascending, shape (N, 5); `NO_CARD` where no rank is wild."""
    ranked = np.where(wild[:, None] >= 0, wild[:, None] + np.arange(0, JOKER, 13), NO_CARD)
    return np.concatenate([ranked, np.full((len(wild), 1), JOKER)], axis=1).astype(np.uint8)


def _write_groups(found: Spread, made: Arrangements, taken: Codes, rules: Rules) -> None:
    """Lay out each different group once, and write them in canonical order."""
    hand, number = np.nonzero(made.kind != NO_GROUP)
    # a set's layout depends on whether its wildcards are of its own rank, which the codes tell
    keys = _keys(made.kind[hand, number], made.naturals[hand, number], taken[hand, number])
    unique, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
    known = _known_layouts(rules)
    if len(known) > _MOST_KNOWN:
        known.clear()
    laid = []
    for key, first in zip(unique.tolist(), firsts.tolist(), strict=True):
        one = known.get(key)
        if one is None:
            one = known[key] = _laid_at(made, taken, int(hand[first]), int(number[first]), rules)
        laid.append(one)
    order = sorted(range(len(laid)), key=lambda one: laid[one])
    place = np.empty(len(laid), np.int64)
    place[order] = np.arange(len(laid))
    kinds = np.array([laid[one][0] for one in order], np.uint8)
    sizes = np.array([len(laid[one][1]) for one in order], np.int64)
    cards, stands = _padded([laid[one][1] for one in order]), _padded([laid[one][2] for one in order])
    ranked = place[which]
    by_hand = np.argsort(hand * len(laid) + ranked, kind="stable")
    ranked = ranked[by_hand]
    first_of = np.flatnonzero(np.diff(hand, prepend=-1))
    starts = np.repeat(first_of, np.diff(first_of, append=len(hand)))
    within = np.arange(len(hand)) - starts
    size = sizes[ranked]
    before = np.cumsum(size) - size
    before -= before[starts]
    found.kind[hand, within] = kinds[ranked]
    step = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    row, at = np.repeat(hand, size), np.repeat(before, size) + step
    source = np.repeat(ranked, size)
    found.cards[row, at] = cards[source, step]
    found.stands_for[row, at] = stands[source, step]
    found.group[row, at] = np.repeat(within, size)


def _keys(kind: Codes, naturals: Codes, taken: Codes) -> NDArray[np.int64]:
    """Return a number for each group: its kind, its naturals and its wildcards."""
    keys = kind.astype(np.int64)
    for column in (*naturals.T, *taken.T):
        keys = keys << 6 | (column & 63)
    return keys


def _laid_at(made: Arrangements, taken: Codes, row: int, number: int, rules: Rules) -> Laid:
    """Lay out the group of a hand."""
    naturals = tuple(code for code in made.naturals[row, number].tolist() if code != NO_CARD)
    wilds = tuple(code for code in taken[row, number].tolist() if code != NO_CARD)
    rank = next((code % 13 for code in wilds if code != JOKER), -1)
    meld = Meld(KINDS[made.kind[row, number]], naturals, len(wilds))
    (group,), _ = lay_out([*naturals, *wilds], [meld], rank, rules)
    cards = tuple(CODES[card] for card in group.cards)
    return KINDS.index(group.kind), cards, tuple(CODES[card] for card in group.stands_for)


@lru_cache(maxsize=8)
def _known_layouts(rules: Rules) -> dict[int, Laid]:
    """Return the groups that were laid out before, by their keys."""
    return {}


def _padded(rows: list[tuple[int, ...]]) -> Codes:
    table = np.full((len(rows), HAND_SIZE), NO_CARD, np.uint8)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


def _write_loose(found: Spread, left: NDArray[np.int8]) -> None:
    """Write the cards that are left after the groups, ascending."""
    place = np.flatnonzero(left > 0)
    copies = left.reshape(-1).take(place)
    if (copies > 1).any():
        place = np.repeat(place, copies)
    row, code = np.divmod(place, JOKER + 1)
    sizes = np.bincount(row, minlength=len(left))
    step = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    grouped = (found.cards != NO_CARD).sum(axis=1)
    at = grouped[row] + step
    fits = at < HAND_SIZE  # hands with many wildcards in a group are written again
    found.cards[row[fits], at[fits]] = code[fits]


def _write_one(found: Spread, row: int, codes: Codes, made: Arrangements, wild: int, rules: Rules) -> None:
    """Write a hand with more wildcards in a group than a key holds."""
    groups, loose = lay_out(sorted(codes.tolist()), made.melds(row), wild, rules)
    cards = [CODES[card] for group in groups for card in group.cards]
    stands = [CODES[card] for group in groups for card in group.stands_for]
    numbers = [number for number, group in enumerate(groups) for _ in group.cards]
    found.cards[row] = [*cards, *loose]
    found.stands_for[row] = [*stands, *[NO_CARD] * len(loose)]
    found.group[row] = [*numbers, *[LOOSE] * len(loose)]
    found.kind[row] = NO_CARD
    found.kind[row, : len(groups)] = [KINDS.index(group.kind) for group in groups]
