"""Explanations of rummy hands: obstacles, listings, conditions and comparisons, against the naive checker."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import combinations
from random import Random

import bruteforce_hands as hands
import bruteforce_rummy as naive
import pytest

from solver.errors import HandError
from solver.rummy.arrangements import best_arrangements, declarations
from solver.rummy.compare import compare
from solver.rummy.conditions import Conditions, read_conditions
from solver.rummy.explain import explain
from solver.rummy.reasons import DROPS, most_covered, obstacles
from solver.rummy.rules import PRESETS, Rules, parse_rules
from solver.rummy.solve import solve
from solver.rummy.text import parse_hand, parse_wild

KINGS = "4H 5H 6H 9C TC JK KS KD KH KC 2D 2S 2C"
FIVES = "4H 5H 6H 7H 8H 3C 4C 5C 6C 7C QS QD QH"
FAR = "AS 3S 7S JS 2H 6H 9H 4D 8D QD 5C KC TC"
DECLARES = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"


def deals(seed: int, count: int, most_wild: int = 3) -> Iterator[tuple[list[str], str, dict[str, str]]]:
    """Yield hands, most of them rich, with a Wild Card and options, and not too many wildcards."""
    rng = Random(seed)
    while count:
        wild, decks = hands.random_wild(rng), rng.choice([1, 2, 3])
        make = hands.rich_rummy if rng.random() < 0.8 else hands.random_rummy
        hand = make(rng, wild=wild, decks=decks)
        presets = [{}, *naive.PRESETS.values()]
        options = rng.choice([*presets, hands.random_options(rng)])
        if sum(naive.is_wildcard(card, wild, options) for card in hand) <= most_wild:
            count -= 1
            yield hand, wild, options


# --- reasons ------------------------------------------------------------------------------------------------


def groups_without(
    hand: list[str], wild: str, options: dict[str, str], dropped: Collection[str]
) -> dict[int, set[str]]:
    """Return the groups of a hand, by positions, with some conditions on groups dropped."""
    loose = naive.complete(options)
    if "wild" in dropped:
        loose["wild_natural"] = "yes"
    if "wildcards" in dropped:
        loose |= {"max_wild": "any", "min_natural": "1"}
    sets = ("trio", "distinct") if "trio" in dropped else (loose["sets"],)
    identical = {loose["identical"], "pure" if "identical" in dropped else loose["identical"]}
    found: dict[int, set[str]] = {}
    for one in sets:
        for other in identical:
            words = {**loose, "sets": one, "identical": other}
            for mask, kinds in naive.groups_in(hand, wild, words):
                found.setdefault(mask, set()).update("trio" if kind == "set" else kind for kind in kinds)
    return found


def declares_without(hand: list[str], wild: str, options: dict[str, str], dropped: Collection[str]) -> bool:
    """Tell naively whether a hand declares with some conditions dropped: every cover is looked at."""
    groups = groups_without(hand, wild, options, dropped)
    words = naive.complete(options)

    def covers(left: int) -> Iterator[tuple[tuple[str, int], ...]]:
        if not left:
            yield ()
            return
        for mask, kinds in groups.items():
            if mask & left == mask and mask.bit_length() == left.bit_length():
                for rest in covers(left ^ mask):
                    yield from (((kind, mask.bit_count()), *rest) for kind in kinds)

    def stands(cover: tuple[tuple[str, int], ...]) -> bool:
        sequences = [one for one in cover if one[0] != "trio"]
        limit = "any" if "trios" in dropped else words["max_trios"]
        if limit != "any" and len(cover) - len(sequences) > int(limit):
            return False
        if "pure" not in dropped and all(kind != "pure" for kind, _ in sequences):
            return False
        if "second" in dropped:
            return True
        pairs = [
            (a[1], b[1]) for a, b in combinations(sequences, 2) if "pure" in dropped or "pure" in (a[0], b[0])
        ]
        span = "any" if "span" in dropped else words["span"]
        wanted = {"any": lambda _: True, "6-7": lambda p: sum(p) in (6, 7), "life4": lambda p: max(p) >= 4}[
            span
        ]
        return any(wanted(pair) for pair in pairs)

    return any(stands(cover) for cover in covers((1 << len(hand)) - 1))


def test_obstacles_are_the_smallest_sets_in_the_way() -> None:
    """Dropping the named conditions makes a hand declare, and dropping fewer, or others as many, does not."""
    named = 0
    rng = Random(31)
    while named < 15:
        wild, options = hands.random_wild(rng), rng.choice([{}, hands.random_options(rng)])
        hand = hands.rich_rummy(rng, wild=wild, decks=2, disturb=0, most_wild=3)
        wildcards = sum(naive.is_wildcard(card, wild, options) for card in hand)
        if wildcards > 3 or naive.declares(hand, wild, options):
            continue
        read = parse_hand(" ".join(hand), wild=wild, rules=Rules(**options))
        found = [set(one.dropped) for one in obstacles(read.codes, read.wild.rank, Rules(**options))]
        sizes = {len(one) for one in found}
        assert len(sizes) <= 1
        size = sizes.pop() if sizes else 4
        for count in range(1, size):
            for dropped in combinations(DROPS, count):
                assert not declares_without(hand, wild, options, dropped), (hand, wild, options, dropped)
        if found:
            named += 1
            same = [set(d) for d in combinations(DROPS, size) if declares_without(hand, wild, options, d)]
            # where the span helps as well, it is named instead of the second sequence
            same = [
                d for d in same if "second" not in d or d - {"second"} | {"span"} not in same or "span" in d
            ]
            assert sorted(map(sorted, found)) == sorted(map(sorted, same))[:6] or len(same) > 6


def test_most_covered_is_what_the_naive_search_finds() -> None:
    """The most cards in groups, gates or not, is the least number of loose cards over all arrangements."""
    for hand, wild, options in deals(32, 40, most_wild=2):
        read = parse_hand(" ".join(hand), wild=wild, rules=Rules(**options))
        found = most_covered(read.codes, read.wild.rank, Rules(**options), Conditions())
        assert found is not None
        fewest = min(len(loose) for _, loose in naive.arrangements(hand, wild, options))
        assert len(found.loose) == fewest


def test_plain_reasons() -> None:
    """A hand without a run is told so, and cards in no group are named."""
    told = explain(FAR)
    assert [reason.rule for reason in told.reasons] == ["R6", "R6"]
    assert told.reasons[0].message.startswith("no pure sequence")
    assert (told.obstacles, len(told.covered.loose) if told.covered else 0) == ((), 13)
    assert [one.dropped for one in explain(FIVES).obstacles] == [("span",)]
    assert [one.rules for one in explain(KINGS, wild="8H").obstacles] == [("R4",)]
    declares = explain(DECLARES)
    assert (declares.reasons, declares.obstacles, declares.covered) == ((), (), None)


# --- listings -----------------------------------------------------------------------------------------------


def essence(group: tuple[str, ...], wild: str, options: dict[str, str]) -> tuple[tuple[str, ...], int]:
    """Return the cards of a group that are no wildcards, and the number of those that are."""
    plain = tuple(sorted(card for card in group if not naive.is_wildcard(card, wild, options)))
    return plain, len(group) - len(plain)


def test_listings_are_complete() -> None:
    """All best arrangements and all declarations are found, each once, as the naive enumeration has them."""
    declaring = 0
    for hand, wild, options in deals(33, 40, most_wild=2):
        rules = Rules(**options)
        read = parse_hand(" ".join(hand), wild=wild, rules=rules)
        best = best_arrangements(read.codes, read.wild.rank, rules, Conditions(), 1_000)
        every = declarations(read.codes, read.wild.rank, rules, Conditions(), 1_000)
        assert best.complete
        assert every.complete

        def key(groups: object, wild: str = wild, options: dict[str, str] = options) -> tuple[object, ...]:
            return tuple(sorted(essence(tuple(group), wild, options) for group in groups))  # type: ignore[attr-defined]

        wanted = {key(groups) for groups, _ in naive.best_arrangements(hand, wild, options)}
        found = [key([group.cards for group in one.groups]) for one in best.found]
        assert len(found) == len(wanted)
        assert set(found) == wanted
        wanted = {key(groups) for groups in naive.declarations(hand, wild, options)}
        found = [key([group.cards for group in one.groups]) for one in every.found]
        assert len(found) == len(wanted)
        assert set(found) == wanted
        declaring += bool(wanted)
    assert declaring > 6


def test_a_cut_list_says_so() -> None:
    """Fewer than all are returned in canonical order, with the word that the list was cut."""
    hand = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    whole, cut = explain(hand, most=200), explain(hand, most=5)
    assert whole.declarations.complete
    assert len(whole.declarations.found) > 5
    assert not cut.declarations.complete
    assert len(cut.declarations.found) == 5


def test_needs_lower_the_points_as_told() -> None:
    """A card that an arrangement needs leaves the points that are told, with the groups as they are."""
    told = explain("4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 3C", decks=2)
    for arrangement in told.best.found:
        for need in arrangement.needs:
            for card in need.cards:
                after = solve(f"{told.solution.hand} {card}", decks=2)
                assert after.penalty <= need.points < arrangement.points


# --- conditions ---------------------------------------------------------------------------------------------


def test_conditions_hold_and_are_best() -> None:
    """Under conditions the best is the best of the naive arrangements that meet them, or none does."""
    rng = Random(34)
    impossible = 0
    for hand, wild, options in deals(35, 25, most_wild=1):
        rules = Rules(**options)
        plain = [card for card in hand if not naive.is_wildcard(card, wild, options)]
        keep, lot = rng.sample(plain, 2), rng.sample(plain, 2)
        if hand.count(keep[0]) + hand.count(keep[1]) + hand.count(lot[0]) + hand.count(lot[1]) > 4:
            continue
        read = parse_hand(" ".join(hand), wild=wild, rules=rules)
        conditions = read_conditions(" ".join(keep), None, [" ".join(lot)], read.codes)
        best = best_arrangements(read.codes, read.wild.rank, rules, conditions, 50)
        wanted = None
        for groups, loose in naive.arrangements(hand, wild, options):
            points = naive.judge_arrangement(groups, loose, wild, options)
            if points is None or any(card in loose for card in keep):
                continue
            if any(set(lot) <= set(group) for group in groups):
                wanted = min(wanted or (999, 0), (points, len(loose)))
        if wanted is None:
            assert not best.found
            impossible += 1
        else:
            found = {(one.points, len(one.loose)) for one in best.found}
            assert found == {wanted}
    assert impossible > 2


def test_conditions_that_are_no_cards_of_the_hand_are_errors() -> None:
    """Cards that the hand does not hold are named, with the option they came by."""
    with pytest.raises(HandError) as caught:
        explain(KINGS, keep="3H 1X", without="5S", together=["9C QD"])
    assert [defect.where for defect in caught.value.defects] == [
        "keep, card 2",
        "keep",
        "without",
        "together",
    ]


# --- comparisons --------------------------------------------------------------------------------------------


def test_compared_rules_name_the_options_that_matter() -> None:
    """The named options, changed in the first rules, give the other's verdict, and no fewer do."""
    named = 0
    for hand, wild, _ in deals(36, 12):
        text = " ".join(hand)
        shown = partial(parse_wild, wild)
        told = compare(parse_hand(text, wild=wild), list(PRESETS.values()), shown)
        for preset, ruled in zip(PRESETS.values(), told, strict=True):
            alone = solve(text, wild=wild, rules=preset)
            assert (ruled.declare, ruled.penalty) == (alone.declare, alone.penalty)
            assert bool(ruled.penalty_because) == (alone.penalty != told[0].penalty)
            for options in ruled.penalty_because:
                named += 1
                changed = parse_rules(",".join(["trio", *options]))
                assert solve(text, wild=wild, rules=changed).penalty == alone.penalty
                for fewer in combinations(options, len(options) - 1):
                    other = parse_rules(",".join(["trio", *fewer]))
                    assert solve(text, wild=wild, rules=other).penalty != alone.penalty
    assert named > 5


def test_fourteen_cards_are_explained_without_the_fold() -> None:
    """Of 14 cards the 13 without the fold, or without the best discard, are spoken of."""
    folding = explain(f"{DECLARES} 3S")
    assert folding.solution.folds == ("3S",)
    assert folding.declarations.found
    losing = explain(f"{FAR} KS")
    assert len(losing.cards.split()) == 13
    assert losing.solution.discard not in (None, *losing.cards.split())
