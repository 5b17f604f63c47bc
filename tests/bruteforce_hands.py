"""Seeded hands for comparisons: random ones, ones with a chosen number of wildcards, and rich ones.

Rich hands are assembled from groups and then disturbed a little, since random hands hardly ever declare.
Every function draws from the ``random.Random`` it is given, so that a seed (or hypothesis) decides all: the
same seed gives the same hand.  Cards are texts; no hand holds more copies of a card than exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import bruteforce_bharg as bharg
import bruteforce_rummy_words as rummy


class RummyDeal(NamedTuple):
    """A rummy hand, the Wild Card shown (``"8H"``, ``"8"``, ``"JK"``, ``"none"``) and the number of decks."""

    hand: list[str]
    wild: str
    decks: int

    @property
    def text(self) -> str:
        """The hand as one text."""
        return " ".join(self.hand)


class BhargDeal(NamedTuple):
    """A Bharg hand with the suit on top of the Ace Pile (None: empty) and the deck it is from."""

    hand: list[str]
    ace: str | None
    deck: str

    @property
    def text(self) -> str:
        """The hand as one text."""
        return " ".join(self.hand)


# --- rummy --------------------------------------------------------------------------------------------------


def rummy_pool(wild: str, decks: int) -> list[str]:
    """Return all cards that can be in a hand: the decks, less the Wild Card shown when its suit is known."""
    pool = [rank + suit for suit in rummy.SUITS for rank in rummy.RANKS] * decks + [rummy.JOKER] * (2 * decks)
    if len(wild) == 2:
        pool.remove(wild)
    return pool


def random_wild(rng: Random) -> str:
    """Return a Wild Card: mostly a card, at times a bare rank, a printed joker or none."""
    rank = rng.choice(rummy.RANKS)
    return rng.choice([rank + rng.choice(rummy.SUITS)] * 7 + [rank, rank, "JK", "none"])


def random_rummy(rng: Random, *, wild: str, decks: int, size: int = 13) -> list[str]:
    """Return a random hand."""
    return rng.sample(rummy_pool(wild, decks), size)


def rummy_with_wildcards(rng: Random, number: int, *, wild: str, decks: int, size: int = 13) -> list[str]:
    """Return a random hand with exactly so many wildcards; ValueError when so many do not exist."""
    pool = rummy_pool(wild, decks)
    wildcards = [card for card in pool if rummy.is_wildcard(card, wild)]
    others = [card for card in pool if not rummy.is_wildcard(card, wild)]
    hand = rng.sample(wildcards, number) + rng.sample(others, size - number)
    rng.shuffle(hand)
    return hand


SPLITS = [(3, 3, 3, 4)] * 4 + [
    (4, 4, 5),
    (3, 5, 5),
    (3, 3, 7),
    (3, 4, 6),
    (5, 8),
    (6, 7),
    (3, 10),
    (4, 9),
    (13,),
]


def rich_rummy(
    rng: Random, *, wild: str, decks: int, size: int = 13, disturb: int | None = None, most_wild: int = 2
) -> list[str]:
    """Return a hand assembled from 13 cards of groups, ``disturb`` (default 0 to 3) of which are exchanged.

    A group holds at most ``most_wild`` wildcards.  Cards over 13 are random.
    """
    left = Counter(rummy_pool(wild, decks))
    wildcards = [card for card in left.elements() if rummy.is_wildcard(card, wild)]
    hand: list[str] = []
    for length in rng.choice(SPLITS):
        group = _some_group(rng, length, left, wildcards, most_wild)
        left.subtract(group)
        hand += group
    swaps = rng.choice([0, 0, 1, 1, 2, 3]) if disturb is None else disturb
    rng.shuffle(hand)
    hand = hand[swaps:] + rng.sample(sorted(left.elements()), size - 13 + swaps)
    rng.shuffle(hand)
    return hand


def _some_group(
    rng: Random, length: int, left: Counter[str], wildcards: list[str], most_wild: int
) -> list[str]:
    """Return cards of some group that the cards left still allow, or any cards when luck runs out."""
    for _ in range(200):
        group = _run(rng, length) if length > 4 or rng.random() < 0.65 else _same_rank(rng, length)
        stand_ins = rng.choice([0, 0, *range(min(most_wild, length - 1) + 1)]) if wildcards else 0
        for place in rng.sample(range(length), stand_ins):
            group[place] = rng.choice(wildcards)
        if all(left[card] >= copies for card, copies in Counter(group).items()):
            return group
    return rng.sample(sorted(left.elements()), length)


def _run(rng: Random, length: int) -> list[str]:
    first = rng.randrange(len(rummy.PLACES) - length + 1)
    suit = rng.choice(rummy.SUITS)
    return [rank + suit for rank in rummy.PLACES[first : first + length]]


def _same_rank(rng: Random, length: int) -> list[str]:
    rank = rng.choice(rummy.RANKS)
    how = rng.random()
    if how < 0.15:
        return [rank + rng.choice(rummy.SUITS)] * length  # identical cards
    suits = rng.sample(rummy.SUITS, length) if how < 0.6 else [rng.choice(rummy.SUITS) for _ in range(length)]
    return [rank + suit for suit in suits]


def rummy_deals(seed: int, count: int, *, size: int = 13, most_wild: int = 2) -> Iterator[RummyDeal]:
    """Yield hands of all sorts: random, rich, and with 0 to 11 wildcards; 1 to 3 decks; any Wild Card."""
    rng = Random(seed)
    for number in range(count):
        decks, wild = rng.choice([1, 2, 2, 3]), random_wild(rng)
        if number % 4 == 3:
            exist = sum(rummy.is_wildcard(card, wild) for card in rummy_pool(wild, decks))
            wanted = rng.randint(0, min(11, exist))
            hand = rummy_with_wildcards(rng, wanted, wild=wild, decks=decks, size=size)
        elif number % 4 == 0:
            hand = random_rummy(rng, wild=wild, decks=decks, size=size)
        else:
            hand = rich_rummy(rng, wild=wild, decks=decks, size=size, most_wild=most_wild)
        yield RummyDeal(hand, wild, decks)


def random_options(rng: Random) -> dict[str, str]:
    """Return a value for every option that concerns a hand, each at random."""
    return {name: rng.choice(words) for name, words in rummy.OPTION_WORDS.items()}


def single_options() -> list[str]:
    """Return the presets as rules texts, and each with every value of every one option changed."""
    texts = list(rummy.PRESETS)
    for preset in rummy.PRESETS:
        base = rummy.complete(rummy.PRESETS[preset])
        texts += [
            f"{preset},{name}={word}"
            for name, words in rummy.OPTION_WORDS.items()
            for word in words
            if word != base[name]
        ]
    return texts


# --- Bharg --------------------------------------------------------------------------------------------------

FULL_DECK = "basic+excuse+pawns+courts"
DECKS = ["basic", "basic+excuse", "basic+pawns", "basic+courts", FULL_DECK]


def bharg_pool(ace: str | None, deck: str = FULL_DECK) -> list[str]:
    """Return all cards that can be in a hand: the deck less the ace on top of the Ace Pile."""
    return [card for card in bharg.deck(deck) if ace is None or card != "A" + ace]


def random_bharg(rng: Random, *, ace: str | None, deck: str = FULL_DECK, size: int = 7) -> list[str]:
    """Return a random hand."""
    return rng.sample(bharg_pool(ace, deck), size)


def rich_bharg(
    rng: Random, *, ace: str | None, deck: str = FULL_DECK, size: int = 7, disturb: int | None = None
) -> list[str]:
    """Return a hand of sets (they may share cards) and ace-bound cards, some of which are exchanged."""
    pool = bharg_pool(ace, deck)
    hand: list[str] = []
    for _ in range(100):
        more = _some_set(rng, pool)
        if len(set(hand) | set(more)) <= size:
            hand += [card for card in more if card not in hand]
    bound = [card for card in pool if card not in hand and bharg.is_ace_bound(card, ace)]
    hand += rng.sample(bound, min(size - len(hand), len(bound)))
    rng.shuffle(hand)
    swaps = rng.choice([0, 0, 1, 2]) if disturb is None else disturb
    hand = hand[swaps:]
    hand += rng.sample([card for card in pool if card not in hand], size - len(hand))
    rng.shuffle(hand)
    return hand


def _some_set(rng: Random, pool: list[str]) -> list[str]:
    """Return cards, shuffled together until they show all suits; nearly always a set."""
    chosen: list[str] = []
    for card in rng.sample(pool, len(pool)):
        shown = {suit for one in chosen for suit in bharg.SHOWS[one]}
        if card != "E" and not shown & set(bharg.SHOWS[card]):
            chosen.append(card)
    return chosen


def bharg_deals(seed: int, count: int, *, size: int = 7) -> Iterator[BhargDeal]:
    """Yield random and rich hands in turn, from any deck, under any ace or none."""
    rng = Random(seed)
    for number in range(count):
        deck, ace = rng.choice(DECKS), rng.choice([None, *bharg.SUITS])
        make = rich_bharg if number % 2 else random_bharg
        yield BhargDeal(make(rng, ace=ace, deck=deck, size=size), ace, deck)
