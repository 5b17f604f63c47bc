"""Every group that tables lay, numbered in canonical order: sorted numbers are sorted groups."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.rummy.groups import KINDS, Kind
from solver.rummy.rules import Rules
from solver.rummy.tables.choices import menu_of
from solver.rummy.tables.runtable import MOST_NATURALS, NO_CARD, draws_of

GROUP_BYTES, KIND, WILDS = 8, 6, 7
"""Bytes of a group, and where among them, behind the naturals, its kind and its wildcards are."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Groups of some rules and wild rank.

    Attributes
    ----------
    groups : (G,) uint64
        By number the bytes of a group: up to six naturals, ascending and filled up with `NO_CARD`, its kind
        as its place in `KINDS`, and its wildcards.
    sequences : (4, D) int64
        By suit and draw of the tables, the number.
    sets : (M, 13) int64
        By trio of the menu (with no thrift) and rank, the number.
    """

    groups: NDArray[np.uint64]
    sequences: Ints
    sets: Ints


@lru_cache(maxsize=16)
def catalogue_of(rules: Rules, wild: int) -> Catalogue:
    """Return the groups of some rules under a wild rank, as it is in the tables."""
    draws = draws_of(rules, wild, "impure")  # what the second sequence of a table is changes no run
    first = 13 * np.arange(4)[:, None, None]
    runs = np.where(draws.naturals == NO_CARD, NO_CARD, draws.naturals + first)
    kind: Kind = "set" if rules.sets == "distinct" else "trio"
    menu = menu_of(rules, thrifty=False)
    suits = [[*trio.suits, *[NO_CARD] * (MOST_NATURALS - len(trio.suits))] for trio in menu.trios]
    held = np.array(suits, np.int64).reshape(-1, 1, MOST_NATURALS)
    sets = np.where(held == NO_CARD, NO_CARD, 13 * held + np.arange(13)[:, None])
    sequences = _words(runs, draws.wilds > 0, draws.wilds)  # places in KINDS: pure, impure
    trios = _words(sets, KINDS.index(kind), menu.wilds[:, None])
    groups, number = np.unique(np.concatenate([sequences.ravel(), trios.ravel()]), return_inverse=True)
    order = np.argsort(_sort_keys(groups))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    number = place[number]
    return Catalogue(
        groups[order],
        number[: sequences.size].reshape(sequences.shape),
        number[sequences.size :].reshape(trios.shape),
    )


def _words(naturals: Ints, kind: ArrayLike, wilds: ArrayLike) -> NDArray[np.uint64]:
    """Return groups as words of bytes: their naturals along the last axis, their kind and their wildcards."""
    held = np.empty((*naturals.shape[:-1], GROUP_BYTES), np.uint8)
    held[..., :MOST_NATURALS], held[..., KIND], held[..., WILDS] = naturals, kind, wilds
    words: NDArray[np.uint64] = held.view(np.uint64)[..., 0]
    return words


def _sort_keys(groups: NDArray[np.uint64]) -> Ints:
    """Return numbers in the order of kind, cards and wildcards; no card comes before any card."""
    held = groups.view(np.uint8).reshape(-1, GROUP_BYTES).astype(np.int64)
    keys = held[:, KIND]
    for card in range(MOST_NATURALS):
        keys = keys << 6 | (held[:, card] + 1 & 63)
    found: Ints = keys << 4 | held[:, WILDS]
    return found
