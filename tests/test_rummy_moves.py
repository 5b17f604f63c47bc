"""Moves of rummy: every illegal one is refused by its label, and what a seat may see."""

from random import Random

import pytest
from rounds import NOTHING, OTHER, READY, accepts, played, rummy_record, rummy_rounds

from solver.rounds.luck import Luck
from solver.rounds.moves import RecordError
from solver.rummy.cards import CODES
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
    view,
)
from solver.rummy.rules import Rules

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
            allowed = {action for action in every if accepts(GAME, state, action)}
            assert allowed == set(legal(state))
            assert len(hand) == 13 + state.drawn
            state = apply(state, rng.choice(sorted(allowed, key=repr)))


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


def code(card):
    """Return the code of a card."""
    return CODES[card]


def test_a_card_taken_from_the_open_pile_is_known_until_it_is_seen_again():
    """All know who took the open card, until that player discards it."""
    texts = ["Ann open", "Ann discard AD", "Ben stock", "Ben discard 2H", "Cleo stock", "Cleo discard 4D"]
    state = played(rummy_record(TABLE, *texts, stock="2H 4D")).state
    assert view(state, 1).known == (bytes([code("KC")]), b"", b"")
    state = apply(apply(state, FromStock(0)), Discard(0, code("KC")))
    assert view(state, 1).known == (b"", b"", b"")
