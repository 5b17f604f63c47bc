"""Rounds of rummy that bots play: what holds in every one of them."""

import json
from dataclasses import replace

import numpy as np
import pytest
from bruteforce import rummy as naive
from rounds import check_round, rummy_rounds

from solver.rounds.records import record_of
from solver.rounds.run import play_all, seat
from solver.rummy import bots
from solver.rummy.cards import text_of
from solver.rummy.deal import deal_block, table_of
from solver.rummy.least import by_discard, least, least_of_one
from solver.rummy.record import GAME
from solver.rummy.rounds import Declare, FromStock, MoveError, deal
from solver.rummy.rules import PRESETS, Rules


def _dealt(names, luck):
    return deal(names, decks=1, rules=Rules(), luck=luck)


def check_points(one):
    """Check the points of a round by the naive checker, from the rules' words."""
    table, end = one.state.table, one.state.end
    options = naive.rules(table.rules.name)
    for at, cost in enumerate(one.points):
        if end.winner is None or at == end.winner:
            expected = 0
        elif one.state.packed[at]:
            expected = one.state.packed[at]
        else:
            hand = text_of(one.state.hands[at])
            expected = naive.capped(naive.least(hand, table.wild.text, options).penalty, options)
            if one.state.turn == 0:
                expected = {"exact": expected / 2, "up": (expected + 1) // 2, "down": expected // 2}.get(
                    table.rules.halving, expected
                )
        assert cost == expected


def test_random_rounds():
    """In 1,400 rounds of random bots cards are conserved, every round ends, and its record replays."""
    ends = set()
    for one in rummy_rounds(1400, seed=1, least=False):
        check_round(GAME, one)
        ends.add(one.state.end.how)
    assert ends == {"packed", "limit"}


def test_rounds_in_which_bots_declare():
    """The same holds where some bots declare; points agree with the naive checker."""
    ends = set()
    for number, one in enumerate(rummy_rounds(60, seed=2, least=True)):
        check_round(GAME, one)
        if number < 30:
            check_points(one)
        ends.add(one.state.end.how)
    assert "declared" in ends


@pytest.mark.slow
def test_random_rounds_in_bulk():
    """What holds for some rounds holds for 18,000, and the points of 500 agree with the naive checker."""
    for one in rummy_rounds(18_000, seed=3, least=False):
        check_round(GAME, one)
    for number, one in enumerate(rummy_rounds(1000, seed=4, least=True)):
        check_round(GAME, one)
        if number < 500:
            check_points(one)


def test_the_same_seed_gives_the_same_rounds():
    """Rounds do not depend on how many are played side by side."""
    alone = [record_of(GAME, one) for one in _few(1)]
    together = [record_of(GAME, one) for one in _few(8)]
    assert alone == together
    assert len({json.dumps(record["deal"]) for record in alone}) == len(alone)


def _few(side_by_side):
    bot = bots.LeastLooseBot()
    rounds = (seat(_dealt, ["Ann", "Ben"], [bot, bot], seed=6, number=number) for number in range(1, 6))
    return play_all(GAME, rounds, side_by_side=side_by_side)


def test_the_greedy_bot_plays_by_the_rules():
    """The policy of the advice plays whole rounds against the others, which replay as they are."""
    kinds = [bots.GreedyBot(), bots.LeastLooseBot(), bots.RandomBot()]
    rounds = (seat(_dealt, ["Ann", "Ben", "Cleo"], kinds, seed=6, number=number) for number in range(1, 4))
    for one in play_all(GAME, rounds):
        check_round(GAME, one)
        check_points(one)
        assert sorted(one.bots) == ["greedy", "least", "random"]


def test_many_hands_in_bulk_have_the_points_of_one_by_one():
    """The bulk road and the one-hand road give the least loose bot the same points and declarations."""
    rng = np.random.default_rng(8)
    deck = np.array([*range(52), *range(52), 52, 52, 52, 52], np.uint8)
    hands = np.sort(np.array([rng.permutation(deck)[:14] for _ in range(40)]), axis=1)
    wild = np.full(40, 7, np.int8)
    for rules in (Rules(), PRESETS["online"]):
        points, declares = by_discard(hands, wild, 2, rules)
        for row in range(0, 40, 4):
            for place in range(14):
                kept = np.delete(hands[row], place).tobytes()
                assert least_of_one(kept, 7, replace(rules, cap="none")) == (
                    points[row, place],
                    declares[row, place],
                )
        few, _ = least(hands[:10, :13], wild[:10], 2, rules)
        many, _ = least(np.repeat(hands[:10, :13], 30, axis=0), np.repeat(wild[:10], 30), 2, rules)
        assert (np.repeat(few, 30) == many).all()


def test_many_wild_ranks_are_judged_at_once():
    """Hands of different wild ranks get what each gets under its own, with many wildcards and with none."""
    deals = deal_block(120, table_of(decks=2), seed=3, block=0, rich=True)
    hands, wild = deals.codes, np.where(deals.wild == 52, 0, deals.wild % 13).astype(np.int8)
    wild[:5] = -1
    hands[5] = [2, 2, 15, 15, 28, 28, 41, 41, 0, 52, 52, 52, 52]
    wild[5] = 2
    for rules in (Rules(), PRESETS["online"], Rules(wild_natural="no")):
        points, declares = least(hands, wild, 2, rules, few=0)
        for row, hand in enumerate(hands):
            alone = least_of_one(bytes(sorted(hand.tolist())), int(wild[row]), replace(rules, cap="none"))
            assert alone == (points[row], declares[row])


class _Boaster:
    """Draws, and declares whatever it has."""

    name = "boaster"

    def choose(self, turns):
        """Return moves that `apply` refuses."""
        return [(FromStock(view.seat), Declare(view.seat, view.hand[0])) for view, _, _ in turns]


def test_a_wrong_declaration_is_refused_in_rounds_side_by_side():
    """Declarations of many rounds are checked together, and one that is none is refused with its reasons."""
    rounds = (seat(_dealt, ["Ann", "Ben"], [_Boaster()] * 2, seed=6, number=number) for number in range(1, 6))
    with pytest.raises(MoveError, match=r"R15.*R6"):
        list(play_all(GAME, rounds))
