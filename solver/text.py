"""Text of hands, shared by both games: decoding, tokens with their places, and characters by name."""

import re
import unicodedata
from dataclasses import dataclass

from solver.errors import Defect

SEPARATORS = re.compile(r"[\s,|]+")
"""What stands between cards; a hand laid out in groups (``|``) is still a hand."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text between separators.

    Attributes
    ----------
    text : str
        The piece itself.
    position : int
        Its number in the hand, from 1.
    """

    text: str
    position: int


def tokens_of(text: str) -> list[Token]:
    """Split a hand at spaces, commas and group bars.

    >>> [token.text for token in tokens_of("AS, 2H  TD")]
    ['AS', '2H', 'TD']
    """
    return [
        Token(piece, number) for number, piece in enumerate(filter(None, SEPARATORS.split(text)), start=1)
    ]


def unknown_card(token: Token, known: str, where: str = "hand") -> Defect:
    """Return the defect of a token that is no card, naming its first character outside `known`.

    Parameters
    ----------
    token : Token
        The piece that is no card.
    known : str
        Every character that cards are written with, in upper case.
    """
    message = f"{printable(token.text)!r} is not a card"
    # upper() maps some letters of other scripts onto ASCII: only what was ASCII may pass by its case
    strange = next(
        (char for char in token.text if (char.upper() if char.isascii() else char) not in known), None
    )
    if strange is not None:
        message += f": {describe(strange)} is in no card's name"
    return Defect(f"{where}, card {token.position}", message)


def describe(char: str) -> str:
    """Return a character with its Unicode name, so that look-alikes can be told apart.

    >>> describe("А")
    "'А' (CYRILLIC CAPITAL LETTER A)"
    """
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    return f"{printable(char)!r} ({name})"


def printable(text: str, most: int = 40) -> str:
    """Return text fit for one line of an error: shortened, and without control characters."""
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return text if len(text) <= most else text[: most - 1] + "…"


def decode(data: bytes) -> str:
    """Decode UTF-8 with or without BOM, or UTF-16 with BOM.

    Raises
    ------
    UnicodeDecodeError
        If the bytes are neither.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    return data.decode("utf-8-sig")


def counted(number: int, word: str) -> str:
    """Return a number with its word, in the plural unless it is one.

    >>> counted(1, "card"), counted(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {word}{'s' * (number != 1)}"
