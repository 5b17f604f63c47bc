"""What a round of Bharg is made of: moves, the table, its states, and what a seat may see of them."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from solver.bharg.rules import Rules
from solver.rounds.moves import Discard, End, FromOpen, FromStock, Shuffle

Action = FromStock | FromOpen | Discard | Shuffle


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all round.

    Attributes
    ----------
    names : tuple of str
        The two players in order of play.
    deck : str
        The deck in play, as `parse_deck` names it (B8).
    rules : Rules
        The rules.
    turn_limit : int or None
        Turns after which the round ends without a winner.
    """

    names: tuple[str, ...]
    deck: str
    rules: Rules
    turn_limit: int | None = None
    game: ClassVar[str] = "bharg"


class State(NamedTuple):
    """A moment of a round, with all that is hidden; see `View` for what a seat may see.

    A named tuple, as bulk play makes tens of thousands a second.

    Attributes
    ----------
    table : Table
        What stays the same.
    hands : tuple of bytes
        The cards of each seat, ascending.
    stock, open, aces : bytes
        The deck, the ordinary discard pile and the Ace Pile, from bottom to top (B9).
    known : tuple of bytes
        For each seat, cards that both saw it take and have not seen again, ascending.
    seat : int
        Who is to move, unless a shuffle is due.
    drawn : bool
        Whether the seat has drawn and holds 8 cards.
    turn : int
        Turns ended so far.
    shuffling : bytes
        Cards whose shuffle is due (B11); empty when a player is to move.
    restocked : bytes
        The cards of the last new deck (B11), ascending; empty before the first.
    end : End or None
        How the round ended.
    """

    table: Table
    hands: tuple[bytes, ...]
    stock: bytes
    open: bytes
    aces: bytes
    known: tuple[bytes, ...] = (b"", b"")
    seat: int = 0
    drawn: bool = False
    turn: int = 0
    shuffling: bytes = b""
    restocked: bytes = b""
    end: End | None = None

    @property
    def ace(self) -> int:
        """The suit on top of the Ace Pile, -1 if it is empty; the code of an ace is its suit."""
        return self.aces[-1] if self.aces else -1

    def cards(self) -> bytes:
        """Return every card of the round, ascending: what no move may change."""
        return bytes(sorted(b"".join((*self.hands, self.stock, self.open, self.aces, self.shuffling))))


class View(NamedTuple):
    """What a seat may see, with perfect memory of what lay open: its information set.

    Attributes
    ----------
    table : Table
        What stays the same.
    seat : int
        Whose view it is.
    hand : bytes
        Its cards, ascending.
    open, aces : bytes
        The ordinary discard pile and the Ace Pile from bottom to top: both saw each card being laid.
    stock_size : int
        Cards of the deck.
    sizes : tuple of int
        Cards in each hand.
    known, actor, drawn, turn, restocked, end
        As in `State`; `actor` is who is to move.
    """

    table: Table
    seat: int
    hand: bytes
    open: bytes
    aces: bytes
    stock_size: int
    sizes: tuple[int, ...]
    known: tuple[bytes, ...]
    actor: int
    drawn: bool
    turn: int
    restocked: bytes
    end: End | None

    @property
    def ace(self) -> int:
        """The suit on top of the Ace Pile, -1 if it is empty."""
        return self.aces[-1] if self.aces else -1


def view(state: State, seat: int) -> View:
    """Return what a seat may see of a state.

    States that differ only in what is hidden from the seat (the order of the deck, the other hand as far
    as it was not seen being taken up) give equal views.
    """
    return View(
        table=state.table,
        seat=seat,
        hand=state.hands[seat],
        open=state.open,
        aces=state.aces,
        stock_size=len(state.stock),
        sizes=tuple(map(len, state.hands)),
        known=state.known,
        actor=state.seat,
        drawn=state.drawn,
        turn=state.turn,
        restocked=state.restocked,
        end=state.end,
    )
