"""Lanes: what an arrangement must contain for its groups to count (R6, R8, R9), as small state machines.

A lane is a demand. Every lane has, for each sequence that is taken, the lanes that may be left to demand
of the rest; two parts of a hand meet a lane together by one of its splits.
"""

from dataclasses import dataclass
from typing import Literal

from solver.rummy.rules import Rules

Second = Literal["impure", "any"]

ANY, PURE, SECOND, BOTH = range(4)
"""Lanes of a loser: nothing, a pure sequence, a second one, both. The second is an impure sequence
(`Second` impure), or any sequence beside the pure one (`Second` any)."""

SPLITS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((ANY, ANY),),
    ((PURE, ANY), (ANY, PURE)),
    ((SECOND, ANY), (ANY, SECOND)),
    ((BOTH, ANY), (ANY, BOTH), (PURE, SECOND), (SECOND, PURE)),
)
"""By lane, the pairs of lanes that two parts of a hand may meet."""

_AFTER: dict[tuple[Second, bool], tuple[int, int, int, int]] = {
    ("impure", True): (ANY, ANY, SECOND, SECOND),
    ("any", True): (ANY, ANY, ANY, SECOND),
    ("impure", False): (ANY, PURE, ANY, PURE),
    ("any", False): (ANY, PURE, ANY, PURE),
}


def after(second: Second, *, pure: bool) -> tuple[int, int, int, int]:
    """Return, by lane, what is left to demand once a sequence is taken."""
    return _AFTER[second, pure]


@dataclass(frozen=True, slots=True)
class Gates:
    """The lanes that a loser's arrangement has to meet.

    Attributes
    ----------
    base, base_second : int, Second
        For sequences to count (R8).
    trio, trio_second : int, Second
        For trios to count (R9, and R8 for the sequences that open the gate).
    most_trios : int
        Most trios that can count: no more than two fit beside two sequences.
    """

    base: int
    base_second: Second
    trio: int
    trio_second: Second
    most_trios: int


def gates_of(rules: Rules) -> Gates:
    """Return the gates of a loser's arrangement.

    A sequence opens a gate only if it counts itself, so under a life gate an impure sequence that lets
    trios count needs a pure one.

    >>> gates_of(Rules())
    Gates(base=0, base_second='impure', trio=3, trio_second='impure', most_trios=2)
    """
    second: Second = "any" if rules.trio_gate == "two-sequences" else "impure"
    trio = SECOND if rules.trio_gate == "impure" and rules.life_gate == "none" else BOTH
    base = {"none": ANY, "pure": PURE, "both": BOTH}[rules.life_gate]
    base_second: Second = "any" if rules.life_gate == "both" else second
    most = 3 if trio == SECOND and rules.max_trios == "any" else 2
    return Gates(base, base_second, trio, second, most)


@dataclass(frozen=True, slots=True)
class Span:
    """The lanes of a declaration (R6).

    Attributes
    ----------
    lanes : tuple of str
        Names; lane 0 demands nothing, ``P``, ``S`` name a pure and any sequence, a digit its size
        (``4+``: four or more), two letters both.
    splits : tuple
        As `SPLITS`, by lane.
    final : tuple of int
        The lanes of which a declaration has to meet one.
    """

    lanes: tuple[str, ...]
    splits: tuple[tuple[tuple[int, int], ...], ...]
    final: tuple[int, ...]

    def after(self, size: int, *, pure: bool) -> tuple[tuple[int, ...], ...]:
        """Return, by lane, the lanes that may be left to demand once a sequence is taken."""
        return tuple(
            tuple(self.lanes.index(rest) for rest in _rests(lane, size, pure)) or (index,)
            for index, lane in enumerate(self.lanes)
        )


def _meets(demand: str, size: int, pure: bool) -> bool:
    sizes = {"": size >= 3, "3": size == 3, "4": size == 4, "4+": size >= 4}
    return sizes[demand[1:]] and (pure or demand[0] == "S")


def _rests(lane: str, size: int, pure: bool) -> list[str]:
    """Return what is left of a lane's demands; empty if the sequence meets none."""
    demands = lane.split()
    rests = []
    for index, demand in enumerate(demands):
        if _meets(demand, size, pure):
            rests.append(" ".join(demands[:index] + demands[index + 1 :]))
    return rests


def _span(*pairs: tuple[str, str]) -> Span:
    singles = dict.fromkeys(demand for pair in pairs for demand in pair)
    lanes = ("", *singles, *(" ".join(pair) for pair in pairs))
    splits: list[tuple[tuple[int, int], ...]] = [((0, 0),)]
    for index, lane in enumerate(lanes[1:], 1):
        ways = [(index, 0), (0, index)]
        if " " in lane:
            first, second = (lanes.index(demand) for demand in lane.split())
            ways += [(first, second), (second, first)]
        splits.append(tuple(ways))
    return Span(lanes, tuple(splits), tuple(lanes.index(" ".join(pair)) for pair in pairs))


_SPANS = {
    "6-7": _span(("P3", "S3"), ("P3", "S4"), ("P4", "S3")),
    "any": _span(("P", "S")),
    "life4": _span(("P", "S4+"), ("P4+", "S")),
}


def span_of(rules: Rules) -> Span:
    """Return the lanes of a declaration.

    >>> span_of(Rules()).lanes
    ('', 'P3', 'S3', 'S4', 'P4', 'P3 S3', 'P3 S4', 'P4 S3')
    """
    return _SPANS[rules.span]
