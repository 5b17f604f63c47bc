"""The packing problem as data: one for both games, and no solver known here.

A hand is a list of *items* (card values) with copies. *Candidates* are the groups the rules allow,
as vectors over *resources*; choosing candidates within the capacities is an arrangement. Gates and
requirements are statements over how many candidates with a tag are chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Candidate:
    """One group that may be chosen, any number of times that the capacities allow.

    Attributes
    ----------
    uses : tuple of (int, int)
        ``(resource, amount)`` pairs, each amount at least 1.
    points : int
        Loose points it saves each time it is chosen.
    cards : int
        Loose cards it saves each time it is chosen.
    tags : frozenset of str
        What gates and requirements count it as (``pure``, ``sequence``, ``trio`` …).
    """

    uses: tuple[tuple[int, int], ...]
    points: int
    cards: int
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class AtLeast:
    """`count` or more of the chosen candidates bear `tag`."""

    tag: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Gate:
    """If a candidate with tag `when` is chosen (``None``: always), one alternative must hold.

    Attributes
    ----------
    when : str or None
        The tag that the gate guards.
    alternatives : tuple of tuple of AtLeast
        A disjunction of conjunctions; an empty conjunction always holds.
    """

    when: str | None
    alternatives: tuple[tuple[AtLeast, ...], ...]


@dataclass(frozen=True, slots=True)
class Packing:
    """A packing problem.

    Attributes
    ----------
    capacities : tuple of int
        How much of each resource there is.
    candidates : tuple of Candidate
        In canonical order; solvers keep it.
    points, cards : int
        What is loose when nothing is chosen: points, and number of cards.
    gates : tuple of Gate
        All must hold.
    limits : mapping of str to int
        Most chosen candidates with a tag.
    exactly : mapping of str to int
        Exact number of chosen candidates with a tag.
    cover : bool
        Every card must be covered: each resource outside `slack` is used up.
    slack : frozenset of int
        Resources that only bound, since their cards are covered through another resource.
    shared : bool
        Candidates may overlap: a resource may be used again, and what it saves counts once.
        Needs one resource per card, `values` giving the points each saves.
    values : tuple of int
        With `shared`: points that covering each resource saves (each also saves one card).
    floors : mapping of int to int
        Least amount of a resource that must be used.
    fewest : str
        With `cover`: choose as few candidates with this tag as a cover allows; empty for any cover.
    """

    capacities: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    points: int
    cards: int
    gates: tuple[Gate, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)
    exactly: Mapping[str, int] = field(default_factory=dict)
    cover: bool = False
    slack: frozenset[int] = frozenset()
    shared: bool = False
    values: tuple[int, ...] = ()
    floors: Mapping[int, int] = field(default_factory=dict)
    fewest: str = ""

    def copies(self, candidate: Candidate) -> int:
        """Return how often a candidate fits by the capacities alone."""
        if self.shared:
            return 1
        return min(self.capacities[resource] // amount for resource, amount in candidate.uses)


@dataclass(frozen=True, slots=True)
class Choice:
    """A proved best choice.

    Attributes
    ----------
    chosen : tuple of int
        Indices into the candidates, ascending, one entry for each time it is chosen.
    points, cards : int
        Loose points and loose cards that are left.
    """

    chosen: tuple[int, ...]
    points: int
    cards: int
