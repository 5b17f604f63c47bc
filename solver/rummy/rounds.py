"""A round of rummy under the referee: immutable states, and one function that applies a move (R11–R16).

A turn starts with a pack (R14) or a draw; after a draw it ends with a discard or a declaration (R15). All
chance after the deal is a move too, `Shuffle`: of a hand packed early (R14), and of the open pile when a turn
starts with an empty stock (R16). So a state and its moves tell the whole round.
"""

from collections.abc import Callable, Sequence
from typing import Any

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
from solver.rummy import walk
from solver.rummy.cards import JOKER, NAMES
from solver.rummy.claims import check_declaration
from solver.rummy.opening import deal, start
from solver.rummy.score import declaring
from solver.rummy.state import Action, Declare, Pack, State, Table, View, prices, view

__all__ = [
    "Action",
    "Declare",
    "Discard",
    "End",
    "FromOpen",
    "FromStock",
    "MoveError",
    "Pack",
    "Shuffle",
    "State",
    "Table",
    "View",
    "apply",
    "confirm",
    "deal",
    "legal",
    "start",
    "trust",
    "view",
]


def apply(state: State, action: Action) -> State:
    """Return the state after a move.

    Raises
    ------
    MoveError
        With the label of the rule that forbids the move: R14 at the start of a turn, R15 after a draw,
        R16 for the stock, and for a declaration whatever rule it breaks.
    """
    _check_due(state, action)
    if isinstance(action, Declare):
        _check_holds(state, action.fold)
        _check_declared(without(state.hands[action.seat], action.fold), action, state.table)
    return _MOVES[type(action)](state, action)


def trust(state: State, action: Action) -> State:
    """Return the state after a move as `apply` does, but take a declaration as it is (see `confirm`).

    Raises
    ------
    MoveError
        As `apply`, but for what a declaration lacks.
    """
    _check_due(state, action)
    return _MOVES[type(action)](state, action)


def confirm(ends: Sequence[tuple[State, Action]]) -> None:
    """Check the declarations that ended rounds, given the last state and move of each; many at once.

    Raises
    ------
    MoveError
        For the first that is none, as `apply` would have told.
    """
    declared = [(state, action) for state, action in ends if isinstance(action, Declare)]
    sure = declaring([state for state, _ in declared])
    for (state, action), declares in zip(declared, sure, strict=True):
        if action.groups or not declares:
            _check_declared(state.hands[action.seat], action, state.table)


def _check_due(state: State, action: Action) -> None:
    """Refuse a move after the end, out of turn, or in place of a shuffle."""
    if state.end is not None:
        rule = {"declared": "R15", "packed": "R14", "void": "R16"}.get(state.end.how, LIMIT)
        raise MoveError.of(rule, "the round is over")
    if isinstance(action, Shuffle):
        return
    if state.shuffling:
        raise MoveError.of("R14" if state.stock else "R16", "a shuffle is due before the next move")
    if action.seat != state.seat:
        names = state.table.names
        who = names[action.seat] if 0 <= action.seat < len(names) else f"seat {action.seat}"
        raise MoveError.of(
            "R15" if state.drawn else "R14", f"it is the turn of {names[state.seat]}, not {who}"
        )


def _shuffle(state: State, action: Shuffle) -> State:
    check_shuffle(state.shuffling, action.order, "R14" if state.shuffling and state.stock else "R16")
    restocked = state.restocked if state.stock else bytes(sorted(action.order))
    return state._replace(stock=action.order + state.stock, shuffling=b"", restocked=restocked)


def _pack(state: State, action: Pack) -> State:
    if state.drawn:
        raise MoveError.of("R14", "a pack is only possible at the very start of a turn")
    first, later = prices(state.table.rules)
    price = first if state.first_turn else later
    seat, hand = action.seat, state.hands[action.seat]
    packed = (*state.packed[:seat], price, *state.packed[seat + 1 :])
    hands = replaced(state.hands, seat, b"")
    left = [other for other, paid in enumerate(packed) if not paid]
    if len(left) == 1:
        end = End("packed", left[0])
        return state._replace(hands=hands, packed=packed, out=state.out + hand, end=end, turn=state.turn + 1)
    if state.first_turn:
        known = replaced(state.known, seat, b"")
        return _next_turn(state, hands=hands, packed=packed, shuffling=hand, known=known)
    return _next_turn(state, hands=hands, packed=packed, out=state.out + hand)


def _from_stock(state: State, action: FromStock) -> State:
    _check_start(state)
    if not state.stock:
        raise MoveError.of("R16", "the stock is empty")
    hand = added(state.hands[action.seat], state.stock[-1])
    return state._replace(hands=replaced(state.hands, action.seat, hand), stock=state.stock[:-1], drawn=True)


def _from_open(state: State, action: FromOpen) -> State:
    _check_start(state)
    if not state.open:
        raise MoveError.of("R16", "the open pile is empty")
    seat, card = action.seat, state.open[-1]
    return state._replace(
        hands=replaced(state.hands, seat, added(state.hands[seat], card)),
        known=replaced(state.known, seat, added(state.known[seat], card)),
        open=state.open[:-1],
        drawn=True,
    )


def _check_start(state: State) -> None:
    if state.drawn:
        raise MoveError.of("R15", "a card is drawn already: a discard or a declaration follows")


def _discard(state: State, action: Discard) -> State:
    _check_holds(state, action.card)
    seat, card = action.seat, action.card
    known = state.known
    if card in known[seat]:
        known = replaced(known, seat, without(known[seat], card))
    hands = replaced(state.hands, seat, without(state.hands[seat], card))
    return _next_turn(state, hands=hands, known=known, open=state.open + bytes((card,)), drawn=False)


def _declare(state: State, action: Declare) -> State:
    _check_holds(state, action.fold)
    seat = action.seat
    return state._replace(
        hands=replaced(state.hands, seat, without(state.hands[seat], action.fold)),
        out=state.out + bytes([action.fold]),
        drawn=False,
        end=End("declared", seat),
    )


def _check_declared(kept: bytes, action: Declare, table: Table) -> None:
    check_declaration(kept, action.groups, table.wild, table.decks, table.rules)


def _check_holds(state: State, card: int) -> None:
    if not state.drawn:
        raise MoveError.of("R15", "no card is drawn yet: a turn starts with a draw or a pack")
    if card not in state.hands[state.seat]:
        name = NAMES[card] if 0 <= card <= JOKER else str(card)
        raise MoveError.of("R15", f"{state.table.names[state.seat]} does not hold {name}")


_MOVES: dict[type, Callable[[State, Any], State]] = {
    Pack: _pack,
    FromStock: _from_stock,
    FromOpen: _from_open,
    Discard: _discard,
    Declare: _declare,
    Shuffle: _shuffle,
}


def _next_turn(state: State, **changes: Any) -> State:
    """Make the changes of a move and pass the turn on (R16 if there is no stock left); end at the limit."""
    turn, limit = state.turn + 1, state.table.turn_limit
    if limit is not None and turn >= limit:
        return state._replace(turn=turn, end=End(LIMIT, None), **changes)
    packed = changes.get("packed", state.packed)
    seat = (state.seat + 1) % len(packed)
    while packed[seat]:
        seat = (seat + 1) % len(packed)
    if state.stock or "shuffling" in changes:
        return state._replace(seat=seat, turn=turn, **changes)
    pile = changes.pop("open", state.open)
    if len(pile) < 2:
        return state._replace(turn=turn, open=pile, end=End("void", None), **changes)
    return state._replace(seat=seat, turn=turn, shuffling=pile[:-1], open=pile[-1:], **changes)


def legal(state: State) -> tuple[Action, ...]:
    """Return every move that `apply` accepts from the seat to move, declarations without their groups.

    Empty when the round is over or a shuffle is due.
    """
    if state.end is not None or state.shuffling:
        return ()
    seat = state.seat
    if not state.drawn:
        draws = [FromStock(seat)] * bool(state.stock) + [FromOpen(seat)] * bool(state.open)
        return (Pack(seat), *draws)
    hand = state.hands[seat]
    found = walk.find(tuple(hand), state.table.wild.rank, state.table.rules)
    discards = [Discard(seat, card) for card in sorted(set(hand))]
    return (*discards, *(Declare(seat, card) for card in found.folds or ()))
