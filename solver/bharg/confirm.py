"""Arrangements checked by the rules before they are returned: no candidate list is asked."""

from collections.abc import Sequence

from solver.answer import Group
from solver.bharg.cards import CODES, NAMES, POINTS, SUITS
from solver.bharg.rules import Rules
from solver.errors import InternalError


def is_group(group: Group, ace: int) -> bool:
    """Tell whether a group is what its kind says (B1, B3, B5)."""
    if group.kind == "set":
        return is_set((*group.cards, *group.shared))
    if group.kind == "ace":
        return ace >= 0 and not group.shared and all(SUITS[ace] in card[1:] for card in group.cards)
    return group.kind == "excuse" and group.cards == ("E",) and not group.shared


def is_set(cards: Sequence[str]) -> bool:
    """Tell whether cards are a set: three or more that show each suit exactly once (B1).

    >>> is_set(["2MK", "2SY", "2WL"]), is_set(["PSWK", "CMLY"])
    (True, False)
    """
    shown = "".join(card[1:] for card in cards)
    return len(cards) >= 3 and sorted(shown) == sorted(SUITS) and "E" not in cards


def may_overlap(groups: Sequence[Group], rules: Rules) -> bool:
    """Tell whether sets share cards only as the rules let them (B2).

    A shared card must be listed by an earlier set, and only overlapping sets may share.
    """
    listed: set[str] = set()
    for group in groups:
        if group.shared and (rules.sets != "overlapping" or not listed.issuperset(group.shared)):
            return False
        if group.kind == "set":
            listed.update(group.cards)
    return True


def confirm(
    codes: Sequence[int], groups: Sequence[Group], loose: Sequence[int], ace: int, rules: Rules
) -> int:
    """Check an arrangement that is about to be returned, and return its loose points (B7).

    Raises
    ------
    InternalError
        If it breaks a rule, or is not exactly the cards: a fault of ours.
    """
    laid = [CODES[card] for group in groups for card in group.cards]
    whole = sorted([*laid, *loose]) == sorted(codes)
    open_cards = all(code != CODES["E"] and (ace < 0 or SUITS[ace] not in NAMES[code][1:]) for code in loose)
    sound = whole and open_cards and may_overlap(groups, rules)
    if not sound or not all(is_group(group, ace) for group in groups):
        laid_out = " | ".join(map(str, groups))
        raise InternalError(f"the arrangement {laid_out!r} breaks the rules {rules.name}")
    return sum(POINTS[code] for code in loose)
