"""How a round of Bharg opens: the deal with its Ace Pile, and a deal told by a record (B8, B9)."""

from collections.abc import Sequence

from solver.bharg.cards import HAND_SIZE, NAMES, is_ace
from solver.bharg.rules import Rules, cards_of
from solver.bharg.state import State, Table
from solver.errors import Defect, HandError
from solver.rounds.luck import Luck

PLAYERS = 2
TURN_LIMIT = 400
"""Turns after which a round of bots ends without a winner, unless another limit is given."""


def start(
    names: Sequence[str],
    hands: Sequence[bytes],
    turned: bytes,
    stock: bytes,
    *,
    deck: str,
    rules: Rules,
    turn_limit: int | None = None,
) -> State:
    """Return the first state of a deal.

    Parameters
    ----------
    names : sequence of str
        The two players in order of play.
    hands : sequence of bytes
        7 codes each.
    turned : bytes
        The cards turned up at the deal, in order: aces, then one that is none (B9).
    stock : bytes
        The deck that is left, from bottom to top.
    deck : str
        The deck in play, as `parse_deck` names it.
    rules, turn_limit
        See `Table`.

    Raises
    ------
    HandError
        With all defects: not two players, hands of another size, cards turned up that break B9, or cards
        that are not exactly those of the deck (B8).
    """
    defects = [*seat_defects(len(names)), *_hand_defects(names, hands), *_turned_defects(turned)]
    defects += _deck_defects(b"".join((*hands, turned, stock)), deck)
    if defects:
        raise HandError(defects)
    return State(
        table=Table(tuple(names), deck, rules, turn_limit),
        hands=tuple(bytes(sorted(hand)) for hand in hands),
        stock=stock,
        open=turned[-1:],
        aces=turned[:-1],
    )


def seat_defects(players: int) -> list[Defect]:
    """Return what is wrong with a number of players."""
    if players == PLAYERS:
        return []
    return [Defect("players", f"{players} player{'s' * (players != 1)}; Bharg is a game for two")]


def _hand_defects(names: Sequence[str], hands: Sequence[bytes]) -> list[Defect]:
    """Return the hands of another size, or too many or too few of them."""
    defects = []
    if len(hands) != len(names):
        defects.append(Defect("deal", f"{len(hands)} hands for {len(names)} players"))
    for name, hand in zip(names, hands, strict=False):
        if len(hand) != HAND_SIZE:
            defects.append(Defect(f"deal, hand of {name}", f"{len(hand)} cards; each is dealt {HAND_SIZE}"))
    return defects


def _turned_defects(turned: bytes) -> list[Defect]:
    """Return what is wrong with the cards turned up: aces, and then one that is none (B9)."""
    if turned and not is_ace(turned[-1]) and all(map(is_ace, turned[:-1])):
        return []
    return [Defect("deal, turned", "cards are turned up until one is not an ace, and no longer (B9)")]


def _deck_defects(cards: bytes, deck: str) -> list[Defect]:
    """Return the cards that are missing, come twice or are not in the deck (B8)."""
    whole = cards_of(deck)
    return [
        Defect(
            "deal", f"{name} comes {cards.count(code)} times; the deck {deck} has {int(code in whole)} (B8)"
        )
        for code, name in enumerate(NAMES)
        if cards.count(code) != (code in whole)
    ]


def deal(
    names: Sequence[str], *, deck: str, rules: Rules, luck: Luck, turn_limit: int | None = TURN_LIMIT
) -> State:
    """Deal a round: 7 cards each, then cards turned up until one is not an ace (B9).

    Raises
    ------
    HandError
        If there are not two players.
    """
    defects = seat_defects(len(names))
    if defects:
        raise HandError(defects)
    cards = luck.deck(bytes(cards_of(deck)))
    dealt = PLAYERS * HAND_SIZE
    first = next(place for place, code in enumerate(cards) if place >= dealt and not is_ace(code))
    return State(
        table=Table(tuple(names), deck, rules, turn_limit),
        hands=(bytes(sorted(cards[:HAND_SIZE])), bytes(sorted(cards[HAND_SIZE:dealt]))),
        stock=cards[first + 1 :],
        open=cards[first : first + 1],
        aces=cards[dealt:first],
    )
