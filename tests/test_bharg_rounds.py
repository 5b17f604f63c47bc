"""Rounds of Bharg under the referee: B6 to B11, each by records written by hand."""

import pytest
from bruteforce import bharg as naive
from rounds import LIFTS, LOOSE, NEARLY, bharg_record, played, points_of

from solver.bharg.cards import CODES, SUITS, text_of
from solver.bharg.record import GAME
from solver.bharg.rounds import FromStock, MoveError, apply, deal, is_bound, legal, start
from solver.bharg.rules import Rules, cards_of
from solver.errors import HandError
from solver.rounds.luck import Luck
from solver.rounds.moves import RecordError


def code(card):
    """Return the code of a card."""
    return CODES[card]


def test_b6_a_hand_wins_only_after_its_discard():
    """Seven cards that are bound at the start of a turn win nothing before the draw and the discard."""
    hands = {"Ben": LOOSE, "Ann": LIFTS}
    texts = ["Ben deck", "Ben discard AK"]
    state = played(bharg_record(hands, *texts, deck_top="AK 4WL")).state
    assert is_bound(state.hands[1], state.ace, Rules())
    assert (state.end, state.seat) == (None, 1)
    with pytest.raises(RecordError, match="the round has not ended"):
        played(bharg_record(hands, *texts, deck_top="AK 4WL", result={"end": "bound", "winner": "Ann"}))
    state = played(bharg_record(hands, *texts, "Ann deck", "Ann discard 4WL", deck_top="AK 4WL")).state
    assert (state.end.how, state.end.winner) == ("bound", 1)


def test_b6_a_discarded_ace_binds_at_once():
    """The ace that a player lays is the top already when the own hand is judged."""
    record = bharg_record({"Ann": LIFTS, "Ben": LOOSE}, "Ann deck", "Ann discard AK", deck_top="AK")
    assert played(record).state.end.winner == 0


def test_b6_a_discarded_ace_may_unbind():
    """A hand that the old ace bound is not bound any more when its own discard covers that ace."""
    hands = {"Ann": LIFTS, "Ben": LOOSE}
    texts = ["Ann deck", "Ann discard AM"]
    state = played(bharg_record(hands, *texts, turned="AK 4MS", deck_top="AM")).state
    assert (state.ace, state.end) == (code("AM"), None)


def test_b7_the_least_unbound_points_are_what_the_winner_scores():
    """Crowns cost 10, numbers their rank; sets of the loser are left out."""
    hands = {"Ann": NEARLY, "Ben": LOOSE}
    record = bharg_record(hands, "Ann deck", "Ann discard 9MS", deck_top="E", deck="basic+excuse")
    cost = naive.least(LOOSE, None).points
    assert points_of(record) == {"Ann": cost, "Ben": 0}
    assert cost > 0


def test_b8_a_deal_holds_exactly_the_cards_of_the_deck():
    """A card that comes twice, is missing, or is of an extra that is off is named."""
    record = bharg_record({"Ann": NEARLY, "Ben": LOOSE})
    record["deal"]["hands"][0] = NEARLY.replace("9MS", "E")
    with pytest.raises(RecordError) as error:
        played(record)
    told = {defect.message for defect in error.value.defects}
    assert told == {
        "9MS comes 0 times; the deck basic has 1 (B8)",
        "E comes 1 times; the deck basic has 0 (B8)",
    }


def test_b9_aces_that_are_turned_up_start_the_ace_pile():
    """Cards are turned up until one is not an ace; each ace lies on the Ace Pile, the last one on top."""
    state = played(bharg_record({"Ann": NEARLY, "Ben": LOOSE}, turned="AM AK 4MS")).state
    assert (text_of(state.aces), text_of(state.open)) == ("AM AK", "4MS")
    assert SUITS[state.ace] == "K"


@pytest.mark.parametrize("turned", ["AM AK", "4MS 4WL", "4MS AM 4WL"])
def test_b9_a_deal_stops_at_the_first_card_that_is_no_ace(turned):
    """A deal that turns up too few or too many cards is refused by B9."""
    with pytest.raises(RecordError, match="B9"):
        played(bharg_record({"Ann": NEARLY, "Ben": LOOSE}, turned=turned))


def test_b9_deals_follow_the_ace_pile_rule():
    """Dealt rounds hold the whole deck, aces on the Ace Pile and one other card on the ordinary pile."""
    aces = 0
    for number in range(1, 200):
        state = deal(["Ann", "Ben"], deck="basic", rules=Rules(), luck=Luck(5, number))
        assert state.cards() == bytes(cards_of("basic"))
        assert all(card < 6 for card in state.aces)
        assert len(state.open) == 1
        assert state.open[0] >= 6
        aces += len(state.aces)
    assert aces > 0


def test_b9_discards_go_to_the_pile_they_belong_to():
    """A discarded ace goes on the Ace Pile, everything else on the ordinary pile."""
    texts = ["Ann deck", "Ann discard AY", "Ben deck", "Ben discard XM"]
    state = played(bharg_record({"Ann": NEARLY, "Ben": LOOSE}, *texts, deck_top="AY 4WL")).state
    assert (text_of(state.aces), text_of(state.open)) == ("AY", "4MS XM")


def test_b9_a_draw_is_never_from_the_ace_pile():
    """With an empty ordinary pile only the deck gives a card, though an ace lies there."""
    texts = ["Ann pile", "Ann discard AY", "Ben pile"]
    hands = {"Ann": NEARLY.replace("9MS", "AY"), "Ben": LOOSE}
    with pytest.raises(RecordError, match=r"move 3.*Ace Pile \(B9\)"):
        played(bharg_record(hands, *texts))


def test_b10_a_round_without_a_winner_scores_nothing():
    """At the limit on turns nobody scores."""
    texts = ["Ann deck", "Ann discard 4WL"]
    round_ = played(bharg_record({"Ann": NEARLY, "Ben": LOOSE}, *texts, deck_top="4WL", turn_limit=1))
    assert (round_.state.end.how, round_.points) == ("limit", (0, 0))


def test_b11_an_empty_deck_is_made_anew_of_the_ordinary_pile():
    """When the deck has run out all but the top of the ordinary pile is shuffled into a new one."""
    record, last = _drained()
    state = played(record).state
    assert (state.stock, text_of(state.open)) == (b"", last)
    order = text_of(state.shuffling)
    state = played(record | {"moves": [*record["moves"], {"move": "shuffle", "cards": order}]}).state
    assert text_of(state.stock[::-1]) == order
    assert state.restocked == bytes(sorted(state.stock))


def test_b11_the_shuffle_holds_exactly_the_cards_that_are_due():
    """A shuffle of other cards is refused by B11, and so is any move before it."""
    record, _ = _drained()
    for move in ({"move": "shuffle", "cards": "4WL"}, {"player": "Ann", "move": "pile"}):
        with pytest.raises(RecordError, match="B11"):
            played(record | {"moves": [*record["moves"], move]})


def _drained():
    """Return a record in which the deck is drawn to its end, each card laid again, and the last card."""
    hands = {"Ann": NEARLY.replace("2MK", "AM"), "Ben": LOOSE.replace("5ML", "AS")}
    record = bharg_record(hands, deck_top="4WL")
    moves, last = [], ""
    for turn, card in enumerate(record["deal"]["deck"].split()):
        player = list(hands)[turn % 2]
        moves += [{"player": player, "move": "deck", "card": card}]
        moves += [{"player": player, "move": "discard", "card": card}]
        last = last if card[0] == "A" else card
    return record | {"moves": moves}, last


def test_b11_without_any_card_left_the_round_is_void():
    """If the ordinary pile has nothing to give either, the round is void and scores nothing."""
    record, _ = _drained()
    state = played(record | {"moves": record["moves"][:-1]}).state._replace(open=b"")
    after = [apply(state, action) for action in legal(state) if action.card >= len(SUITS)]
    ended = next(one for one in after if one.end.how != "bound")
    assert (ended.end.how, ended.end.winner) == ("void", None)
    assert GAME.settle([ended]) == [(0, 0)]
    with pytest.raises(MoveError) as error:
        apply(ended, FromStock(ended.seat))
    assert error.value.rule == "B11"


def test_a_start_is_checked_as_a_whole():
    """All defects of a deal are told together: the number of players, sizes of hands, what is turned up."""
    with pytest.raises(HandError) as error:
        start(["Ann"], [b"\x00"], b"\x01", bytes(cards_of("basic")[2:]), deck="basic", rules=Rules())
    assert [defect.where for defect in error.value.defects] == [
        "players",
        "deal, hand of Ann",
        "deal, turned",
    ]
