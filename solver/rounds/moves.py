"""The moves and ends that both games know, and the error of a move that a rule forbids.

Cards are ``bytes``: one uint8 code a card. Hands ascend; piles run from bottom to top.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from solver.errors import Defect, SolverError

LIMIT = "limit"
"""The label of the limit on turns, which is no rule of either game."""


class MoveError(SolverError):
    """A move that a rule forbids.

    Parameters
    ----------
    rule : str
        The label of the rule (the first, if several are broken).
    defects : iterable of Defect
        All reasons.
    """

    def __init__(self, rule: str, defects: Iterable[Defect]) -> None:
        self.rule = rule
        super().__init__(defects)

    @classmethod
    def of(cls, rule: str, message: str) -> "MoveError":
        """Make the error of one broken rule.

        >>> str(MoveError.of("R14", "too late to pack"))
        'move: too late to pack (R14)'
        """
        return cls(rule, [Defect("move", f"{message} ({rule})")])

    def __reduce__(self) -> tuple[type["MoveError"], tuple[str, tuple[Defect, ...]]]:
        return type(self), (self.rule, self.defects)


class RecordError(SolverError):
    """A record that cannot be read, or that tells what cannot have been."""


@dataclass(frozen=True, slots=True)
class FromStock:
    """Draw the top card of the stock (in Bharg: the deck)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FromOpen:
    """Draw the top card of the open pile (in Bharg: the ordinary discard pile)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card of the hand face up: on the open pile, or in Bharg on the pile it belongs to."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance, not a player: the cards that are due go to the bottom of the stock in this order.

    Attributes
    ----------
    order : bytes
        The cards from bottom to top.
    """

    order: bytes


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended.

    Attributes
    ----------
    how : str
        ``declared``, ``packed``, ``void``, ``limit``; in Bharg ``bound``, ``void``, ``limit``.
    winner : int or None
        The seat that won; None for a round without a winner, in which nobody scores.
    """

    how: str
    winner: int | None


def check_shuffle(due: bytes, order: bytes, rule: str) -> None:
    """Check that an order holds exactly the cards that are due.

    Raises
    ------
    MoveError
        If nothing is to be shuffled now, or the cards are others.
    """
    if not due:
        raise MoveError.of(rule, "there is nothing to shuffle now")
    if sorted(order) != sorted(due):
        raise MoveError.of(rule, f"the shuffled cards are not the {len(due)} cards that were due")


def without(cards: bytes, card: int) -> bytes:
    """Return the cards less one copy of `card`, which they hold.

    >>> list(without(bytes([3, 5, 5]), 5))
    [3, 5]
    """
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def added(cards: bytes, card: int) -> bytes:
    """Return ascending cards with one more in its place.

    >>> list(added(bytes([3, 8]), 5))
    [3, 5, 8]
    """
    return bytes(sorted((*cards, card)))


def replaced(hands: tuple[bytes, ...], seat: int, hand: bytes) -> tuple[bytes, ...]:
    """Return the hands with that of one seat exchanged."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
