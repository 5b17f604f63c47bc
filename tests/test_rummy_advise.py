"""Advice for a turn of rummy: equal to naive counts, and what any count must conserve."""

from __future__ import annotations

import functools
from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest
from bruteforce import hands
from bruteforce import rummy as naive
from cases import load

from solver.errors import HandError, SolverError
from solver.rummy.advise import Advice, advise
from solver.rummy.cards import CODES, JOKER_NAME, NAMES
from solver.rummy.distance import distances
from solver.rummy.rules import PRESETS, Rules, parse_rules

HAND = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S KC"
COUNTED = ["penalty", "unseen", "declare_copies", "declare_cards"]


def counted(advice: Advice) -> dict:
    """Return what a stored case tells of the advice."""
    assert advice.stock is not None
    return {
        "penalty": advice.solution.penalty,
        "unseen": advice.unseen,
        "declare_copies": advice.stock.declare_copies,
        "declare_cards": sorted(advice.stock.declare_cards),
    }


@pytest.mark.parametrize("case", load("advice"), ids=lambda case: case["hand"])
def test_stored_cases(case: dict) -> None:
    """Each stored turn has its stored counts, for a draw from the stock and for the open card."""
    advice = advise(
        case["hand"],
        wild=case["wild"],
        decks=case["decks"],
        rules=parse_rules(case["rules"]),
        open_card=case["open"],
    )
    assert counted(advice) == {key: case[key] for key in COUNTED}
    assert advice.stock is not None
    assert advice.stock.expected_penalty == pytest.approx(case["expected_penalty"], abs=1e-12)
    assert advice.open is not None
    assert (advice.open.card, advice.open.declare) == (case["open"], case["open_declares"])
    assert advice.open.penalty == case["open_penalty"]


def turns(seed: int, count: int, *, any_rules: bool = False) -> list[tuple[hands.RummyDeal, str, list[str]]]:
    """Return deals with rules and cards that are gone, one of which is the open card.

    Few cards are left unseen, so that the naive counts stay fast; and unless any rules are wanted, eights are
    wild and few wildcards held, and the presets rule.
    """
    rng = Random(seed)
    found = []
    for number, deal in enumerate(hands.rummy_deals(seed, 4 * count)):
        rules = rng.choice(hands.single_options())
        if not any_rules:
            make = hands.rich_rummy if number % 3 else hands.random_rummy
            deal = hands.RummyDeal(make(rng, wild="8H", decks=2), "8H", 2)
            rules = list(PRESETS)[len(found) % 3]
        if len(found) == count or sum(naive.is_wildcard(card, deal.wild) for card in deal.hand) > 3:
            continue
        left = Counter(hands.rummy_pool(deal.wild, deal.decks)) - Counter(deal.hand)
        if deal.wild == "JK":
            left[JOKER_NAME] -= 1
        cards = sorted(left.elements())
        found.append((deal, rules, rng.sample(cards, len(cards) - rng.randint(3, 9))))
    return found


@pytest.mark.parametrize(("deal", "rules", "gone"), turns(11, 15))
def test_naive_counts(deal: hands.RummyDeal, rules: str, gone: list[str]) -> None:
    """Counts, cards and expected points of a turn are those of a naive enumeration."""
    check_naive_counts(deal, rules, gone)


@pytest.mark.slow
@pytest.mark.parametrize(("deal", "rules", "gone"), turns(21, 60, any_rules=True))
def test_naive_counts_under_any_rules(deal: hands.RummyDeal, rules: str, gone: list[str]) -> None:
    """The same for any number of decks, any Wild Card, and every option."""
    check_naive_counts(deal, rules, gone)


def check_naive_counts(deal: hands.RummyDeal, rules: str, gone: list[str]) -> None:
    """Compare a draw from the stock and the open card with the naive checker."""
    options = naive.rules(rules)
    expect = naive.draws(deal.hand, deal.wild, deal.decks, options, gone=gone)
    top, *seen = gone
    advice = advise(
        deal.text,
        wild=deal.wild,
        decks=deal.decks,
        rules=parse_rules(rules),
        open_card=top,
        seen=" ".join(seen),
        players=2 if deal.decks == 1 else 4,
    )
    assert advice.stock is not None
    assert (advice.unseen, advice.stock.declare_copies) == (expect.unseen, expect.declare_copies)
    assert set(advice.stock.declare_cards) == set(expect.declare_cards)
    assert advice.stock.expected_penalty == pytest.approx(expect.expected_penalty, abs=1e-9)
    taken = naive.solve([*deal.hand, top], deal.wild, options)
    assert advice.open is not None
    assert advice.open.declare == taken.declare
    assert advice.open.penalty == (0 if taken.declare else taken.penalty)


@pytest.mark.parametrize(("deal", "rules", "gone"), turns(12, 3))
def test_naive_counts_of_discards(deal: hands.RummyDeal, rules: str, gone: list[str]) -> None:
    """With 14 cards each discard has the naive answer for the 13 cards kept, now and after the next draw."""
    options = naive.rules(rules)
    drawn, *seen = gone
    hand = [*deal.hand, drawn]
    advice = advise(
        " ".join(hand), wild=deal.wild, decks=deal.decks, rules=parse_rules(rules), seen=" ".join(seen)
    )
    assert advice.discards is not None
    assert {way.card for way in advice.discards} == set(hand)
    for way in advice.discards:
        kept = hand.copy()
        kept.remove(way.card)
        now = naive.solve(kept, deal.wild, options)
        assert (way.penalty, way.declare) == (now.penalty, now.declare)
        expect = naive.draws(kept, deal.wild, deal.decks, options, gone=[*seen, way.card])
        assert (way.next.declare_copies, set(way.next.declare_cards)) == (
            expect.declare_copies,
            set(expect.declare_cards),
        )
        assert way.next.expected_penalty == pytest.approx(expect.expected_penalty, abs=1e-9)


@pytest.mark.parametrize(("deal", "rules", "gone"), turns(13, 30))
def test_order_of_discards(deal: hands.RummyDeal, rules: str, gone: list[str]) -> None:
    """Discards come best first: declares, expected points, points now, canonical order."""
    drawn, *seen = gone
    advice = advise(
        f"{deal.text} {drawn}",
        wild=deal.wild,
        decks=deal.decks,
        rules=parse_rules(rules),
        seen=" ".join(seen),
    )
    assert advice.discards is not None
    keys = [
        (not way.declare, way.next.expected_penalty, way.penalty, NAMES.index(way.card))
        for way in advice.discards
    ]
    assert keys == sorted(keys)
    folds = {way.card for way in advice.discards if way.declare}
    assert folds == set(advice.solution.folds or ())
    assert advice.recommend.action == ("declare" if folds else "discard")
    assert advice.recommend.card == advice.discards[0].card
    assert min(way.penalty for way in advice.discards) == advice.solution.penalty


def test_distances_of_discards() -> None:
    """A discard is 0 away if the rest declares, 1 if some unseen card does it, else as far as the rest is."""
    hand = "4H 5H 6H 7H 9C TC QS QD QH 2D 2S KC AD 6S"
    advice = advise(hand, wild="8H", decks=2)
    assert advice.discards is not None
    for way in advice.discards:
        assert way.distance is not None
        kept = tuple(sorted(CODES[card] for card in hand.split() if card != way.card))
        far = int(distances(np.array([kept], np.uint8), 7, 2)[0])
        assert way.distance == far
        assert (way.distance == 1) == (way.next.declare_copies > 0)
    assert advise(hand, wild="8H", distances=False).discards[0].distance is None  # type: ignore[index]


def test_cards_that_are_all_visible_do_not_help() -> None:
    """A card whose copies are all in sight is no card to draw, and chances are counts of what is left."""
    free = advise(HAND, wild="8H", decks=2)
    assert free.stock is not None
    assert "JC" in free.stock.declare_cards
    seen = advise(HAND, wild="8H", decks=2, seen="JC JC")
    assert seen.stock is not None
    assert set(free.stock.declare_cards) - set(seen.stock.declare_cards) == {"JC"}
    assert seen.stock.declare_copies == free.stock.declare_copies - 2
    assert seen.unseen == free.unseen - 2
    assert seen.stock.declare_chance == seen.stock.declare_copies / seen.unseen


def test_order_of_cards_does_not_matter() -> None:
    """The same turn told in another order gets the same answer."""
    one = advise(HAND, wild="8H", open_card="3D", seen="9S AS")
    other = advise(" ".join(reversed(HAND.split())), wild="8h", open_card="3d", seen="AS,9S")
    assert one.to_json() == other.to_json()


def test_a_hand_that_declares() -> None:
    """Thirteen cards that declare do so with every card they may draw, at no points."""
    advice = advise("4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C", wild="8H", decks=2)
    assert advice.stock is not None
    assert advice.stock.declare_copies == advice.unseen == 94
    assert advice.stock.expected_penalty == 0


@functools.cache
def judged(hand: tuple[str, ...], wild: str) -> tuple[bool, int]:
    """Return whether 13 cards declare, and their least points, by the naive checker."""
    answer = naive.solve(list(hand), wild)
    return answer.declare, answer.penalty


def two_draws(hand: list[str], wild: str, left: Counter[str]) -> tuple[float, float]:
    """Return the expected points and the chance to have declared after two draws, by trying all ways."""

    def ways(cards: list[str]) -> list[tuple[str, ...]]:
        kept = {tuple(sorted(cards[:at] + cards[at + 1 :])) for at in range(len(cards))}
        return sorted(kept)

    def last(cards: tuple[str, ...], left: Counter[str]) -> tuple[float, float]:
        points = chance = 0.0
        for card, number in left.items():
            answers = [judged(kept, wild) for kept in ways([*cards, card])]
            wins = any(declares for declares, _ in answers)
            points += number * (0 if wins else min(penalty for _, penalty in answers))
            chance += number * wins
        return points / left.total(), chance / left.total()

    points = chance = 0.0
    for card, number in left.items():
        rest = left - Counter([card])
        kept = ways([*hand, card])
        if any(judged(cards, wild)[0] for cards in kept):
            best = (0.0, 1.0)
        else:
            best = min((last(cards, rest) for cards in kept), key=lambda one: (round(one[0], 9), -one[1]))
        points += number * best[0]
        chance += number * best[1]
    return points / left.total(), chance / left.total()


@pytest.mark.parametrize("number", range(2))
def test_two_draws_ahead(number: int) -> None:
    """Two draws ahead, each with its best discard, are what trying all ways finds."""
    rng = Random(number)
    wild = "8H"
    hand = hands.rich_rummy(rng, wild=wild, decks=2, disturb=2)
    pool = Counter(hands.rummy_pool(wild, 2)) - Counter(hand)
    left = Counter(rng.sample(sorted(pool.elements()), 3))
    seen = " ".join((pool - left).elements())
    advice = advise(" ".join(hand), wild=wild, decks=2, seen=seen, depth=2)
    assert advice.stock is not None
    assert advice.stock.two is not None
    points, chance = two_draws(hand, wild, left)
    assert advice.stock.two.expected_penalty == pytest.approx(points, abs=1e-9)
    assert advice.stock.two.declare_chance == pytest.approx(chance, abs=1e-9)


def test_two_draws_ahead_of_each_discard() -> None:
    """The outlook of a discard is that of the 13 cards kept, also two draws ahead."""
    hand = f"{HAND} 3D".split()
    advice = advise(" ".join(hand), wild="8H", decks=2, depth=2)
    assert advice.discards is not None
    for way in advice.discards[:4]:
        kept = hand.copy()
        kept.remove(way.card)
        alone = advise(" ".join(kept), wild="8H", decks=2, seen=way.card, depth=2)
        assert alone.stock == way.next


def test_sampled_draws_tell_their_error() -> None:
    """Where too many hands would be judged, first draws are sampled, with an honest error."""
    exact = advise(HAND, wild="8H", decks=2, depth=2).stock
    assert exact is not None
    assert exact.two is not None
    assert exact.two.error is None
    off, told = [], []
    for seed in range(40):
        stock = advise(HAND, wild="8H", decks=2, depth=2, most_hands=40_000, seed=seed).stock
        assert stock is not None
        assert stock.two is not None
        assert stock.two.error is not None
        off.append(stock.two.expected_penalty - exact.two.expected_penalty)
        told.append(stock.two.error)
    spread = stdev(off)
    assert abs(mean(off)) < 3 * spread / sqrt(len(off))
    assert mean(told) == pytest.approx(spread, rel=0.3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"open_card": "9X"}, "open, card 1: '9X' is not a card"),
        ({"open_card": "9C 9C"}, "open: 2 cards; the open card is one"),
        ({"seen": "AS 1Z"}, "seen, card 2: '1Z' is not a card"),
        ({"seen": "AS AS AS", "decks": 2}, "cards seen: AS is seen 3 times"),
        ({"seen": [99]}, "seen: 99 is not a code"),
        ({"players": 4, "decks": 1}, "4 players use 2 or 3 decks, not 1 (R13)"),
        ({"players": 9}, "9 players; a round has 2 to 6 (R13)"),
        ({"depth": 3}, "depth: 3 draws ahead"),
    ],
)
def test_refusals(options: dict, message: str) -> None:
    """What cannot be is refused, with the reason."""
    with pytest.raises(SolverError) as caught:
        advise(HAND, wild="8H", **options)
    assert any(message in str(defect) for defect in caught.value.defects)


def test_all_defects_together() -> None:
    """Defects of the hand, the open card and the cards seen are told together."""
    with pytest.raises(HandError) as caught:
        advise("4H 5H", open_card="9X", seen="1Z")
    assert [defect.where for defect in caught.value.defects] == ["hand", "open, card 1", "seen, card 1"]


def test_decks_follow_the_players() -> None:
    """Decks left out are those of the players, or as many as the cards in sight need (R13)."""
    assert advise(HAND, wild="8H").solution.decks == 2
    assert advise(HAND, wild="8H", players=3).solution.decks == 1
    assert advise(HAND, wild="8H", seen="AS AS AS").solution.decks == 3
    assert advise(HAND, wild="8H", decks=1).players == 3
    assert advise(HAND, wild="8H", rules=Rules(cap="80")).players == 4
