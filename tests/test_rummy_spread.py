"""Arrangements laid out in bulk: card by card what laying out one hand gives."""

import numpy as np
import pytest

from solver.rummy.cards import CODES, NAMES
from solver.rummy.deal import deal, table_of
from solver.rummy.groups import KINDS
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.spread import LOOSE, NO_CARD, Spread, spread


def told(found: Spread, row: int) -> tuple[list[tuple[str, list[str], list[str]]], list[str]]:
    """Return the groups and loose cards of a row in words."""
    groups: list[tuple[str, list[str], list[str]]] = []
    loose = []
    for card, number, stands in zip(
        *(array[row].tolist() for array in (found.cards, found.group, found.stands_for)), strict=True
    ):
        if number == LOOSE:
            loose.append(NAMES[card])
            continue
        if number == len(groups):
            groups.append((KINDS[found.kind[row, number]], [], []))
        groups[number][1].append(NAMES[card])
        groups[number][2].append(NAMES[stands])
    return groups, loose


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize(
    "rules", ["trio", "online", "trio,wild_natural=no", "club,max_wild=any", "trio,identical=no"]
)
def test_as_one_by_one(decks: int, rules: str) -> None:
    """Groups, their order, what wildcards stand for and the loose cards are those of one hand laid out."""
    chosen = parse_rules(rules)
    for rich in (False, True):
        (deals,) = deal(300, table_of(decks=decks, wild="random"), seed=4, rich=rich)
        assert deals.wild is not None
        ranks = np.where(deals.wild == CODES["JK"], 0, deals.wild % 13).astype(np.int64) % 3
        made = arrange(deals.codes, ranks, decks, chosen)
        found = spread(deals.codes, made, ranks, chosen)
        for row in range(len(deals.codes)):
            groups, loose = lay_out(deals.codes[row].tolist(), made.melds(row), int(ranks[row]), chosen)
            expected = [(group.kind, list(group.cards), list(group.stands_for)) for group in groups]
            assert told(found, row) == (expected, [NAMES[code] for code in loose])


def test_many_wildcards() -> None:
    """A group with more wildcards than naturals is laid out too."""
    hand = ["JK", "JK", "JK", "JK", "8S", "8H", "8D", "8C", "8S", "8H", "8D", "8C", "KD"]
    codes = np.array([[CODES[card] for card in hand]], np.uint8)
    for rules in (Rules(), parse_rules("online")):
        made = arrange(codes, 7, 2, rules)
        found = spread(codes, made, np.array([7]), rules)
        assert sorted(found.cards[0].tolist()) == sorted(codes[0].tolist())
        groups, loose = lay_out(sorted(codes[0].tolist()), made.melds(0), 7, rules)
        assert told(found, 0)[0] == [
            (group.kind, list(group.cards), list(group.stands_for)) for group in groups
        ]
        assert NO_CARD not in found.cards
        assert len(told(found, 0)[1]) == len(loose)
