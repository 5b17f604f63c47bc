"""Rounds of rummy under the referee: R10 to R16, each by records written by hand."""

import pytest
from rounds import NOTHING, OTHER, READY, played, points_of, rummy_record

from solver.errors import HandError
from solver.rounds.luck import Luck
from solver.rounds.moves import RecordError
from solver.rummy.cards import CODES, text_of
from solver.rummy.record import GAME
from solver.rummy.rounds import Declare, Discard, FromStock, MoveError, apply, deal, legal, start
from solver.rummy.rules import Rules

LOSES_77 = "AD 3D 5D 7D 9D JD KD 2H 3H 4C 5S 6C 3S"


def code(card):
    """Return the code of a card."""
    return CODES[card]


def test_r11_the_wild_card_sets_the_wild_rank():
    """With the 8 of hearts shown an 8 stands in for the jack of clubs; with the 6 of diamonds it does not."""
    hands = {"Ann": READY.replace("JK", "8S"), "Ben": NOTHING}
    texts = ("Ann stock", "Ann declare 3C")
    assert played(rummy_record(hands, *texts, stock="3C", wild="8H")).state.end.winner == 0
    with pytest.raises(RecordError, match=r"move 2.*R15"):
        played(rummy_record(hands, *texts, stock="3C", wild="6D"))


def test_r11_a_printed_joker_shown_makes_aces_wild():
    """With a joker shown an ace stands in, unless the rules say that it reveals nothing."""
    hands = {"Ann": READY.replace("JK", "AS"), "Ben": NOTHING}
    record = rummy_record(hands, "Ann stock", "Ann declare 3C", stock="3C", wild="JK")
    assert played(record).state.end.how == "declared"
    with pytest.raises(RecordError, match="R15"):
        played(record | {"rules": "trio,joker_reveals=none"})


@pytest.mark.parametrize(
    ("rules", "points"),
    [("exact", 38.5), ("up", 39), ("down", 38), ("off", 77)],
    ids=lambda value: str(value),
)
def test_r12_a_declaration_on_the_first_turn_halves_77(rules, points):
    """77 points are 38.5 after a declaration on the very first turn, or as the option rounds them."""
    hands = {"Ann": READY, "Ben": LOSES_77}
    record = rummy_record(hands, "Ann stock", "Ann declare 3C", stock="3C", rules=f"trio,halving={rules}")
    assert points_of(record) == {"Ann": 0, "Ben": points}


def test_r12_whoever_declares_second_halves_nothing():
    """A declaration on the second turn of the round costs the others all their points."""
    hands = {"Ben": LOSES_77, "Ann": READY}
    texts = ("Ben stock", "Ben discard 9S", "Ann stock", "Ann declare TS")
    assert points_of(rummy_record(hands, *texts, stock="9S TS")) == {"Ben": 77, "Ann": 0}


def test_r12_a_pack_is_an_act():
    """After a pack nobody declares before anyone else acted, so nothing is halved."""
    hands = {"Cleo": OTHER.replace("5S", "JC"), "Ann": READY, "Ben": LOSES_77}
    shuffled = "shuffle " + hands["Cleo"]
    texts = ("Cleo pack", shuffled, "Ann stock", "Ann declare 3C")
    assert points_of(rummy_record(hands, *texts, stock="3C")) == {"Cleo": 20, "Ann": 0, "Ben": 77}


def test_r10_the_cap_comes_before_the_halves():
    """97 points are 80 by the cap, and then 40 after a declaration on the first turn."""
    hands = {"Ann": READY, "Ben": NOTHING}
    record = rummy_record(hands, "Ann stock", "Ann declare 3C", stock="3C", rules="trio,cap=80")
    assert points_of(record) == {"Ann": 0, "Ben": 40}


@pytest.mark.parametrize(
    ("players", "decks", "fits"),
    [(2, 1, True), (3, 1, True), (4, 2, True), (6, 3, True), (4, 1, False), (3, 2, False), (7, 2, False)],
)
def test_r13_players_and_decks_are_checked_against_each_other(players, decks, fits):
    """2 or 3 players use 1 deck, 4 to 6 use 2 or 3; anything else is refused by R13."""
    names = [f"P{seat}" for seat in range(players)]
    if fits:
        state = deal(names, decks=decks, rules=Rules(), luck=Luck(1))
        assert len(state.cards()) == 54 * decks - 1
        assert [len(hand) for hand in state.hands] == [13] * players
    else:
        with pytest.raises(HandError, match="R13"):
            deal(names, decks=decks, rules=Rules(), luck=Luck(1))


def test_r13_a_deal_holds_exactly_the_cards_of_the_decks():
    """A card that a record deals twice, or not at all, is named."""
    record = rummy_record({"Ann": READY, "Ben": NOTHING})
    record["deal"]["hands"][1] = NOTHING.replace("AD", "4H")
    with pytest.raises(RecordError) as error:
        played(record)
    told = {defect.message for defect in error.value.defects}
    assert told == {"4H comes 2 times; the decks have 1 (R13)", "AD comes 0 times; the decks have 1 (R13)"}


def test_r14_a_pack_on_the_first_turn_costs_20_and_goes_under_the_stock():
    """The 13 cards packed lie under the stock in their shuffled order, and the next player moves."""
    hands = {"Ann": NOTHING, "Ben": READY, "Cleo": OTHER}
    state = played(rummy_record(hands, "Ann pack", "shuffle " + NOTHING)).state
    assert (state.packed, state.seat, state.end) == ((20, 0, 0), 1, None)
    assert text_of(state.stock[:13][::-1]) == NOTHING


def test_r14_a_later_pack_costs_40_and_leaves_the_game():
    """On the second turn of a player the cards leave the game instead of the stock being filled."""
    hands = {"Ann": NOTHING, "Ben": READY, "Cleo": OTHER}
    texts = [
        "Ann stock",
        "Ann discard 2H",
        "Ben stock",
        "Ben discard 4D",
        "Cleo stock",
        "Cleo discard 5C",
        "Ann pack",
    ]
    state = played(rummy_record(hands, *texts, stock="2H 4D 5C")).state
    assert state.packed == (40, 0, 0)
    assert text_of(sorted(state.out)) == text_of(sorted(map(code, NOTHING.split())))


def test_r14_with_two_players_a_pack_ends_the_round():
    """The other one wins with 0, whatever the hands are."""
    assert points_of(rummy_record({"Ann": READY, "Ben": NOTHING}, "Ann pack")) == {"Ann": 20, "Ben": 0}


def test_r14_the_last_one_left_wins():
    """When all but one have packed, early or late, that one has won with 0."""
    hands = {"Ann": NOTHING, "Ben": READY, "Cleo": OTHER}
    texts = [
        "Ann pack",
        "shuffle " + NOTHING,
        "Ben stock",
        "Ben discard 2H",
        "Cleo stock",
        "Cleo discard 4D",
        "Ben pack",
    ]
    assert points_of(rummy_record(hands, *texts, stock="2H 4D")) == {"Ann": 20, "Ben": 40, "Cleo": 0}


def test_r15_any_card_may_be_folded_a_wildcard_too():
    """A spare joker is folded as well as any other card, if the other 13 are a declaration."""
    hands = {"Ann": READY, "Ben": NOTHING}
    state = played(rummy_record(hands, "Ann stock", stock="JK")).state
    assert {action.fold for action in legal(state) if isinstance(action, Declare)} >= {code("JK")}
    assert apply(state, Declare(0, code("JK"))).end.how == "declared"


def test_r15_a_declaration_may_be_laid_in_groups():
    """Groups as laid are accepted if they are a declaration, in any order of the cards."""
    laid = "7H 6H 5H 4H | JK 9C TC | QS QD QH | 2D 2S 2C"
    record = rummy_record({"Ann": READY, "Ben": NOTHING}, "Ann stock", f"Ann declare 3C: {laid}", stock="3C")
    assert points_of(record) == {"Ann": 0, "Ben": 48.5}


def test_r15_a_wrong_declaration_is_refused_with_the_reasons():
    """The referee names each group that is none, and what the whole lacks, each by its label."""
    laid = "4H 5H 6H | 7H 9C TC JK | QS QD QH | 2D 2S 2C"
    record = rummy_record({"Ann": READY, "Ben": NOTHING}, "Ann stock", f"Ann declare 3C: {laid}", stock="3C")
    with pytest.raises(RecordError) as error:
        played(record)
    places = [str(defect) for defect in error.value.defects]
    assert places[0].startswith("record, move 2, group 2: ")
    assert "(R1)" in places[0]
    assert any("(R6)" in place for place in places)


def test_r15_without_groups_the_best_arrangement_tells_the_reasons():
    """A declaration of a hand that is none is refused by R15, with what the least loose arrangement lacks."""
    record = rummy_record({"Ann": NOTHING, "Ben": READY}, "Ann stock", "Ann declare 3C", stock="3C")
    with pytest.raises(RecordError, match=r"R15.*R6"):
        played(record)


def test_r16_an_empty_stock_is_made_anew_of_the_open_pile():
    """After 13 draws of three players all of the open pile but its top is shuffled into a new stock."""
    record, last = _drained()
    state = played(record).state
    assert (state.stock, len(state.open), len(state.shuffling)) == (b"", 1, 13)
    assert text_of(state.open) == last
    order = text_of(state.shuffling)
    state = played(record | {"moves": [*record["moves"], {"move": "shuffle", "cards": order}]}).state
    assert text_of(state.stock[::-1]) == order
    assert state.restocked == bytes(sorted(state.stock))


def test_r16_the_shuffle_holds_exactly_the_cards_that_are_due():
    """A shuffle of other cards is refused by R16, and so is any move before it."""
    record, _ = _drained()
    for move in ({"move": "shuffle", "cards": "4H"}, {"player": "Ben", "move": "open"}):
        with pytest.raises(RecordError, match="R16"):
            played(record | {"moves": [*record["moves"], move]})


def _drained():
    """Return a record in which three players draw the 13 cards of the stock, and the last discard."""
    hands = {"Ann": NOTHING, "Ben": READY, "Cleo": OTHER}
    record = rummy_record(hands)
    stock = record["deal"]["stock"].split()
    assert len(stock) == 13
    moves = []
    for turn, card in enumerate(stock):
        player = list(hands)[turn % 3]
        moves += [{"player": player, "move": "stock", "card": card}]
        moves += [{"player": player, "move": "discard", "card": card}]
    return record | {"moves": moves}, stock[-1]


def test_r16_without_any_card_left_the_round_is_void():
    """If the open pile has nothing to give either, the round is void and costs nobody anything."""
    record, _ = _drained()
    state = played(record | {"moves": record["moves"][:-1]}).state._replace(open=b"")
    ended = apply(state, Discard(state.seat, state.hands[state.seat][0]))
    assert (ended.end.how, ended.end.winner) == ("void", None)
    assert GAME.settle([ended]) == [(0, 0, 0)]
    with pytest.raises(MoveError) as error:
        apply(ended, FromStock(ended.seat))
    assert error.value.rule == "R16"


def test_a_limit_on_turns_ends_a_round_without_a_winner():
    """Bots that never end are stopped after the turns that the record names, and nobody pays."""
    hands = {"Ann": NOTHING, "Ben": OTHER}
    texts = ["Ann stock", "Ann discard 2H", "Ben stock", "Ben discard 4D"]
    record = rummy_record(hands, *texts, stock="2H 4D", turn_limit=2)
    round_ = played(record)
    assert (round_.state.end.how, round_.points) == ("limit", (0, 0))
    with pytest.raises(RecordError, match="limit"):
        played(record | {"moves": [*record["moves"], {"player": "Ann", "move": "stock"}]})


def test_a_start_is_checked_as_a_whole():
    """All defects of a deal are told together: players and decks, sizes of hands, and the Wild Card."""
    with pytest.raises(HandError) as error:
        start(["Ann"], [b"\x00"], b"", 3, wild="none", decks=2, rules=Rules())
    places = [defect.where for defect in error.value.defects]
    assert places == ["players", "deal, hand of Ann", "deal, wild"]
