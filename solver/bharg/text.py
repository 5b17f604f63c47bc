"""Text of Bharg cards, hands and the Ace Pile, as players type them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from solver.bharg.cards import HAND_SIZE, NAMES, SUITS, TITLES
from solver.bharg.rules import has, parse_deck
from solver.errors import Defect, HandError
from solver.text import describe, printable

_WORD = re.compile(r"[^\s,|]+")


def _spellings() -> dict[tuple[str, ...], int]:
    """Return every spelling of every card, as words in upper case, with the code it stands for."""
    spellings: dict[tuple[str, ...], int] = {}
    for code, (name, title) in enumerate(zip(NAMES, TITLES, strict=True)):
        for suits in permutations(name[1:]):
            spellings[(name[0] + "".join(suits),)] = code
        words = tuple(title.upper().split())
        spellings[words] = spellings[words[1:]] = code
    return spellings


_SPELLINGS = _spellings()
_MOST_WORDS = max(map(len, _SPELLINGS))
_PREFIXES = {word[:size] for words in _SPELLINGS for word in words for size in range(1, len(word) + 1)}


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a hand, in upper case if it is ASCII, and whether only spaces part it from the last."""

    text: str
    key: str
    follows: bool


def _words_of(text: str) -> list[_Word]:
    words = []
    end = 0
    for match in _WORD.finditer(text):
        word = match.group()
        # upper() maps some other scripts' letters onto ours: only what was ASCII may match
        key = word.upper() if word.isascii() else word
        words.append(_Word(word, key, text[end : match.start()].isspace()))
        end = match.end()
    return words


def _match(words: Sequence[_Word], at: int) -> tuple[int, int] | None:
    """Return the code of the longest spelling that starts at a word, and its number of words."""
    keys = [words[at].key]
    for word in words[at + 1 : at + _MOST_WORDS]:
        if not word.follows:
            break
        keys.append(word.key)
    for count in range(len(keys), 0, -1):
        code = _SPELLINGS.get(tuple(keys[:count]))
        if code is not None:
            return code, count
    return None


def read_cards(text: str, defects: list[Defect], where: str = "hand") -> list[tuple[int, int]]:
    """Return ``(place, code)`` of all cards of a text, adding a defect for each piece that is none.

    Parameters
    ----------
    text : str
        Codes with the suits in any order, or names with or without ``the``, in either case; parted by
        spaces, commas or group bars. Names are matched longest first; no quotes.
    defects : list of Defect
        Where defects are added.
    where : str
        What the defects call the text.

    >>> read_cards("2KM, the Chance Meeting e", [])
    [(1, 6), (2, 21), (3, 44)]
    """
    words = _words_of(text)
    cards: list[tuple[int, int]] = []
    at = 0
    place = 0
    while at < len(words):
        place += 1
        found = _match(words, at)
        if found is None:
            defects.append(_unknown(words[at].text, f"{where}, card {place}"))
            at += 1
        else:
            cards.append((place, found[0]))
            at += found[1]
    return cards


def _unknown(word: str, where: str) -> Defect:
    """Return the defect of a word that is no card, naming the first character that leads to none."""
    message = f"{printable(word)!r} is not a card"
    for place, char in enumerate(word, start=1):
        start = word[:place]
        if not start.isascii() or start.upper() not in _PREFIXES:
            return Defect(where, f"{message}: character {place} is {describe(char)}")
    return Defect(where, f"{message}: it ends too soon")


def parse_card(text: str, where: str = "card") -> int:
    """Return the code of one card.

    Raises
    ------
    HandError
        If the text is not exactly one card.

    >>> parse_card("the Light Keeper")
    32
    """
    defects: list[Defect] = []
    cards = read_cards(text, defects, where)
    if defects or len(cards) != 1:
        raise HandError(defects or [Defect(where, f"{len(cards)} cards; one is wanted")])
    return cards[0][1]


def parse_ace(ace: str | int | None, where: str = "ace") -> int:
    """Return the suit 0–5 on top of the Ace Pile, or -1 for an empty pile (B3, B4).

    Parameters
    ----------
    ace : str, int or None
        ``K``, a spelling of the ace (``AK``, ``Ace of Knots``), ``none``, a suit 0–5, -1 or None.

    Raises
    ------
    HandError
        If it is none of these.

    >>> parse_ace("k"), parse_ace("Ace of Knots"), parse_ace("none")
    (5, 5, -1)
    """
    if ace is None or (isinstance(ace, str) and ace.strip().lower() == "none"):
        return -1
    if isinstance(ace, str):
        key = ace.strip().upper() if ace.isascii() else ace
        code = SUITS.index(key) if key in tuple(SUITS) else _SPELLINGS.get(tuple(key.split()), len(SUITS))
        shown = repr(printable(ace))
    else:
        code = int(ace)
        shown = str(code)
    if not -1 <= code < len(SUITS):
        raise HandError.at(where, f"{shown} is no top of the Ace Pile: one of {' '.join(SUITS)}, or none")
    return code


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that can be, and what lies beside it.

    Attributes
    ----------
    codes : tuple of int
        Ascending codes, which is the canonical order.
    ace : int
        The suit on top of the Ace Pile, or -1.
    deck : str
        The deck in play, as `parse_deck` names it.
    """

    codes: tuple[int, ...]
    ace: int
    deck: str

    def _repr_svg_(self) -> str:
        """Draw the hand as SVG."""
        from solver.bharg.picture import picture_of_hand

        return picture_of_hand(self)

    def _repr_html_(self) -> str:
        """Draw the hand for a notebook."""
        from solver.bharg.picture import notebook_of_hand

        return notebook_of_hand(self)


def parse_hand(
    text: str,
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    sizes: tuple[int, ...] = (HAND_SIZE, HAND_SIZE + 1),
) -> Hand:
    """Read a hand with its Ace Pile and deck.

    Raises
    ------
    HandError
        With all defects: unknown cards, a wrong number of cards, a card twice, a card of an extra that
        is off or the top ace held (B8), an ace or a deck that does not exist.

    >>> parse_hand("2MK 2SY 2WL 3MW 3SK 3LY, the Excuse").codes
    (6, 7, 8, 9, 10, 11, 44)
    """
    defects: list[Defect] = []
    cards = read_cards(text, defects)
    return _checked(cards, ace, deck, sizes, defects)


def hand_of(
    codes: Iterable[int],
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    sizes: tuple[int, ...] = (HAND_SIZE, HAND_SIZE + 1),
) -> Hand:
    """Make a hand from codes 0–44, with the same checks as `parse_hand`.

    Raises
    ------
    HandError
        With all defects, as for text.
    """
    cards = list(enumerate(map(int, codes), start=1))
    known = [(place, code) for place, code in cards if 0 <= code < len(NAMES)]
    defects = [
        Defect(f"hand, card {place}", f"{code} is not a code; codes are 0 to {len(NAMES) - 1}")
        for place, code in cards
        if not 0 <= code < len(NAMES)
    ]
    return _checked(known, ace, deck, sizes, defects)


def _checked(
    cards: list[tuple[int, int]],
    ace: str | int | None,
    deck: str | None,
    sizes: tuple[int, ...],
    defects: list[Defect],
) -> Hand:
    """Add every defect of the known cards to those of the unknown ones; make the hand if there is none."""
    size = len(cards) + len(defects)
    if size not in sizes:
        words = f"{size} card{'s' * (size != 1)}; a hand has {' or '.join(map(str, sizes))}"
        defects.append(Defect("hand", words))
    top, name = -1, None
    try:
        top = parse_ace(ace)
    except HandError as error:
        defects.extend(error.defects)
    try:
        name = parse_deck(deck)
    except HandError as error:
        defects.extend(error.defects)
    defects.extend(card_defects(cards, top, name))
    if defects or name is None:
        raise HandError(defects)
    return Hand(tuple(sorted(code for _, code in cards)), top, name)


def card_defects(cards: Sequence[tuple[int, int]], ace: int, deck: str | None) -> list[Defect]:
    """Return what is wrong with known cards: twice, the top ace, or an extra that is off (B8)."""
    codes = [code for _, code in cards]
    defects = []
    first = {code: place for place, code in reversed(cards)}
    for code, place in sorted(first.items(), key=lambda item: item[1]):
        where = f"hand, card {place}"
        if deck is not None and not has(deck, code):
            defects.append(Defect(where, f"{NAMES[code]} is not in the deck {deck} (B8)"))
        if code == ace:
            defects.append(
                Defect(where, f"{NAMES[code]} is the top of the Ace Pile, so it is out of play (B8)")
            )
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        defects.append(
            Defect("hand", f"{NAMES[code]} is held {codes.count(code)} times; every card exists once")
        )
    return defects
