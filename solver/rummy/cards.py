"""Cards of the thirteen-card rummy: codes, points, and text in and out.

A code is ``suit * 13 + rank`` with suits in the order S H D C and ranks A 2 … Q K from 0;
52 is a printed joker. Codes sort in the canonical order of the contract.
"""

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = "A23456789TJQK"
JOKER = 52
JOKER_NAME = "JK"
MAX_DECKS = 3
HAND_SIZE = 13

RANK_POINTS = (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Loose points of a natural card by rank (A K Q J T 10, else face value); a wildcard counts 0."""

NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER_NAME)
"""The text of each code, by code."""

CODES = {name: code for code, name in enumerate(NAMES)}


def suit_of(code: int) -> int:
    """Return the suit 0–3 (S H D C) of a code below 52."""
    return code // 13


def rank_of(code: int) -> int:
    """Return the rank 0–12 (A … K) of a code below 52."""
    return code % 13


def is_wild(code: int, wild: int) -> bool:
    """Tell whether a code is a wildcard when rank `wild` (-1: none) is wild (R11)."""
    return code == JOKER or code % 13 == wild


def points_of(code: int, wild: int) -> int:
    """Return the loose points of a code when rank `wild` (-1: none) is wild."""
    return 0 if is_wild(code, wild) else RANK_POINTS[code % 13]


def counts_of(codes: Iterable[int]) -> list[int]:
    """Return how many of each of the 53 codes there are."""
    counts = [0] * 53
    for code in codes:
        counts[code] += 1
    return counts


def text_of(codes: Sequence[int]) -> str:
    """Return the codes as text, in the order given.

    >>> text_of([16, 8, 52])
    '4H 9S JK'
    """
    return " ".join(NAMES[code] for code in codes)


def without(codes: tuple[int, ...], code: int) -> tuple[int, ...]:
    """Return the codes less one copy of `code`."""
    at = codes.index(code)
    return codes[:at] + codes[at + 1 :]
