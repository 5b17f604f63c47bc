"""Melds laid out in cards: which wildcard goes where, what it stands for, and in which order."""

from collections.abc import Iterable, Sequence

from solver.answer import Group
from solver.rummy.cards import JOKER, NAMES, counts_of, is_wild
from solver.rummy.groups import KINDS, PLACES, Meld
from solver.rummy.rules import Rules


def lay_out(
    codes: Sequence[int], melds: Iterable[Meld], wild: int, rules: Rules
) -> tuple[tuple[Group, ...], tuple[int, ...]]:
    """Turn melds to groups of cards, and return the loose codes.

    Parameters
    ----------
    codes : sequence of int
        The cards, less the discard.
    melds : iterable of Meld
        Groups in values, which fit the cards.
    wild : int
        The wild rank, or -1.
    rules : Rules
        For R2, R4 and R5.

    Returns
    -------
    groups : tuple of Group
        In canonical order.
    loose : tuple of int
        Codes in no group, ascending.
    """
    left = counts_of(codes)
    melds = sorted(melds, key=lambda meld: meld.order)
    for meld in melds:
        for code in meld.naturals:
            left[code] -= 1
    laid = []
    for meld in melds:
        wilds = [_take_wild(left, wild, meld) for _ in range(meld.wilds)]
        laid.append(_run(meld, wilds) if meld.kind in ("pure", "impure") else _set(meld, wilds, wild, rules))
    loose = tuple(code for code, count in enumerate(left) for _ in range(count))
    return tuple(sorted(laid, key=_order)), loose


def _take_wild(left: list[int], wild: int, meld: Meld) -> int:
    """Take the first wildcard in canonical order, one that a set already holds only if it must."""
    wilds = [code for code, count in enumerate(left) if count and is_wild(code, wild)]
    code = min(wilds, key=lambda code: (meld.kind in ("trio", "set") and code in meld.naturals, code))
    left[code] -= 1
    return code


def _run(meld: Meld, wilds: list[int]) -> Group:
    """Lay out a sequence: vacant places inside are filled first, then the high end, then the low end."""
    if len(set(meld.naturals)) == 1 and meld.wilds == 0:
        cards = tuple(NAMES[code] for code in meld.naturals)
        return Group("pure", cards, cards)
    suit = meld.naturals[0] // 13
    places = sorted(_places([code % 13 for code in meld.naturals]))
    first = min(places[0], PLACES - meld.size)
    # the ace never stands at both ends (R1): 13 cards from the low ace end at the king
    places_run = range(first, first + meld.size)
    stand_in = iter(wilds)
    stands_for = tuple(NAMES[suit * 13 + place % 13] for place in places_run)
    cards = tuple(
        card if place in places else NAMES[next(stand_in)]
        for place, card in zip(places_run, stands_for, strict=True)
    )
    return Group(meld.kind, cards, stands_for)


def _places(ranks: list[int]) -> list[int]:
    """Return the places of the ranks in a run, with the ace where the run is shorter (R1)."""
    if 0 not in ranks or len(ranks) == 1:
        return ranks
    high = [rank or PLACES - 1 for rank in ranks]
    return high if max(high) - min(high) < max(ranks) - min(ranks) else ranks


def _set(meld: Meld, wilds: list[int], wild: int, rules: Rules) -> Group:
    """Lay out a trio or set: naturals, then wildcards for the first suits that are missing (R4)."""
    rank = meld.naturals[0] % 13
    naturals = list(meld.naturals)
    stand_in = []
    for code in wilds:
        own = code != JOKER and code % 13 == rank and rules.wild_natural == "yes"
        if own and (meld.kind == "trio" or code not in naturals):
            naturals.append(code)
        else:
            stand_in.append(code)
    naturals.sort()
    cards = tuple(NAMES[code] for code in (*naturals, *stand_in))
    if rules.identical == "pure" and len(set(cards)) == 1:
        return Group("pure", cards, cards)  # never a trio (R5)
    lacking = [code for code in range(rank, JOKER, 13) if code not in naturals]
    return Group(meld.kind, cards, tuple(NAMES[code] for code in (*naturals, *lacking[: len(stand_in)])))


def _order(group: Group) -> tuple[int, list[int]]:
    codes = [NAMES.index(card) for card in group.cards]
    return KINDS.index(group.kind), codes
