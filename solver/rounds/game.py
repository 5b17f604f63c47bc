"""What the shared parts know of a game: its states as moments, its functions, its bots, a played round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from solver.rounds.luck import Luck
from solver.rounds.match import Points
from solver.rounds.moves import End


class Seats(Protocol):
    """A table: who plays, in order of play."""

    @property
    def names(self) -> tuple[str, ...]: ...


class Moment(Protocol):
    """A state of a round, as far as both games know it."""

    @property
    def table(self) -> Seats: ...
    @property
    def seat(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def drawn(self) -> bool: ...
    @property
    def shuffling(self) -> bytes: ...
    @property
    def end(self) -> End | None: ...


NO_CARD = 255
"""In place of a card, for a move that draws none."""

Moves = tuple[Any, ...]
"""Moves of one seat, one after the other."""

S = TypeVar("S", bound=Moment)
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Turn(NamedTuple, Generic[V]):
    """A decision to make.

    Attributes
    ----------
    view : V
        What the seat may see.
    luck : Luck
        The luck of the round.
    place : int
        The number of the decision in its round, from 0: the place of its luck.
    """

    view: V
    luck: Luck
    place: int


class Bot(Protocol[V]):
    """A player by program. It sees views only, and is asked for many decisions at once.

    The answers must not depend on which decisions are asked for together: all chance comes from
    ``turn.luck.choice(turn.place, …)``.
    """

    @property
    def name(self) -> str: ...

    def choose(self, turns: Sequence[Turn[V]]) -> Sequence[Moves]:
        """Return legal moves for each decision: the next one, or all that are left of the turn.

        After the open card is taken there is nothing more to see, so what goes then may be told at once.
        """
        ...


class Game(Protocol[S, V_co]):
    """The functions of one game."""

    @property
    def name(self) -> str: ...
    @property
    def stock(self) -> str:
        """The word for the face-down pile."""
        ...

    def apply(self, state: S, action: Any) -> S:
        """Return the state after a move, or raise `MoveError`."""
        ...

    def trust(self, state: S, action: Any) -> S:
        """Do as `apply`, but leave a claim that ends the round to `confirm`, which looks at many at once."""
        ...

    def confirm(self, rounds: Sequence["Played[S]"]) -> None:
        """Check the last moves of rounds that have ended, as `apply` would have, or raise `MoveError`."""
        ...

    def view(self, state: S, seat: int) -> V_co:
        """Return what a seat may see."""
        ...

    def card_of(self, state: S, action: Any) -> int:
        """Return the card that a draw brings, or `NO_CARD`."""
        ...

    def settle(self, states: Sequence[S]) -> list[tuple[Points, ...]]:
        """Return the points of each seat, for rounds that have ended."""
        ...

    def results(self, state: S) -> tuple[str, ...]:
        """Return the result of each seat in a round that has ended, in the words of score records."""
        ...

    def opening(self, record: Mapping[str, Any], names: Sequence[str], rules: str | None) -> S:
        """Return the first state that a record tells; `rules` are those of a record without any."""
        ...

    def opening_json(self, state: S) -> dict[str, Any]:
        """Return rules, decks and deal of a first state."""
        ...

    def card_name(self, code: int) -> str:
        """Return the text of a card."""
        ...

    def prompt(self, state: S) -> str:
        """Return what the seat to move may type."""
        ...

    def typed(self, state: S, text: str) -> Any:
        """Return the move that the seat to move types."""
        ...

    def answer(self, state: S, seat: int) -> Any:
        """Return the solver's answer for the hand of a seat."""
        ...

    def move(self, state: S, move: Mapping[str, Any]) -> Any:
        """Return the move that a record tells."""
        ...

    def move_json(self, names: Sequence[str], action: Any, card: int) -> dict[str, Any]:
        """Return a move as a record tells it, given the card that it draws."""
        ...


@dataclass(slots=True)
class Played(Generic[S]):
    """A round that is being played, or was.

    Attributes
    ----------
    start, state : S
        The first state and the latest one.
    luck : Luck
        Its luck.
    moves : list
        The moves so far.
    cards : bytearray
        The card that each move drew, or `NO_CARD`.
    bots : tuple of str
        Who plays each seat: the name of a bot, ``human``, or ``""`` if it is not known.
    points : tuple or None
        The points of each seat once it has ended.
    undone : int
        Half-made turns that a human took back.
    """

    start: S
    state: S
    luck: Luck | None
    moves: list[Any] = field(default_factory=list)
    cards: bytearray = field(default_factory=bytearray)
    bots: tuple[str, ...] = ()
    points: tuple[Points, ...] | None = None
    undone: int = 0

    def make(self, game: Game[S, Any], action: Any, *, trusted: bool = False) -> None:
        """Make a move; a trusted one may have to be confirmed (see `Game.confirm`)."""
        state = self.state
        self.state = (game.trust if trusted else game.apply)(state, action)
        self.moves.append(action)
        self.cards.append(game.card_of(state, action))

    def go_back(self, state: S, moves: int) -> None:
        """Go back to an earlier state, after so many moves."""
        self.state = state
        del self.moves[moves:], self.cards[moves:]
