"""Records of rounds written by hand, and rounds of bots by seed, for the tests of both games.

A written record names the cards that matter; the rest of the decks follows in the stock, in order.  Moves are
written as texts: ``Ann stock``, ``Ann discard 3C``, ``Ann declare 3C``, ``Ben pack``, ``shuffle 4H 5H``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bruteforce import bharg as naive_bharg
from bruteforce import rummy as naive_rummy

from solver.bharg import bots as bharg_bots
from solver.bharg import rounds as bharg
from solver.bharg.record import GAME as BHARG
from solver.bharg.rules import Rules as BhargRules
from solver.rounds.game import Played
from solver.rounds.luck import Luck
from solver.rounds.moves import MoveError
from solver.rounds.records import record_of, replay, text_of_record
from solver.rounds.run import Seated, play_all
from solver.rummy import bots as rummy_bots
from solver.rummy import rounds as rummy
from solver.rummy.record import GAME as RUMMY
from solver.rummy.rules import parse_rules

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
GAMES: dict[str, Any] = {"rummy": RUMMY, "bharg": BHARG}

READY = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
NOTHING = "AD 3D 5D 7D 9D JD KD AC 4C 6C 3H TH JH"
OTHER = "AS 4S 6S TS JS 9S KS AH 9H KH 8D 8C 5S"
"""Hands of rummy: one that declares with 8s wild, and two that do not."""

NEARLY = "2MK 2SY 2WL 3MW 3SK 3LY 9MS"
LOOSE = "5ML 5SW 6MW 7ML 8MS XM XW"
LIFTS = "2MK 2SY 2WL 4YK 5YK 6LK 9LK"
"""Hands of Bharg: all but one card bound, none, and all once the ace of Knots is on top."""


def played(record: dict[str, Any]) -> Played[Any]:
    """Replay a record of either game."""
    return replay(GAMES[record["game"]], record)


def points_of(record: dict[str, Any]) -> dict[str, int | float]:
    """Replay a record that ends, and return its points by name."""
    round_ = played(record)
    assert round_.points is not None
    return dict(zip(round_.start.table.names, round_.points, strict=True))


def accepts(game: Any, state: Any, action: Any) -> bool:
    """Tell whether a move is accepted."""
    try:
        game.apply(state, action)
    except MoveError:
        return False
    return True


def check_round(game: Any, one: Played[Any]) -> None:
    """Check a played round: cards are conserved, it ended, and its record gives the same again."""
    state, cards = one.start, one.start.cards()
    for action in one.moves:
        assert state.end is None
        state = game.apply(state, action)
        assert state.cards() == cards
    assert state == one.state
    assert state.end is not None
    again = replay(game, json.loads(text_of_record(record_of(game, one))))
    assert (again.start, again.state, again.moves, again.points) == (one.start, state, one.moves, one.points)
    assert again.cards == one.cards


def moves(*texts: str) -> list[dict[str, Any]]:
    """Return moves as a record tells them."""
    found = []
    for text in texts:
        first, _, rest = text.partition(" ")
        if first == "shuffle":
            found.append({"move": "shuffle", "cards": rest})
            continue
        word, _, card = rest.partition(" ")
        move = {"player": first, "move": word}
        if word == "declare":
            card, _, groups = card.partition(": ")
            move |= {"fold": card} | ({"groups": groups} if groups else {})
        elif card:
            move["card"] = card
        found.append(move)
    return found


def _rest(whole: Sequence[str], *used: str) -> list[str]:
    """Return the cards of a deck that are not used."""
    left = Counter(whole)
    left.subtract(card for text in used for card in text.split())
    assert min(left.values()) >= 0, f"used too often: {[card for card in left if left[card] < 0]}"
    return list(left.elements())


def rummy_record(
    hands: dict[str, str],
    *texts: str,
    wild: str = "8H",
    open_card: str = "KC",
    stock: str = "",
    **more: Any,
) -> dict[str, Any]:
    """Return a record of rummy without a result; ``stock`` is what comes first."""
    decks = more.setdefault("decks", 1 if len(hands) < 4 else 2)
    whole = [rank + suit for suit in naive_rummy.SUITS for rank in naive_rummy.RANKS] * decks
    whole += ["JK"] * (2 * decks)
    rest = _rest(whole, *hands.values(), wild, open_card, stock)
    deal = {"hands": list(hands.values()), "wild": wild, "open": open_card}
    deal["stock"] = " ".join([*stock.split(), *rest])
    return {
        "game": "rummy",
        "rules": "trio",
        "players": list(hands),
        "deal": deal,
        "moves": moves(*texts),
    } | more


def bharg_record(
    hands: dict[str, str], *texts: str, turned: str = "4MS", deck_top: str = "", **more: Any
) -> dict[str, Any]:
    """Return a record of Bharg without a result; ``deck_top`` is what comes first."""
    deck = more.setdefault("deck", "basic")
    rest = _rest(naive_bharg.deck(deck), *hands.values(), turned, deck_top)
    deal = {"hands": list(hands.values()), "turned": turned, "deck": " ".join([*deck_top.split(), *rest])}
    return {"game": "bharg", "players": list(hands), "deal": deal, "moves": moves(*texts)} | more


def rummy_rounds(count: int, *, seed: int, least: bool) -> Iterator[Played[rummy.State]]:
    """Play random rounds of rummy of all sizes and presets; with ``least`` some bots declare."""
    rng = Random(seed)
    random_bot, least_bot = rummy_bots.RandomBot(packs=8), rummy_bots.LeastLooseBot()

    def seated() -> Iterator[Seated[rummy.State, rummy.View]]:
        for number in range(1, count + 1):
            players = rng.randint(2, 6)
            decks = 1 if players < 4 else rng.randint(2, 3)
            rules = parse_rules(rng.choice(["trio", "club", "online", "trio,halving=up", "trio,cap=80"]))
            luck = Luck(seed, number)
            limit = rng.choice([60, 200])
            state = rummy.deal(NAMES[:players], decks=decks, rules=rules, luck=luck, turn_limit=limit)
            bots = [rng.choice([least_bot, random_bot]) if least else random_bot for _ in range(players)]
            if least:
                bots[rng.randrange(players)] = least_bot
            yield Played(state, state, luck, bots=tuple(bot.name for bot in bots)), bots

    return play_all(RUMMY, seated(), side_by_side=500)


def bharg_rounds(count: int, *, seed: int, least: bool) -> Iterator[Played[bharg.State]]:
    """Play random rounds of Bharg with all decks and rules; with ``least`` some bots go out on purpose."""
    rng = Random(seed)
    random_bot, least_bot = bharg_bots.RandomBot(), bharg_bots.LeastLooseBot()

    def seated() -> Iterator[Seated[bharg.State, bharg.View]]:
        for number in range(1, count + 1):
            extras = [extra for extra in ("excuse", "pawns", "courts") if rng.random() < 0.4]
            rules = BhargRules(sets=rng.choice(["disjoint", "disjoint", "overlapping"]))
            luck = Luck(seed, number)
            deck = "+".join(["basic", *extras])
            state = bharg.deal(NAMES[:2], deck=deck, rules=rules, luck=luck, turn_limit=rng.choice([30, 400]))
            bots = [random_bot, least_bot if least else random_bot]
            rng.shuffle(bots)
            yield Played(state, state, luck, bots=tuple(bot.name for bot in bots)), bots

    return play_all(BHARG, seated(), side_by_side=500)
