"""Points of rounds, and what they add up to in a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.answer import Group
from solver.verdict import Laid

Points = int | float
"""Whole points, or points with a half (R12)."""


def whole(points: Points) -> Points:
    """Return points as an int unless there is a half.

    >>> whole(38.5), whole(39.0)
    (38.5, 39)
    """
    return int(points) if points == int(points) else points


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line of a scored round.

    Attributes
    ----------
    name : str
        The player.
    result : str
        ``declared``, ``won``, ``lost``, ``packed-first``, ``packed-later``; ``none`` in a round without
        a winner.
    points : int or float
        What the round adds to the player's total.
    penalty : int or None
        The loose points counted, capped but not halved; None if no hand was counted.
    groups, loose : tuple
        The arrangement that was counted: as laid by the player, or else the least loose one.
    better : Line or None
        If groups laid cost more than need be: the least loose arrangement, with what it would have cost.
    """

    name: str
    result: str
    points: Points
    penalty: int | None = None
    groups: tuple[Group | Laid, ...] = ()
    loose: tuple[str, ...] = ()
    better: "Line | None" = None

    @property
    def as_laid(self) -> bool:
        """Whether the player laid the groups."""
        return any(isinstance(group, Laid) for group in self.groups)

    def to_json(self) -> dict[str, Any]:
        """Return the line as a JSON object; ``better`` is null unless there is one."""
        better = self.better
        return {
            "name": self.name,
            "result": self.result,
            "points": self.points,
            "penalty": self.penalty,
            "groups": [group.to_json() for group in self.groups],
            "loose": list(self.loose),
            "better": None
            if better is None
            else {
                "points": better.points,
                "penalty": better.penalty,
                "groups": [group.to_json() for group in better.groups],
                "loose": list(better.loose),
            },
        }


@dataclass(frozen=True, slots=True)
class Scored:
    """A round with its points.

    Attributes
    ----------
    end : str
        How it ended (see `solver.rounds.moves.End`).
    winner : str or None
        Who won.
    lines : tuple of Line
        The players in order of play.
    """

    end: str
    winner: str | None
    lines: tuple[Line, ...]

    @property
    def points(self) -> dict[str, Points]:
        """Points by name."""
        return {line.name: line.points for line in self.lines}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match.

    Attributes
    ----------
    rounds : tuple of Scored
        The rounds in order.
    running : tuple of dict
        Totals by name after each round.
    leaders : tuple of str
        Who is ahead at the end; several if they have the same.
    target : int or None
        The points that end the match (B10); None in rummy, which has no such.
    """

    rounds: tuple[Scored, ...]
    running: tuple[dict[str, Points], ...]
    leaders: tuple[str, ...]
    target: int | None = None

    @property
    def totals(self) -> dict[str, Points]:
        """Totals by name at the end."""
        return self.running[-1] if self.running else {}

    @property
    def match_winner(self) -> str | None:
        """Who has the target (B10)."""
        if self.target is None:
            return None
        return next((name for name, total in self.totals.items() if total >= self.target), None)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as a JSON object: ``rounds``, ``totals``, ``leader`` …."""
        rounds = [
            {
                "points": scored.points,
                "end": scored.end,
                "winner": scored.winner,
                "running": running,
                "players": [line.to_json() for line in scored.lines],
            }
            for scored, running in zip(self.rounds, self.running, strict=True)
        ]
        sheet = {"rounds": rounds, "totals": self.totals, "leader": list(self.leaders)}
        return sheet if self.target is None else {**sheet, "target": self.target, "match": self.match_winner}


def sheet_of(rounds: Iterable[Scored], *, most_wins: bool, target: int | None = None) -> Sheet:
    """Add rounds up.

    Parameters
    ----------
    rounds : iterable of Scored
        In order.
    most_wins : bool
        Whether the highest total leads, or the lowest.
    target : int or None
        See `Sheet`.
    """
    scored = tuple(rounds)
    running: list[dict[str, Points]] = []
    for one in scored:
        totals = dict(running[-1]) if running else {}
        add(totals, one.points)
        running.append(totals)
    return Sheet(
        scored, tuple(running), _leaders(running[-1] if running else {}, most_wins=most_wins), target
    )


def add(totals: dict[str, Points], points: dict[str, Points]) -> None:
    """Add the points of a round to totals by name."""
    for name, more in points.items():
        totals[name] = whole(totals.get(name, 0) + more)


def _leaders(totals: dict[str, Points], *, most_wins: bool) -> tuple[str, ...]:
    if not totals:
        return ()
    best = (max if most_wins else min)(totals.values())
    return tuple(name for name, total in totals.items() if total == best)


def names_of(names: Sequence[str]) -> list[str]:
    """Return the names that come more than once."""
    return sorted({name for name in names if names.count(name) > 1})
