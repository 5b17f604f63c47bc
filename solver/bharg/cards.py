"""Cards of the Decktet for Bharg: codes, names, suits and points (B1, B5, B7).

A code is the row of the card in the list below, 0–44: aces, numbers, Pawns, Courts, crowns, Excuse.
Codes sort in the canonical order of the contract. Suits are numbered 0–5 in the order M S W L Y K.
"""

from collections.abc import Iterable

SUITS = "MSWLYK"
SUIT_NAMES = ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")
ALL_SUITS = 0b111111
HAND_SIZE = 7

_LIST = """
AM Ace of Moons|AS Ace of Suns|AW Ace of Waves|AL Ace of Leaves|AY Ace of Wyrms|AK Ace of Knots
2MK Author|2SY Desert|2WL Origin
3MW Journey|3SK Painter|3LY Savage
4MS Mountain|4WL Sailor|4YK Battle
5ML Forest|5SW Discovery|5YK Soldier
6MW Lunatic|6SY Penitent|6LK Market
7ML Chance Meeting|7SK Castle|7WY Cave
8MS Diplomat|8WL Mill|8YK Betrayal
9MS Pact|9WY Darkness|9LK Merchant
PMSL Harvest|PMYK Watchman|PSWK Light Keeper|PWLY Borderland
CMWK Consul|CMLY Rite|CSWY Island|CSLK Window
XM Huntress|XS Bard|XW Sea|XL End|XY Calamity|XK Windfall
E Excuse
"""
_CARDS = tuple(card.partition(" ") for line in _LIST.split("\n") if line for card in line.split("|"))

NAMES = tuple(code for code, _, _ in _CARDS)
"""The text of each code, by code: rank, then suits in the order M S W L Y K."""

TITLES = tuple(f"the {title}" for _, _, title in _CARDS)
"""The name of each card, by code: ``the Author`` …"""

CODES = {name: code for code, name in enumerate(NAMES)}

EXCUSE = CODES["E"]

SUIT_MASKS = tuple(
    sum(1 << SUITS.index(letter) for letter in name[1:]) if name != "E" else 0 for name in NAMES
)
"""The suits of each code as bits: bit 0 Moons … bit 5 Knots; the Excuse has none (B5)."""

POINTS = tuple({"A": 1, "E": 0}.get(name[0], int(name[0]) if name[0].isdigit() else 10) for name in NAMES)
"""Points of each unbound code (B7): aces 1, numbers their rank, crowns, Pawns and Courts 10."""

EXTRAS = {"E": "excuse", "P": "pawns", "C": "courts"}
"""The kinds of cards beside the basic deck, by the first letter of their codes."""


def extra_of(code: int) -> str | None:
    """Return the extra that a card belongs to, or None for a card of the basic deck.

    >>> extra_of(CODES["PMSL"]), extra_of(CODES["2MK"])
    ('pawns', None)
    """
    return EXTRAS.get(NAMES[code][0])


def is_ace(code: int) -> bool:
    """Tell whether a card is an ace; the code of an ace is its suit."""
    return code < len(SUITS)


def is_bound_by_ace(code: int, ace: int) -> bool:
    """Tell whether a card shows the suit on top of the Ace Pile (B3; -1, an empty pile: no, B4)."""
    return ace >= 0 and bool(SUIT_MASKS[code] >> ace & 1)


def loose_points(code: int, ace: int) -> int:
    """Return what a card in no set costs when `ace` (-1: none) is on top (B3, B5, B7)."""
    return 0 if is_bound_by_ace(code, ace) else POINTS[code]


def text_of(codes: Iterable[int]) -> str:
    """Return the codes as text, in the order given.

    >>> text_of([6, 0, 44])
    '2MK AM E'
    """
    return " ".join(NAMES[code] for code in codes)
