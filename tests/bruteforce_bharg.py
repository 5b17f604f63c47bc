"""The naive checker for Bharg: every choice of sets in the hand, from the rules' words.

Cards are the codes of ``data/decktet.csv`` as texts (``"2MK"``, ``"E"``).  Nothing here comes from the
packages under test, on purpose.  ``ace`` is the suit on top of the Ace Pile (``"K"``, ``"AK"``), None or
``"none"`` for an empty pile.  ``overlapping=True`` lets sets of one hand share cards (B2).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

SUITS = "MSWLYK"

with (Path(__file__).parent / "data" / "decktet.csv").open(encoding="utf-8", newline="") as _file:
    DECKTET = list(csv.DictReader(_file))
SHOWS = {row["code"]: row["suits"] for row in DECKTET}  # the suits a card shows
RANK = {row["code"]: row["rank"] for row in DECKTET}
EXTRAS = {"excuse": "excuse", "pawns": "pawn", "courts": "court"}  # name in a deck -> rank in the table

Set = tuple[str, ...]


class Least(NamedTuple):
    """The fewest unbound points of a hand of 7 cards, and then the fewest unbound cards."""

    points: int
    loose: int


class Answer(NamedTuple):
    """Everything about a hand; ``folds`` and ``discards`` are None for 7 cards."""

    declare: bool
    penalty: int
    loose: int
    folds: frozenset[str] | None
    discards: frozenset[str] | None


def cards_of(text: str | Sequence[str]) -> list[str]:
    """Return the cards of ``"2MK E XM"``, or of a list of such codes."""
    return text.split() if isinstance(text, str) else list(text)


def deck(text: str = "basic") -> list[str]:
    """Return the cards of a deck such as ``"basic+excuse+pawns"``."""
    basic, *extras = text.split("+")
    assert basic == "basic"
    kept = {EXTRAS[extra] for extra in extras}
    return [code for code in SHOWS if RANK[code] not in EXTRAS.values() or RANK[code] in kept]


def top_suit(ace: str | None) -> str | None:
    """Return the suit of the ace on top of the Ace Pile, None for an empty pile."""
    return None if ace is None or ace == "none" else ace[-1]


# --- the words ----------------------------------------------------------------------------------------------


def is_set(cards: str | Sequence[str]) -> bool:
    """Whether these are three or more cards that between them show each suit exactly once (B1, B5)."""
    codes = cards_of(cards)
    suits = "".join(SHOWS[card] for card in codes)
    return len(codes) >= 3 and "E" not in codes and sorted(suits) == sorted(SUITS)


def is_ace_bound(card: str, ace: str | None) -> bool:
    """Whether the card shows the suit of the ace on top of the Ace Pile (B3, B4)."""
    suit = top_suit(ace)
    return suit is not None and suit in SHOWS[card]


def points(card: str) -> int:
    """Return what the card counts when it is unbound (B5, B7)."""
    rank = RANK[card]
    return (
        {"ace": 1, "crown": 10, "pawn": 10, "court": 10, "excuse": 0}[rank] if rank.isalpha() else int(rank)
    )


def judge_grouping(
    sets: Sequence[str | Sequence[str]],
    rest: str | Sequence[str],
    ace: str | None,
    *,
    overlapping: bool = False,
) -> int | None:
    """Return the unbound points of a hand laid as sets and other cards, None if some set is none.

    Each card of the hand is named once, in a set or in ``rest``; with overlapping sets a card may be named in
    several sets and is still one card.  Of ``rest``, ace-bound cards and the Excuse are bound.
    """
    laid = [cards_of(cards) for cards in sets]
    others = cards_of(rest)
    in_sets = [card for cards in laid for card in cards]
    if not all(is_set(cards) for cards in laid) or set(in_sets) & set(others):
        return None
    if not overlapping and len(set(in_sets)) < len(in_sets):
        return None
    return sum(points(card) for card in others if not is_ace_bound(card, ace))


# --- the least ----------------------------------------------------------------------------------------------


def sets_in(cards: str | Sequence[str]) -> list[Set]:
    """Return every set that the cards hold, trying all subsets of 3 to 6 of them."""
    codes = cards_of(cards)
    return [chosen for size in (3, 4, 5, 6) for chosen in combinations(codes, size) if is_set(chosen)]


def families(sets: Sequence[Set], *, overlapping: bool = False) -> Iterator[list[Set]]:
    """Yield every choice of sets that may lie together in one hand (B2), the empty one first."""
    if overlapping:
        yield []
        yield list(sets)  # sets do not hinder each other: all of them at once bind the most
        return
    chosen: list[list[Set]] = [[]]
    while chosen:
        yield from chosen
        chosen = [
            [*family, more]
            for family in chosen
            for more in sets
            if (not family or more > family[-1]) and not any(set(more) & set(one) for one in family)
        ]


def least(hand: str | Sequence[str], ace: str | None, *, overlapping: bool = False) -> Least:
    """Return the fewest unbound points of the hand as it is, and the fewest unbound cards that show them."""
    codes = cards_of(hand)
    found = []
    for family in families(sets_in(codes), overlapping=overlapping):
        in_sets = {card for one in family for card in one}
        unbound = [c for c in codes if c not in in_sets and not is_ace_bound(c, ace) and c != "E"]
        found.append(Least(sum(map(points, unbound)), len(unbound)))
    return min(found)


def declares(hand: str | Sequence[str], ace: str | None, *, overlapping: bool = False) -> bool:
    """Whether all cards of a hand of 7 are bound."""
    return least(hand, ace, overlapping=overlapping).loose == 0


def discards(hand: str | Sequence[str], ace: str | None, *, overlapping: bool = False) -> dict[str, Least]:
    """Return, for each card of a hand of 8, the least that is left when it is discarded (B6)."""
    codes = cards_of(hand)
    left = {}
    for card in codes:
        top = SHOWS[card] if RANK[card] == "ace" else ace
        left[card] = least([other for other in codes if other != card], top, overlapping=overlapping)
    return left


def folds(hand: str | Sequence[str], ace: str | None, *, overlapping: bool = False) -> frozenset[str]:
    """Return every card that a hand of 8 may discard to have all other cards bound."""
    left = discards(hand, ace, overlapping=overlapping)
    return frozenset(card for card in left if left[card].loose == 0)


def solve(hand: str | Sequence[str], ace: str | None, *, overlapping: bool = False) -> Answer:
    """Return everything about a hand of 7 or 8 cards; for 8, points are those after the best discard."""
    codes = cards_of(hand)
    if len(codes) == 7:
        one = least(codes, ace, overlapping=overlapping)
        return Answer(one.loose == 0, *one, None, None)
    assert len(codes) == 8
    left = discards(codes, ace, overlapping=overlapping)
    best = min(left.values())
    may_fold = frozenset(card for card in left if left[card].loose == 0)
    return Answer(bool(may_fold), *best, may_fold, frozenset(card for card in left if left[card] == best))


# --- whole decks --------------------------------------------------------------------------------------------


def sets_of_deck(cards: Sequence[str]) -> list[Set]:
    """Return every set that can be made from the cards of a deck.

    Too many subsets to try them all: a card is added only while no suit shows twice.
    """
    found: list[Set] = []

    def add(chosen: Set, suits: str, first: int) -> None:
        if is_set(chosen):
            found.append(chosen)
        for place in range(first, len(cards)):
            if not set(SHOWS[cards[place]]) & set(suits):
                add((*chosen, cards[place]), suits + SHOWS[cards[place]], place + 1)

    add((), "", 0)
    return found


def bound_hands(cards: Sequence[str], ace: str | None, *, overlapping: bool = False) -> int:
    """Return how many 7-card hands from the cards of a deck without the Excuse are bound in full.

    Such a hand is a union of sets that may lie together, filled up with ace-bound cards.
    """
    assert "E" not in cards
    place = {card: 1 << number for number, card in enumerate(cards)}
    sets = np.array([sum(place[card] for card in one) for one in sets_of_deck(cards)], dtype=np.int64)
    unions = fresh = np.zeros(1, dtype=np.int64)
    while len(fresh):
        both = fresh[:, None] | sets
        fits = np.bitwise_count(both) <= 7
        if not overlapping:
            fits &= fresh[:, None] & sets == 0
        fresh = np.setdiff1d(both[fits], unions)
        unions = np.union1d(unions, fresh)
    bound = [card for card in cards if is_ace_bound(card, ace)]
    hands = set()
    for union in unions.tolist():
        spare = [place[card] for card in bound if not union & place[card]]
        hands.update(union | sum(more) for more in combinations(spare, 7 - union.bit_count()))
    return len(hands)
