"""Sets laid out in cards, with the groups of ace-bound cards and of the Excuse beside them."""

from collections.abc import Iterable, Sequence

from solver.answer import Group
from solver.bharg.cards import EXCUSE, NAMES, is_bound_by_ace


def lay_out(
    codes: Sequence[int], sets: Iterable[tuple[int, ...]], ace: int
) -> tuple[tuple[Group, ...], tuple[int, ...]]:
    """Turn sets to groups of cards, add what is bound without a set, and return the loose codes.

    Parameters
    ----------
    codes : sequence of int
        The cards, less the discard, ascending.
    sets : iterable of tuple of int
        Sets among them; a card of two sets is listed in the first, and shared by the other.
    ace : int
        The suit on top of the Ace Pile, or -1.

    Returns
    -------
    groups : tuple of Group
        Sets, then one group of all ace-bound cards in no set (B3), then the Excuse (B5).
    loose : tuple of int
        The codes in no group, ascending.
    """
    groups = []
    listed: set[int] = set()
    for cards in sorted(sets):
        own = [code for code in cards if code not in listed]
        groups.append(_group("set", own, [code for code in cards if code in listed]))
        listed.update(cards)
    left = [code for code in codes if code not in listed]
    bound = [code for code in left if is_bound_by_ace(code, ace)]
    if bound:
        groups.append(_group("ace", bound))
    if EXCUSE in left:
        groups.append(_group("excuse", [EXCUSE]))
    return tuple(groups), tuple(code for code in left if code not in bound and code != EXCUSE)


def _group(kind: str, codes: Iterable[int], shared: Iterable[int] = ()) -> Group:
    cards = tuple(NAMES[code] for code in codes)
    return Group(kind, cards, cards, tuple(NAMES[code] for code in shared))
