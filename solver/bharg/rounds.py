"""A round of Bharg under the referee: immutable states, and one function that applies a move (B6, B9–B11).

A turn is a draw and a discard. The hand is judged after the discard: if all its cards are bound then, the
seat has won (B6). A new deck is made when a turn starts without one (B11); its order is a move too,
`Shuffle`. So a state and its moves tell the whole round.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from solver.bharg.cards import NAMES, is_ace
from solver.bharg.opening import deal, start
from solver.bharg.rules import Rules
from solver.bharg.solve import find
from solver.bharg.state import Action, State, Table, View, view
from solver.rounds.moves import (
    LIMIT,
    Discard,
    End,
    FromOpen,
    FromStock,
    MoveError,
    Shuffle,
    added,
    check_shuffle,
    replaced,
    without,
)

__all__ = [
    "Action",
    "Discard",
    "End",
    "FromOpen",
    "FromStock",
    "MoveError",
    "Shuffle",
    "State",
    "Table",
    "View",
    "apply",
    "deal",
    "is_bound",
    "legal",
    "start",
    "view",
]


def is_bound(hand: bytes, ace: int, rules: Rules) -> bool:
    """Tell whether all of 7 cards are bound when `ace` (-1: none) is on top of the Ace Pile."""
    return _is_bound(hand, ace, rules)


@lru_cache(maxsize=1 << 14)
def _is_bound(hand: bytes, ace: int, rules: Rules) -> bool:
    """Remember recent hands: a round is told, recorded and replayed move by move."""
    return find(tuple(hand), ace, rules).cards == 0


def apply(state: State, action: Action) -> State:
    """Return the state after a move.

    Raises
    ------
    MoveError
        With the label of the rule that forbids the move: B6 after the end and for a discard before a draw,
        B9 for the order of play and the piles, B11 for the deck.
    """
    if state.end is not None:
        rule = {"bound": "B6", "void": "B11"}.get(state.end.how, LIMIT)
        raise MoveError.of(rule, "the round is over")
    if isinstance(action, Shuffle):
        check_shuffle(state.shuffling, action.order, "B11")
        return state._replace(stock=action.order, shuffling=b"", restocked=bytes(sorted(action.order)))
    if state.shuffling:
        raise MoveError.of("B11", "a shuffle is due before the next move")
    if action.seat != state.seat:
        names = state.table.names
        who = names[action.seat] if 0 <= action.seat < len(names) else f"seat {action.seat}"
        raise MoveError.of("B9", f"it is the turn of {names[state.seat]}, not {who}")
    return _MOVES[type(action)](state, action)


def _from_stock(state: State, action: FromStock) -> State:
    _check_start(state)
    if not state.stock:
        raise MoveError.of("B11", "the deck is empty")
    hand = added(state.hands[action.seat], state.stock[-1])
    return state._replace(hands=replaced(state.hands, action.seat, hand), stock=state.stock[:-1], drawn=True)


def _from_open(state: State, action: FromOpen) -> State:
    _check_start(state)
    if not state.open:
        raise MoveError.of("B9", "the ordinary pile is empty, and no card is drawn from the Ace Pile")
    seat, card = action.seat, state.open[-1]
    return state._replace(
        hands=replaced(state.hands, seat, added(state.hands[seat], card)),
        known=replaced(state.known, seat, added(state.known[seat], card)),
        open=state.open[:-1],
        drawn=True,
    )


def _check_start(state: State) -> None:
    if state.drawn:
        raise MoveError.of("B9", "a card is drawn already: a discard follows")


def _discard(state: State, action: Discard) -> State:
    seat, card = action.seat, action.card
    if not state.drawn:
        raise MoveError.of("B6", "no card is drawn yet: the discard comes after the draw")
    if card not in state.hands[seat]:
        name = NAMES[card] if 0 <= card < len(NAMES) else str(card)
        raise MoveError.of("B9", f"{state.table.names[seat]} does not hold {name}")
    kept = without(state.hands[seat], card)
    known = state.known
    if card in known[seat]:
        known = replaced(known, seat, without(known[seat], card))
    laid = bytes((card,))
    state = state._replace(
        hands=replaced(state.hands, seat, kept),
        known=known,
        open=state.open if is_ace(card) else state.open + laid,
        aces=state.aces + laid if is_ace(card) else state.aces,
        drawn=False,
        turn=state.turn + 1,
    )
    if is_bound(kept, state.ace, state.table.rules):
        return state._replace(end=End("bound", seat))
    return _next_turn(state)


_MOVES: dict[type, Callable[[State, Any], State]] = {
    FromStock: _from_stock,
    FromOpen: _from_open,
    Discard: _discard,
}


def _next_turn(state: State) -> State:
    """Pass the turn on; end at the limit, and make a new deck when there is none (B11)."""
    limit = state.table.turn_limit
    if limit is not None and state.turn >= limit:
        return state._replace(end=End(LIMIT, None))
    if state.stock:
        return state._replace(seat=1 - state.seat)
    if len(state.open) < 2:
        return state._replace(end=End("void", None))
    return state._replace(seat=1 - state.seat, shuffling=state.open[:-1], open=state.open[-1:])


def legal(state: State) -> tuple[Action, ...]:
    """Return every move that `apply` accepts from the seat to move.

    Empty when the round is over or a shuffle is due.
    """
    if state.end is not None or state.shuffling:
        return ()
    seat = state.seat
    if state.drawn:
        return tuple(Discard(seat, card) for card in state.hands[seat])
    return (*[FromStock(seat)] * bool(state.stock), *[FromOpen(seat)] * bool(state.open))
