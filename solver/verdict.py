"""What a judgement of a laid-out grouping is made of, shared by both games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.answer import Group


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule that a grouping breaks.

    Attributes
    ----------
    group : int or None
        The group, counted from 0 as laid; None for the grouping as a whole.
    rule : str
        The label of the rule (``R3``, ``B1``).
    message : str
        What is wrong, in plain words.
    """

    group: int | None
    rule: str
    message: str

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {"group": self.group, "rule": self.rule, "message": self.message}

    def __str__(self) -> str:
        where = "" if self.group is None else f"group {self.group + 1}: "
        return f"{where}{self.message} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Laid:
    """A group as a player laid it, and what it is.

    Attributes
    ----------
    cards : tuple of str
        The cards, as laid.
    group : Group or None
        The group that they are; None if they are none.
    """

    cards: tuple[str, ...]
    group: Group | None

    def to_json(self) -> dict[str, Any]:
        """Return a group of the contract; ``kind`` and ``as`` are null if the cards are no group."""
        if self.group is None:
            return {"kind": None, "cards": list(self.cards), "as": None}
        return self.group.to_json()

    def __str__(self) -> str:
        return " ".join(self.cards)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a grouping, with nothing searched for.

    Attributes
    ----------
    valid : bool
        Whether it is a valid declaration.
    points : int
        Loose points as laid, by a loser's reckoning: what is no group, or does not count, is loose.
    tell : callable
        Words the faults. Most groupings of a file are judged without being told about, and the words cost
        more than the judgement.
    """

    valid: bool
    points: int
    tell: Callable[[], tuple[Fault, ...]] = field(repr=False, compare=False)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong: group by group, then as a whole; empty if and only if `valid`."""
        return () if self.valid else self.tell()


def grouped(text: str) -> list[str]:
    """Split the text of a grouping at its bars; empty pieces are no groups.

    >>> grouped("4H 5H 6H | 9C TC JC |")
    ['4H 5H 6H', '9C TC JC']
    """
    return [piece for part in text.split("|") if (piece := part.strip(" \t\r\n,"))]


def listed(cards: Sequence[str], word: str = "and") -> str:
    """Return cards as words.

    >>> listed(["3C", "5D", "9S"])
    '3C, 5D and 9S'
    """
    *most, last = cards
    return f"{', '.join(most)} {word} {last}" if most else last
