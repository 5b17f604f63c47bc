"""Bots for Bharg; all chance of theirs comes from the luck of the round (see `solver.rounds.game.Bot`)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.bharg import policy
from solver.bharg.cards import HAND_SIZE, NAMES
from solver.bharg.least import by_discard
from solver.bharg.policy import choose
from solver.bharg.rules import Rules, cards_of
from solver.bharg.state import Action, View
from solver.rounds.game import Bot, Moves, Turn
from solver.rounds.moves import Discard, FromOpen, FromStock


class RandomBot:
    """Draws and discards by chance."""

    name = "random"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return a move for each decision."""
        return [(self._one(turn),) for turn in turns]

    def _one(self, turn: Turn[View]) -> Action:
        view, luck, place = turn
        if view.drawn:
            return Discard(view.seat, view.hand[luck.choice(place, len(view.hand))])
        if view.open and (luck.choice(place, 2) or not view.stock_size):
            return FromOpen(view.seat)
        return FromStock(view.seat)


class LeastLooseBot:
    """Keeps the fewest unbound points now, and so goes out when it can.

    The open card is taken only if it leaves fewer points than the hand has. Of equally good discards the
    first in canonical order goes.
    """

    name = "least"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return moves for each decision, asking the solver once for all of the same rules."""
        moves: dict[int, Moves] = {}
        by_rules: dict[Rules, list[int]] = {}
        for row, turn in enumerate(turns):
            view = turn.view
            if view.drawn or view.open:
                by_rules.setdefault(view.table.rules, []).append(row)
            else:
                moves[row] = (FromStock(view.seat),)
        for rules, rows in by_rules.items():
            moves.update(zip(rows, _choose([turns[row].view for row in rows], rules), strict=True))
        return [moves[row] for row in range(len(turns))]


def _choose(views: Sequence[View], rules: Rules) -> list[Moves]:
    """Decide; before the draw the hand is judged with the open card, so that there are 8 cards either way."""
    cards = b"".join(view.hand if view.drawn else view.hand + view.open[-1:] for view in views)
    hands = np.sort(np.frombuffer(cards, np.uint8).reshape(len(views), HAND_SIZE + 1), axis=1)
    points = by_discard(hands, np.array([view.ace for view in views], np.int8), rules)
    best = points.argmin(axis=1).tolist()
    moves: list[Moves] = []
    for view, hand, row, place in zip(views, hands.tolist(), points.tolist(), best, strict=True):
        goes = Discard(view.seat, hand[place])
        if view.drawn:
            moves.append((goes,))
        # letting the open card go again is the hand as it is
        elif row[place] < row[hand.index(view.open[-1])]:
            moves.append((FromOpen(view.seat), goes))
        else:
            moves.append((FromStock(view.seat),))
    return moves


class GreedyBot:
    """Plays by exact counts of the next draw, the chance to go out before the points (see `policy`)."""

    name = "greedy"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return moves for each decision, asking once for all before the draw and once for all after it."""
        moves: dict[int, Moves] = {}
        kinds: dict[tuple[bool, str, Rules], list[int]] = {}
        for row, (view, _, _) in enumerate(turns):
            if view.drawn or (view.open and view.stock_size):
                kinds.setdefault((view.drawn, view.table.deck, view.table.rules), []).append(row)
            else:
                moves[row] = (FromStock(view.seat) if view.stock_size else FromOpen(view.seat),)
        for (drawn, deck, rules), rows in kinds.items():
            by_policy = _after_draw if drawn else _before_draw
            moves.update(zip(rows, by_policy([turns[row].view for row in rows], deck, rules), strict=True))
        return [moves[row] for row in range(len(turns))]


def _after_draw(views: Sequence[View], deck: str, rules: Rules) -> list[Moves]:
    """Decide what goes of 8 cards."""
    hands, tops, unseen = _seen(views, deck)
    cards = hands[np.arange(len(hands)), choose(hands, tops, unseen, rules).place].tolist()
    return [(Discard(view.seat, card),) for view, card in zip(views, cards, strict=True)]


def _before_draw(views: Sequence[View], deck: str, rules: Rules) -> list[Moves]:
    """Decide where to draw, and what goes if it is the open card."""
    hands, tops, unseen = _seen(views, deck)
    opened = np.array([[view.open[-1]] for view in views], np.uint8)
    held = np.concatenate((hands, opened), axis=1)
    choice = choose(held, tops, unseen, rules, keep=HAND_SIZE)
    takes = policy.takes(choice, hands, tops, unseen, rules).tolist()
    cards = held[np.arange(len(held)), choice.place].tolist()
    return [
        (FromOpen(view.seat), Discard(view.seat, card)) if take else (FromStock(view.seat),)
        for view, card, take in zip(views, cards, takes, strict=True)
    ]


def _seen(views: Sequence[View], deck: str) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Return hands, the top of each Ace Pile, and which codes of the deck each seat has not seen."""
    hands = np.frombuffer(b"".join(view.hand for view in views), np.uint8).reshape(len(views), -1)
    unseen = np.zeros((len(views), len(NAMES)), np.bool_)
    unseen[:, list(cards_of(deck))] = True
    for left, view in zip(unseen, views, strict=True):
        left[list(view.hand + view.open + view.aces + view.known[1 - view.seat])] = False
    return hands, np.array([view.ace for view in views], np.int64), unseen


BOTS: dict[str, type[Bot[View]]] = {"least": LeastLooseBot, "greedy": GreedyBot, "random": RandomBot}
"""The bots by name; the first plays when none is named."""
