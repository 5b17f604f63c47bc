"""Points of a round of rummy: of one that was played, or of its final hands (R8–R14)."""

from collections.abc import Iterator, Sequence

import numpy as np

from solver.rounds.match import Points
from solver.rummy.cards import HAND_SIZE
from solver.rummy.least import Bulk, least
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
    for group, (found, _) in _judged(states, losers):
        for (at, seat), raw in zip(group, found.tolist(), strict=True):
            rules = states[at].table.rules
            cost = capped(raw, rules)
            points[at][seat] = halved(cost, rules) if states[at].turn == 0 else cost
    return [tuple(one) for one in points]


def declaring(states: Sequence[State]) -> list[bool]:
    """Tell of rounds that ended by a declaration whether the winner's 13 cards are one; all together."""
    hands = [(at, state.end.winner) for at, state in enumerate(states) if state.end is not None]
    found = [False] * len(states)
    for rows, (_, declares) in _judged(states, [(at, seat) for at, seat in hands if seat is not None]):
        for (at, _), one in zip(rows, declares.tolist(), strict=True):
            found[at] = one
    return found


def _judged(
    states: Sequence[State], hands: Sequence[tuple[int, int]]
) -> Iterator[tuple[list[tuple[int, int]], Bulk]]:
    """Judge hands, each by its round and seat, together where decks and rules are the same."""
    groups: dict[tuple[int, Rules], list[tuple[int, int]]] = {}
    for at, seat in hands:
        table = states[at].table
        groups.setdefault((table.decks, table.rules), []).append((at, seat))
    for (decks, rules), group in groups.items():
        cards = b"".join(states[at].hands[seat] for at, seat in group)
        wild = np.array([states[at].table.wild.rank for at, _ in group], np.int8)
        yield group, least(np.frombuffer(cards, np.uint8).reshape(-1, HAND_SIZE), wild, decks, rules)


def _of_packs(state: State) -> list[Points]:
    if state.end is None or state.end.winner is None:
        return [0] * len(state.packed)
    return list(state.packed)
