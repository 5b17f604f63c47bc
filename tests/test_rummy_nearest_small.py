"""Distances on small decks, where all exchanges can be tried, and where copies of a card run out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import bruteforce_rummy as naive
import numpy as np
import pytest

from solver.rummy import goalsearch
from solver.rummy.cards import CODES, JOKER, NAMES
from solver.rummy.conditions import Conditions
from solver.rummy.distance import distances
from solver.rummy.goals import goal_melds, nearest_goal, new_cards
from solver.rummy.nearest import nearest_of
from solver.rummy.rules import PRESETS, Rules
from solver.rummy.swaps import ANY_WILD
from solver.rummy.text import Hand, parse_wild

Cards = tuple[str, ...]


def exchanges(hand: Iterable[str], unseen: Iterable[str], number: int) -> Iterator[tuple[Cards, Cards]]:
    """Yield the hands that so many exchanges make, each once, with what was taken in."""
    found = set()
    for out in set(combinations(sorted(hand), number)):
        kept = Counter(hand)
        kept.subtract(out)
        for new in set(combinations(sorted(unseen), number)):
            cards = tuple(sorted([*kept.elements(), *new]))
            if (cards, new) not in found:
                found.add((cards, new))
                yield cards, new


def searched(hand: Cards, unseen: Cards, options: dict[str, str]) -> tuple[int, set[Cards]]:
    """Return the naive distance, breadth first, and all that may be taken in for it."""
    known: dict[Cards, bool] = {}
    for number in range(len(hand)):
        found = set()
        for cards, new in exchanges(hand, unseen, number):
            if cards not in known:
                known[cards] = naive.declares(cards, "none", options)
            if known[cards]:
                found.add(new)
        if found:
            return number, found
    raise AssertionError("no declaration in this deck")


def check_small_decks(monkeypatch: pytest.MonkeyPatch, seed: int, count: int, ranks: str, far: int) -> None:
    """Compare hands of a deck of few ranks of two suits, twice each, and jokers, with the naive search."""
    deck = [rank + suit for rank in ranks for suit in "HC"] * 2 + ["JK", "JK"]
    copies = [0] * (JOKER + 1)
    for card in deck:
        copies[CODES[card]] += 1
    monkeypatch.setattr(goalsearch, "copies_in_play", lambda shown, decks: copies)
    rng = Random(seed)
    seen: Counter[int] = Counter()
    while sum(seen.values()) < count:
        preset = rng.choice(list(PRESETS))
        hand = tuple(sorted(rng.sample(deck, 13)))
        read = Hand(tuple(sorted(CODES[card] for card in hand)), parse_wild(None, PRESETS[preset]), 2)
        told = nearest_of(read, PRESETS[preset], Conditions(), 10_000)
        assert told is not None
        if told.distance > far:
            continue
        seen[told.distance] += 1
        unseen = tuple((Counter(deck) - Counter(hand)).elements())
        distance, wanted = searched(hand, unseen, dict(naive.PRESETS[preset]))
        assert told.distance == distance, (preset, hand)
        assert told.complete
        # a target may leave cards as they are: an exchange of a card for its twin is none
        found = {tuple(sorted("JK" if c == ANY_WILD else c for c in one.cards)) for one in told.targets}
        assert found == wanted, (preset, hand)
    assert seen[far] >= 1


def test_nearest_is_the_naive_breadth_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Distance and targets are those of trying all exchanges of none and of one card."""
    check_small_decks(monkeypatch, 71, 4, "A23459K", 1)


@pytest.mark.slow
def test_nearest_is_the_naive_breadth_first_search_farther(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same up to two cards away."""
    check_small_decks(monkeypatch, 72, 12, "A2379", 2)


def short_of_a_card(seed: int, count: int, rules: Rules) -> Iterator[Hand]:
    """Yield hands of one deck without a card that two groups of a near declaration want, both jokers held."""
    rng = Random(seed)
    melds = [meld for meld in goal_melds(-1, 1, rules) if meld.size <= 4]
    while count:
        card = rng.randrange(JOKER)
        both = rng.choices([meld for meld in melds if card in meld.naturals], k=2)
        goal = [*both, *rng.choices(melds, k=2)]
        used = Counter(code for meld in goal for code in meld.naturals)
        alone = used[card] == 2 and len(used) == used.total() - 1
        if alone and sum(meld.size for meld in goal) == 13 and sum(meld.wilds for meld in goal) == 2:
            held = [*(code for code in used if code != card), JOKER, JOKER]
            others = [code for code in range(JOKER) if code not in used]
            count -= 1
            yield Hand(
                tuple(sorted([*held, *rng.sample(others, 13 - len(held))])), parse_wild(None, rules), 1
            )


def check_copies(seed: int, count: int, proved: int, *several: Rules) -> None:
    """Compare bulk distances, which do not ask how many copies several groups want, with exact ones."""
    for number, rules in enumerate(several):
        hands = list(short_of_a_card(seed + number, count, rules))
        found = distances(np.array([hand.codes for hand in hands], np.uint8), -1, 1, rules).tolist()
        assert max(found) >= 2
        for at, (hand, distance) in enumerate(zip(hands, found, strict=True)):
            told = nearest_of(hand, rules, Conditions(), 1)
            assert told is not None
            names = [NAMES[code] for code in hand.codes]
            assert told.distance == distance, (rules.name, names)
            if at < proved and rules.max_wild != "any":
                goal = nearest_goal(hand.codes, hand.wild, 1, rules, Conditions())
                assert goal is not None
                new, wilds = new_cards(hand.codes, goal, -1)
                assert len(new) + wilds == distance, (rules.name, names)


def test_bulk_distances_hold_where_copies_run_out() -> None:
    """With one deck and its jokers held, a card wanted twice is had another way just as near."""
    check_copies(73, 30, 0, Rules())


@pytest.mark.slow
def test_bulk_distances_hold_where_copies_run_out_on_many() -> None:
    """The same over 4,000 hands, 30 of them proved by CP-SAT."""
    check_copies(75, 1_000, 10, *PRESETS.values(), Rules(min_natural="2"))
