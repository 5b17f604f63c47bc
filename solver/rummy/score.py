"""Points of a round of rummy: of one that was played, or of its final hands (R8–R14)."""

from collections.abc import Sequence

import numpy as np

from solver.rounds.match import Points
from solver.rummy.cards import HAND_SIZE
from solver.rummy.least import least
from solver.rummy.rules import Rules
from solver.rummy.state import State, prices


def capped(points: int, rules: Rules) -> int:
    """Return what a hand costs at most (R10)."""
    return points if rules.cap == "none" else min(points, int(rules.cap))


def halved(points: int, rules: Rules) -> Points:
    """Return half of the points, as the rules round them (R12).

    >>> [halved(77, Rules(halving=word)) for word in ("exact", "up", "down", "off")]
    [38.5, 39, 38, 77]
    """
    if rules.halving == "off":
        return points
    if rules.halving == "exact" and points % 2:
        return points / 2
    return (points + (rules.halving == "up")) // 2


def results(state: State) -> tuple[str, ...]:
    """Return the result of each seat in a round that has ended, in the words of score records."""
    end = state.end
    if end is None or end.winner is None:
        return ("none",) * len(state.packed)
    first, _ = prices(state.table.rules)
    words = [
        "lost" if not paid else "packed-first" if paid == first else "packed-later" for paid in state.packed
    ]
    words[end.winner] = "declared" if end.how == "declared" else "won"
    return tuple(words)


def settle(states: Sequence[State]) -> list[tuple[Points, ...]]:
    """Return the points of each seat, for rounds that have ended; all hands are judged together.

    The winner has 0, who packed pays what it cost (R14), the others their least loose points, capped (R10)
    and, after a declaration on the very first turn, halved (R12). A round without a winner costs nothing.
    """
    losers = [
        (at, seat)
        for at, state in enumerate(states)
        if state.end is not None and state.end.how == "declared"
        for seat, paid in enumerate(state.packed)
        if not paid and seat != state.end.winner
    ]
    points: list[list[Points]] = [_of_packs(state) for state in states]
    for (decks, rules), group in _by_rules(states, losers).items():
        hands = b"".join(states[at].hands[seat] for at, seat in group)
        wild = np.array([states[at].table.wild.rank for at, _ in group], np.int8)
        found, _ = least(np.frombuffer(hands, np.uint8).reshape(-1, HAND_SIZE), wild, decks, rules)
        for (at, seat), raw in zip(group, found.tolist(), strict=True):
            cost = capped(raw, rules)
            points[at][seat] = halved(cost, rules) if states[at].turn == 0 else cost
    return [tuple(one) for one in points]


def _of_packs(state: State) -> list[Points]:
    if state.end is None or state.end.winner is None:
        return [0] * len(state.packed)
    return list(state.packed)


def _by_rules(
    states: Sequence[State], losers: Sequence[tuple[int, int]]
) -> dict[tuple[int, Rules], list[tuple[int, int]]]:
    groups: dict[tuple[int, Rules], list[tuple[int, int]]] = {}
    for at, seat in losers:
        table = states[at].table
        groups.setdefault((table.decks, table.rules), []).append((at, seat))
    return groups
