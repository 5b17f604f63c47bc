"""Bots for rummy; all chance of theirs comes from the luck of the round (see `solver.rounds.game.Bot`)."""

from collections.abc import Sequence

import numpy as np

from solver.draw import Draw
from solver.rounds.game import Bot, Moves, Turn
from solver.rounds.moves import Discard, FromOpen, FromStock
from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.least import FEW, by_discard
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


class LeastLooseBot:
    """Keeps the fewest loose points now; declares when it can, never packs.

    The open card is taken only if it leaves fewer points than the hand has, or lets it declare. Of equally
    good discards no wildcard goes if another card will do, and then the first in canonical order.
    """

    name = "least"

    def __init__(self) -> None:
        self._many = False

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return moves for each decision, asking the solver once for each table's rules and decks.

        What goes after an open card is taken was found when that card was judged.
        """
        # once it plays many rounds at once the tables are there, and serve a single hand as well
        self._many = self._many or len(turns) > 1
        moves: dict[int, Moves] = {}
        for (_, decks, rules), rows in _by_table(turns, moves, by_wild=False).items():
            views = [turns[row].view for row in rows]
            moves.update(zip(rows, _least_moves(views, decks, rules, 0 if self._many else FEW), strict=True))
        return [moves[row] for row in range(len(turns))]


def _by_table(
    turns: Sequence[Turn[View]], moves: dict[int, Moves], *, by_wild: bool
) -> dict[tuple[int, int, Rules], list[int]]:
    """Return the rows of decisions by wild rank (if asked), decks and rules; make those without a choice."""
    tables: dict[tuple[int, int, Rules], list[int]] = {}
    for row, (view, _, _) in enumerate(turns):
        if view.drawn or view.open:
            table = view.table
            wild = table.wild.rank if by_wild else 0
            tables.setdefault((wild, table.decks, table.rules), []).append(row)
        else:
            moves[row] = (FromStock(view.seat),)
    return tables


def _moves(view: View, card: int, *, folds: bool, takes: bool) -> Moves:
    """Return the moves of a turn, given what goes of 14 cards and whether the open card is taken."""
    if not view.drawn and not takes:
        return (FromStock(view.seat),)
    goes = Declare(view.seat, card) if folds else Discard(view.seat, card)
    return (goes,) if view.drawn else (FromOpen(view.seat), goes)


def _least_moves(views: Sequence[View], decks: int, rules: Rules, few: int) -> list[Moves]:
    """Decide; before the draw a hand is judged with the open card, so that there are 14 cards either way."""
    tops = np.array([JOKER if view.drawn else view.open[-1] for view in views], np.uint8)
    cards = b"".join(view.hand if view.drawn else view.hand + view.open[-1:] for view in views)
    hands = np.sort(np.frombuffer(cards, np.uint8).reshape(len(views), HAND_SIZE + 1), axis=1)
    wild = np.array([view.table.wild.rank for view in views], np.int8)
    points, declares = by_discard(hands, wild, decks, rules, few=few)
    is_wild = (hands == JOKER) | (hands % 13 == wild[:, None])
    # one number a discard: a fold first, then points, then keep wildcards, then canonical order
    key = np.where(declares, -1, points) * 2 * WILDCARD + is_wild * WILDCARD + np.arange(HAND_SIZE + 1)
    best = key.argmin(axis=1)
    rows = np.arange(len(views))
    least = np.where(declares[rows, best], -1, points[rows, best])
    # letting the open card go again is the hand as it is
    now = points[rows, (hands == tops[:, None]).argmax(axis=1)]
    columns = hands[rows, best].tolist(), declares[rows, best].tolist(), (least < now).tolist()
    return [
        _moves(view, card, folds=folds, takes=takes)
        for view, card, folds, takes in zip(views, *columns, strict=True)
    ]


class GreedyBot:
    """Plays the policy by which the advice reckons what staying is worth (see `solver.rummy.policy`)."""

    name = "greedy"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return moves for each decision, asking once for all of one wild rank, decks and rules."""
        moves: dict[int, Moves] = {}
        for (wild, decks, rules), rows in _by_table(turns, moves, by_wild=True).items():
            views = [turns[row].view for row in rows]
            moves.update(zip(rows, _by_policy(views, wild, decks, rules), strict=True))
        return [moves[row] for row in range(len(turns))]


def _by_policy(views: Sequence[View], wild: int, decks: int, rules: Rules) -> list[Moves]:
    """Decide by the greedy policy, which leaves nothing to chance."""
    from solver.rummy.policy import GreedyPolicy

    policy, chance = GreedyPolicy(wild, decks, rules), Draw([0])
    cards = b"".join(view.hand if view.drawn else view.hand + view.open[-1:] for view in views)
    hands = np.frombuffer(cards, np.uint8).reshape(len(views), HAND_SIZE + 1)
    choice = policy.choose(hands, chance)
    takes = policy.takes(choice, policy.standing(hands[:, :HAND_SIZE]), chance)
    columns = choice.discard.tolist(), choice.declare.tolist(), takes.tolist()
    return [
        _moves(view, card, folds=folds, takes=take)
        for view, card, folds, take in zip(views, *columns, strict=True)
    ]


BOTS: dict[str, type[Bot[View]]] = {"least": LeastLooseBot, "greedy": GreedyBot, "random": RandomBot}
"""The bots by name; the first plays when none is named."""
