"""Points of a round of Bharg: of one that was played, or of its final hands (B6–B10)."""

from collections.abc import Sequence

import numpy as np

from solver.bharg.cards import HAND_SIZE
from solver.bharg.least import least
from solver.bharg.rules import Rules
from solver.bharg.state import State
from solver.rounds.match import Points


def settle(states: Sequence[State]) -> list[tuple[Points, ...]]:
    """Return the points of each seat, for rounds that have ended; all hands are judged together.

    The winner scores the other hand's unbound points (B10); nobody scores in a round without a winner.
    """
    points: list[list[Points]] = [[0, 0] for _ in states]
    won = [at for at, state in enumerate(states) if state.end is not None and state.end.winner is not None]
    by_rules: dict[Rules, list[int]] = {}
    for at in won:
        by_rules.setdefault(states[at].table.rules, []).append(at)
    for rules, group in by_rules.items():
        winners = [states[at].seat for at in group]
        hands = b"".join(states[at].hands[1 - seat] for at, seat in zip(group, winners, strict=True))
        codes = np.frombuffer(hands, np.uint8).reshape(-1, HAND_SIZE)
        costs = least(codes, np.array([states[at].ace for at in group], np.int8), rules).tolist()
        for at, seat, cost in zip(group, winners, costs, strict=True):
            points[at][seat] = cost
    return [tuple(one) for one in points]
