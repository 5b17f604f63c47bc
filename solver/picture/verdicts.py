"""A verdict on a grouping as a picture: groups as laid, faults by their rule, and what was possible."""

from collections.abc import Sequence
from typing import Protocol

from solver.picture.answers import Face, blocks_of, points_text
from solver.picture.sheet import Block, Section, Tile, draw
from solver.verdict import Fault, Laid


class Verdict(Protocol):
    """What both games' verdicts have in common."""

    @property
    def valid(self) -> bool: ...
    @property
    def faults(self) -> tuple[Fault, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def laid(self) -> tuple[Laid, ...]: ...


def draw_verdict(verdict: Verdict, face: Face, detail: str, possible: Sequence[Section]) -> str:
    """Return the picture of a verdict.

    Parameters
    ----------
    verdict : Verdict
        The verdict.
    face : callable
        From the text of a card to its drawing.
    detail : str
        What it was asked of.
    possible : sequence of Section
        What would have been possible; drawn only if the grouping is not valid.
    """
    blocks = tuple(_block(verdict, index, laid, face) for index, laid in enumerate(verdict.laid))
    section = Section("as laid", blocks, tuple(map(str, verdict.faults)), ink="fault")
    return draw(title_of(verdict), detail, [section, *(() if verdict.valid else possible)])


def title_of(verdict: Verdict) -> str:
    """Return a verdict in a few words."""
    return f"{'valid' if verdict.valid else 'not valid'} · {points_text(verdict.points)} as laid"


def _block(verdict: Verdict, index: int, laid: Laid, face: Face) -> Block:
    """Return a group as laid: what it is, or its cards marked with the rules it breaks."""
    rules = list(dict.fromkeys(fault.rule for fault in verdict.faults if fault.group == index))
    if laid.group is not None and not rules:
        return blocks_of([laid.group], face)[0]
    broken = " ".join(rules)
    tiles = tuple(Tile(card, face(card), broken) for card in laid.cards)
    return Block("fault", f"group {index + 1}: breaks {broken}" if rules else f"group {index + 1}", tiles)
