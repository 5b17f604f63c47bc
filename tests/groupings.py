"""Seeded groupings for comparisons: laid from groups, many of them with one change, some at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import bruteforce_bharg as bharg
import bruteforce_hands as hands
import bruteforce_rummy_words as rummy

SPLITS = [*hands.SPLITS, (4, 4, 5), (3, 3, 3, 4), (3, 3, 3, 4), (3, 3, 4, 3)]

SETS = bharg.sets_of_deck(bharg.deck("basic+excuse+pawns+courts"))


class RummyGrouping(NamedTuple):
    """Groups as laid, the Wild Card, the decks, and the options of the rules."""

    groups: list[list[str]]
    wild: str
    decks: int
    options: dict[str, str]

    @property
    def text(self) -> str:
        """The grouping as one text."""
        return " | ".join(" ".join(group) for group in self.groups)


class BhargGrouping(NamedTuple):
    """Groups as laid, the suit on top of the Ace Pile or None, and whether sets may overlap."""

    groups: list[list[str]]
    ace: str | None
    overlapping: bool

    @property
    def text(self) -> str:
        """The grouping as one text."""
        return " | ".join(" ".join(group) for group in self.groups)


def rummy_groupings(seed: int, count: int) -> Iterator[RummyGrouping]:
    """Yield groupings of 13 cards that the decks hold, under presets and random options."""
    rng = Random(seed)
    for number in range(count):
        decks, wild = rng.choice([1, 2, 2, 3]), hands.random_wild(rng)
        left = Counter(hands.rummy_pool(wild, decks))
        wildcards = [card for card in left.elements() if rummy.is_wildcard(card, wild)]
        groups = []
        for length in rng.choice(SPLITS):
            group = hands._some_group(rng, length, left, wildcards, rng.choice([1, 2, 2, 3]))
            left.subtract(group)
            groups.append(group)
        if rng.random() < 0.4:
            _change(rng, groups, sorted(left.elements()))
        for group in groups:
            rng.shuffle(group)
        options = (
            hands.random_options(rng) if number % 4 == 0 else dict(rng.choice(list(rummy.PRESETS.values())))
        )
        yield RummyGrouping(groups, wild, decks, options)


def _change(rng: Random, groups: list[list[str]], others: list[str]) -> None:
    """Make one change: another card, a card moved to another group, two swapped, a group cut, two joined."""
    how = rng.randrange(5)
    one = rng.choice(groups)
    two = rng.choice(groups)
    if how == 0:
        one[rng.randrange(len(one))] = rng.choice(others)
    elif how == 1 and len(one) > 1:
        two.append(one.pop(rng.randrange(len(one))))
    elif how == 2:
        at, to = rng.randrange(len(one)), rng.randrange(len(two))
        one[at], two[to] = two[to], one[at]
    elif how == 3 and len(one) > 3:
        cut = rng.randrange(1, len(one))
        groups.append([one.pop() for _ in range(cut)])
    elif one is not two:
        one += two
        groups.remove(two)


def bharg_groupings(seed: int, count: int) -> Iterator[BhargGrouping]:
    """Yield groupings of hands of 7 cards: sets, ace-bound cards and the Excuse, many with one change."""
    rng = Random(seed)
    for _ in range(count):
        ace, overlapping = rng.choice([None, *bharg.SUITS]), rng.random() < 0.5
        pool = hands.bharg_pool(ace)
        groups = _bharg_groups(rng, pool, ace, overlapping=overlapping)
        if rng.random() < 0.4:
            _change(rng, groups, [card for card in pool if all(card not in group for group in groups)])
        for group in groups:
            rng.shuffle(group)
        rng.shuffle(groups)
        yield BhargGrouping([group for group in groups if group], ace, overlapping)


def _bharg_groups(rng: Random, pool: list[str], ace: str | None, *, overlapping: bool) -> list[list[str]]:
    groups: list[list[str]] = []
    laid: set[str] = set()
    for more in rng.sample(SETS, rng.choice([5, 60])):
        shares = bool(laid & set(more))
        if f"A{ace}" in more or len(laid | set(more)) > 7 or (shares and not overlapping):
            continue
        if not shares or rng.random() < 0.5:
            groups.append(list(more))
            laid |= set(more)
    bound = [card for card in pool if card not in laid and bharg.is_ace_bound(card, ace)]
    rest = rng.sample(bound, min(7 - len(laid), len(bound)))
    if rest:
        cut = rng.choice([0, 0, 0, rng.randrange(len(rest))])
        groups += [part for part in (rest[:cut], rest[cut:]) if part]
        laid |= set(rest)
    if len(laid) < 7 and rng.random() < 0.5:
        groups.append(["E"])
        laid.add("E")
    spare = [card for card in pool if card not in laid]
    if len(laid) < 7:
        groups.append(rng.sample(spare, 7 - len(laid)))
    return groups
