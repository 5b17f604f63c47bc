"""The faces of the cards, each in a box of 60 x 84 units."""

from collections.abc import Mapping

from solver.picture.pips import BHARG_INKS, RUMMY_INKS, bharg_pip, rummy_pip
from solver.picture.svg import element, placed, words

WIDTH = 60
HEIGHT = 84

_PAPER = "#fffefa"
_EDGE = "#b9b4a6"
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((36, 42),),
    2: ((19, 44), (42, 44)),
    3: ((20, 50), (42, 50), (42, 24)),
}


def rummy_face(name: str) -> str:
    """Return the face of a card of the thirteen-card rummy: a large rank and a large suit, nothing small.

    Parameters
    ----------
    name : str
        The card as text: ``4H``, ``TD``, ``JK``.
    """
    rank, suit = ("JK", "JK") if name == "JK" else (name[0].replace("T", "10"), name[1])
    ink = RUMMY_INKS[suit]
    corner = words(
        rank, x=7, y=31, font_size=30, font_weight="700", fill=ink, **_fit(30, needed=len(rank) == 2)
    )
    return _paper() + corner + placed(rummy_pip(suit), 37, 58, 1.75)


def bharg_face(name: str, title: str) -> str:
    """Return the face of a card of the Decktet: its rank, the shapes of its suits, and its name.

    Parameters
    ----------
    name : str
        The card as text: ``2MK``, ``PMSL``, ``E``.
    title : str
        Its name, with or without ``the``.
    """
    suits = name[1:] if name != "E" else ""
    ink = BHARG_INKS[suits if len(suits) == 1 else ""]
    corner = words(name[0], x=6, y=24, font_size=24, font_weight="700", fill=ink)
    scale = {0: 1.0, 1: 1.6}.get(len(suits), 0.9)
    pips = [
        placed(bharg_pip(suit), x, y, scale) for suit, (x, y) in zip(suits, _PLACES[len(suits)], strict=True)
    ]
    return _paper() + corner + "".join(pips) + _title(title.removeprefix("the "), ink)


def _paper() -> str:
    return element(
        "rect", x=0.75, y=0.75, width=58.5, height=82.5, rx=6, fill=_PAPER, stroke=_EDGE, stroke_width=1.5
    )


def _title(title: str, ink: str) -> str:
    """Set the name at the foot of the card, squeezed if it is long."""
    fit = _fit(53, needed=len(title) > 9)
    return words(title, x=30, y=76, font_size=10.5, text_anchor="middle", fill=ink, **fit)


def _fit(width: float, *, needed: bool) -> dict[str, str | float]:
    """Return the attributes that squeeze a text into a width."""
    return {"textLength": width, "lengthAdjust": "spacingAndGlyphs"} if needed else {}


def sprite(faces: Mapping[str, str]) -> str:
    """Return one SVG document with every face as a symbol, to be used by its name.

    Parameters
    ----------
    faces : mapping of str to str
        The faces by the text of their cards.
    """
    symbols = [
        element("symbol", face, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}") for name, face in faces.items()
    ]
    return element("svg", symbols, xmlns="http://www.w3.org/2000/svg") + "\n"
