"""Advice for a turn of Bharg: equal to naive counts, with the aces that discards put on top."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from bruteforce import bharg as naive
from bruteforce import hands

from solver.bharg.advise import advise
from solver.bharg.cards import NAMES
from solver.bharg.gifts import gifts_of
from solver.bharg.rules import Rules, cards_of
from solver.errors import HandError, SolverError

HAND = "2MK 2SY 2WL 4YK 5YK 7SK 9MS"
Told = tuple[hands.BhargDeal, str, list[str], list[str]]


def turns(seed: int, count: int, *, size: int = 7) -> list[Told]:
    """Return deals with rules, cards that are gone (the first no ace) and cards left unseen."""
    rng = Random(seed)
    found = []
    for deal in hands.bharg_deals(seed, count, size=size):
        left = [card for card in hands.bharg_pool(deal.ace, deal.deck) if card not in deal.hand]
        # few enough stay unseen for a naive count, and one card gone may be the open card
        gone = rng.sample(left, len(left) - rng.randint(5, 12))
        gone.sort(key=lambda card: card[0] == "A")
        rules = rng.choice(["disjoint", "overlapping"])
        found.append((deal, rules, gone, [card for card in left if card not in gone]))
    return found


def top_after(card: str, ace: str | None) -> str | None:
    """Return the suit on top of the Ace Pile after a discard (B6)."""
    return card[1] if card[0] == "A" else ace


def after_discard(cards: list[str], ace: str | None, sets: str) -> dict[str, int]:
    """Return the naive least points of what each discard leaves."""
    found = naive.discards(cards, ace, overlapping=sets == "overlapping")
    return {card: least.points for card, least in found.items()}


def draws(cards: list[str], ace: str | None, sets: str, unseen: list[str]) -> tuple[float, set[str]]:
    """Return the naive mean of points after the best discard, and the cards that bind all."""
    least = {card: min(after_discard([*cards, card], ace, sets).values()) for card in unseen}
    return sum(least.values()) / len(unseen), {card for card, points in least.items() if points == 0}


@pytest.mark.parametrize(("deal", "sets", "gone", "unseen"), turns(1, 40))
def test_naive_counts(deal: hands.BhargDeal, sets: str, gone: list[str], unseen: list[str]) -> None:
    """Counts, cards and expected points of any turn of 7 cards are those of a naive enumeration."""
    top, *seen = gone
    assert top[0] != "A"
    advice = advise(
        deal.text,
        ace=deal.ace,
        deck=deal.deck,
        rules=Rules(sets=sets),
        open_card=top,
        seen=" ".join(seen),
    )
    assert advice.stock is not None
    average, cards = draws(deal.hand, deal.ace, sets, unseen)
    assert advice.unseen == len(unseen)
    assert advice.stock.expected_penalty == pytest.approx(average, abs=1e-9)
    assert set(advice.stock.declare_cards) == cards
    assert advice.stock.declare_copies == len(cards)
    assert advice.stock.declare_chance == len(cards) / len(unseen)
    taken = after_discard([*deal.hand, top], deal.ace, sets)
    assert advice.open is not None
    assert (advice.open.penalty, advice.open.declare) == (min(taken.values()), min(taken.values()) == 0)
    assert taken[advice.open.discard] == min(taken.values())


@pytest.mark.parametrize(("deal", "sets", "gone", "unseen"), turns(2, 15, size=8))
def test_naive_counts_of_discards(
    deal: hands.BhargDeal, sets: str, gone: list[str], unseen: list[str]
) -> None:
    """Each discard of 8 cards has the naive answer for the cards kept, under the ace that it puts on top."""
    advice = advise(deal.text, ace=deal.ace, deck=deal.deck, rules=Rules(sets=sets), seen=" ".join(gone))
    assert advice.discards is not None
    now = after_discard(deal.hand, deal.ace, sets)
    assert {way.card: way.penalty for way in advice.discards} == now
    for way in advice.discards:
        assert way.ace == top_after(way.card, deal.ace)
        assert way.declare == (way.penalty == 0)
        kept = [card for card in deal.hand if card != way.card]
        average, cards = draws(kept, way.ace, sets, unseen)
        assert way.next.expected_penalty == pytest.approx(average, abs=1e-9)
        assert set(way.next.declare_cards) == cards
    keys = [
        (not way.declare, way.next.expected_penalty, way.penalty, NAMES.index(way.card))
        for way in advice.discards
    ]
    assert keys == sorted(keys)
    assert advice.recommend.card == advice.discards[0].card


@pytest.mark.parametrize(("deal", "sets", "gone", "unseen"), turns(3, 4))
def test_two_draws_ahead(deal: hands.BhargDeal, sets: str, gone: list[str], unseen: list[str]) -> None:
    """Two draws ahead, each with its best discard, are what trying all ways finds, aces on top included."""
    left, more = unseen[:4], unseen[4:]
    points = chance = 0.0
    for card in left:
        rest = [other for other in left if other != card]
        ways = []
        for gone_card, now in after_discard([*deal.hand, card], deal.ace, sets).items():
            kept = [other for other in [*deal.hand, card] if other != gone_card]
            if now == 0:
                ways.append((0.0, -1.0))
                continue
            average, cards = draws(kept, top_after(gone_card, deal.ace), sets, rest)
            ways.append((round(average, 9), -len(cards) / len(rest)))
        best = min(ways)
        points, chance = points + best[0], chance - best[1]
    advice = advise(
        deal.text,
        ace=deal.ace,
        deck=deal.deck,
        rules=Rules(sets=sets),
        seen=" ".join([*gone, *more]),
        depth=2,
    )
    assert advice.stock is not None
    assert advice.stock.two is not None
    assert advice.stock.two.expected_penalty == pytest.approx(points / len(left), abs=1e-6)
    assert advice.stock.two.declare_chance == pytest.approx(chance / len(left), abs=1e-6)


def test_sampled_draws_tell_their_error() -> None:
    """Where too many hands would be judged, first draws are sampled, with an honest error."""
    exact = advise(HAND, ace="K", depth=2).stock
    assert exact is not None
    assert exact.two is not None
    off, told = [], []
    for seed in range(60):
        stock = advise(HAND, ace="K", depth=2, most_hands=4_000, seed=seed).stock
        assert stock is not None
        assert stock.two is not None
        assert stock.two.error is not None
        off.append(stock.two.expected_penalty - exact.two.expected_penalty)
        told.append(stock.two.error)
    spread = stdev(off)
    assert abs(mean(off)) < 3 * spread / sqrt(len(off))
    assert mean(told) == pytest.approx(spread, rel=0.3)


def test_the_deck_follows_the_cards_seen() -> None:
    """A deck left out is the basic one with the kinds of extras seen (B8)."""
    assert advise(HAND, ace="K").solution.deck == "basic"
    assert advise(HAND, ace="K").unseen == 36 - 7 - 1
    assert advise(HAND, ace="K", seen="E").solution.deck == "basic+excuse"
    assert advise(HAND, ace="K", open_card="PMSL").unseen == 36 + 4 - 7 - 1 - 1


def test_gifts_are_told_when_cards_beside_the_hand_are() -> None:
    """What a discard hands the opponent is told, with its error, if the open card or cards seen are."""
    hand = f"{HAND} AM"
    alone = advise(hand, ace="K").discards
    told = advise(hand, ace="K", seen="AS 6MW").discards
    assert alone is not None
    assert told is not None
    assert all(way.gift is None for way in alone)
    for way in told:
        assert way.gift is not None
        assert way.gift.points >= 0 or way.card[0] == "A"
        assert way.gift.error > 0


def test_gifts_are_what_all_hands_give() -> None:
    """The estimate of a gift is the mean over every hand that the opponent may hold, within its error."""
    unseen = cards_of("basic")[6:15]
    every = [
        [NAMES[code] for place, code in enumerate(unseen) if mask >> place & 1]
        for mask in range(1 << len(unseen))
        if mask.bit_count() == 7
    ]
    for card, ace in (("9MS", None), ("AM", "S"), ("XK", "S")):
        drops = []
        for held in every:
            before = naive.least(held, ace).points
            if card[0] == "A":
                after = naive.least(held, card[1]).points
            else:
                after = min(after_discard([*held, card], ace, "disjoint").values())
            drops.append(before - after)
        top = -1 if ace is None else "MSWLYK".index(ace)
        gifts = gifts_of([NAMES.index(card)], top, unseen, Rules(), hands=4_000, seed=5)
        assert gifts is not None
        assert gifts[0].points == pytest.approx(sum(drops) / len(drops), abs=4 * gifts[0].error + 1e-9)
    assert gifts_of([0], -1, unseen[:6], Rules(), hands=10, seed=1) is None


def test_cpsat_agrees() -> None:
    """CP-SAT gives the same advice as the tables, one draw ahead."""
    told = {"ace": "K", "seen": "AM AS AW AL AY 3MW 3SK 3LY 4MS 4WL 6MW 6SY 6LK 7ML 7WY XM XS XW XL"}
    tables = advise(HAND, **told).to_json()  # type: ignore[arg-type]
    other = advise(HAND, **told, engine="cpsat").to_json()  # type: ignore[arg-type]
    for key in ("unseen", "stock", "open", "recommend"):
        assert tables[key] == other[key]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"open_card": "AM"}, "open: AM is an ace, which lies on the Ace Pile (B9)"),
        ({"open_card": "9XX"}, "open, card 1: '9XX' is not a card"),
        ({"open_card": "3MW 3SK"}, "open: 2 cards; the open card is one"),
        ({"seen": "2MK"}, "seen: 2MK is told twice"),
        ({"seen": "AK"}, "seen: AK is the top of the Ace Pile already (B8)"),
        ({"seen": "E", "deck": "basic"}, "seen: E is not in the deck basic (B8)"),
        ({"seen": [77]}, "seen: 77 is not a code"),
        ({"depth": 0}, "depth: 0 draws ahead"),
        ({"depth": 2, "engine": "cpsat"}, "engine: cpsat looks one draw ahead"),
    ],
)
def test_refusals(options: dict, message: str) -> None:
    """What cannot be is refused, with the reason."""
    with pytest.raises(SolverError) as caught:
        advise(HAND, ace="K", **options)
    assert any(message in str(defect) for defect in caught.value.defects)


def test_all_defects_together() -> None:
    """Defects of the hand, the open card and the cards seen are told together."""
    with pytest.raises(HandError) as caught:
        advise("2MK 2MK", open_card="9X", seen="1Z")
    assert {defect.where for defect in caught.value.defects} == {"hand", "open, card 1", "seen, card 1"}
