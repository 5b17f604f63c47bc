"""Explanations and distances of Bharg hands, against the naive checker."""

from __future__ import annotations

from itertools import combinations
from random import Random

import bruteforce_bharg as naive
import bruteforce_hands as hands
import numpy as np
import pytest

from solver.bharg.cards import CODES
from solver.bharg.explain import explain
from solver.bharg.nearest import bound_hands, distances, nearest
from solver.bharg.rules import Rules, cards_of, parse_deck
from solver.errors import HandError

OVERLAPPING = Rules(sets="overlapping")
RULES = {False: Rules(), True: OVERLAPPING}


@pytest.mark.parametrize(
    ("ace", "overlapping", "count"),
    [(-1, False, 20_880), (0, False, 54_460), (-1, True, 163_317), (0, True, 270_395)],
)
def test_bound_hands_are_counted(ace: int, overlapping: bool, count: int) -> None:
    """The bound hands of the basic deck are as many as the rules' own counts say."""
    assert len(bound_hands("basic", ace, RULES[overlapping])) == count


def swaps(
    hand: list[str], pool: list[str], number: int, ace: str | None, *, overlapping: bool
) -> set[tuple[str, ...]]:
    """Return what can be taken in, so many cards for as many others, that binds a hand: by trying all."""
    found = set()
    for out in combinations(hand, number):
        kept = [card for card in hand if card not in out]
        for new in combinations([card for card in pool if card not in hand], number):
            if new not in found and naive.declares([*kept, *new], ace, overlapping=overlapping):
                found.add(new)
    return found


def test_nearest_is_what_the_naive_search_finds() -> None:
    """Distance and targets are those of trying every exchange of none, one, and two cards."""
    rng = Random(51)
    seen = {0: 0, 1: 0, 2: 0}
    for number in range(40):
        ace, overlapping = rng.choice([None, *naive.SUITS]), number % 2 == 0
        hand = hands.rich_bharg(rng, ace=ace, deck="basic")
        found = nearest(" ".join(hand), ace=ace, deck="basic", rules=RULES[overlapping], most=5_000)
        if found.distance > 2 or (found.distance == 2 and seen[2] == 2):
            continue
        seen[found.distance] += 1
        pool = hands.bharg_pool(ace, "basic")
        for less in range(found.distance):
            assert not swaps(hand, pool, less, ace, overlapping=overlapping)
        wanted = swaps(hand, pool, found.distance, ace, overlapping=overlapping)
        assert {tuple(sorted(target.cards)) for target in found.targets} == {
            tuple(sorted(new)) for new in wanted
        }
        assert found.complete
    assert min(seen.values()) >= 2


def test_bulk_distances_are_those_one_by_one() -> None:
    """Many hands under many aces give what single hands give, and none is farther than 5."""
    rng = np.random.default_rng(52)
    for rules in (Rules(), OVERLAPPING):
        tops = rng.integers(-1, 1, 300)
        codes = np.array(
            [rng.permutation([code for code in cards_of("basic") if code != top])[:7] for top in tops],
            dtype=np.uint8,
        )
        found = distances(codes, tops, "basic", rules)
        names = {code: name for name, code in CODES.items()}
        for at in range(0, 300, 15):
            hand = " ".join(names[int(code)] for code in codes[at])
            assert found[at] == nearest(hand, ace=int(tops[at]), deck="basic", rules=rules).distance
        assert found.max() <= 5


def test_no_hand_is_farther_than_five() -> None:
    """Any two cards of the full deck are in some bound hand, whatever ace is on top, so five exchanges do."""
    for ace in range(-1, 6):
        goals = bound_hands(parse_deck(None), ace, Rules())
        pool = [code for code in cards_of(parse_deck(None)) if code != ace]
        for first, second in combinations(pool, 2):
            both = np.uint64(1 << first | 1 << second)
            assert (goals & both == both).any()


def test_best_arrangements_are_all_of_the_naive_ones() -> None:
    """With disjoint sets the arrangements listed bind what the best naive choices of sets bind, each once."""
    rng = Random(53)
    several = 0
    for _ in range(150):
        ace = rng.choice([None, *naive.SUITS])
        hand = hands.rich_bharg(rng, ace=ace)
        told = explain(" ".join(hand), ace=ace, most=50)
        least = naive.least(hand, ace)
        wanted = set()
        for family in naive.families(naive.sets_in(hand)):
            used = {card for one in family for card in one}
            open_cards = [c for c in hand if not naive.is_ace_bound(c, ace) and c != "E"]
            left = [card for card in open_cards if card not in used]
            if (sum(map(naive.points, left)), len(left)) == least:
                needed = [one for one in family if set(one) & set(open_cards)]
                wanted.add(tuple(sorted(tuple(sorted(one)) for one in needed)))
        found = [
            tuple(sorted(tuple(sorted(group.cards)) for group in one.groups if group.kind == "set"))
            for one in told.best.found
        ]
        assert len(found) == len(set(found))
        assert set(found) == wanted
        assert {(one.points, len(one.loose)) for one in told.best.found} == {least}
        several += len(found) > 1
    assert several > 5


def test_reasons_and_remedies_are_true() -> None:
    """Cards said to be in no set are in none, and each remedy binds the hand by the naive checker."""
    rng = Random(54)
    remedies = 0
    for _ in range(200):
        ace = rng.choice([None, *naive.SUITS])
        hand = hands.rich_bharg(rng, ace=ace)
        told = explain(" ".join(hand), ace=ace, most=1)
        assert told.bound == naive.declares(hand, ace)
        assert bool(told.reasons) != told.bound
        in_sets = {card for one in naive.sets_in(hand) for card in one}
        for reason in told.reasons:
            if reason.rule in ("B1", "B4"):
                named = [card for card in hand if card in reason.message.replace(",", " ").split()]
                assert named
                assert not in_sets & set(named)
        for remedy in told.remedies:
            remedies += 1
            if remedy.rule == "B2":
                assert naive.declares(hand, ace, overlapping=True)
            else:
                aces = {"Moons": "M", "Suns": "S", "Waves": "W", "Leaves": "L", "Wyrms": "Y", "Knots": "K"}
                helpful = [top for name, top in aces.items() if name in remedy.message]
                assert helpful
                assert all(naive.declares(hand, top) for top in helpful)
    assert remedies > 20


def test_conditions() -> None:
    """Kept cards are bound, left-out cards are in no set, cards together share one; else it is impossible."""
    hand = "2MK 2SY 2WL 4YK 5YK 9MS E"
    kept = explain(hand, ace="K", keep="2SY")
    assert all("2SY" not in one.loose for one in kept.best.found)
    out = explain(hand, ace="K", without="9MS")
    assert all("9MS" in one.loose for one in out.best.found)
    together = explain(hand, ace="K", together=["2WL 5YK"])
    assert all(any({"2WL", "5YK"} <= set(g.cards) for g in one.groups) for one in together.best.found)
    assert explain(hand, ace="K", keep="2SY 9MS").impossible
    assert together.nearest is not None
    assert all(
        any({"2WL", "5YK"} <= set(g.cards) for g in target.groups) or {"2WL", "5YK"} <= set(hand.split())
        for target in together.nearest.targets
    )
    with pytest.raises(HandError):
        explain(hand, ace="K", keep="3MW")


def test_eight_cards_are_explained_without_the_discard() -> None:
    """Of 8 cards the 7 without the best discard are spoken of, under the ace that is on top then."""
    told = explain("2MK 4YK 5YK 8YK 9LK 6LK CMWK AK", ace="M")
    assert (told.bound, len(told.cards.split())) == (True, 7)
