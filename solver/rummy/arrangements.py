"""All declarations and all best arrangements of 13 cards, listed by CP-SAT, each once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver import cpsat
from solver.answer import Group
from solver.packing import Choice, Packing
from solver.rummy import walk
from solver.rummy.cards import CODES, JOKER, NAMES, is_wild, points_of
from solver.rummy.conditions import Conditions, imposed
from solver.rummy.confirm import all_count, confirm
from solver.rummy.groups import Meld, declaration_packing, loser_packing, melds_of
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class Need:
    """A card that would take in loose cards of an arrangement whose groups stay.

    Attributes
    ----------
    cards : tuple of str
        Cards of equal effect, in canonical order.
    copies : int
        How many of them are unseen.
    group : Group
        The group that comes to be.
    points : int
        Raw loose points that are left then, before a discard.
    """

    cards: tuple[str, ...]
    copies: int
    group: Group
    points: int

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "cards": list(self.cards),
            "copies": self.copies,
            "group": self.group.to_json(),
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Groups and loose cards of a hand, with raw loose points and what it needs next."""

    groups: tuple[Group, ...]
    loose: tuple[str, ...]
    points: int
    needs: tuple[Need, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "groups": [group.to_json() for group in self.groups],
            "loose": list(self.loose),
            "points": self.points,
            "needs": [need.to_json() for need in self.needs],
        }


@dataclass(frozen=True, slots=True)
class Listing:
    """Arrangements that essentially differ, in canonical order.

    Attributes
    ----------
    found : tuple of Arrangement
        Two that differ only in which wildcard stands where count as one.
    complete : bool
        Whether it is proved that there are no others; else the list was cut.
    """

    found: tuple[Arrangement, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "count": len(self.found),
            "complete": self.complete,
            "found": [one.to_json() for one in self.found],
        }


def all_melds(codes: Sequence[int], wild: int, rules: Rules) -> list[Meld]:
    """Return every group that the cards allow, runs of any length among them."""
    if rules.max_wild == "any":
        return melds_of(codes, wild, rules)
    most = int(rules.max_wild)
    melds = melds_of(codes, wild, replace(rules, max_wild="any"))
    return [meld for meld in melds if meld.kind != "impure" or meld.wilds <= most]


def declarations(codes: Sequence[int], wild: int, rules: Rules, conditions: Conditions, most: int) -> Listing:
    """Return the declarations of 13 cards (R6, R7), up to `most`."""
    if not walk.declares(tuple(codes), wild, rules):
        return Listing((), True)
    melds = all_melds(codes, wild, rules)
    packing = declaration_packing(codes, wild, rules, melds)
    return _listing(codes, wild, rules, conditions, melds, packing, most)


def best_arrangements(
    codes: Sequence[int], wild: int, rules: Rules, conditions: Conditions, most: int
) -> Listing:
    """Return the arrangements of 13 cards with the least loose points, then fewest loose cards."""
    melds = all_melds(codes, wild, rules)
    packing = loser_packing(codes, wild, rules, melds)
    return _listing(codes, wild, rules, conditions, melds, packing, most)


def _listing(
    codes: Sequence[int],
    wild: int,
    rules: Rules,
    conditions: Conditions,
    melds: Sequence[Meld],
    packing: Packing,
    most: int,
) -> Listing:
    bound = imposed(packing, melds, codes, wild, conditions)
    if bound is None:
        return Listing((), True)
    least = None if conditions else _least(codes, wild, rules, packing)
    if least is not None and least.cards == 0:
        bound = replace(bound, cover=True)  # nothing is loose: easier to search as a cover
    # choices that differ only in readings of wildcards fall together below
    choices, complete = cpsat.every(bound, most=8 * most, least=least)
    found: dict[tuple[object, ...], tuple[Meld, ...]] = {}
    for choice in choices:
        chosen = tuple(melds[at] for at in choice.chosen)
        key = tuple(sorted(_essence(meld, wild) for meld in chosen))
        if key not in found or _kinds(chosen) < _kinds(found[key]):
            found[key] = chosen
    laid = [_laid(codes, chosen, wild, rules, declares=packing.cover) for chosen in found.values()]
    laid.sort(key=_order)
    return Listing(tuple(laid[:most]), complete and len(laid) <= most)


def _least(codes: Sequence[int], wild: int, rules: Rules, packing: Packing) -> Choice:
    """Return what is left of the cards at least, without a look at which groups are chosen."""
    if packing.cover:
        return Choice((), 0, 0)
    melds = walk.least(tuple(codes), wild, rules)
    saved = sum(points_of(code, wild) for meld in melds for code in meld.naturals)
    return Choice((), packing.points - saved, packing.cards - sum(meld.size for meld in melds))


def _essence(meld: Meld, wild: int) -> tuple[tuple[int, ...], int]:
    """Return the cards of a group that are no wildcards, and how many wildcards are with them."""
    plain = tuple(code for code in meld.naturals if not is_wild(code, wild))
    return plain, meld.size - len(plain)


def _kinds(melds: Iterable[Meld]) -> list[tuple[int, tuple[int, ...], int]]:
    return sorted(meld.order for meld in melds)


def _laid(
    codes: Sequence[int], melds: Iterable[Meld], wild: int, rules: Rules, *, declares: bool
) -> Arrangement:
    groups, loose = lay_out(codes, melds, wild, rules)
    points = confirm(codes, groups, loose, wild, rules, declares=declares)
    return Arrangement(groups, tuple(NAMES[code] for code in loose), points)


def _order(arrangement: Arrangement) -> tuple[list[tuple[str, list[int]]], list[int]]:
    """Canonical order: by the groups, each by kind and cards, then by the loose cards."""
    groups = [(group.kind, [CODES[card] for card in group.cards]) for group in arrangement.groups]
    return groups, [CODES[card] for card in arrangement.loose]


def with_needs(arrangement: Arrangement, wild: int, rules: Rules, unseen: Sequence[int]) -> Arrangement:
    """Return the arrangement with the unseen cards that would take in some of its loose cards.

    Parameters
    ----------
    arrangement : Arrangement
        With all its groups counting.
    wild : int
        The wild rank, or -1.
    rules : Rules
        The rules.
    unseen : sequence of int, length 53
        Copies by code that are neither in the hand nor shown.
    """
    loose = [CODES[card] for card in arrangement.loose]
    if not loose:
        return arrangement
    best: dict[int, tuple[int, Group]] = {}
    near = _near(loose)
    joker = _best_gain(arrangement, loose, JOKER, wild, rules)
    for code in range(len(NAMES)):
        if unseen[code] and (code in near or is_wild(code, wild)):
            # a wild-rank card that is not near in its own place is as good as a joker
            found = _best_gain(arrangement, loose, code, wild, rules) if code in near else joker
            if found is not None:
                best[code] = found
    together: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    for code, (points, group) in sorted(best.items()):
        same = tuple(
            "?" if card == NAMES[code] or is_wild(CODES[card], wild) else card for card in group.cards
        )
        together.setdefault((points, same), []).append(code)
    needs = [
        Need(
            tuple(NAMES[code] for code in cards),
            sum(unseen[code] for code in cards),
            best[cards[0]][1],
            points,
        )
        for (points, _), cards in together.items()
    ]
    needs.sort(key=lambda need: (need.points, -need.copies, CODES[need.cards[0]]))
    return replace(arrangement, needs=tuple(needs))


def _near(loose: Sequence[int]) -> set[int]:
    """Return the codes that could join loose cards as naturals: near in a suit, or of a rank."""
    near: set[int] = set()
    for code in loose:
        if code != JOKER:
            suit, rank = divmod(code, 13)
            near |= {suit * 13 + (rank + step) % 13 for step in range(-2, 3)}
            near |= set(range(rank, JOKER, 13))
    return near


def _best_gain(
    arrangement: Arrangement, loose: list[int], code: int, wild: int, rules: Rules
) -> tuple[int, Group] | None:
    """Return the least points with one more card, and the group that it then makes, if it helps."""
    best: tuple[int, Group] | None = None
    for old in (None, *arrangement.groups):
        if old is not None and not _may_grow(old, code, wild, rules):
            continue
        kinds = _kinds_that_count([group for group in arrangement.groups if group is not old], rules)
        if not kinds:
            continue
        mine = [] if old is None else [CODES[card] for card in old.cards]
        near = [card for card in loose if _may_meet(card, code, mine, wild)]
        saved = sum([points_of(card, wild) for card in (*mine, code)])
        for meld in all_melds([*mine, *near, code], wild, rules):
            points = arrangement.points + saved - sum([points_of(card, wild) for card in meld.naturals])
            if points >= (arrangement.points if best is None else best[0]):
                continue
            groups, left = lay_out([*mine, *near, code], [meld], wild, rules)
            if Counter(left) - Counter(near):
                continue  # a card of the old group, or the new one, is left
            if _sort(groups[0]) in kinds:
                best = points, groups[0]
    return best


def _kinds_that_count(others: Sequence[Group], rules: Rules) -> list[str]:
    """Return the kinds of which one more group counts beside others, and they beside it (R7–R9)."""
    counts = Counter(_sort(group) for group in others)
    found = []
    for kind in ("pure", "impure", "trio"):
        more = counts + Counter([kind])
        if all_count(more["pure"], more["impure"], more["trio"], rules):
            found.append(kind)
    return found


def _may_meet(card: int, code: int, mine: Sequence[int], wild: int) -> bool:
    """Tell whether a loose card could be in one group with a new card and those of an old group."""
    plain = [one for one in (*mine, code) if not is_wild(one, wild)]
    return is_wild(card, wild) or all(one // 13 == card // 13 or one % 13 == card % 13 for one in plain)


def _may_grow(group: Group, code: int, wild: int, rules: Rules) -> bool:
    """Tell whether a group could take a card at all: a trio is full, and a sequence has one suit."""
    if _sort(group) == "trio":
        return rules.sets == "distinct"
    return is_wild(code, wild) or CODES[group.stands_for[0]] // 13 == code // 13


def _sort(group: Group) -> str:
    return "trio" if group.kind == "set" else group.kind
