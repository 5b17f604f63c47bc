"""The least number of cards to exchange so that all cards of a hand are bound, and which cards do it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from solver.answer import Group
from solver.bharg.cards import EXCUSE, HAND_SIZE, NAMES, SUIT_MASKS
from solver.bharg.groups import sets_of
from solver.bharg.layout import lay_out
from solver.bharg.rules import Rules, cards_of, parse_deck
from solver.bharg.text import Hand, parse_hand
from solver.bharg.walk import least

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Target:
    """Cards to take in for as many others, so that the hand is bound.

    Attributes
    ----------
    cards, out : tuple of str
        What to take in, and what to let go.
    ways : int
        1: every card exists once.
    groups : tuple of Group
        The bound hand that it is then.
    """

    cards: tuple[str, ...]
    out: tuple[str, ...]
    ways: int
    groups: tuple[Group, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        groups = [group.to_json() for group in self.groups]
        return {"cards": list(self.cards), "out": list(self.out), "ways": self.ways, "groups": groups}


@dataclass(frozen=True, slots=True)
class Nearest:
    """How far a hand is from being bound.

    Attributes
    ----------
    distance : int
        The least number of cards to exchange; 0 if all are bound.
    targets : tuple of Target
        What to take in, each once, in canonical order.
    complete : bool
        Whether there are no other targets.
    """

    distance: int
    targets: tuple[Target, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        targets = [target.to_json() for target in self.targets]
        return {"distance": self.distance, "complete": self.complete, "targets": targets}


def nearest(
    hand: str,
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    most: int = 20,
) -> Nearest:
    """Return how many cards a hand has to exchange to be bound, and which.

    Parameters
    ----------
    hand : str
        7 cards.
    ace, deck, rules
        As for `solver.bharg.solve`. The top of the Ace Pile stays what it is.
    most : int
        Most targets to return.

    Raises
    ------
    HandError
        With all defects of the hand.

    >>> found = nearest("2MK 2SY 2WL 4YK 5YK 8YK 9MS", ace="K", deck="basic")
    >>> found.distance, len(nearest("2MK 2SY 2WL 4YK 5YK 8YK 9MS", ace="K", most=99).targets)
    (1, 12)
    """
    read = parse_hand(hand, ace=ace, deck=deck, sizes=(HAND_SIZE,))
    found = nearest_of(read, rules or Rules(), most)
    assert found is not None  # there are bound hands in every deck
    return found


def nearest_of(
    hand: Hand, rules: Rules, most: int, allows: Callable[[tuple[int, ...]], bool] | None = None
) -> Nearest | None:
    """Return how far 7 cards are from being bound.

    Parameters
    ----------
    hand : Hand
        7 cards.
    rules : Rules
        The rules.
    most : int
        Most targets to return.
    allows : callable, optional
        Tells whether a bound hand will do; None is returned if none does.
    """
    import numpy as np

    goals = bound_hands(hand.deck, hand.ace, rules)
    mine = np.uint64(sum(1 << code for code in hand.codes))
    kept = np.bitwise_count(goals & mine)
    for best in range(HAND_SIZE, -1, -1):
        new: dict[int, int] = {}
        for goal in goals[kept == best].tolist():
            if allows is None or allows(_codes(goal)):
                new.setdefault(goal & ~int(mine), goal)
        if new:
            order = sorted(new.items(), key=lambda one: _codes(one[0]))
            targets = tuple(_target(hand, goal, rules) for _, goal in order[:most])
            return Nearest(HAND_SIZE - best, targets, len(new) <= most)
    return None


def _codes(mask: int) -> tuple[int, ...]:
    return tuple(code for code in range(len(NAMES)) if mask >> code & 1)


def _target(hand: Hand, goal: int, rules: Rules) -> Target:
    codes = _codes(goal)
    groups, loose = lay_out(codes, least(codes, hand.ace, rules).sets, hand.ace)
    assert not loose  # a goal is bound
    new = tuple(NAMES[code] for code in codes if code not in hand.codes)
    out = tuple(NAMES[code] for code in hand.codes if code not in codes)
    return Target(new, out, 1, groups)


@lru_cache(maxsize=8)
def bound_hands(deck: str, ace: int, rules: Rules) -> "NDArray[np.uint64]":
    """Return every bound hand of 7 as bits by code, ascending.

    Parameters
    ----------
    deck : str
        As `parse_deck` names it; the ace on top is not in it (B8).
    ace : int
        The suit on top of the Ace Pile, or -1.
    rules : Rules
        Whether sets may overlap (B2).

    >>> len(bound_hands("basic", -1, Rules())), len(bound_hands("basic", 0, Rules()))
    (20880, 54460)
    """
    import numpy as np

    pool = [code for code in cards_of(deck) if code != ace]
    fillers = [code for code in pool if code == EXCUSE or (ace >= 0 and SUIT_MASKS[code] >> ace & 1)]
    unions = _unions(pool, disjoint=rules.sets == "disjoint")
    sizes = np.bitwise_count(unions)
    found = [unions[sizes == HAND_SIZE]]
    for size in range(HAND_SIZE):
        more = [sum(1 << code for code in chosen) for chosen in combinations(fillers, HAND_SIZE - size)]
        base = unions[sizes == size]
        for filler in np.array(more, dtype=np.uint64):
            found.append(base[base & filler == 0] | filler)
    return np.unique(np.concatenate(found))


def _unions(pool: Sequence[int], *, disjoint: bool) -> "NDArray[np.uint64]":
    """Return the cards of every choice of sets of at most 7 cards together, the empty choice among them."""
    import numpy as np

    sets = np.array([sum(1 << code for code in cards) for cards in sets_of(pool)], dtype=np.uint64)
    unions = fresh = np.zeros(1, dtype=np.uint64)
    while len(fresh):
        parts = []
        for start in range(0, len(fresh), 4096):
            block = fresh[start : start + 4096, None]
            both = block | sets
            fits = np.bitwise_count(both) <= HAND_SIZE
            parts.append(np.unique(both[fits & (block & sets == 0) if disjoint else fits]))
        fresh = np.setdiff1d(np.concatenate(parts), unions)
        unions = np.union1d(unions, fresh)
    return unions


def distances(
    codes: "NDArray[np.uint8]",
    ace: "ArrayLike" = -1,
    deck: str | None = None,
    rules: Rules | None = None,
) -> "NDArray[np.uint8]":
    """Return the least number of cards to exchange so that all cards of each hand are bound.

    Parameters
    ----------
    codes : (N, 7) uint8
        Codes 0–44, each once in a hand, none of them the top ace.
    ace : int or (N,) int
        The suit on top of the Ace Pile, or -1.
    deck : str, optional
        The deck in play; left out, all 45 cards.
    rules : Rules, optional
        The rules.

    Returns
    -------
    (N,) uint8
        0 if the hand is bound.
    """
    import numpy as np

    name = parse_deck(deck)
    bits = np.left_shift(np.uint64(1), np.asarray(codes).astype(np.uint64))
    tops = np.broadcast_to(np.asarray(ace, dtype=np.int8), (len(bits),))
    result = np.zeros(len(bits), dtype=np.uint8)
    for top in np.unique(tops):
        left = np.flatnonzero(tops == top)
        for kept in range(HAND_SIZE, 0, -1):
            known = _parts(name, int(top), rules or Rules(), kept)
            near = np.zeros(len(left), dtype=bool)
            for chosen in combinations(range(HAND_SIZE), kept):
                part = bits[left][:, chosen].sum(axis=1, dtype=np.uint64)
                near |= known[np.minimum(np.searchsorted(known, part), len(known) - 1)] == part
            result[left[near]] = HAND_SIZE - kept
            left = left[~near]
        result[left] = HAND_SIZE
    return result


@lru_cache(maxsize=7 * HAND_SIZE)
def _parts(deck: str, ace: int, rules: Rules, size: int) -> "NDArray[np.uint64]":
    """Return every choice of so many cards that some bound hand holds, as bits, ascending."""
    import numpy as np

    if size == HAND_SIZE:
        return bound_hands(deck, ace, rules)
    larger = _parts(deck, ace, rules, size + 1)
    less = [
        larger[larger >> np.uint64(code) & np.uint64(1) == 1] ^ np.uint64(1 << code) for code in range(45)
    ]
    return np.unique(np.concatenate(less))
