"""An answer as a picture: headed sections of groups, each a coloured box with its cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.picture.faces import HEIGHT, WIDTH
from solver.picture.svg import document, element, placed, words

INKS = {
    "pure": ("#1d6b3a", "#e4f3e8"),
    "impure": ("#1b5f8c", "#e3f0f8"),
    "trio": ("#6d3f98", "#f0e8f8"),
    "set": ("#6d3f98", "#f0e8f8"),
    "ace": ("#865300", "#faf0dc"),
    "excuse": ("#865300", "#faf0dc"),
    "loose": ("#5b5f68", "#f0f0ee"),
    "fold": ("#5b5f68", "#f0f0ee"),
    "fault": ("#a3232f", "#fbe7e7"),
}
"""Ink and ground of each kind of group."""

LABELS = {
    "pure": "pure sequence",
    "impure": "impure sequence",
    "trio": "trio",
    "set": "set",
    "ace": "ace-bound",
    "excuse": "the Excuse",
}
"""The kinds of groups in words."""

_SCALE = 0.8
_GAP = 5
_PAD = 9
_MARGIN = 18
_LINE = 760
_LABEL = 22
_CAPTION = 17


@dataclass(frozen=True, slots=True)
class Tile:
    """A card in a picture.

    Attributes
    ----------
    name : str
        The card as text.
    face : str
        Its drawing, in a box of 60 x 84.
    caption : str
        What is said beneath it: what it stands for, or its points.
    """

    name: str
    face: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that belong together: a key of `INKS`, a label, and the cards."""

    kind: str
    label: str
    tiles: tuple[Tile, ...]

    @property
    def width(self) -> float:
        """The width of its box, in units of the picture."""
        cards = len(self.tiles) * (WIDTH * _SCALE + _GAP) - _GAP
        return max(cards, 7 * len(self.label)) + 2 * _PAD

    @property
    def text(self) -> str:
        """The block in words, for those who do not see it."""
        cards = ", ".join(
            f"{tile.name} ({tile.caption})" if tile.caption else tile.name for tile in self.tiles
        )
        return f"{self.label}: {cards}"


@dataclass(frozen=True, slots=True)
class Section:
    """A line of words, the blocks beneath it, and lines of notes beneath those, in the ink of a kind."""

    heading: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    ink: str = "loose"


_BOX = _LABEL + HEIGHT * _SCALE + _CAPTION + 6


def draw(title: str, detail: str, sections: Sequence[Section]) -> str:
    """Return the picture of an answer as one SVG document.

    Parameters
    ----------
    title : str
        The answer in a few words.
    detail : str
        What it was asked of: Wild Card, decks, rules.
    sections : sequence of Section
        The arrangements, in order.
    """
    parts: list[str] = []
    y: float = _MARGIN + 18
    right = _MARGIN + max(10.5 * len(title), 6.9 * len(detail))
    parts.append(words(title, x=_MARGIN, y=y, font_size=20, font_weight="700", fill="#1c2333"))
    y += 21
    parts.append(words(detail, x=_MARGIN, y=y, font_size=12.5, fill="#5b5f68"))
    y += 14
    for section in sections:
        if section.heading:
            y += 18
            parts.append(
                words(section.heading, x=_MARGIN, y=y, font_size=14, font_weight="600", fill="#1c2333")
            )
            y += 10
        for line in _lines(section.blocks):
            x: float = _MARGIN
            for block in line:
                parts.append(placed(_box(block), x, y))
                x += block.width + 2 * _GAP
            right = max(right, x - 2 * _GAP)
            y += _BOX + 2 * _GAP
        for note in section.notes:
            y += 17
            parts.append(words(note, x=_MARGIN, y=y, font_size=12.5, fill=INKS[section.ink][0]))
            right = max(right, _MARGIN + 6.6 * len(note))
        y += 12 * bool(section.notes)
    width, height = right + _MARGIN, y + _MARGIN - 2 * _GAP
    ground = element("rect", width=width, height=height, rx=10, fill="#fbfaf6")
    spoken = "; ".join(
        said for section in sections for said in (*(block.text for block in section.blocks), *section.notes)
    )
    return document([ground, *parts], width, height, title, f"{detail}. {spoken}") + "\n"


def _lines(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Fill lines with blocks, in order; a block longer than a line stands alone."""
    line: list[Block] = []
    used = 0.0
    for block in blocks:
        if line and used + block.width > _LINE:
            yield line
            line, used = [], 0.0
        line.append(block)
        used += block.width + 2 * _GAP
    if line:
        yield line


def _box(block: Block) -> str:
    ink, ground = INKS[block.kind]
    parts = [
        element("rect", width=block.width, height=_BOX, rx=8, fill=ground, stroke=ink, stroke_width=1.25),
        words(block.label, x=_PAD, y=16, font_size=12, font_weight="600", fill=ink),
    ]
    for at, tile in enumerate(block.tiles):
        x = _PAD + at * (WIDTH * _SCALE + _GAP)
        parts.append(placed(tile.face, x, _LABEL, _SCALE))
        if tile.caption:
            middle = x + WIDTH * _SCALE / 2
            below = _LABEL + HEIGHT * _SCALE + 14
            parts.append(
                words(tile.caption, x=middle, y=below, font_size=11.5, text_anchor="middle", fill=ink)
            )
    return "".join(parts)
