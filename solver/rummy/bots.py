"""Bots for rummy; all chance of theirs comes from the luck of the round (see `solver.rounds.game.Bot`)."""

from collections.abc import Sequence

import numpy as np

from solver.rounds.game import Bot, Turn
from solver.rounds.moves import Discard, FromOpen, FromStock, added
from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.least import by_discard
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

    def choose(self, turns: Sequence[Turn[View]]) -> list[Action]:
        """Return a move for each decision."""
        return [self._one(turn) for turn in turns]

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


class LeastLooseBot:
    """Keeps the fewest loose points now; declares when it can, never packs.

    The open card is taken only if it leaves fewer points than the hand has, or lets it declare. Of equally
    good discards no wildcard goes if another card will do, and then the first in canonical order.
    """

    name = "least"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Action]:
        """Return a move for each decision, asking the solver once for each table's rules and decks."""
        moves: list[Action | None] = [None] * len(turns)
        tables: dict[tuple[int, object], list[int]] = {}
        for row, turn in enumerate(turns):
            tables.setdefault((turn.view.table.decks, turn.view.table.rules), []).append(row)
        for rows in tables.values():
            for row, action in zip(rows, _choose([turns[row].view for row in rows]), strict=True):
                moves[row] = action
        return [action for action in moves if action is not None]


def _choose(views: Sequence[View]) -> list[Action]:
    """Decide for views of one choice of rules and decks.

    Before the draw the hand is judged with the open card, so that there are 14 cards either way.
    """
    table = views[0].table
    tops = np.array([JOKER if view.drawn or not view.open else view.open[-1] for view in views], np.uint8)
    cards = b"".join(view.hand if view.drawn else view.hand + view.open[-1:] for view in views)
    hands = np.frombuffer(cards, np.uint8).reshape(len(views), HAND_SIZE + 1)
    hands = np.sort(hands, axis=1)
    wild = np.array([view.table.wild.rank for view in views], np.int8)
    points, declares = by_discard(hands, wild, table.decks, table.rules)
    is_wild = (hands == JOKER) | (hands % 13 == wild[:, None])
    # one number a discard: a fold first, then points, then keep wildcards, then canonical order
    key = np.where(declares, -1, points) * 2 * WILDCARD + is_wild * WILDCARD + np.arange(HAND_SIZE + 1)
    best = key.argmin(axis=1)
    rows = np.arange(len(views))
    least = np.where(declares[rows, best], -1, points[rows, best])
    # letting the open card go again is the hand as it is
    now = points[rows, (hands == tops[:, None]).argmax(axis=1)]
    takes = least < now
    cards_to_go, folds = hands[rows, best].tolist(), declares[rows, best].tolist()
    return [
        _action(view, card, folds=fold, takes=take)
        for view, card, fold, take in zip(views, cards_to_go, folds, takes.tolist(), strict=True)
    ]


def _action(view: View, card: int, *, folds: bool, takes: bool) -> Action:
    if view.drawn:
        return Declare(view.seat, card) if folds else Discard(view.seat, card)
    return FromOpen(view.seat) if takes else FromStock(view.seat)


def outlook(view: View) -> list[tuple[int, int, bool]]:
    """Return ``(card, points left, declares)`` for each card that may go, best first.

    Before the draw the open card counts as taken; letting it go again is the hand as it is.
    """
    hand = view.hand if view.drawn else added(view.hand, view.open[-1])
    codes = np.frombuffer(hand, np.uint8)[None, :]
    wild = np.array([view.table.wild.rank], np.int8)
    points, declares = by_discard(codes, wild, view.table.decks, view.table.rules)
    found = set(zip(hand, points[0].tolist(), declares[0].tolist(), strict=True))
    return sorted(found, key=lambda one: (not one[2], one[1], one[0]))


BOTS: dict[str, type[Bot[View]]] = {"least": LeastLooseBot, "random": RandomBot}
"""The bots by name; the first plays when none is named."""
