"""Rounds of rummy under the referee: R11 to R16 by records written by hand, and what holds in every round."""

import json
from dataclasses import replace
from random import Random

import pytest
from bruteforce import rummy as naive
from rounds import rummy_record, rummy_rounds

from solver.errors import HandError
from solver.rounds.luck import Luck
from solver.rounds.moves import RecordError
from solver.rounds.records import record_of, replay, text_of_record
from solver.rummy import bots
from solver.rummy.cards import CODES, text_of
from solver.rummy.record import GAME
from solver.rummy.rounds import (
    Declare,
    Discard,
    FromOpen,
    FromStock,
    MoveError,
    Pack,
    Shuffle,
    State,
    apply,
    deal,
    legal,
    start,
    view,
)
from solver.rummy.rules import PRESETS, Rules

READY = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
LOSES_77 = "AD 3D 5D 7D 9D JD KD 2H 3H 4C 5S 6C 3S"
NOTHING = "AD 3D 5D 7D 9D JD KD AC 4C 6C 3H TH JH"
OTHER = "AS 4S 6S TS JS 9S KS AH 9H KH 8D 8C 5S"


def played(record):
    """Replay a record."""
    return replay(GAME, record)


def points_of(record):
    """Replay a record that ends, and return its points by name."""
    round_ = played(record)
    return dict(zip(round_.start.table.names, round_.points, strict=True))


def code(card):
    """Return the code of a card."""
    return CODES[card]


# --- R11 to R16, each by a record ---------------------------------------------------------------------------


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


# --- every illegal move, by its label -----------------------------------------------------------------------

TABLE = {"Ann": NOTHING, "Ben": READY, "Cleo": OTHER}
STOCK = "2H 4D 5C"
ILLEGAL = {
    "pack after a draw": (["Ann stock", "Ann pack"], "R14"),
    "pack out of turn": (["Ben pack"], "R14"),
    "draw out of turn": (["Ben stock"], "R14"),
    "pack twice": (["Ann pack", "shuffle " + NOTHING, "Ann pack"], "R14"),
    "move before the shuffle of a pack": (["Ann pack", "Ben stock"], "R14"),
    "shuffle of other cards than were packed": (["Ann pack", "shuffle 2H"], "R14"),
    "second draw from the stock": (["Ann stock", "Ann stock"], "R15"),
    "second draw from the open pile": (["Ann stock", "Ann open"], "R15"),
    "discard before a draw": (["Ann discard AD"], "R15"),
    "declare before a draw": (["Ann declare AD"], "R15"),
    "discard of a card not held": (["Ann stock", "Ann discard QS"], "R15"),
    "fold of a card not held": (["Ann stock", "Ann declare QS"], "R15"),
    "discard out of turn": (["Ann stock", "Ben discard QS"], "R15"),
    "declaration that is none": (["Ann stock", "Ann declare AD"], "R15"),
    "groups that are none": (["Ann stock", "Ann declare 2H: AD 3D 5D | 7D 9D JD"], "R1"),
    "draw of a card that is not on top": (["Ann stock 4D"], "R16"),
    "shuffle when none is due": (["shuffle 2H"], "R16"),
    "move after a declaration": (
        ["Ann stock", "Ann discard 2H", "Ben stock", "Ben declare 4D", "Cleo stock"],
        "R15",
    ),
}


@pytest.mark.parametrize("case", ILLEGAL, ids=ILLEGAL)
def test_an_illegal_move_is_refused_by_its_label(case):
    """Each kind of illegal move is refused by the rule that forbids it, and named with its number."""
    texts, label = ILLEGAL[case]
    with pytest.raises(RecordError) as error:
        played(rummy_record(TABLE, *texts, stock=STOCK))
    first = error.value.defects[0]
    assert first.where.startswith(f"record, move {len(texts)}")
    assert f"({label})" in first.message


def test_a_move_after_a_pack_that_ended_the_round_is_refused():
    """When a pack has ended the round the next move is refused by R14."""
    with pytest.raises(RecordError, match=r"move 2: the round is over \(R14\)"):
        played(rummy_record({"Ann": READY, "Ben": NOTHING}, "Ann pack", "Ben stock"))


def test_an_empty_pile_gives_no_card():
    """A draw from an empty stock or open pile is refused by R16 in states that a table may set up."""
    state = deal(["Ann", "Ben"], decks=1, rules=Rules(), luck=Luck(3))
    for bare, draw in ((state._replace(open=b""), FromOpen(0)), (state._replace(stock=b""), FromStock(0))):
        with pytest.raises(MoveError) as error:
            apply(bare, draw)
        assert error.value.rule == "R16"


def test_a_legal_move_and_no_other_is_accepted():
    """`legal` lists exactly the moves that `apply` accepts, along random rounds."""
    rng = Random(5)
    for number in range(6):
        state = deal(["Ann", "Ben", "Cleo"], decks=1, rules=Rules(), luck=Luck(9, number), turn_limit=12)
        while state.end is None:
            if state.shuffling:
                assert legal(state) == ()
                state = apply(state, Shuffle(state.shuffling))
                continue
            seat, hand = state.seat, state.hands[state.seat]
            every = {FromStock(seat), FromOpen(seat), Pack(seat)}
            every |= {make(seat, card) for card in range(53) for make in (Discard, Declare)}
            allowed = {action for action in every if _accepts(state, action)}
            assert allowed == set(legal(state))
            assert len(hand) == 13 + state.drawn
            state = apply(state, rng.choice(sorted(allowed, key=repr)))


def _accepts(state, action):
    try:
        apply(state, action)
    except MoveError:
        return False
    return True


# --- what a seat may see ------------------------------------------------------------------------------------


def test_states_that_differ_in_what_is_hidden_look_the_same():
    """The view of a seat stays the same when stock and other hands are dealt anew among themselves."""
    rng = Random(2)
    for one in rummy_rounds(12, seed=4, least=False):
        state = one.start
        for action in one.moves[: rng.randrange(len(one.moves))]:
            state = apply(state, action)
        for seat in range(len(state.hands)):
            assert view(_dealt_anew(state, seat, rng), seat) == view(state, seat)


def _dealt_anew(state: State, seat: int, rng: Random) -> State:
    """Deal all that is hidden from a seat anew: the stock, and the other hands but for their known cards."""
    hidden = list(state.stock)
    unknown = []
    for other, hand in enumerate(state.hands):
        rest = list(hand)
        for card in state.known[other] if state.hands[other] else ():
            rest.remove(card)
        unknown.append(len(rest))
        if other != seat:
            hidden += rest
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
            continue
        kept = list(state.known[other]) if hand else []
        hands.append(bytes(sorted([*kept, *[hidden.pop() for _ in range(unknown[other])]])))
    return state._replace(hands=tuple(hands), stock=bytes(hidden))


def test_a_card_taken_from_the_open_pile_is_known_until_it_is_seen_again():
    """All know who took the open card, until that player discards it."""
    texts = ["Ann open", "Ann discard AD", "Ben stock", "Ben discard 2H", "Cleo stock", "Cleo discard 4D"]
    state = played(rummy_record(TABLE, *texts, stock="2H 4D")).state
    assert view(state, 1).known == (bytes([code("KC")]), b"", b"")
    state = apply(apply(state, FromStock(0)), Discard(0, code("KC")))
    assert view(state, 1).known == (b"", b"", b"")


# --- what holds in every round ------------------------------------------------------------------------------


def check_round(one):
    """Check a played round: cards are conserved, it ended, and its record gives the same again."""
    state, cards = one.start, one.start.cards()
    for action in one.moves:
        assert state.end is None
        state = apply(state, action)
        assert state.cards() == cards
    assert state == one.state
    assert state.end is not None
    again = replay(GAME, json.loads(text_of_record(record_of(GAME, one))))
    assert (again.start, again.state, again.moves, again.points) == (one.start, state, one.moves, one.points)


def check_points(one):
    """Check the points of a round by the naive checker, from the rules' words."""
    table, end = one.state.table, one.state.end
    options = naive.rules(table.rules.name)
    for seat, cost in enumerate(one.points):
        if end.winner is None or seat == end.winner:
            expected = 0
        elif one.state.packed[seat]:
            expected = one.state.packed[seat]
        else:
            hand = text_of(one.state.hands[seat])
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
        check_round(one)
        ends.add(one.state.end.how)
    assert ends == {"packed", "limit"}


def test_rounds_in_which_bots_declare():
    """The same holds where some bots declare; points agree with the naive checker."""
    ends = set()
    for number, one in enumerate(rummy_rounds(60, seed=2, least=True)):
        check_round(one)
        if number < 30:
            check_points(one)
        ends.add(one.state.end.how)
    assert "declared" in ends


@pytest.mark.slow
def test_random_rounds_in_bulk():
    """What holds for some rounds holds for 18,000, and the points of 500 agree with the naive checker."""
    for one in rummy_rounds(18_000, seed=3, least=False):
        check_round(one)
    for number, one in enumerate(rummy_rounds(1000, seed=4, least=True)):
        check_round(one)
        if number < 500:
            check_points(one)


def test_the_same_seed_gives_the_same_rounds():
    """Rounds do not depend on how many are played side by side."""
    alone = [record_of(GAME, one) for one in _few(1)]
    together = [record_of(GAME, one) for one in _few(8)]
    assert alone == together
    assert len({json.dumps(record["deal"]) for record in alone}) == len(alone)


def _few(side_by_side):
    from solver.rounds.run import play_all, seat

    bot = bots.LeastLooseBot()

    def dealt(names, luck):
        return deal(names, decks=1, rules=Rules(), luck=luck)

    rounds = (seat(dealt, ["Ann", "Ben"], [bot, bot], seed=6, number=number) for number in range(1, 6))
    return play_all(GAME, rounds, side_by_side=side_by_side)


def test_the_greedy_bot_plays_by_the_rules():
    """The policy of the advice plays whole rounds against the others, which replay as they are."""
    from solver.rounds.run import play_all, seat

    kinds = [bots.GreedyBot(), bots.LeastLooseBot(), bots.RandomBot()]

    def dealt(names, luck):
        return deal(names, decks=1, rules=Rules(), luck=luck)

    rounds = (seat(dealt, ["Ann", "Ben", "Cleo"], kinds, seed=6, number=number) for number in range(1, 4))
    for one in play_all(GAME, rounds):
        check_round(one)
        check_points(one)
        assert sorted(one.bots) == ["greedy", "least", "random"]


def test_many_hands_in_bulk_have_the_points_of_one_by_one():
    """The bulk road and the one-hand road give the least loose bot the same points and declarations."""
    import numpy as np

    from solver.rummy.least import by_discard, least, least_of_one

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


def test_a_start_is_checked_as_a_whole():
    """All defects of a deal are told together: players and decks, sizes of hands, and the Wild Card."""
    with pytest.raises(HandError) as error:
        start(["Ann"], [b"\x00"], b"", 3, wild="none", decks=2, rules=Rules())
    places = [defect.where for defect in error.value.defects]
    assert places == ["players", "deal, hand of Ann", "deal, wild"]


class _Boaster:
    """Draws, and declares whatever it has."""

    name = "boaster"

    def choose(self, turns):
        """Return moves that `apply` refuses."""
        return [(FromStock(view.seat), Declare(view.seat, view.hand[0])) for view, _, _ in turns]


def test_a_wrong_declaration_is_refused_in_rounds_side_by_side():
    """Declarations of many rounds are checked together, and one that is none is refused with its reasons."""
    from solver.rounds.run import play_all, seat

    def dealt(names, luck):
        return deal(names, decks=1, rules=Rules(), luck=luck)

    rounds = (seat(dealt, ["Ann", "Ben"], [_Boaster()] * 2, seed=6, number=number) for number in range(1, 6))
    with pytest.raises(MoveError, match=r"R15.*R6"):
        list(play_all(GAME, rounds))
