"""Moves of Bharg: every illegal one is refused by its label, and what a seat may see."""

from random import Random

import pytest
from rounds import LOOSE, NEARLY, accepts, bharg_record, bharg_rounds, played

from solver.bharg.record import GAME
from solver.bharg.rounds import Discard, FromOpen, FromStock, Shuffle, State, apply, deal, legal, view
from solver.bharg.rules import Rules
from solver.rounds.luck import Luck
from solver.rounds.moves import RecordError

ILLEGAL = {
    "draw out of turn": (["Ben deck"], "B9"),
    "second draw from the deck": (["Ann deck", "Ann deck"], "B9"),
    "second draw from the pile": (["Ann deck", "Ann pile"], "B9"),
    "discard before a draw": (["Ann discard 9MS"], "B6"),
    "discard of a card not held": (["Ann deck", "Ann discard XM"], "B9"),
    "discard out of turn": (["Ann deck", "Ben discard XM"], "B9"),
    "draw of a card that is not on top": (["Ann deck 9LK"], "B11"),
    "shuffle when none is due": (["shuffle 4WL"], "B11"),
    "move after the end": (["Ann deck", "Ann discard 9MS", "Ben deck"], "B6"),
}


@pytest.mark.parametrize("case", ILLEGAL, ids=ILLEGAL)
def test_an_illegal_move_is_refused_by_its_label(case):
    """Each kind of illegal move is refused by the rule that forbids it, and named with its number."""
    texts, label = ILLEGAL[case]
    record = bharg_record({"Ann": NEARLY, "Ben": LOOSE}, *texts, deck_top="E", deck="basic+excuse")
    with pytest.raises(RecordError) as error:
        played(record)
    first = error.value.defects[0]
    assert first.where.startswith(f"record, move {len(texts)}")
    assert f"({label})" in first.message


def test_a_pack_is_no_move_of_bharg():
    """A move of the other game is told to be none, with the moves that there are."""
    with pytest.raises(RecordError, match="'pack' is no move; moves: deck, pile, discard, shuffle"):
        played(bharg_record({"Ann": NEARLY, "Ben": LOOSE}, "Ann pack"))


def test_a_legal_move_and_no_other_is_accepted():
    """`legal` lists exactly the moves that `apply` accepts, along random rounds."""
    rng = Random(5)
    for number in range(10):
        state = deal(["Ann", "Ben"], deck="basic+excuse", rules=Rules(), luck=Luck(9, number), turn_limit=60)
        while state.end is None:
            if state.shuffling:
                assert legal(state) == ()
                state = apply(state, Shuffle(state.shuffling))
                continue
            seat = state.seat
            every = {FromStock(seat), FromOpen(seat), *(Discard(seat, card) for card in range(45))}
            allowed = {action for action in every if accepts(GAME, state, action)}
            assert allowed == set(legal(state))
            state = apply(state, rng.choice(sorted(allowed, key=repr)))


# --- what a seat may see ------------------------------------------------------------------------------------


def test_states_that_differ_in_what_is_hidden_look_the_same():
    """The view of a seat stays the same when the deck and the other hand are dealt anew among themselves."""
    rng = Random(2)
    for one in bharg_rounds(20, seed=4, least=False):
        state = one.start
        for action in one.moves[: rng.randrange(len(one.moves))]:
            state = apply(state, action)
        for who in (0, 1):
            assert view(_dealt_anew(state, who, rng), who) == view(state, who)


def _dealt_anew(state: State, seat: int, rng: Random) -> State:
    """Deal all that is hidden from a seat anew: the deck, and the other hand but for its known cards."""
    other = 1 - seat
    rest = list(state.hands[other])
    for card in state.known[other]:
        rest.remove(card)
    hidden = [*state.stock, *rest]
    rng.shuffle(hidden)
    hand = bytes(sorted([*state.known[other], *hidden[: len(rest)]]))
    hands = (state.hands[0], hand) if other else (hand, state.hands[1])
    return state._replace(hands=hands, stock=bytes(hidden[len(rest) :]))
