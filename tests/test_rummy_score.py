"""Score sheets of rummy from final hands: who pays what, and which records are refused."""

import json

import pytest
from bruteforce import rummy as naive

from solver.rounds.moves import RecordError
from solver.rounds.scoring import score_file, score_record
from solver.rummy.final import score_final
from solver.rummy.record import GAME
from solver.rummy.rules import Rules
from solver.rummy.score import halved

READY = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
TWO_PURE_TWO_TRIOS = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
LOSES_77 = "AD 3D 5D 7D 9D JD KD 2H 3H 4C 5S 6C 3S"
OTHER = "AS 4S 6S TS JS 9S KS AH 9H KH 8D 8C 5S"
NOTHING = "AD 3D 5D 7D 9D JD KD AC 4C 6C 3H TH JH"


def player(name, result, hand=None, **more):
    """Return a player of a record."""
    return {"name": name, "result": result} | ({} if hand is None else {"hand": hand}) | more


def record(*players, **more):
    """Return final hands as a record, 8s wild."""
    decks = 1 if len(players) < 4 else 2
    return {
        "decks": decks,
        "rules": "trio",
        "wild": "8H",
        "first_turn": False,
        "players": list(players),
    } | more


def points_of(told, **options):
    """Return the points of a record by name."""
    return score_final(told, **options).points


def defects_of(told):
    """Return what is wrong with a record, one text a defect."""
    with pytest.raises(RecordError) as error:
        score_final(told)
    return [str(defect) for defect in error.value.defects]


def test_the_winner_has_0_and_losers_pay_their_loose_cards():
    """Who declared has 0; a loser pays the least loose points of the hand."""
    told = record(player("Ann", "declared", READY, fold="3C"), player("Ben", "lost", LOSES_77))
    assert points_of(told) == {"Ann": 0, "Ben": 77}


@pytest.mark.parametrize(("option", "points"), [("exact", 38.5), ("up", 39), ("down", 38), ("off", 77)])
def test_r12_the_first_turn_halves_77(option, points):
    """A declaration on the first turn halves 77 to 38.5, or as the option rounds it."""
    told = record(player("Ann", "declared", READY), player("Ben", "lost", LOSES_77), first_turn=True)
    assert points_of(told | {"rules": f"trio,halving={option}"}) == {"Ann": 0, "Ben": points}
    assert halved(77, Rules(halving=option)) == points


def test_r12_the_first_turn_beside_a_pack_is_refused():
    """A pack is an act: a record of a first turn with a pack cannot be."""
    hands = [
        player("Ann", "declared", READY),
        player("Ben", "lost", LOSES_77),
        player("Cleo", "packed-first"),
    ]
    assert any("R12" in one for one in defects_of(record(*hands, first_turn=True)))
    assert points_of(record(*hands)) == {"Ann": 0, "Ben": 77, "Cleo": 20}


def test_r14_packs_cost_20_and_40():
    """A pack on the first turn costs 20, a later one 40; the hands need not be told."""
    packs = [player("Cleo", "packed-first"), player("Dan", "packed-later")]
    told = record(player("Ann", "declared", READY), player("Ben", "lost", NOTHING), *packs)
    assert points_of(told) == {"Ann": 0, "Ben": 97, "Cleo": 20, "Dan": 40}


def test_r14_a_two_player_pack_ends_the_round():
    """The other player has won with 0, and no hand is counted."""
    assert points_of(record(player("Ann", "won"), player("Ben", "packed-later"))) == {"Ann": 0, "Ben": 40}


@pytest.mark.parametrize(
    "results",
    [
        ("won", "lost"),
        ("declared", "packed-first"),
        ("won", "packed-first", "lost"),
        ("declared", "declared"),
        ("lost", "lost"),
        ("packed-first", "packed-later"),
        ("won", "won"),
    ],
)
def test_r14_results_that_cannot_be_together_are_refused(results):
    """A round has one winner: who declared, or the last one left when all others have packed."""
    hands = {"lost": LOSES_77, "declared": READY}
    players = [player(name, one, hands.get(one)) for name, one in zip("ABC", results, strict=False)]
    assert any("R14" in one or "a round has one" in one for one in defects_of(record(*players)))


def test_r9_two_pure_sequences_pay_for_their_trios():
    """A lost hand of two pure sequences and two trios has no impure sequence, so its trios cost 36."""
    hands = [player("Ann", "declared", READY), player("Ben", "lost", TWO_PURE_TWO_TRIOS)]
    others = [player("Cleo", "packed-first"), player("Dan", "packed-first")]
    scored = score_final(record(*hands, *others))
    assert scored.points["Ben"] == 36
    assert [str(group) for group in scored.lines[1].groups] == ["4H 5H 6H 7H", "9C TC JC"]
    assert points_of(record(*hands, *others, rules="club"))["Ben"] == 0


@pytest.mark.parametrize("option", ["none", "80"])
def test_r10_the_cap_holds_for_each_hand(option):
    """97 loose points cost 80 under the cap."""
    told = record(
        player("Ann", "declared", READY), player("Ben", "lost", NOTHING), rules=f"trio,cap={option}"
    )
    assert points_of(told)["Ben"] == (97 if option == "none" else 80)


LAID = "4H 5H 6H | 9C TC JC"
LAID_FORMS = {
    "text": LAID,
    "texts": ["4H 5H 6H", "9C TC JC"],
    "lists": [["4H", "5H", "6H"], ["9C", "TC", "JC"]],
    "objects": [{"kind": "pure", "cards": ["4H", "5H", "6H"]}, {"cards": ["9C", "TC", "JC"]}],
}


@pytest.mark.parametrize("groups", LAID_FORMS.values(), ids=LAID_FORMS)
def test_groups_are_scored_as_laid_and_the_better_arrangement_is_shown(groups):
    """A loser who leaves the 7 of hearts out pays for it; the arrangement with it is shown beside."""
    packs = [player("Cleo", "packed-first"), player("Dan", "packed-first")]
    loser = player("Ben", "lost", TWO_PURE_TWO_TRIOS, groups=groups)
    line = score_final(record(player("Ann", "declared", READY), loser, *packs)).lines[1]
    assert (line.points, line.better.points) == (43, 36)
    assert line.points == naive.laid_points(LAID.split(" | "), "7H QS QD QH 2D 2S 2C", "8H")
    assert line.loose == ("2S", "QS", "7H", "QH", "2D", "QD", "2C")
    assert "4H 5H 6H 7H" in map(str, line.better.groups)
    assert line.to_json()["better"]["points"] == 36


def test_groups_that_count_nothing_are_loose():
    """What is laid but is no group, or a trio that does not count, is paid for (R9)."""
    packs = [player("Cleo", "packed-first"), player("Dan", "packed-first")]
    loser = player("Ben", "lost", TWO_PURE_TWO_TRIOS, groups="4H 5H 7H | QS QD QH")
    line = score_final(record(player("Ann", "declared", READY), loser, *packs)).lines[1]
    assert (line.points, line.better.points) == (87, 36)


def test_groups_alone_are_the_hand():
    """A loser who lays all 13 cards in groups needs no hand beside; the best as laid has no better."""
    groups = "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C"
    packs = [player("Cleo", "packed-first"), player("Dan", "packed-first")]
    line = score_final(
        record(player("Ann", "declared", READY), player("Ben", "lost", groups=groups), *packs)
    ).lines[1]
    assert (line.points, line.better) == (36, None)


@pytest.mark.parametrize(
    "winner",
    [
        player("Ann", "declared", READY),
        player("Ann", "declared", READY, fold="3C"),
        player("Ann", "declared", f"{READY} 3C", fold="3C"),
        player("Ann", "declared", f"{READY} 3C"),
        player("Ann", "declared", groups="4H 5H 6H 7H | 9C TC JK | QS QD QH | 2D 2S 2C", fold="3C"),
        player("Ann", "declared", f"{READY} 3C", groups="4H 5H 6H 7H | 9C TC JK | QS QD QH | 2D 2S 2C"),
    ],
    ids=["13", "13 and fold", "14 with fold", "14", "groups and fold", "14 with groups"],
)
def test_r15_a_declaration_is_told_in_several_ways(winner):
    """13 cards and the fold, 14 cards with or without it, or the groups laid: each is accepted."""
    assert points_of(record(winner, player("Ben", "lost", LOSES_77))) == {"Ann": 0, "Ben": 77}


@pytest.mark.parametrize(
    ("winner", "label"),
    [
        (player("Ann", "declared", OTHER), "R15"),
        (player("Ann", "declared", f"{OTHER} 4D"), "R15"),
        (player("Ann", "declared", READY, groups="4H 5H 6H | 7H 9C TC JK | QS QD QH | 2D 2S 2C"), "R1"),
        (player("Ann", "declared", f"{READY} 3C", fold="JK"), "R15"),
        (player("Ann", "declared", f"{READY} 3C", fold="4C"), "R15"),
        (player("Ann", "declared"), "the hand is wanted"),
    ],
)
def test_a_wrong_declaration_is_refused_with_its_reasons(winner, label):
    """Hands and groups that are no declaration are refused, and so is a declaration that is not shown."""
    assert any(
        label in one and "Ann" in one for one in defects_of(record(winner, player("Ben", "lost", NOTHING)))
    )


def test_r13_cards_are_conserved_over_all_hands():
    """Two hands cannot both hold the only king of diamonds, nor anyone the Wild Card shown."""
    told = record(player("Ann", "declared", READY), player("Ben", "lost", LOSES_77.replace("3S", "QS")))
    assert any("QS is held 2 times" in one and "R13" in one for one in defects_of(told))
    told = record(player("Ann", "declared", READY), player("Ben", "lost", LOSES_77.replace("3S", "8H")))
    assert any("8H is held 1 time" in one for one in defects_of(told))
    told = record(player("Ann", "declared", READY, fold="3S"), player("Ben", "lost", LOSES_77))
    assert any("3S is held 2 times" in one for one in defects_of(told))


def test_r13_a_hand_packed_early_may_come_back():
    """Cards packed on the first turn go under the stock, so that another hand may hold them (R14)."""
    players = [player("Ann", "declared", READY), player("Ben", "lost", LOSES_77)]
    assert points_of(record(*players, player("Cleo", "packed-first", READY)))["Cleo"] == 20
    assert any("held 2" in one for one in defects_of(record(*players, player("Cleo", "packed-later", READY))))


@pytest.mark.parametrize(("players", "decks"), [(4, 1), (2, 2), (3, 3), (1, 1), (7, 2), (2, 0), (4, 4)])
def test_r13_players_and_decks_must_fit(players, decks):
    """Numbers of players and decks that are not played together are refused."""
    packs = [player(f"P{at}", "packed-first") for at in range(players - 1)]
    assert any("R13" in one for one in defects_of(record(player("Ann", "won"), *packs, decks=decks)))


def test_decks_left_out_are_the_fewest_that_fit():
    """Without a number of decks, 2 or 3 players have 1, more have 2, or 3 if the hands need them."""
    four = [
        player("Ann", "declared", "5H 5H 5H 9C TC JK QC KS KD KH 2D 2S 2C"),
        player("Ben", "lost", NOTHING),
    ]
    told = record(*four, player("Cleo", "packed-first"), player("Dan", "packed-first"))
    del told["decks"]
    assert points_of(told)["Ben"] == 97


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": []}, "players is no list"),
        ({"players": [{"name": "", "result": "won"}]}, "has no name"),
        ({"players": [player("A", "won"), player("A", "packed-first")]}, "two players are called 'A'"),
        ({"players": [player("A", "won"), player("B", "left")]}, "results: declared, won, lost"),
        ({"wild": "8X"}, "is no Wild Card"),
        ({"wild": 8}, "wild: is no text"),
        ({"rules": "house"}, "no preset 'house'"),
        ({"decks": "two"}, "no number of decks"),
        ({"first_turn": "yes"}, "neither true nor false"),
        (
            {"players": [player("A", "won", fold="3C"), player("B", "packed-first")]},
            "only who declares folds",
        ),
        (
            {"players": [player("A", "declared", READY), player("B", "lost", "AD 3D")]},
            "2 cards; 13 are wanted",
        ),
        ({"players": [player("A", "declared", READY), player("B", "lost", "XX")]}, "'XX' is not a card"),
        ({"players": [player("A", "declared", READY), player("B", "lost", 5)]}, "no text of cards"),
        (
            {"players": [player("A", "declared", READY), player("B", "lost", NOTHING, groups="2H 3H 4H")]},
            "laid in the groups, but not in the hand",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_told_by_its_place(change, words):
    """Whatever is wrong in a record is named with the record and the player."""
    told = record(player("Ann", "won"), player("Ben", "packed-first")) | change
    assert any(words in one and one.startswith("record") for one in defects_of(told))


def test_a_match_has_running_totals_and_a_leader(tmp_path):
    """Points add up by name over the rounds of a file, halves too; the lowest total leads."""
    first = record(player("Ann", "declared", READY), player("Ben", "lost", LOSES_77), first_turn=True)
    second = record(player("Ben", "won"), player("Ann", "packed-first"))
    path = tmp_path / "match.jsonl"
    path.write_text(f"{json.dumps(first)}\n\n{json.dumps(second)}\n", encoding="utf-8")
    sheet = score_file(GAME, path, score_final, rules=None, most_wins=False)
    assert sheet.totals == {"Ann": 20, "Ben": 38.5}
    assert sheet.running == ({"Ann": 0, "Ben": 38.5}, {"Ann": 20, "Ben": 38.5})
    assert sheet.leaders == ("Ann",)
    told = sheet.to_json()
    assert [one["points"] for one in told["rounds"]] == [{"Ann": 0, "Ben": 38.5}, {"Ben": 0, "Ann": 20}]
    assert (told["totals"], told["leader"]) == ({"Ann": 20, "Ben": 38.5}, ["Ann"])


def test_rules_of_the_command_line_are_for_records_that_name_none():
    """A record's own rules come first; one without any takes those that are given."""
    told = record(player("Ann", "declared", READY), player("Ben", "lost", NOTHING))
    assert points_of(told, rules="trio,cap=80")["Ben"] == 97
    del told["rules"]
    assert points_of(told, rules="trio,cap=80")["Ben"] == 80


def test_a_record_of_the_other_game_is_refused():
    """A record that says it is Bharg is not scored as rummy."""
    with pytest.raises(RecordError, match="is a round of bharg"):
        score_record(GAME, {"game": "bharg", "players": []}, "record", score_final, rules=None)
