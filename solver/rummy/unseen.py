"""What a player sees at a turn, and the cards that are left unseen (R13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import Defect, HandError
from solver.rummy.cards import JOKER, MAX_DECKS, NAMES, counts_of
from solver.rummy.opening import fewest_decks_of, seat_defects
from solver.rummy.rules import Rules
from solver.rummy.text import Hand, fewest_decks, hand_of, parse_hand, read_cards

DEFAULT_PLAYERS = 4
_AT_ONE_DECK = 3


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees at a turn.

    Attributes
    ----------
    hand : Hand
        13 cards at the start of the turn, or 14 after the draw.
    open : int or None
        The code of the top card of the open pile; None if it was not told.
    seen : tuple of int
        Codes of further cards known to be gone, ascending.
    players : int
        Players at the table, 2 to 6.
    unseen : tuple of int
        How many of each of the 53 codes are not seen.
    """

    hand: Hand
    open: int | None
    seen: tuple[int, ...]
    players: int
    unseen: tuple[int, ...]


def position_of(
    hand: str | Sequence[int],
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
    players: int | None = None,
) -> Position:
    """Read what a player sees.

    Parameters
    ----------
    hand : str or sequence of int
        13 or 14 cards, as text or codes.
    wild, decks, rules
        As for `solver.rummy.solve`. Decks left out are the fewest that the players use and that hold all
        cards seen (R13).
    open_card : str, optional
        The top card of the open pile.
    seen : str or sequence of int
        Further cards known to be gone.
    players : int, optional
        2 to 6; left out, 4, or 3 if one deck is named.

    Raises
    ------
    HandError
        With all defects: of the hand, the open card, the cards seen, the players and the decks.

    >>> hand = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
    >>> sum(position_of(hand, wild="8H", decks=2, open_card="3H").unseen)
    93
    """
    rules = rules or Rules()
    read, top, gone = _read(hand, wild, decks, rules, open_card, seen)
    out = [*read.codes, *top, *gone]
    seats = players if players is not None else _AT_ONE_DECK if decks == 1 else DEFAULT_PLAYERS
    in_play = decks or max(fewest_decks(out, read.wild), fewest_decks_of(seats))
    defects = [*seat_defects(seats, in_play), *_excess(out, read.wild.card, min(in_play, MAX_DECKS))]
    if defects:
        raise HandError(defects)
    known, unseen = Hand(read.codes, read.wild, in_play), _unseen(out, read.wild.card, in_play)
    return Position(known, top[0] if top else None, tuple(sorted(gone)), seats, unseen)


def _read(
    hand: str | Sequence[int],
    wild: str | None,
    decks: int | None,
    rules: Rules,
    open_card: str | None,
    seen: str | Sequence[int],
) -> tuple[Hand, list[int], list[int]]:
    """Return the hand, the open card (none or one) and the cards seen.

    Raises
    ------
    HandError
        With all defects of the three.
    """
    defects: list[Defect] = []
    read: Hand | None = None
    try:
        if isinstance(hand, str):
            read = parse_hand(hand, wild=wild, decks=decks, rules=rules)
        else:
            read = hand_of(list(hand), wild=wild, decks=decks, rules=rules)
    except HandError as error:
        defects += error.defects
    top = [] if open_card is None else _cards(open_card, "open", defects)
    if len(top) > 1:
        defects.append(Defect("open", f"{len(top)} cards; the open card is one"))
    gone = _cards(seen, "seen", defects)
    if read is None or defects:
        raise HandError(defects)
    return read, top, gone


def _unseen(out: list[int], shown: int, decks: int) -> tuple[int, ...]:
    """Return how many of each code are neither out nor the Wild Card shown.

    Raises
    ------
    HandError
        If there is none.
    """
    whole = [decks] * JOKER + [2 * decks]
    gone = counts_of([*out, shown] if shown >= 0 else out)
    left = tuple(have - lost for have, lost in zip(whole, gone, strict=True))
    if not any(left):
        raise HandError.at("seen", "no card is left unseen, so that there is none to draw")
    return left


def _cards(cards: str | Sequence[int], where: str, defects: list[Defect]) -> list[int]:
    """Return codes, adding a defect for each piece that is no card."""
    if isinstance(cards, str):
        return read_cards(cards, defects, where)
    bad = [code for code in cards if not 0 <= code <= JOKER]
    defects += [Defect(where, f"{code} is not a code; codes are 0 to {JOKER}") for code in bad]
    return [code for code in cards if code not in bad]


def _excess(out: list[int], shown: int, decks: int) -> list[Defect]:
    """Return the cards seen more often than the decks have them (R13)."""
    counts = counts_of([*out, shown] if shown >= 0 else out)
    words = f"{decks} deck{'s have' if decks > 1 else ' has'}"
    return [
        Defect(
            "cards seen", f"{NAMES[code]} is seen {count} times, the Wild Card shown included; {words} {most}"
        )
        for code, count in enumerate(counts)
        if count > (most := 2 * decks if code == JOKER else decks)
    ]
