"""Text of rummy cards, hands and Wild Cards, as players type them."""

from dataclasses import dataclass

from solver.errors import Defect, HandError
from solver.rummy.cards import CODES, HAND_SIZE, JOKER, JOKER_NAME, MAX_DECKS, NAMES, RANKS, counts_of
from solver.rummy.rules import Rules
from solver.text import Token, printable, tokens_of, unknown_card

_SUIT_SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0f": None})
_JOKERS = {"JK", "JOKER", "🃏"}
_KNOWN = "".join(CODES) + "10OER♠♥♦♣\ufe0f🃏"


@dataclass(frozen=True, slots=True)
class WildCard:
    """The Wild Card shown (R11).

    Attributes
    ----------
    text : str or None
        ``8H`` (a card), ``8`` (its suit is not known), ``JK`` (a printed joker) or None.
    card : int
        The code of the copy that is out of play, or -1 when the suit is not known or none is shown.
    rank : int
        The wild rank 0–12, or -1 when only printed jokers are wild.
    """

    text: str | None
    card: int
    rank: int


def parse_card(text: str) -> int | None:
    """Return the code of one card, or None if the text is no card.

    >>> parse_card("10♥"), parse_card("joker"), parse_card("1H")
    (22, 52, None)
    """
    name = text.translate(_SUIT_SYMBOLS).upper()
    if name in _JOKERS:
        return JOKER
    if len(name) == 3 and name.startswith("10"):
        name = "T" + name[2]
    # upper() maps some other scripts' letters onto ours: only what was ASCII may pass
    return CODES.get(name) if text.translate(_SUIT_SYMBOLS).isascii() else None


def read_cards(text: str, defects: list[Defect], where: str = "hand") -> list[int]:
    """Return the codes of all cards of a text, adding a defect for each piece that is none."""
    codes = []
    for token in tokens_of(text):
        code = parse_card(token.text)
        if code is None:
            defects.append(_unknown(token, where))
        else:
            codes.append(code)
    return codes


def _unknown(token: Token, where: str) -> Defect:
    return unknown_card(token, _KNOWN, where)


def parse_wild(text: str | None, rules: Rules) -> WildCard:
    """Return the Wild Card of ``8H``, ``8``, ``JK``, ``none`` or None.

    Raises
    ------
    HandError
        If the text is none of these.
    """
    if text is None or text.strip().lower() == "none":
        return WildCard(None, -1, -1)
    name = text.strip().upper()
    if (len(name) == 1 and name in RANKS) or name == "10":
        rank = RANKS.index("T" if name == "10" else name)
        return WildCard(RANKS[rank], -1, rank)
    code = parse_card(text.strip())
    if code is None:
        message = f"{printable(text)!r} is no Wild Card: a card (8H), a rank (8), JK or none"
        raise HandError.at("wild", message)
    if code == JOKER:
        return WildCard(JOKER_NAME, JOKER, 0 if rules.joker_reveals == "ace" else -1)
    return WildCard(NAMES[code], code, code % 13)


def fewest_decks(codes: list[int], wild: WildCard) -> int:
    """Return the fewest decks that hold the cards and the Wild Card shown (R13); may exceed 3."""
    counts = _counts_in_play(codes, wild)
    return max(1, (counts[JOKER] + 1) // 2, *counts[:JOKER])


def size_defects(size: int, sizes: tuple[int, ...]) -> list[Defect]:
    """Return what is wrong with a hand's number of cards."""
    if size in sizes:
        return []
    return [Defect("hand", f"{size} card{'s' * (size != 1)}; a hand has {' or '.join(map(str, sizes))}")]


def copy_defects(codes: list[int], wild: WildCard, decks: int | None) -> list[Defect]:
    """Return what is wrong with a hand's copies (R13).

    Parameters
    ----------
    codes : list of int
        The cards of the hand.
    wild : WildCard
        The Wild Card shown: one copy of it is out of play.
    decks : int or None
        Decks in play; None stands for as many as there may be, 3.
    """
    defects = []
    limit = decks or MAX_DECKS
    copies = counts_of(codes)
    in_play = _counts_in_play(codes, wild)
    for code, count in enumerate(in_play):
        most = 2 * limit if code == JOKER else limit
        if count > most and copies[code]:
            defects.append(Defect("hand", _too_many(code, copies[code], count - copies[code], most, limit)))
    return defects


def _counts_in_play(codes: list[int], wild: WildCard) -> list[int]:
    return counts_of([*codes, wild.card] if wild.card >= 0 else codes)


def _too_many(code: int, held: int, shown: int, most: int, decks: int) -> str:
    deck_words = "1 deck has" if decks == 1 else f"{decks} decks have"
    shown_words = ", one of which is the Wild Card shown" if shown else ""
    return f"{NAMES[code]} is held {held} time{'s' * (held != 1)}; {deck_words} {most}{shown_words}"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that can be: its cards, the Wild Card and the decks.

    Attributes
    ----------
    codes : tuple of int
        Ascending codes, which is the canonical order.
    wild : WildCard
        The Wild Card shown.
    decks : int
        Decks in play, 1–3 (R13).
    """

    codes: tuple[int, ...]
    wild: WildCard
    decks: int

    def _repr_svg_(self) -> str:
        """Draw the hand as SVG."""
        from solver.rummy.picture import picture_of_hand

        return picture_of_hand(self)

    def _repr_html_(self) -> str:
        """Draw the hand for a notebook."""
        from solver.rummy.picture import notebook_of_hand

        return notebook_of_hand(self)


def parse_hand(
    text: str,
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    sizes: tuple[int, ...] = (HAND_SIZE, HAND_SIZE + 1),
) -> Hand:
    """Read a hand with its Wild Card and decks.

    Raises
    ------
    HandError
        With all defects: unknown cards, too many copies, a wrong number of cards, a Wild Card or
        a number of decks that does not exist.

    >>> parse_hand("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", wild="8").decks
    1
    """
    defects: list[Defect] = []
    codes = read_cards(text, defects)
    return _checked(codes, wild, decks, rules or Rules(), sizes, defects)


def hand_of(
    codes: list[int],
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    sizes: tuple[int, ...] = (HAND_SIZE, HAND_SIZE + 1),
) -> Hand:
    """Make a hand from codes, with the same checks as `parse_hand`.

    Raises
    ------
    HandError
        With all defects, as for text.
    """
    defects = [
        Defect(f"hand, card {place}", f"{code} is not a code; codes are 0 to {JOKER}")
        for place, code in enumerate(codes, start=1)
        if not 0 <= code <= JOKER
    ]
    known = [code for code in codes if 0 <= code <= JOKER]
    return _checked(known, wild, decks, rules or Rules(), sizes, defects)


def _checked(
    codes: list[int],
    wild: str | None,
    decks: int | None,
    rules: Rules,
    sizes: tuple[int, ...],
    defects: list[Defect],
) -> Hand:
    """Add every defect of the known cards to those of the unknown ones; make the hand if there is none."""
    defects.extend(size_defects(len(codes) + len(defects), sizes))
    shown = WildCard(None, -1, -1)
    try:
        shown = parse_wild(wild, rules)
    except HandError as error:
        defects.extend(error.defects)
    if decks is not None and not 1 <= decks <= MAX_DECKS:
        defects.append(Defect("decks", f"{decks} decks; the game is played with 1 to {MAX_DECKS}"))
        decks = None
    defects.extend(copy_defects(codes, shown, decks))
    if defects:
        raise HandError(defects)
    return Hand(tuple(sorted(codes)), shown, decks or fewest_decks(codes, shown))
