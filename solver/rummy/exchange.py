"""Every hand that some draws and as many discards can make of a hand, judged in one go.

Draws and discards are taken as sets, whatever their order, so that two turns ahead stay a table of some
100,000 hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from solver.chances import Ints
from solver.rummy.cards import HAND_SIZE, points_of
from solver.rummy.evaluate import Evaluation, evaluate
from solver.rummy.proved import find
from solver.rummy.rules import Rules
from solver.rummy.tables.blocks import capped

Combo = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """What judges the hands: the rules, the wild rank, the decks, and ``tables`` or ``cpsat``."""

    rules: Rules
    wild: int
    decks: int
    engine: str = "tables"

    def evaluate(self, codes: NDArray[np.uint8]) -> Evaluation:
        """Return whether hands (N, 13) declare, and their least loose points."""
        if self.engine == "tables":
            return evaluate(codes, self.wild, self.decks, self.rules)
        found = [self._by_cpsat(tuple(sorted(hand))) for hand in codes.tolist()]
        declare, penalty = zip(*found, strict=True)
        return Evaluation(np.array(declare), capped(np.array(penalty, np.uint8), self.rules))

    def _by_cpsat(self, hand: tuple[int, ...]) -> tuple[bool, int]:
        found = find(hand, self.wild, self.rules)
        kept = sum(points_of(code, self.wild) for meld in found.least for code in meld.naturals)
        total = sum(points_of(code, self.wild) for code in hand)
        return found.declaration is not None, total - kept


@dataclass(frozen=True, slots=True)
class Level:
    """The hands after a number of draws.

    Attributes
    ----------
    draws : tuple of tuple of int
        What may be drawn, each ascending in codes.
    drops : tuple of tuple of int
        What may have been discarded of the first hand, each ascending in codes.
    penalty : (draws, drops) uint8
        Least loose points of the 13 cards.
    declare : (draws, drops) bool
        Whether they declare.
    """

    draws: tuple[Combo, ...]
    drops: tuple[Combo, ...]
    penalty: NDArray[np.uint8]
    declare: NDArray[np.bool_]

    @property
    def value(self) -> NDArray[np.int16]:
        """What the hands count when they may declare: their least loose points, or -1 if they do."""
        return np.where(self.declare, np.int16(-1), self.penalty)

    def places(self) -> dict[Combo, int]:
        """Return the place of each of the drops."""
        return {drop: place for place, drop in enumerate(self.drops)}


def draws_of(unseen: Sequence[int], draws: int) -> tuple[Combo, ...]:
    """Return what so many draws may bring, equal cards once, in canonical order.

    >>> draws_of([1, 2], 2)
    ((0, 1), (1, 1))
    """
    codes = [code for code, left in enumerate(unseen) if left]
    return tuple(
        combo
        for combo in combinations_with_replacement(codes, draws)
        if all(combo.count(code) <= unseen[code] for code in combo)
    )


def levels_of(hand: Sequence[int], draws: Sequence[tuple[Combo, ...]], judge: Judge) -> list[Level]:
    """Judge every hand that draws make of a hand, all in one go.

    Parameters
    ----------
    hand : sequence of int
        13 or 14 codes, ascending.
    draws : sequence of tuple of tuple of int
        By level, the draws to judge, all of one size; as many cards are discarded, of 14 cards one more.
    judge : Judge
        What judges the hands.
    """
    drops = [combos(hand, len(drawn[0]) + len(hand) - HAND_SIZE) for drawn in draws]
    codes = [_hands(hand, drawn, dropped) for drawn, dropped in zip(draws, drops, strict=True)]
    found = judge.evaluate(np.concatenate(codes))
    levels, start = [], 0
    for drawn, dropped, hands in zip(draws, drops, codes, strict=True):
        part = slice(start, start := start + len(hands))
        shape = len(drawn), len(dropped)
        levels.append(
            Level(drawn, dropped, found.penalty[part].reshape(shape), found.declare[part].reshape(shape))
        )
    return levels


def _hands(hand: Sequence[int], drawn: tuple[Combo, ...], dropped: tuple[Combo, ...]) -> NDArray[np.uint8]:
    """Return the hands of a level, draw by draw, shape (draws * drops, 13)."""
    draws = len(drawn[0])
    codes = np.empty((len(drawn), len(dropped), HAND_SIZE), np.uint8)
    codes[..., :draws] = np.array(drawn, np.uint8).reshape(len(drawn), 1, draws)
    codes[..., draws:] = np.array([_without(hand, combo) for combo in dropped], np.uint8)
    return codes.reshape(-1, HAND_SIZE)


def combos(hand: Sequence[int], size: int) -> tuple[Combo, ...]:
    """Return every choice of so many cards, equal cards once, in canonical order.

    >>> combos((1, 1, 2), 2)
    ((1, 1), (1, 2))
    """
    return tuple(sorted(set(combinations(hand, size))))


def _without(hand: Sequence[int], combo: Combo) -> list[int]:
    left = list(hand)
    for code in combo:
        left.remove(code)
    return left


def followers(drops: Sequence[Combo], hand: Sequence[int], places: dict[Combo, int]) -> Ints:
    """Return, by drop, the places of the drops with one card more, shape (drops, cards), -1 for none.

    Parameters
    ----------
    drops : sequence of tuple of int
        What was discarded.
    hand : sequence of int
        The first hand; column c stands for its c-th different card.
    places : dict
        The places of the drops of the next level.
    """
    values = sorted(set(hand))
    return np.array(
        [[places.get(tuple(sorted((*drop, value))), -1) for value in values] for drop in drops], np.int64
    ).reshape(len(drops), len(values))
