"""What a player of Bharg sees at a turn, and the cards that are left unseen (B8, B9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.bharg.cards import EXTRAS, NAMES, extra_of, is_ace
from solver.bharg.rules import BASIC, cards_of, has
from solver.bharg.text import Hand, hand_of, parse_hand, read_cards
from solver.errors import Defect, HandError


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees at a turn.

    Attributes
    ----------
    hand : Hand
        7 cards at the start of the turn, or 8 after the draw.
    open : int or None
        The code of the top card of the ordinary discard pile; None if it was not told.
    seen : tuple of int
        Codes of further cards known to be gone, ascending.
    unseen : tuple of int
        Codes that are not seen, ascending.
    """

    hand: Hand
    open: int | None
    seen: tuple[int, ...]
    unseen: tuple[int, ...]


def position_of(
    hand: str | Sequence[int],
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
) -> Position:
    """Read what a player sees.

    Parameters
    ----------
    hand : str or sequence of int
        7 or 8 cards, as text or codes.
    ace, deck
        As for `solver.bharg.solve`; but a deck left out is the basic one with the kinds of extras seen (B8).
    open_card : str, optional
        The top card of the ordinary discard pile.
    seen : str or sequence of int
        Further cards known to be gone.

    Raises
    ------
    HandError
        With all defects: of the hand, the open card, the cards seen and the deck.

    >>> position = position_of("2MK 2SY 2WL 4YK 5YK 9MS E", ace="K", open_card="XM")
    >>> position.hand.deck, len(position.unseen)
    ('basic+excuse', 28)
    """
    read, top, gone = _read(hand, ace, deck, open_card, seen)
    named = _deck_of([*read.codes, *top, *gone]) if deck is None else read.deck
    defects = _beside_defects(read, top, gone, named)
    if defects:
        raise HandError(defects)
    out = {*read.codes, *top, *gone, read.ace}
    unseen = tuple(code for code in cards_of(named) if code not in out)
    if not unseen:
        raise HandError.at("seen", "no card is left unseen, so that there is none to draw")
    known = Hand(read.codes, read.ace, named)
    return Position(known, top[0] if top else None, tuple(sorted(gone)), unseen)


def _read(
    hand: str | Sequence[int],
    ace: str | int | None,
    deck: str | None,
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
            read = parse_hand(hand, ace=ace, deck=deck)
        else:
            read = hand_of(hand, ace=ace, deck=deck)
    except HandError as error:
        defects += error.defects
    top = [] if open_card is None else _cards(open_card, "open", defects)
    if open_card is not None and not defects and len(top) != 1:
        defects.append(Defect("open", f"{len(top)} cards; the open card is one"))
    gone = _cards(seen, "seen", defects)
    if read is None or defects:
        raise HandError(defects)
    return read, top, gone


def _cards(cards: str | Sequence[int], where: str, defects: list[Defect]) -> list[int]:
    """Return codes, adding a defect for each piece that is no card."""
    if isinstance(cards, str):
        return [code for _, code in read_cards(cards, defects, where)]
    bad = [code for code in cards if not 0 <= code < len(NAMES)]
    defects += [Defect(where, f"{code} is not a code; codes are 0 to {len(NAMES) - 1}") for code in bad]
    return [code for code in cards if code not in bad]


def _deck_of(codes: list[int]) -> str:
    """Return the basic deck with the kinds of extras seen (B8)."""
    kinds = {extra_of(code) for code in codes}
    return "+".join([BASIC, *(extra for extra in EXTRAS.values() if extra in kinds)])


def _beside_defects(hand: Hand, top: list[int], gone: list[int], deck: str) -> list[Defect]:
    """Return what is wrong with the cards beside the hand: off, the top ace, or seen twice (B8, B9)."""
    defects = []
    out = set(hand.codes)
    for where, codes in (("open", top), ("seen", gone)):
        for code in codes:
            if not has(deck, code):
                defects.append(Defect(where, f"{NAMES[code]} is not in the deck {deck} (B8)"))
            if code == hand.ace:
                defects.append(Defect(where, f"{NAMES[code]} is the top of the Ace Pile already (B8)"))
            if code in out:
                defects.append(Defect(where, f"{NAMES[code]} is told twice; every card exists once"))
            out.add(code)
    if top and is_ace(top[0]):
        defects.append(Defect("open", f"{NAMES[top[0]]} is an ace, which lies on the Ace Pile (B9)"))
    return defects
