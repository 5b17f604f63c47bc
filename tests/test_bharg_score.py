"""Score sheets of Bharg from final hands: what the winner scores, and the match to the target."""

import json

import pytest
from bruteforce import bharg as naive

from solver.bharg.final import score_final, target_of
from solver.bharg.record import GAME
from solver.bharg.rules import Rules
from solver.rounds.moves import RecordError
from solver.rounds.scoring import score_file

BOUND = "2MK 2SY 2WL 3MW 3SK 3LY E"
LOOSE = "4MS 4WL 5ML 5SW 6MW 9LK 9WY"


def record(**more):
    """Return final hands as a record."""
    players = [{"name": "Ann", "hand": BOUND}, {"name": "Ben", "hand": LOOSE}]
    return {"ace": None, "winner": "Ann", "players": players} | more


def defects_of(told):
    """Return what is wrong with a record, one text a defect."""
    with pytest.raises(RecordError) as error:
        score_final(told)
    return [str(defect) for defect in error.value.defects]


@pytest.mark.parametrize("ace", [None, "none", "K", "AW"])
def test_b10_the_winner_scores_the_unbound_cards_of_the_other(ace):
    """The winner scores what the naive checker finds unbound in the other hand; the loser scores nothing."""
    expected = naive.least(LOOSE, ace).points
    assert score_final(record(ace=ace)).points == {"Ann": expected, "Ben": 0}


def test_b6_a_winner_has_all_cards_bound():
    """A hand with a card that nothing binds has not won."""
    assert any("unbound" in one and "B6" in one for one in defects_of(record(winner="Ben")))


def test_b8_every_card_exists_once_over_both_hands():
    """A card in both hands, the top ace in a hand, and a card of an extra that is off are refused."""
    twice = [{"name": "Ann", "hand": BOUND}, {"name": "Ben", "hand": LOOSE.replace("9WY", "2MK")}]
    assert any("2MK is held 2 times" in one for one in defects_of(record(players=twice)))
    holds = [{"name": "Ann", "hand": BOUND}, {"name": "Ben", "hand": LOOSE.replace("9WY", "AK")}]
    assert any("AK is the top of the Ace Pile" in one for one in defects_of(record(players=holds, ace="K")))
    assert any("E is not in the deck basic" in one for one in defects_of(record(deck="basic")))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"winner": "Cleo"}, "'Cleo' is none of Ann, Ben"),
        ({"winner": None}, "None is none of Ann, Ben"),
        ({"ace": "Q"}, "is no top of the Ace Pile"),
        ({"ace": 3}, "are texts"),
        ({"deck": "big"}, "does not start with basic"),
        ({"rules": "trio"}, "no preset 'trio'"),
        ({"players": [{"name": "Ann", "hand": BOUND}]}, "Bharg is a game for two"),
        (
            {"players": [{"name": "Ann", "hand": BOUND}, {"name": "Ben", "hand": "XM"}]},
            "1 cards; 7 are wanted",
        ),
        ({"players": [{"name": "Ann", "hand": BOUND}, {"name": "Ben"}]}, "is missing"),
        ({"players": [{"name": "Ann", "hand": BOUND}, {"name": "Ben", "hand": "ZZ"}]}, "'ZZ' is not a card"),
    ],
)
def test_a_record_that_cannot_be_read_is_told_by_its_place(change, words):
    """Whatever is wrong in a record is named with the record and the player."""
    assert any(words in one and one.startswith("record") for one in defects_of(record() | change))


def match_of(tmp_path, rounds, target=36):
    """Score a file of rounds."""
    path = tmp_path / "match.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rounds), encoding="utf-8")
    return score_file(GAME, path, score_final, rules=None, most_wins=True, target=target)


def test_b10_a_match_goes_to_36(tmp_path):
    """Rounds add up until a player has the target; that player has won the match."""
    assert target_of(Rules()) == 36
    value = naive.least(LOOSE, None).points
    assert value < 36 <= 2 * value
    one = match_of(tmp_path, [record()])
    assert (one.match_winner, one.leaders) == (None, ("Ann",))
    two = match_of(tmp_path, [record(), record()])
    assert (two.match_winner, two.totals) == ("Ann", {"Ann": 2 * value, "Ben": 0})
    assert two.to_json()["match"] == "Ann"


def test_b10_a_round_after_the_match_is_refused(tmp_path):
    """A round that follows the end of the match cannot be, unless no target is held."""
    with pytest.raises(RecordError, match=r"line 3: the match is over.*B10"):
        match_of(tmp_path, [record()] * 3)
    value = naive.least(LOOSE, None).points
    assert match_of(tmp_path, [record()] * 3, target=None).totals == {"Ann": 3 * value, "Ben": 0}
