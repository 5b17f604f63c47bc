"""The naive checker for thirteen-card rummy: every subset of the hand is judged by the rules' words.

Exact for every option, any number of wildcards and any number of decks.  The words themselves are in
``bruteforce_rummy_words``, the search over subsets in ``bruteforce_rummy_tables``; this module asks the
questions, and all names are to be had from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bruteforce_rummy_tables import Group, Hand, Least, groups_in
from bruteforce_rummy_words import (
    DEFAULTS,
    JOKER,
    OPTION_WORDS,
    PRESETS,
    RANKS,
    SUITS,
    Options,
    all_counted,
    capped,
    cards_of,
    complete,
    is_declaration,
    is_wildcard,
    judge_arrangement,
    judge_declaration,
    judge_group,
    laid_points,
    points,
    rules,
    wild_rank,
)

__all__ = [
    "DEFAULTS",
    "JOKER",
    "OPTION_WORDS",
    "PRESETS",
    "RANKS",
    "SUITS",
    "Answer",
    "Draws",
    "Least",
    "Options",
    "all_counted",
    "arrangements",
    "best_arrangements",
    "capped",
    "cards_of",
    "complete",
    "declarations",
    "declares",
    "discards",
    "draws",
    "folds",
    "groups_in",
    "is_declaration",
    "is_wildcard",
    "judge_arrangement",
    "judge_declaration",
    "judge_group",
    "laid_points",
    "least",
    "least_after_discard",
    "points",
    "rules",
    "solve",
    "wild_rank",
]


class Answer(NamedTuple):
    """Everything about a hand of 13 or 14 cards; ``folds`` and ``discards`` are None for 13."""

    declare: bool
    raw: int
    penalty: int
    loose: int
    folds: frozenset[str] | None
    discards: frozenset[str] | None


class Draws(NamedTuple):
    """What the next card from the stock brings, over all unseen cards."""

    unseen: int
    expected_penalty: float
    declare_copies: int
    declare_cards: list[str]


# --- questions about a hand ---------------------------------------------------------------------------------


def least(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> Least:
    """Return the least loose points of a hand of 13 cards (any number up to 14 is taken as it is)."""
    one = Hand(hand, wild, options)
    return one.least(one.full)


def declares(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> bool:
    """Whether a hand of 13 cards can declare (R6, R7)."""
    one = Hand(hand, wild, options)
    assert len(one.cards) == 13
    return one.declares(one.full)


def folds(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> frozenset[str]:
    """Return every card that a hand of 14 may fold to declare (R15)."""
    one = Hand(hand, wild, options)
    assert len(one.cards) == 14
    return frozenset(card for card, rest in one.without() if one.declares(rest))


def discards(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> dict[str, Least]:
    """Return, for each card of a hand of 14, the least that is left when it is discarded."""
    one = Hand(hand, wild, options)
    return {card: one.least(rest) for card, rest in one.without()}


def least_after_discard(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> Least:
    """Return the least loose points of 14 cards after the best discard, fewest loose cards among equals."""
    return min(discards(hand, wild, options).values())


def solve(hand: str | Sequence[str], wild: str | None, options: Options | None = None) -> Answer:
    """Return everything about a hand of 13 or 14 cards; for 14, points are those after the best discard."""
    one = Hand(hand, wild, options)
    if len(one.cards) == 13:
        return Answer(one.declares(one.full), *one.least(one.full), None, None)
    assert len(one.cards) == 14
    left = {card: one.least(rest) for card, rest in one.without()}
    may_fold = frozenset(card for card, rest in one.without() if one.declares(rest))
    best = min(left.values())
    return Answer(bool(may_fold), *best, may_fold, frozenset(card for card in left if left[card] == best))


def draws(
    hand: str | Sequence[str],
    wild: str | None,
    decks: int,
    options: Options | None = None,
    *,
    gone: str | Sequence[str] = (),
) -> Draws:
    """Return what drawing from the stock brings to 13 cards, over every unseen card.

    Unseen are the decks less the hand, the Wild Card shown if its suit is known or it is a printed joker, and
    the cards ``gone``.  A card that lets the hand declare counts 0, any other the least after a discard.
    """
    cards = cards_of(hand)
    unseen = [rank + suit for suit in SUITS for rank in RANKS] * decks + [JOKER] * (2 * decks)
    shown = [wild] if wild is not None and wild != "none" and len(wild) == 2 else []
    for card in [*cards, *shown, *cards_of(gone)]:
        unseen.remove(card)
    total, copies, helpful = 0, 0, []
    for card in sorted(set(unseen)):
        number = unseen.count(card)
        answer = solve([*cards, card], wild, options)
        if answer.declare:
            copies += number
            helpful.append(card)
        else:
            total += number * answer.penalty
    return Draws(len(unseen), total / len(unseen), copies, helpful)


# --- every arrangement, one by one --------------------------------------------------------------------------


def arrangements(
    hand: str | Sequence[str], wild: str | None, options: Options | None = None
) -> Iterator[tuple[list[Group], Group]]:
    """Yield every way to lay the hand as disjoint groups and loose cards, counted or not.

    The number of ways explodes with long runs and wildcards: for hands with few groups.
    """
    cards = cards_of(hand)
    masks = [mask for mask, _ in groups_in(cards, wild, options)]

    def lay(left: int, loose: int) -> Iterator[tuple[list[int], int]]:
        if left == 0:
            yield [], loose
            return
        top = 1 << (left.bit_length() - 1)
        yield from lay(left ^ top, loose | top)
        for mask in masks:
            if mask & top and mask & left == mask:
                for groups, rest in lay(left ^ mask, loose):
                    yield [mask, *groups], rest

    def taken(mask: int) -> Group:
        return tuple(card for place, card in enumerate(cards) if mask >> place & 1)

    for groups, rest in lay((1 << len(cards)) - 1, 0):
        yield [taken(mask) for mask in groups], taken(rest)


def best_arrangements(
    hand: str | Sequence[str], wild: str | None, options: Options | None = None
) -> frozenset[tuple[tuple[Group, ...], Group]]:
    """Return all arrangements with the fewest points, then the fewest loose cards, as sorted card tuples."""
    found: dict[tuple[int, int], set[tuple[tuple[Group, ...], Group]]] = {}
    for groups, loose in arrangements(hand, wild, options):
        total = judge_arrangement(groups, loose, wild, options)
        if total is not None:
            laid = tuple(sorted(tuple(sorted(group)) for group in groups))
            found.setdefault((total, len(loose)), set()).add((laid, tuple(sorted(loose))))
    return frozenset(found[min(found)])


def declarations(
    hand: str | Sequence[str], wild: str | None, options: Options | None = None
) -> frozenset[tuple[Group, ...]]:
    """Return every grouping of 13 cards that is a declaration, as sorted card tuples."""
    return frozenset(
        tuple(sorted(tuple(sorted(group)) for group in groups))
        for groups, loose in arrangements(hand, wild, options)
        if not loose and judge_declaration(groups, wild, options)
    )
