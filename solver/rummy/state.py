"""What a round of rummy is made of: moves, the table, its states, and what a seat may see of them."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from solver.rounds.moves import Discard, End, FromOpen, FromStock, Shuffle
from solver.rummy.rules import Rules
from solver.rummy.text import WildCard


@dataclass(frozen=True, slots=True)
class Pack:
    """Leave the round at the start of a turn, at a price (R14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Fold a card face down and declare the other 13 (R15).

    Attributes
    ----------
    fold : int
        The card folded.
    groups : tuple of bytes
        The declaration as laid, in codes; empty: any that the hand holds.
    """

    seat: int
    fold: int
    groups: tuple[bytes, ...] = ()


Action = FromStock | FromOpen | Discard | Pack | Declare | Shuffle


def prices(rules: Rules) -> tuple[int, int]:
    """Return what a pack costs on the first turn, and later (R14)."""
    first, later = rules.pack_points.split(",")
    return int(first), int(later)


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all round.

    Attributes
    ----------
    names : tuple of str
        The players in order of play.
    decks : int
        Decks in play (R13).
    rules : Rules
        The rules.
    wild : WildCard
        The Wild Card shown (R11).
    turn_limit : int or None
        Turns after which the round ends without a winner.
    """

    names: tuple[str, ...]
    decks: int
    rules: Rules
    wild: WildCard
    turn_limit: int | None = None
    game: ClassVar[str] = "rummy"


class State(NamedTuple):
    """A moment of a round, with all that is hidden; see `View` for what a seat may see.

    A named tuple, as bulk play makes tens of thousands a second.

    Attributes
    ----------
    table : Table
        What stays the same.
    hands : tuple of bytes
        The cards of each seat, ascending; empty for who packed.
    stock, open : bytes
        The piles, from bottom to top.
    known : tuple of bytes
        For each seat, cards that all saw it take and have not seen again, ascending.
    seat : int
        Who is to move, unless a shuffle is due.
    drawn : bool
        Whether the seat has drawn and holds 14 cards.
    turn : int
        Turns ended so far, packs among them.
    packed : tuple of int
        What each seat paid for packing; 0 while it is in the round.
    out : bytes
        Cards that left the game by late packs (R14), and a card folded, in order.
    shuffling : bytes
        Cards whose shuffle is due; empty when a player is to move.
    restocked : bytes
        The cards of the last new stock (R16), ascending; empty before the first.
    end : End or None
        How the round ended.
    """

    table: Table
    hands: tuple[bytes, ...]
    stock: bytes
    open: bytes
    known: tuple[bytes, ...]
    seat: int = 0
    drawn: bool = False
    turn: int = 0
    packed: tuple[int, ...] = ()
    out: bytes = b""
    shuffling: bytes = b""
    restocked: bytes = b""
    end: End | None = None

    @property
    def first_turn(self) -> bool:
        """Whether the seat is at its first turn of the round (R14)."""
        return self.turn < len(self.table.names)

    def cards(self) -> bytes:
        """Return every card of the round but the Wild Card, ascending: what no move may change."""
        parts = (*self.hands, self.stock, self.open, self.out, self.shuffling)
        return bytes(sorted(b"".join(parts)))


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
    open : bytes
        The open pile from bottom to top: all saw each card being laid.
    stock_size : int
        Cards of the stock.
    sizes : tuple of int
        Cards in each hand.
    known, actor, drawn, turn, packed, restocked, end
        As in `State`; `actor` is who is to move.
    """

    table: Table
    seat: int
    hand: bytes
    open: bytes
    stock_size: int
    sizes: tuple[int, ...]
    known: tuple[bytes, ...]
    actor: int
    drawn: bool
    turn: int
    packed: tuple[int, ...]
    restocked: bytes
    end: End | None

    @property
    def first_turn(self) -> bool:
        """Whether the actor is at its first turn of the round (R14)."""
        return self.turn < len(self.table.names)


def view(state: State, seat: int) -> View:
    """Return what a seat may see of a state.

    States that differ only in what is hidden from the seat (the order of the stock, the other hands as
    far as they were not seen being taken up) give equal views.
    """
    return View(
        table=state.table,
        seat=seat,
        hand=state.hands[seat],
        open=state.open,
        stock_size=len(state.stock),
        sizes=tuple(map(len, state.hands)),
        known=state.known,
        actor=state.seat,
        drawn=state.drawn,
        turn=state.turn,
        packed=state.packed,
        restocked=state.restocked,
        end=state.end,
    )
