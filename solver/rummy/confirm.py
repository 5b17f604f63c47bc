"""Arrangements checked by the rules before they are returned: no candidate list is asked."""

from collections import Counter
from collections.abc import Sequence

from solver.answer import Group
from solver.errors import InternalError
from solver.rummy.cards import CODES, JOKER, is_wild, points_of
from solver.rummy.groups import PLACES
from solver.rummy.rules import Rules


def is_group(group: Group, wild: int, rules: Rules) -> bool:
    """Tell whether a group is what its kind says, each card standing for what it says (R1–R5)."""
    cards = [CODES[card] for card in group.cards]
    targets = [CODES[card] for card in group.stands_for]
    if len(cards) != len(targets) or any(target == JOKER for target in targets):
        return False
    if any(card != target and not is_wild(card, wild) for card, target in zip(cards, targets, strict=True)):
        return False
    natural = [
        card == target and _may_be_natural(card, wild, rules)
        for card, target in zip(cards, targets, strict=True)
    ]
    if group.kind == "pure":
        return all(natural) and (_is_run(targets) or _is_identical(targets, rules))
    if group.kind == "impure":
        return _is_run(targets) and _is_impure(cards, natural, wild, rules)
    if group.kind == "trio":
        return rules.sets == "trio" and _is_trio(cards, targets, sum(natural), rules)
    return group.kind == "set" and rules.sets == "distinct" and _is_distinct_set(targets, sum(natural))


def _may_be_natural(card: int, wild: int, rules: Rules) -> bool:
    """R2: a wild-rank card in its own place is natural, unless the rules say no."""
    return card != JOKER and (rules.wild_natural == "yes" or card % 13 != wild)


def _is_run(targets: Sequence[int]) -> bool:
    """R1: three or more consecutive cards of a suit, the ace low or high."""
    places = [target % 13 for target in targets]
    if places[-1] == 0 and len(places) > 1:
        places[-1] = PLACES - 1
    one_suit = len({target // 13 for target in targets}) == 1
    return one_suit and len(places) >= 3 and places == list(range(places[0], places[0] + len(places)))


def _is_identical(targets: Sequence[int], rules: Rules) -> bool:
    """R5: three of the exact same card."""
    return rules.identical == "pure" and len(targets) == 3 and len(set(targets)) == 1


def _is_impure(cards: Sequence[int], natural: Sequence[bool], wild: int, rules: Rules) -> bool:
    """R3: a wildcard stands in, not too many do, and naturals enough are there.

    A wild-rank card in its own place is read either way (R2).
    """
    either = sum(yes and is_wild(card, wild) for card, yes in zip(cards, natural, strict=True))
    stand_in = len(cards) - sum(natural)
    most = len(cards) if rules.max_wild == "any" else int(rules.max_wild)
    fewest = int(rules.min_natural)
    return any(
        1 <= stand_in + read <= most and len(cards) - stand_in - read >= fewest for read in range(either + 1)
    )


def _is_trio(cards: Sequence[int], targets: Sequence[int], natural: int, rules: Rules) -> bool:
    """R4: three of a rank, at most one a wildcard; R5: not three identical."""
    identical = len(set(cards)) == 1 and rules.identical == "pure"
    return (
        len(targets) == 3 and len({target % 13 for target in targets}) == 1 and natural >= 2 and not identical
    )


def _is_distinct_set(targets: Sequence[int], natural: int) -> bool:
    """R4 under ``sets=distinct``: three or four of a rank, suits differ, one natural at least."""
    ranks = {target % 13 for target in targets}
    return len(targets) in (3, 4) and len(ranks) == 1 and len(set(targets)) == len(targets) and natural >= 1


def counts_as_laid(groups: Sequence[Group], rules: Rules) -> bool:
    """Tell whether every group of a loser's arrangement counts (R7–R9)."""
    kinds = Counter(group.kind for group in groups)
    return all_count(kinds["pure"], kinds["impure"], kinds["trio"] + kinds["set"], rules)


def all_count(pure: int, impure: int, trios: int, rules: Rules) -> bool:
    """Tell whether so many groups of each kind all count in a loser's arrangement (R7–R9)."""
    two = pure >= 1 and pure + impure >= 2
    empty = not pure + impure + trios
    life = {"none": True, "pure": not impure or pure >= 1, "both": two or empty}[rules.life_gate]
    gate = {"pure+impure": pure >= 1 and impure >= 1, "two-sequences": two, "impure": impure >= 1}[
        rules.trio_gate
    ]
    return life and (gate or not trios) and _trios_within_limit(trios, rules)


def is_declaration(groups: Sequence[Group], rules: Rules) -> bool:
    """Tell whether groups that cover a hand are a declaration (R6, R7)."""
    pure = [len(group.cards) for group in groups if group.kind == "pure"]
    impure = [len(group.cards) for group in groups if group.kind == "impure"]
    trios = len(groups) - len(pure) - len(impure)
    return spans(pure, impure, rules) and _trios_within_limit(trios, rules)


def spans(pure: Sequence[int], impure: Sequence[int], rules: Rules) -> bool:
    """Tell whether sequences of these sizes hold a pure one and a second that span enough (R6)."""
    pairs = [(a, b) for at, a in enumerate(pure) for b in (*pure[at + 1 :], *impure)]
    if rules.span == "any":
        return bool(pairs)
    if rules.span == "life4":
        return any(max(pair) >= 4 for pair in pairs)
    return any(sum(pair) in (6, 7) for pair in pairs)


def _trios_within_limit(trios: int, rules: Rules) -> bool:
    return rules.max_trios == "any" or trios <= int(rules.max_trios)


def confirm(
    codes: Sequence[int],
    groups: Sequence[Group],
    loose: Sequence[int],
    wild: int,
    rules: Rules,
    *,
    declares: bool,
) -> int:
    """Check an arrangement that is about to be returned, and return its raw loose points.

    Raises
    ------
    InternalError
        If it breaks a rule, or is not exactly the cards: a fault of ours.
    """
    laid = [CODES[card] for group in groups for card in group.cards]
    whole = sorted([*laid, *loose]) == sorted(codes)
    sound = whole and all(is_group(group, wild, rules) for group in groups)
    if declares:
        sound = sound and not loose and is_declaration(groups, rules)
    else:
        sound = sound and counts_as_laid(groups, rules)
    if not sound:
        laid_out = " | ".join(map(str, groups))
        raise InternalError(f"the arrangement {laid_out!r} breaks the rules {rules.name}")
    return sum(points_of(code, wild) for code in loose)
