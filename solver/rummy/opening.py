"""How a round of rummy opens: players and decks that fit, the deal, and a deal told by a record (R13)."""

from collections.abc import Sequence
from functools import cache

from solver.errors import Defect, HandError
from solver.rounds.luck import Luck
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, NAMES, counts_of
from solver.rummy.rules import Rules
from solver.rummy.state import State, Table
from solver.rummy.text import WildCard, parse_wild

MAX_PLAYERS = 6
TURN_LIMIT = 400
"""Turns after which a round of bots ends without a winner, unless another limit is given."""


@cache
def deck_of(decks: int) -> bytes:
    """Return the cards of 1 to 3 decks, ascending: 54 a deck.

    >>> len(deck_of(2))
    108
    """
    return bytes(code for code in range(JOKER) for _ in range(decks)) + bytes([JOKER] * 2 * decks)


def seat_defects(players: int, decks: int) -> list[Defect]:
    """Return what is wrong with a number of players at a number of decks (R13)."""
    if not 2 <= players <= MAX_PLAYERS:
        message = f"{players} player{'s' * (players != 1)}; a round has 2 to {MAX_PLAYERS} (R13)"
        return [Defect("players", message)]
    allowed = (1,) if players <= 3 else (2, 3)
    if decks in allowed:
        return []
    words = " or ".join(map(str, allowed))
    message = f"{players} players use {words} deck{'s' * (players > 3)}, not {decks} (R13)"
    return [Defect("decks", message)]


def fewest_decks_of(players: int) -> int:
    """Return the decks that a number of players use if none is named (R13)."""
    return 1 if players <= 3 else 2


def start(
    names: Sequence[str],
    hands: Sequence[bytes],
    stock: bytes,
    open_card: int,
    *,
    wild: str,
    decks: int,
    rules: Rules,
    turn_limit: int | None = None,
) -> State:
    """Return the first state of a deal.

    Parameters
    ----------
    names, hands : sequence
        The players in order of play, 2 to 6, and their 13 codes each.
    stock : bytes
        From bottom to top.
    open_card : int
        The first card of the open pile.
    wild : str
        The Wild Card shown (R11): a card, or ``JK``.
    decks, rules, turn_limit
        See `Table`.

    Raises
    ------
    HandError
        With all defects: players and decks that do not fit (R13), hands of another size, or cards that
        are not exactly those of the decks.
    """
    shown = parse_wild(wild, rules)
    defects = [*seat_defects(len(names), decks), *_hand_defects(names, hands)]
    defects += _deck_defects(b"".join((*hands, stock, bytes([open_card]))), shown, decks)
    if defects:
        raise HandError(defects)
    return State(
        table=Table(tuple(names), decks, rules, shown, turn_limit),
        hands=tuple(bytes(sorted(hand)) for hand in hands),
        stock=stock,
        open=bytes([open_card]),
        known=(b"",) * len(names),
        packed=(0,) * len(names),
    )


def _hand_defects(names: Sequence[str], hands: Sequence[bytes]) -> list[Defect]:
    """Return the hands of another size, or too many or too few of them."""
    defects = []
    if len(hands) != len(names):
        defects.append(Defect("deal", f"{len(hands)} hands for {len(names)} players"))
    for name, hand in zip(names, hands, strict=False):
        if len(hand) != HAND_SIZE:
            defects.append(Defect(f"deal, hand of {name}", f"{len(hand)} cards; each is dealt {HAND_SIZE}"))
    return defects


def _deck_defects(cards: bytes, shown: WildCard, decks: int) -> list[Defect]:
    """Return what is wrong with the Wild Card shown, and the cards that are too many or too few (R13)."""
    defects = []
    if shown.card < 0:
        defects.append(Defect("deal, wild", "the Wild Card shown is a card of the decks (R11)"))
    if not 1 <= decks <= MAX_DECKS:
        return defects
    dealt, whole = counts_of(cards), counts_of(deck_of(decks))
    if shown.card >= 0:
        dealt[shown.card] += 1
    return defects + [
        Defect("deal", f"{NAMES[code]} comes {count} times; the decks have {most} (R13)")
        for code, (count, most) in enumerate(zip(dealt, whole, strict=True))
        if count != most and (shown.card >= 0 or count > most)
    ]


def deal(
    names: Sequence[str], *, decks: int, rules: Rules, luck: Luck, turn_limit: int | None = TURN_LIMIT
) -> State:
    """Deal a round: 13 cards each, the Wild Card, the first open card; the rest is the stock.

    Raises
    ------
    HandError
        If players and decks do not fit (R13).
    """
    defects = seat_defects(len(names), decks)
    if defects:
        raise HandError(defects)
    cards = luck.deck(deck_of(decks))
    dealt = HAND_SIZE * len(names)
    hands = [cards[at : at + HAND_SIZE] for at in range(0, dealt, HAND_SIZE)]
    return State(
        table=Table(tuple(names), decks, rules, parse_wild(NAMES[cards[dealt]], rules), turn_limit),
        hands=tuple(bytes(sorted(hand)) for hand in hands),
        stock=cards[dealt + 2 :],
        open=cards[dealt + 1 : dealt + 2],
        known=(b"",) * len(names),
        packed=(0,) * len(names),
    )
