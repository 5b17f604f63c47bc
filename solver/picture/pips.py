"""The shapes of the suits, each centred on (0, 0) within about ±10 units."""

from solver.picture.svg import element

_HEART = "M0 9.5C-5 5.5-9.5 1.5-9.5-3.2A4.9 4.9 0 0 1 0-5.2A4.9 4.9 0 0 1 9.5-3.2C9.5 1.5 5 5.5 0 9.5Z"
_DIAMOND = "M0-10.5L7.6 0L0 10.5L-7.6 0Z"
_SPADE = (
    "M0-10C5-6 9.5-2.4 9.5 2.4A4.8 4.8 0 0 1 1.4 5.8C1.6 7.6 2.2 8.9 3.8 10H-3.8C-2.2 8.9-1.6 7.6-1.4 5.8"
    "A4.8 4.8 0 0 1-9.5 2.4C-9.5-2.4-5-6 0-10Z"
)
_CLUB = (
    "M1.4 4.6C1.6 7 2.2 8.8 3.8 10H-3.8C-2.2 8.8-1.6 7-1.4 4.6A4.7 4.7 0 1 1-3.5-2.1A4.7 4.7 0 1 1 3.5-2.1"
    "A4.7 4.7 0 1 1 1.4 4.6Z"
)
_STAR = "M0-10.5L2.9-3.9L10-3.2L4.6 1.5L6.2 8.5L0 4.8L-6.2 8.5L-4.6 1.5L-10-3.2L-2.9-3.9Z"

_MOON = "M4.5-9A9.5 9.5 0 1 0 4.5 9A10.5 10.5 0 0 1 4.5-9Z"
_LEAF = "M-7.5 9C-10.5-1-3-9.5 9.5-9.5C9.5 2-1 9.5-7.5 9Z"
_RAYS = (
    "M0-10.5V-7.6M0 7.6V10.5M-10.5 0H-7.6M7.6 0H10.5M-7.4-7.4L-5.4-5.4M5.4 5.4L7.4 7.4"
    "M-7.4 7.4L-5.4 5.4M5.4-5.4L7.4-7.4"
)
_WAVES = (
    "M-10-5C-6.7-9-3.3-9 0-5S6.7-1 10-5M-10 1C-6.7-3-3.3-3 0 1S6.7 5 10 1M-10 7C-6.7 3-3.3 3 0 7S6.7 11 10 7"
)
_WYRM = "M7.5-6.5C4-11-6.5-9.5-6.5-4.3C-6.5 1 6.5-0.6 6.5 4.6C6.5 9.4-3.5 10-8.5 6.2"
_KNOT = (
    "M-9.5 7.5C-2 7.5 1.5-8 6-8C10.5-8 10.5-1 4.5 0.4C1.5 1.1-1.5 1.1-4.5 0.4"
    "C-10.5-1-10.5-8-6-8C-1.5-8 2 7.5 9.5 7.5"
)

RUMMY_INKS = {"S": "#1c2333", "H": "#c4213b", "D": "#c4213b", "C": "#1c2333", "JK": "#6b3fa0"}
"""The colour of each suit, and of the jokers."""

BHARG_INKS = {
    "M": "#5a5496",
    "S": "#a86700",
    "W": "#1f6fa5",
    "L": "#2f7d3b",
    "Y": "#b0322b",
    "K": "#74502f",
    "": "#444b59",
}
"""The colour of each suit of the Decktet, by its letter; the empty one is for cards of several suits."""


def rummy_pip(suit: str) -> str:
    """Return the shape of ``S``, ``H``, ``D`` or ``C``, or the star of ``JK``."""
    paths = {"S": _SPADE, "H": _HEART, "D": _DIAMOND, "C": _CLUB, "JK": _STAR}
    return element("path", d=paths[suit], fill=RUMMY_INKS[suit])


def bharg_pip(suit: str) -> str:
    """Return the shape of a suit of the Decktet: ``M S W L Y K``."""
    ink = BHARG_INKS[suit]
    line = {"fill": "none", "stroke": ink, "stroke_linecap": "round", "stroke_linejoin": "round"}
    if suit == "M":
        return element("path", d=_MOON, fill=ink)
    if suit == "S":
        return element("circle", r=5, fill=ink) + element("path", d=_RAYS, **line, stroke_width=2)
    if suit == "W":
        return element("path", d=_WAVES, **line, stroke_width=2.4)
    if suit == "L":
        vein = element("path", d="M-9 10.5L3-3", fill="none", stroke="#fff", stroke_width=1.4)
        return element("path", d=_LEAF, fill=ink) + vein
    if suit == "Y":
        head = element("path", d="M4.6-8.2L10-10L9.3-4.2Z", fill=ink)
        return element("path", d=_WYRM, **line, stroke_width=3) + head
    return element("path", d=_KNOT, **line, stroke_width=2.6)
