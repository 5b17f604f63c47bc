"""The least of 7 cards in plain Python: so few sets fit in a hand that looking at all is fastest."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from solver.bharg.cards import POINTS
from solver.bharg.groups import Found, fewest_sets, needs_set, sets_of
from solver.bharg.rules import Rules


def least(codes: Sequence[int], ace: int, rules: Rules) -> Found:
    """Return the arrangement of 7 cards with the fewest loose points, then cards, then sets.

    Parameters
    ----------
    codes : sequence of int
        7 ascending codes.
    ace : int
        The suit on top of the Ace Pile, or -1.
    rules : Rules
        Whether sets may overlap (B2).
    """
    open_cards = {code for code in codes if needs_set(code, ace)}
    useful = [cards for cards in sets_of(codes) if not open_cards.isdisjoint(cards)]
    if rules.sets == "overlapping":
        chosen = fewest_sets(useful, ace)
    else:
        chosen = min(_disjoint(useful), key=lambda sets: _loose(open_cards, sets))
    points, cards = _loose(open_cards, chosen)
    return Found(chosen, points, cards)


def _disjoint(sets: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every choice of disjoint sets, fewest first; 7 cards hold two at most."""
    yield ()
    for cards in sets:
        yield (cards,)
    for first, second in combinations(sets, 2):
        if set(first).isdisjoint(second):
            yield (first, second)


def _loose(open_cards: set[int], sets: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Return points and number of the cards that the sets leave open (B7)."""
    left = open_cards.difference(*sets)
    return sum(POINTS[code] for code in left), len(left)
