"""Why 13 cards cannot declare: what a person can check, and the fewest rules that stand in the way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver import cpsat
from solver.answer import Group
from solver.packing import AtLeast, Candidate, Gate, Packing
from solver.rummy.arrangements import Arrangement
from solver.rummy.cards import NAMES, is_wild
from solver.rummy.conditions import Conditions, imposed
from solver.rummy.groups import Meld, declaration_packing, loser_packing, melds_of
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules
from solver.verdict import listed

DROPS: dict[str, tuple[str, str]] = {
    "wild": ("R2", "no wild-rank card being natural"),
    "wildcards": ("R3", "the limits on the wildcards of a sequence"),
    "trio": ("R4", "the limits on trios: size, suits, wildcards"),
    "identical": ("R5", "three identical cards being no pure sequence"),
    "pure": ("R6", "the pure sequence that is asked for"),
    "second": ("R6", "the second sequence that is asked for"),
    "span": ("R6", "what two sequences have to cover together"),
    "trios": ("R7", "the limit on the number of trios"),
}
"""The conditions of a declaration that may be dropped: label, and what the condition says."""

_SIDES = 6
"""Most sets of dropped conditions that are named."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that keeps the hand from declaring.

    Attributes
    ----------
    rule : str
        The label of the rule that asks for more.
    message : str
        The fact, in words.
    """

    rule: str
    message: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"rule": self.rule, "message": self.message}


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A smallest set of conditions without which the hand would declare.

    Attributes
    ----------
    dropped : tuple of str
        Keys of `DROPS`, in their order.
    groups : tuple of Group
        A grouping of all 13 cards that breaks no other condition.
    """

    dropped: tuple[str, ...]
    groups: tuple[Group, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The labels."""
        return tuple(dict.fromkeys(DROPS[key][0] for key in self.dropped))

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """What each dropped condition says, and its label."""
        return tuple((DROPS[key][1], DROPS[key][0]) for key in self.dropped)

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "rules": list(self.rules),
            "dropped": list(self.dropped),
            "conditions": [DROPS[key][1] for key in self.dropped],
            "groups": [group.to_json() for group in self.groups],
        }


def reasons(codes: Sequence[int], wild: int, rules: Rules) -> tuple[Reason, ...]:
    """Return the plain facts that keep 13 cards from declaring; none of them need hold."""
    melds = melds_of(codes, wild, rules)
    useful = {code for meld in melds for code in meld.naturals}
    if any(meld.wilds for meld in melds):
        useful |= {code for code in codes if is_wild(code, wild)}
    useless = [NAMES[code] for code in sorted(set(codes) - useful)]
    found = []
    if not any(meld.kind == "pure" for meld in melds):
        found.append(Reason("R6", "no pure sequence: no three consecutive cards of a suit"))
    elif not _two_sequences(codes, wild, rules, melds):
        found.append(Reason("R6", "no second sequence beside a pure one"))
    if useless:
        fits = "fits" if len(useless) == 1 else "fit"
        found.append(Reason("R6", f"{listed(useless)} {fits} in no group of these cards"))
    return tuple(found)


def _two_sequences(codes: Sequence[int], wild: int, rules: Rules, melds: Sequence[Meld]) -> bool:
    packing = loser_packing(codes, wild, rules, melds)
    gate = Gate(None, ((AtLeast("pure"), AtLeast("sequence", 2)),))
    return cpsat.best(replace(packing, gates=(gate,), limits={})) is not None


def most_covered(codes: Sequence[int], wild: int, rules: Rules, conditions: Conditions) -> Arrangement | None:
    """Return groups that cover the most of 13 cards, by what a group is alone (R1–R5).

    Raw points of what they leave are those of the loose cards. None if the conditions cannot be met.
    """
    melds = melds_of(codes, wild, rules)
    packing = loser_packing(codes, wild, rules, melds)
    candidates = tuple(replace(candidate, points=0) for candidate in packing.candidates)
    bare = replace(packing, candidates=candidates, gates=(), limits={})
    bound = imposed(bare, melds, codes, wild, conditions)
    choice = None if bound is None else cpsat.best(bound)
    if choice is None:
        return None
    groups, loose = lay_out(codes, [melds[at] for at in choice.chosen], wild, rules)
    return Arrangement(groups, tuple(NAMES[code] for code in loose), choice.points)


def obstacles(codes: Sequence[int], wild: int, rules: Rules) -> tuple[Obstacle, ...]:
    """Return the smallest sets of conditions without which 13 cards would declare.

    All of the smallest size, up to six, in the order of the conditions; empty if no relaxation helps. Where
    two sequences are there and dropping either of ``second`` and ``span`` helps, ``span`` is named.

    >>> from solver.rummy.text import parse_hand
    >>> hand = parse_hand("4H 5H 6H 7H 8H 3C 4C 5C 6C 7C QS QD QH")
    >>> [(one.dropped, one.rules) for one in obstacles(hand.codes, -1, Rules())]
    [(('span',), ('R6',))]
    """
    problem = _Relaxed(codes, wild, rules)
    found: list[Obstacle] = []
    # at most two trios lie beside two sequences, so the limit alone never decides
    for free in (False, True):
        if free and rules.max_trios == "any":
            break
        size = min((len(one.dropped) for one in found), default=len(DROPS))
        for obstacle in problem.smallest(free=free, at_most=size):
            if all(set(one.dropped) != set(obstacle.dropped) for one in found):
                found.append(obstacle)
    size = min((len(one.dropped) for one in found), default=0)
    order = list(DROPS)
    # without a second sequence there is nothing to span; where there are two, the span is what is in the way
    spanned = {frozenset(one.dropped) for one in found if "span" in one.dropped}
    smallest = [
        one
        for one in found
        if len(one.dropped) == size
        and frozenset({*one.dropped} - {"second"} | {"span"}) not in spanned - {frozenset(one.dropped)}
    ]
    return tuple(sorted(smallest, key=lambda one: [order.index(key) for key in one.dropped])[:_SIDES])


class _Relaxed:
    """The declaration of a hand as a cover, with a candidate for every condition that may be dropped."""

    def __init__(self, codes: Sequence[int], wild: int, rules: Rules) -> None:
        self.codes, self.wild, self.rules = codes, wild, rules
        self.melds, self.breaks = _all_melds(codes, wild, rules)
        self.packing = self._packing()

    def _packing(self) -> Packing:
        base = declaration_packing(self.codes, self.wild, self.rules, self.melds)
        first = len(base.capacities)
        tagged = [
            replace(candidate, tags=candidate.tags | {f"breaks {key}" for key in keys})
            for candidate, keys in zip(base.candidates, self.breaks, strict=True)
        ]
        drops = [
            Candidate(((first + at, 1),), 0, 0, frozenset({"drop", f"drop {key}"}))
            for at, key in enumerate(DROPS)
            if key != "trios"
        ]
        broken = sorted({key for keys in self.breaks for key in keys})
        guards = [Gate(f"breaks {key}", ((AtLeast(f"drop {key}"),),)) for key in broken]
        return replace(
            base,
            capacities=(*base.capacities, *(1 for _ in drops)),
            slack=base.slack | frozenset(range(first, first + len(drops))),
            candidates=(*tagged, *drops),
            gates=(_sequences_gate(base.gates[0]), *guards),
            fewest="drop",
        )

    def smallest(self, *, free: bool, at_most: int) -> list[Obstacle]:
        """Return the smallest sets of drops, one cover each; with `free` the limit of trios is dropped."""
        packing = replace(self.packing, limits={}) if free else self.packing
        found: list[Obstacle] = []
        while len(found) < _SIDES:
            choice = cpsat.best(packing)
            if choice is None:
                break
            chosen = [at - len(self.melds) for at in choice.chosen if at >= len(self.melds)]
            dropped = tuple(key for at, key in enumerate(DROPS) if at in chosen) + ("trios",) * free
            if len(dropped) > (len(found[0].dropped) if found else at_most) or not dropped:
                break
            melds = [self.melds[at] for at in choice.chosen if at < len(self.melds)]
            groups, _ = lay_out(self.codes, melds, self.wild, self.rules)
            found.append(Obstacle(dropped, groups))
            packing = self._without(packing, chosen, len(found))
            if not chosen:
                break
        return found

    def _without(self, packing: Packing, chosen: Sequence[int], number: int) -> Packing:
        """Forbid a set of drops, so that the next one is another."""
        tag = f"not again {number}"
        candidates = list(packing.candidates)
        for at in chosen:
            drop = candidates[len(self.melds) + at]
            candidates[len(self.melds) + at] = replace(drop, tags=drop.tags | {tag})
        limits = {**packing.limits, tag: len(chosen) - 1}
        return replace(packing, candidates=tuple(candidates), limits=limits)


def _sequences_gate(span: Gate) -> Gate:
    """Return R6 with each of its three conditions dropped at the price of a candidate.

    Without "pure" any two sequences may span; without "second" there is nothing to span.
    """
    pure, second, any_span = AtLeast("drop pure"), AtLeast("drop second"), AtLeast("drop span")
    spanning = {
        "short": (AtLeast("sequence 3"), AtLeast("short", 2)),
        "long": (AtLeast("sequence", 2), AtLeast("long")),
    }
    tags = {condition.tag for way in span.alternatives for condition in way}
    impure_ways: list[tuple[AtLeast, ...]] = [way for tag, way in spanning.items() if tag in tags] or [
        (AtLeast("sequence", 2),)
    ]
    ways = [
        *span.alternatives,
        *((pure, *way) for way in impure_ways),
        (any_span, AtLeast("pure"), AtLeast("sequence", 2)),
        (pure, any_span, AtLeast("sequence", 2)),
        (second, AtLeast("pure")),
        (pure, second),
    ]
    return Gate(None, tuple(ways))


def _all_melds(codes: Sequence[int], wild: int, rules: Rules) -> tuple[list[Meld], list[frozenset[str]]]:
    """Return every group of the loosest rules, and the conditions that each breaks."""
    found: dict[tuple[str, tuple[int, ...], int], Meld] = {}
    for sets, identical in (("trio", "pure"), ("trio", "no"), ("distinct", "pure")):
        loose = replace(
            rules, wild_natural="yes", max_wild="any", min_natural="1", sets=sets, identical=identical
        )
        for meld in melds_of(codes, wild, loose):
            sort = "trio" if meld.kind == "set" else meld.kind
            found.setdefault((sort, meld.naturals, meld.wilds), meld)
    melds = sorted(found.values(), key=lambda meld: meld.order)
    kept = [meld for meld in melds if not _never(meld, rules)]
    return kept, [_broken(meld, wild, rules) for meld in kept]


def _never(meld: Meld, rules: Rules) -> bool:
    """Tell whether a meld is no group of its kind: three identical cards are no trio where they are pure."""
    identical = len(set(meld.naturals)) == 1 and len(meld.naturals) == 3
    return identical and meld.kind == "trio" and rules.identical == "pure"


def _broken(meld: Meld, wild: int, rules: Rules) -> frozenset[str]:
    broken = set()
    if rules.wild_natural == "no" and any(is_wild(code, wild) for code in meld.naturals):
        broken.add("wild")
    if meld.kind == "impure":
        too_many = rules.max_wild != "any" and meld.wilds > int(rules.max_wild)
        if too_many or len(meld.naturals) < int(rules.min_natural):
            broken.add("wildcards")
    elif meld.kind == "pure":
        if len(set(meld.naturals)) == 1 and rules.identical == "no":
            broken.add("identical")
    else:
        distinct = len(set(meld.naturals)) == len(meld.naturals)
        trio = meld.size == 3 and meld.wilds <= 1
        if not (trio if rules.sets == "trio" else distinct):
            broken.add("trio")
    return frozenset(broken)
