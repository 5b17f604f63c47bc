"""Rummy hands, rules and answers for the tests of many hands at once."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import bruteforce_hands as deals
import bruteforce_rummy as naive
import numpy as np
import pytest

from solver import cache
from solver.rummy.cards import CODES, NAMES
from solver.rummy.groups import Meld
from solver.rummy.rules import OPTIONS, PRESETS, Rules, override
from solver.rummy.tables import shelf

OF_A_HAND = [name for name, option in OPTIONS.items() if option.label <= "R9" and len(option.label) == 2]
FLIPS = [f"{name}={word}" for name in [*OF_A_HAND, "cap"] for word in OPTIONS[name].values[1:]]
RULES = {
    "trio": PRESETS["trio"],
    "club": PRESETS["club"],
    "online": PRESETS["online"],
    **{flip: override(PRESETS["trio"], [flip]) for flip in FLIPS},
    "life_gate=both,trio_gate=impure": Rules(life_gate="both", trio_gate="impure"),
    "online,trio_gate=impure,life_gate=none": override(
        PRESETS["online"], ["trio_gate=impure", "life_gate=none"]
    ),
    "online,span=life4": override(PRESETS["online"], ["span=life4"]),
    "max_wild=any,min_natural=2": Rules(max_wild="any", min_natural="2"),
}


def words_of(rules: Rules) -> dict[str, str]:
    """Return rules as the naive checker reads them."""
    return {name: getattr(rules, name) for name in Rules.__slots__}


def name_of(wild: int) -> str:
    """Return a wild rank as the naive checker reads it."""
    return "none" if wild < 0 else naive.RANKS[wild]


def deal(rng: random.Random, wild: int, decks: int, size: int = 13) -> list[int]:
    """Return a random hand, one with some number of wildcards, or one near a declaration."""
    shown = name_of(wild)
    kind = rng.random()
    if kind < 0.25:
        hand = deals.random_rummy(rng, wild=shown, decks=decks, size=size)
    elif kind < 0.45:
        most = 2 * decks + (4 * decks if wild >= 0 else 0)
        number = rng.randrange(min(most, 11) + 1)
        hand = deals.rummy_with_wildcards(rng, number, wild=shown, decks=decks, size=size)
    else:
        hand = deals.rich_rummy(
            rng, wild=shown, decks=decks, size=size, most_wild=rng.choice([1, 2, 2, 4, 9])
        )
    return sorted(CODES[card] for card in hand)


@contextmanager
def own_tables(factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of the tests' own, and use them for the fewest hands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(factory.mktemp("tables")))
        patch.setattr(shelf, "FEW", -1)
        yield


def tables(name: str, hands: int, size: int = 13) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield a wild rank and decks with hands, of one deck and of more, the same wild ranks for every test."""
    rng = random.Random(name)
    wilds = random.Random(name.split("/")[0]).choices(range(-1, 13), k=2)
    for wild, decks in zip(wilds, (1, 3 if wilds[0] % 2 else 2), strict=True):
        yield wild, decks, np.array([deal(rng, wild, decks, size) for _ in range(hands)], np.uint8)


def answer(hand: list[int], wild: int, rules: Rules) -> naive.Answer:
    """Return what the naive checker finds."""
    return naive.solve([NAMES[code] for code in hand], name_of(wild), words_of(rules))


def loose_cards(codes: list[int], melds: tuple[Meld, ...]) -> int:
    """Return the number of cards in no group."""
    return len(codes) - sum(meld.size for meld in melds)
