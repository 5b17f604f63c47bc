"""How seats play in simulated rounds, decided for many hands at once.

The greedy policy declares as soon as it can. It lets go what leaves the fewest loose points, but holds cards
that have company: neighbours of their suit or of their rank, from which the next groups come. It takes the
open card only if that saves more than a card from the stock would on average.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.draw import Draw
from solver.rummy.cards import JOKER
from solver.rummy.evaluate import Evaluation, evaluate, penalty
from solver.rummy.rules import Rules
from solver.rummy.tables.bounds import OTHERS, bounds_of, points_by_code
from solver.rummy.tables.folds import evaluate_folds

Codes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

DECLARED = -1
"""The value of a hand that declares."""

COMPANY = 3
"""Points that a neighbour in the suit or a card of the same rank is worth; the neighbour but one half."""

WORTH_TAKING = 5
"""Points that the open card has to save, or more."""

_KEPT = 1000
"""What a wildcard is worth when a card is let go: it goes only when all cards are wildcards."""


@dataclass(slots=True)
class Choice:
    """What to let go of hands of 14 cards.

    Attributes
    ----------
    discard : (N,) uint8
        The card that goes.
    kept : (N, 13) uint8
        The cards kept.
    declare : (N,) bool
        Whether they are declared, the card being folded.
    value : (N,) int64
        Loose points of the cards kept, or `DECLARED`.
    """

    discard: Codes
    kept: Codes
    declare: Bools
    value: Ints

    def put(self, places: Ints, other: "Choice") -> None:
        """Replace some of the choices."""
        self.discard[places] = other.discard
        self.kept[places] = other.kept
        self.declare[places] = other.declare
        self.value[places] = other.value


class Policy(Protocol):
    """A way to play; all chance comes from the stream it is given."""

    def standing(self, hands: Codes) -> Ints:
        """Return the value of hands (N, 13) before a draw."""
        ...

    def choose(self, hands: Codes, draw: Draw) -> Choice:
        """Choose what to let go of hands (N, 14), the card drawn being the last."""
        ...

    def takes(self, choice: Choice, standing: Ints, draw: Draw) -> Bools:
        """Tell who takes the open card, given the choice with it and the value before."""
        ...


@dataclass(frozen=True, slots=True)
class _Solving:
    """What policies that ask the solver share.

    Attributes
    ----------
    wild : int
        The wild rank, or -1.
    decks : int
        Decks in play.
    rules : Rules
        The rules, without a cap: it would make bad hands equal.
    """

    wild: int
    decks: int
    rules: Rules

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", replace(self.rules, cap="none"))

    def standing(self, hands: Codes) -> Ints:
        """Return the least loose points of hands (N, 13)."""
        return penalty(hands, self.wild, self.decks, self.rules).astype(np.int64)

    def _chosen(self, hands: Codes, place: Ints, declare: Bools, value: Ints) -> Choice:
        """Return the choice of a place each."""
        rows = np.arange(len(hands))
        kept = hands[rows[:, None], OTHERS[place]]
        return Choice(hands[rows, place], kept, declare, np.where(declare, DECLARED, value))


class LeastPolicy(_Solving):
    """Keeps the fewest loose points now, as the bot of that name does; takes whatever saves a point."""

    __slots__ = ()

    def choose(self, hands: Codes, draw: Draw) -> Choice:
        """Choose the discard that leaves least; a fold if there is one."""
        found = evaluate_folds(hands, self.wild, self.decks, self.rules)
        code = np.where(found.declare, _lowest(found.folds), found.discard)
        place = (hands == code[:, None]).argmax(axis=1)
        return self._chosen(hands, place, found.declare, found.penalty.astype(np.int64))

    def takes(self, choice: Choice, standing: Ints, draw: Draw) -> Bools:
        """Take the open card if the hand gains by it."""
        return choice.value < standing


class RandomPolicy(_Solving):
    """Draws and lets go by chance, but declares when it can."""

    __slots__ = ()

    def choose(self, hands: Codes, draw: Draw) -> Choice:
        """Choose any card; a fold if there is one."""
        found = evaluate_folds(hands, self.wild, self.decks, self.rules)
        fold = (hands == _lowest(found.folds)[:, None]).argmax(axis=1)
        place = np.where(found.declare, fold, draw.below(hands.shape[1], len(hands)))
        return self._chosen(hands, place, found.declare, np.zeros(len(hands), np.int64))

    def takes(self, choice: Choice, standing: Ints, draw: Draw) -> Bools:
        """Take the open card as often as not, and always to declare."""
        often: Bools = draw.below(2, len(standing)) == 0
        return choice.declare | often


class GreedyPolicy(_Solving):
    """The solver's own policy; see the module."""

    __slots__ = ()

    def choose(self, hands: Codes, draw: Draw) -> Choice:
        """Choose the discard that costs least: loose points now, and company lost."""
        if not len(hands):
            return Choice(hands[:, 0], hands[:, 1:], np.zeros(0, np.bool_), np.zeros(0, np.int64))
        whole, most = bounds_of(hands, self.wild, self.decks, self.rules)
        bound = whole[:, None] - points_by_code(self.wild)[hands]
        return self._search(hands, bound, worth_of(hands, self.wild), bound <= most[:, None])

    def takes(self, choice: Choice, standing: Ints, draw: Draw) -> Bools:
        """Take the open card to declare, or if it saves enough."""
        return choice.declare | (choice.value <= standing - WORTH_TAKING)

    def _search(self, hands: Codes, bound: Ints, worth: Ints, may_fold: Bools) -> Choice:
        """Return the cheapest discards, or folds where hands declare; of equals the first in canonical order.

        The likely discard is tried first, and then every other that may be as cheap, or a fold.
        """
        least, rows = cost_of(bound, worth), np.arange(len(hands))
        place = least.argmin(axis=1)
        found, cost = self._judged(hands, rows, place, worth)
        declare, value = found.declare, found.penalty.astype(np.int64)
        untried = _firsts(hands)
        untried[rows, place] = False
        row, other = np.nonzero(untried & (may_fold | (least <= cost[:, None])))
        others, costs = self._judged(hands, row, other, worth)
        order = np.lexsort((hands[row, other], costs, row))
        first = order[np.flatnonzero(np.diff(row[order], prepend=-1))]
        tried = hands[row[first], place[row[first]]]
        equal = (costs[first] == cost[row[first]]) & (hands[row, other][first] < tried)
        better = first[equal | (costs[first] < cost[row[first]])]
        changed = row[better]
        place[changed], declare[changed] = other[better], others.declare[better]
        value[changed] = others.penalty[better]
        return self._chosen(hands, place, declare, value)

    def _judged(self, hands: Codes, rows: Ints, places: Ints, worth: Ints) -> tuple[Evaluation, Ints]:
        """Judge hands less a card each, and what the discards cost."""
        kept = hands[rows[:, None], OTHERS[places]]
        found = evaluate(kept, self.wild, self.decks, self.rules)
        return found, cost_of(found.penalty.astype(np.int64), worth[rows, places], found.declare)


def cost_of(points: Ints, worth: Ints, declare: Bools | None = None) -> Ints:
    """Return what discards cost: twice the points left, and the worth of the card; a fold least of all."""
    cost = 2 * points + worth
    return cost if declare is None else np.where(declare, -_KEPT, cost)


def worth_of(hands: Codes, wild: int | NDArray[np.int8]) -> Ints:
    """Return what cards are worth beside the points, (N, 14): by their company, and wildcards most of all.

    Parameters
    ----------
    hands : (N, 14) uint8
        The hands.
    wild : int or (N, 1) int8
        The wild rank, or -1; one for all hands or one for each.
    """
    plane = np.zeros((len(hands), 1), np.uint64)
    for place in range(hands.shape[1]):
        plane |= np.uint64(1) << hands[:, place : place + 1].astype(np.uint64)
    plane &= ~_RANK_PLANES[wild]
    company = np.zeros(hands.shape, np.int64)
    for masks, each in zip(_COMPANY_MASKS, (2, 1, 2), strict=True):
        # a third adds nothing to the two of a group
        company += each * np.minimum(np.bitwise_count(plane & masks[hands]), 2)
    is_wild = (hands == JOKER) | (hands % 13 == wild)
    return np.where(is_wild, _KEPT, COMPANY * company)


def _firsts(hands: Codes) -> Bools:
    """Return of each card whether no equal one stands before it."""
    firsts = np.ones(hands.shape, np.bool_)
    for place in range(1, hands.shape[1]):
        firsts[:, place] = (hands[:, :place] != hands[:, place : place + 1]).all(axis=1)
    return firsts


def _lowest(bits: NDArray[np.uint64]) -> Codes:
    """Return the lowest bit of each number; of none, something else."""
    return np.bitwise_count((bits & (~bits + np.uint64(1))) - np.uint64(1))


def _masks() -> NDArray[np.uint64]:
    """Return by code its neighbours (of the king the ace too), the next but one, and those of its rank."""
    masks = np.zeros((3, JOKER + 1), np.uint64)
    for code in range(JOKER):
        suit, rank = divmod(code, 13)
        for row, step in ((0, 1), (1, 2)):
            # places 0 to 13: the ace comes once more behind the king
            places = {place for place in range(14) if place % 13 == rank}
            near = {(place + way) % 13 for place in places for way in (step, -step) if 0 <= place + way <= 13}
            masks[row, code] = sum(1 << 13 * suit + other for other in near)
        masks[2, code] = sum(1 << 13 * other + rank for other in range(4) if other != suit)
    return masks


_COMPANY_MASKS = _masks()
"""Neighbours count 2, the next but one 1, the same rank 2."""

_RANK_PLANES = np.array(
    [sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)] + [0], np.uint64
)
"""The cards of each rank as bits; the last, at -1 too, is for none."""
