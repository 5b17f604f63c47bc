"""Bots for rummy; all chance of theirs comes from the luck of the round (see `solver.rounds.game.Bot`)."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.rounds.game import Bot, Moves, Turn
from solver.rounds.moves import Discard, FromOpen, FromStock
from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.least import by_discard
from solver.rummy.policy import WORTH_TAKING, cost_of, worth_of
from solver.rummy.rules import Rules
from solver.rummy.state import Action, Declare, Pack, View

WILDCARD = 16


class RandomBot:
    """Draws and discards by chance, packs once in so many turns, and never declares.

    Parameters
    ----------
    packs : int
        It packs in one turn of so many.
    """

    name = "random"

    def __init__(self, packs: int = 40) -> None:
        self._packs = packs

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return a move for each decision."""
        return [(self._one(turn),) for turn in turns]

    def _one(self, turn: Turn[View]) -> Action:
        view, luck, place = turn
        if view.drawn:
            return Discard(view.seat, view.hand[luck.choice(place, len(view.hand))])
        choice = luck.choice(place, 2 * self._packs)
        if choice < 2:
            return Pack(view.seat)
        if choice % 2 and view.open:
            return FromOpen(view.seat)
        return FromStock(view.seat)


class Judged(NamedTuple):
    """Hands of 14 cards, ascending, with what each discard leaves.

    Attributes
    ----------
    hands : (N, 14) uint8
        The hands; before the draw they hold the open card.
    wild : (N, 1) int8
        The wild rank of each, or -1.
    points : (N, 14) int64
        The points left when the card in a place goes, before any cap.
    declare : (N, 14) bool
        Whether it may be folded.
    now : (N,) int64
        The points of the hand as it is, without the open card.
    """

    hands: NDArray[np.uint8]
    wild: NDArray[np.int8]
    points: NDArray[np.int64]
    declare: NDArray[np.bool_]
    now: NDArray[np.int64]


class SolvingBot(ABC):
    """A bot that has every discard judged, of all its decisions at once.

    Before the draw hands are judged with the open card, and what goes if it is taken is known then.
    """

    @abstractmethod
    def pick(self, judged: Judged) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the place of what goes of each hand, and whether the open card is worth it."""

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return moves for each decision, asking the solver once for each table's rules and decks."""
        moves: dict[int, Moves] = {}
        tables: dict[tuple[int, Rules], list[int]] = {}
        for row, (view, _, _) in enumerate(turns):
            if view.drawn or view.open:
                tables.setdefault((view.table.decks, view.table.rules), []).append(row)
            else:
                moves[row] = (FromStock(view.seat),)
        for (decks, rules), rows in tables.items():
            views = [turns[row].view for row in rows]
            judged = _judged(views, decks, rules)
            moves.update(zip(rows, _moves(views, judged, *self.pick(judged)), strict=True))
        return [moves[row] for row in range(len(turns))]


def _judged(views: Sequence[View], decks: int, rules: Rules) -> Judged:
    """Judge the hands of views."""
    cards = b"".join(view.hand if view.drawn else view.hand + view.open[-1:] for view in views)
    hands = np.sort(np.frombuffer(cards, np.uint8).reshape(len(views), HAND_SIZE + 1), axis=1)
    wild = np.array([view.table.wild.rank for view in views], np.int8)
    points, declare = by_discard(hands, wild, decks, rules)
    # letting the open card go again is the hand as it is
    tops = np.array([JOKER if view.drawn else view.open[-1] for view in views], np.uint8)
    now = points[np.arange(len(views)), (hands == tops[:, None]).argmax(axis=1)]
    return Judged(hands, wild[:, None], points, declare, now)


def _moves(
    views: Sequence[View], judged: Judged, places: NDArray[np.int64], takes: NDArray[np.bool_]
) -> Iterator[Moves]:
    """Yield the moves of turns, given what goes of 14 cards and whether the open card is taken."""
    rows = np.arange(len(views))
    columns = judged.hands[rows, places].tolist(), judged.declare[rows, places].tolist(), takes.tolist()
    for view, card, folds, take in zip(views, *columns, strict=True):
        if not view.drawn and not take:
            yield (FromStock(view.seat),)
            continue
        goes = Declare(view.seat, card) if folds else Discard(view.seat, card)
        yield (goes,) if view.drawn else (FromOpen(view.seat), goes)


class LeastLooseBot(SolvingBot):
    """Keeps the fewest loose points now; declares when it can, never packs.

    The open card is taken only if it leaves fewer points than the hand has, or lets it declare. Of equally
    good discards no wildcard goes if another card will do, and then the first in canonical order.
    """

    name = "least"

    def pick(self, judged: Judged) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the discard that leaves least, and whether that is less than now."""
        hands, value = judged.hands, np.where(judged.declare, -1, judged.points)
        is_wild = (hands == JOKER) | (hands % 13 == judged.wild)
        # one number a discard: a fold first, then points, then keep wildcards, then canonical order
        key = value * 2 * WILDCARD + is_wild * WILDCARD + np.arange(HAND_SIZE + 1)
        best = key.argmin(axis=1)
        return best, value[np.arange(len(hands)), best] < judged.now


class GreedyBot(SolvingBot):
    """Plays the policy by which the advice reckons what staying is worth (see `solver.rummy.policy`)."""

    name = "greedy"

    def pick(self, judged: Judged) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the cheapest discard, and whether the open card saves enough."""
        cost = cost_of(judged.points, worth_of(judged.hands, judged.wild), judged.declare)
        best, rows = cost.argmin(axis=1), np.arange(len(cost))
        saves = judged.points[rows, best] <= judged.now - WORTH_TAKING
        return best, judged.declare[rows, best] | saves


BOTS: dict[str, type[Bot[View]]] = {"least": LeastLooseBot, "greedy": GreedyBot, "random": RandomBot}
"""The bots by name; the first plays when none is named."""
