"""Bots for Bharg; all chance of theirs comes from the luck of the round (see `solver.rounds.game.Bot`)."""

from collections.abc import Sequence

import numpy as np

from solver.bharg.cards import CODES, HAND_SIZE
from solver.bharg.hint import advice
from solver.bharg.least import by_discard
from solver.bharg.rules import Rules
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
    """Plays what `advise` recommends: the fewest unbound points expected after the next draw.

    The twin of rummy's greedy bot, one exact count a move, so that it takes some milliseconds.
    """

    name = "greedy"

    def choose(self, turns: Sequence[Turn[View]]) -> list[Moves]:
        """Return a move for each decision."""
        return [(self._one(turn.view),) for turn in turns]

    def _one(self, view: View) -> Action:
        told = advice(view).recommend
        if view.drawn:
            assert told.card is not None  # with 8 cards the advice is a discard
            return Discard(view.seat, CODES[told.card])
        return FromOpen(view.seat) if told.action == "open" else FromStock(view.seat)


BOTS: dict[str, type[Bot[View]]] = {"least": LeastLooseBot, "greedy": GreedyBot, "random": RandomBot}
"""The bots by name; the first plays when none is named."""
