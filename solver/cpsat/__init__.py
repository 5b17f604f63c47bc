"""Packing problems solved by CP-SAT: the only package that imports ortools."""

from collections.abc import Collection, Sequence

from solver.cpsat.model import Model
from solver.packing import Choice, Packing

DETERMINISTIC_LIMIT = 60.0
"""Most deterministic time a model may take (CP-SAT's own unit, the same on every machine).

A hand takes 0.001 or less; the limit only ends what would never end."""


def best(packing: Packing) -> Choice | None:
    """Return the choice that leaves the fewest loose points, then the fewest loose cards.

    Returns
    -------
    Choice or None
        None if it is proved that no choice meets the gates, limits and cover.

    Raises
    ------
    LimitError
        If neither was proved within the deterministic limit.
    """
    if packing.cover and not _every_card_has_a_group(packing):
        return None
    if not packing.candidates:
        return Choice((), packing.points, packing.cards)
    return Model(packing, DETERMINISTIC_LIMIT).solve()


def every(packing: Packing, *, most: int, least: Choice | None = None) -> tuple[tuple[Choice, ...], bool]:
    """Return all choices that leave the least, or for a cover all covers, each once.

    Parameters
    ----------
    packing : Packing
        The problem; with `fewest`, all covers that have the fewest of that tag.
    most : int
        Most choices to return.
    least : Choice, optional
        What is known to be left at least; left out, it is found first. Only its points and cards are used.

    Returns
    -------
    choices : tuple of Choice
        Ordered by the candidates chosen.
    complete : bool
        Whether it is proved that there are no others.

    Raises
    ------
    LimitError
        If nothing was proved within the deterministic limit.
    """
    if least is None or packing.fewest or not packing.candidates:
        least = best(packing)
    if least is None or not packing.candidates:
        return (() if least is None else (least,)), True
    model = Model(packing, DETERMINISTIC_LIMIT, aim=False, exact=True)
    model.fix(least)
    return model.enumerate(most)


def fewest_new(packing: Packing, held: Sequence[int], natural: Collection[int], size: int) -> Choice | None:
    """Return groups of `size` cards with the fewest that are not held.

    Parameters
    ----------
    packing : Packing
        Without cover: groups that the cards in play allow, the capacities being their copies.
    held : sequence of int
        How much of each resource the hand holds; the last one is the pool of wildcards.
    natural : collection of int
        Resources whose cards draw on the pool as well.
    size : int
        Cards in all groups.

    Returns
    -------
    Choice or None
        None if it is proved that there are no such groups.

    Raises
    ------
    LimitError
        If neither was proved within the deterministic limit.
    """
    model = Model(packing, DETERMINISTIC_LIMIT, aim=False)
    model.exchange(held, natural, size)
    return model.solve()


def _every_card_has_a_group(packing: Packing) -> bool:
    """Tell whether each resource is usable to its capacity at all: else no cover exists."""
    reach = [0] * len(packing.capacities)
    for candidate in packing.candidates:
        copies = packing.copies(candidate)
        for resource, amount in candidate.uses:
            reach[resource] += copies * amount
    needed = (index for index in range(len(reach)) if index not in packing.slack)
    return all(reach[index] >= packing.capacities[index] for index in needed)
