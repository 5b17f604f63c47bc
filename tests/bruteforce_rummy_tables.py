"""Tables over all subsets of a rummy hand, from the judgement of each subset by the rules' words.

A subset of the hand is a bitmask over the card positions.  Each subset of three or more cards that the judge
calls a group may be used, however long.  Two tables then say, card by card from the lowest position up, what
can be made of exactly these cards: the least loose cost for each number of groups of each kind, and the exact
covers.  A hand of 13 or 14 cards has room for four groups at most, so the tables round nothing off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from bruteforce_rummy_words import (
    RANKS,
    SUITS,
    GroupWords,
    Options,
    all_counted,
    capped,
    cards_of,
    complete,
    group_words,
    is_declaration,
    is_wildcard,
    kinds_of,
    points,
    wild_rank,
)

Group = tuple[str, ...]
Groups = Sequence[tuple[int, frozenset[str]]]


class Least(NamedTuple):
    """The least a hand costs its loser: raw points, the same under the cap, and the fewest loose cards."""

    raw: int
    penalty: int
    loose: int


# --- the groups of a hand -----------------------------------------------------------------------------------


def groups_in(
    hand: str | Sequence[str], wild: str | None, options: Options | None = None
) -> list[tuple[int, frozenset[str]]]:
    """Return (mask of positions, kinds) for every subset of the hand that is a group."""
    return list(_groups_in(tuple(cards_of(hand)), wild_rank(wild, options), group_words(options)))


@lru_cache(maxsize=256)
def _groups_in(cards: Group, rank: str | None, words: GroupWords) -> Groups:
    found = []
    for mask in sorted(_worth_judging(cards, rank)):
        chosen = sorted(card for place, card in enumerate(cards) if mask >> place & 1)
        kinds = kinds_of(tuple(chosen), rank, words)
        if kinds:
            found.append((mask, kinds))
    return found


def _worth_judging(cards: Group, rank: str | None) -> set[int]:
    """Return the subsets of three or more cards whose cards, wildcards apart, share a suit or a rank.

    All others can only be no group: a run has one suit, everything else one rank.
    """
    jokers, alike = 0, dict.fromkeys([*RANKS, *SUITS], 0)
    for place, card in enumerate(cards):
        if is_wildcard(card, rank):
            jokers |= 1 << place
        else:
            alike[card[0]] |= 1 << place
            alike[card[1]] |= 1 << place
    subsets: set[int] = set()
    for mask in {0, *alike.values()}:
        whole = part = mask | jokers
        while part:
            if part.bit_count() >= 3:
                subsets.add(part)
            part = (part - 1) & whole
    return subsets


# --- tables over all subsets --------------------------------------------------------------------------------

MOST_GROUPS = 4  # of three cards or more, in 14 cards
NEVER = 1_000_000
POINT = 100  # cost of a loose point; a loose card costs one more, so ties go to the fewest loose cards

KINDS = ("pure", "impure", "trio")
SHAPES = (("pure", 3), ("pure", 4), ("pure", 5), ("impure", 3), ("impure", 4), ("impure", 5), ("trio", 3))


def _counts(length: int) -> list[tuple[int, ...]]:
    """Return all ways to have at most four groups of so many sorts."""
    return [counts for counts in product(range(MOST_GROUPS + 1), repeat=length) if sum(counts) <= MOST_GROUPS]


def _steps(states: list[tuple[int, ...]]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return for each sort the states that take one more group of it, and the states that this leads to."""
    steps = []
    for sort in range(len(states[0])):
        before = [state for state in states if sum(state) < MOST_GROUPS]
        after = [tuple(n + (at == sort) for at, n in enumerate(state)) for state in before]
        steps.append(
            (np.array([states.index(state) for state in before]), np.array([states.index(s) for s in after]))
        )
    return steps


LOSER_STATES = _counts(len(KINDS))
LOSER_STEPS = _steps(LOSER_STATES)
COVER_STATES = _counts(len(SHAPES))
COVER_STEPS = _steps(COVER_STATES)


def _sort(kind: str) -> str:
    return "trio" if kind == "set" else kind


def _shape(kind: str, size: int) -> tuple[str, int]:
    """Return kind and size as far as R6 asks: five and more are alike, the size of a trio is no matter."""
    return ("trio", 3) if _sort(kind) == "trio" else (kind, min(size, 5))


def _loser_table(costs: Sequence[int], groups: Groups, wanted: Sequence[int]) -> np.ndarray:
    """Return the least cost of subsets for each number of pure, impure and trio groups in them.

    Shape (subsets, states) int; a card is loose at its cost or belongs to a group.  Of the subsets that hold
    the last card only those ``wanted`` are worked out.
    """
    table = np.full((1 << len(costs), len(LOSER_STATES)), NEVER, dtype=np.int32)
    table[0, LOSER_STATES.index((0, 0, 0))] = 0
    by_top = _by_top_card(groups, len(costs))
    for top, cost in enumerate(costs):
        table[1 << top : 2 << top] = table[: 1 << top] + cost
        targets = np.arange(1 << top, 2 << top) if top < len(costs) - 1 else _holding(top, wanted)
        for mask, kinds in by_top[top]:
            target = targets[targets & mask == mask]
            for kind in kinds:
                before, after = LOSER_STEPS[KINDS.index(_sort(kind))]
                at = target[:, None], after
                table[at] = np.minimum(table[at], table[target[:, None] ^ mask, before])
    return table


def _cover_table(size: int, groups: Groups, wanted: Sequence[int]) -> np.ndarray:
    """Return whether subsets are exactly covered by so many groups of each shape: (subsets, states) bool.

    Of the subsets that hold the last card only those ``wanted`` are worked out.
    """
    table = np.zeros((1 << size, len(COVER_STATES)), dtype=bool)
    table[0, COVER_STATES.index((0,) * len(SHAPES))] = True
    covered = np.zeros(1 << size, dtype=bool)
    covered[0] = True
    by_top = _by_top_card(groups, size)
    for top in range(size):
        targets = np.arange(1 << top, 2 << top) if top < size - 1 else _holding(top, wanted)
        for mask, kinds in by_top[top]:
            target = targets[targets & mask == mask]
            target = target[covered[target ^ mask]]
            if len(target) == 0:
                continue
            covered[target] = True
            for kind in kinds:
                before, after = COVER_STEPS[SHAPES.index(_shape(kind, mask.bit_count()))]
                table[target[:, None], after] |= table[target[:, None] ^ mask, before]
    return table


def _holding(place: int, masks: Sequence[int]) -> np.ndarray:
    return np.array([mask for mask in masks if mask >> place & 1], dtype=np.int64)


def _by_top_card(groups: Groups, size: int) -> list[list[tuple[int, frozenset[str]]]]:
    by_top: list[list[tuple[int, frozenset[str]]]] = [[] for _ in range(size)]
    for mask, kinds in groups:
        by_top[mask.bit_length() - 1].append((mask, kinds))
    return by_top


@lru_cache(maxsize=4096)
def _declaring_states(words: tuple[tuple[str, str], ...]) -> np.ndarray:
    """Return which states of the cover table are declarations under these rules: (states,) bool."""
    shapes = (
        [shape for shape, n in zip(SHAPES, state, strict=True) for _ in range(n)] for state in COVER_STATES
    )
    return np.array([is_declaration(laid, dict(words)) for laid in shapes])


@lru_cache(maxsize=4096)
def _counted_states(words: tuple[tuple[str, str], ...]) -> np.ndarray:
    """Return which states of the loser's table count in full under these rules: (states,) bool."""
    return np.array([all_counted(*state, dict(words)) for state in LOSER_STATES])


@lru_cache(maxsize=2048)
def _loser_rows(cards: Group, rank: str | None, words: GroupWords) -> dict[int, np.ndarray]:
    """Return the rows of the loser's table that are asked for: of the whole hand, and of it less a card."""
    costs = [POINT * points(card, rank) + 1 for card in cards]
    wanted = _wanted(len(cards))
    table = _loser_table(costs, _groups_in(cards, rank, words), wanted)
    return {mask: table[mask].copy() for mask in wanted}


@lru_cache(maxsize=2048)
def _cover_rows(cards: Group, rank: str | None, words: GroupWords) -> dict[int, np.ndarray]:
    """Return the rows of the cover table that are asked for: of the whole hand, and of it less a card."""
    wanted = _wanted(len(cards))
    table = _cover_table(len(cards), _groups_in(cards, rank, words), wanted)
    return {mask: table[mask].copy() for mask in wanted}


def _wanted(size: int) -> list[int]:
    """Return the mask of the whole hand, and for 14 cards also those of the hand without one card."""
    full = (1 << size) - 1
    return [full, *(full ^ 1 << place for place in range(size) if size == 14)]


class Hand:
    """One hand under one set of rules; its tables are built when first asked for, and kept."""

    def __init__(self, hand: str | Sequence[str], wild: str | None, options: Options | None) -> None:
        self.cards = tuple(sorted(cards_of(hand)))
        self.options = options
        self.words = tuple(sorted(complete(options).items()))
        self.key = (self.cards, wild_rank(wild, options), group_words(options))
        self.full = (1 << len(self.cards)) - 1

    def least(self, mask: int) -> Least:
        """Return the least loose points of the cards in ``mask``."""
        cost = int(_loser_rows(*self.key)[mask][_counted_states(self.words)].min())
        return Least(cost // POINT, capped(cost // POINT, self.options), cost % POINT)

    def declares(self, mask: int) -> bool:
        """Whether the cards in ``mask`` are grouped without a rest as a declaration."""
        return bool(_cover_rows(*self.key)[mask][_declaring_states(self.words)].any())

    def without(self) -> Iterator[tuple[str, int]]:
        """Yield each card value and the mask of the hand without one such card."""
        for place, card in enumerate(self.cards):
            if card not in self.cards[:place]:
                yield card, self.full ^ 1 << place
