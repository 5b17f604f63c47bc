"""A player's conditions on ``check`` and ``penalty`` of both games, against the naive checkers."""

from __future__ import annotations

import json
import pickle
from itertools import combinations
from random import Random

import bruteforce_bharg
import bruteforce_hands as hands
import bruteforce_rummy as naive
import pytest

from cli.main import run
from cli.schema import SCHEMAS
from solver import bharg, rummy
from solver.bharg.rules import Rules as BhargRules
from solver.errors import ConditionsError, EngineError, HandError
from solver.rummy.rules import Rules

DECLARES = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
BOUND = "2MK 2SY 2WL 4YK 5YK 9MS E"


def test_rummy_answers_are_the_best_of_those_that_meet_the_conditions() -> None:
    """Penalty and declaration are those of the naive arrangements that keep, leave out and join as asked."""
    rng = Random(61)
    impossible = declared = 0
    for number in range(30):
        wild, decks = rng.choice(["8H", "KS", "none"]), rng.choice([1, 2])
        options = rng.choice([{}, *naive.PRESETS.values(), hands.random_options(rng)])
        hand = hands.rich_rummy(rng, wild=wild, decks=decks, disturb=number % 3, most_wild=1)
        plain = [
            card for card in hand if not naive.is_wildcard(card, wild, options) and hand.count(card) == 1
        ]
        if len(hand) - len(plain) > 4 or len(plain) < 9:
            continue
        keep, out, lot = rng.sample(plain, 2), rng.sample(plain, number % 2), rng.sample(plain, 2)
        if set(out) & {*keep, *lot}:
            continue
        wanted: tuple[int, int] | None = None
        declares = False
        for groups, loose in naive.arrangements(hand, wild, options):
            if set(keep) & set(loose) or not set(out) <= set(loose):
                continue
            if not any(set(lot) <= set(group) for group in groups):
                continue
            declares |= not loose and naive.judge_declaration(groups, wild, options)
            points = naive.judge_arrangement(groups, loose, wild, options)
            if points is not None:
                wanted = min(wanted or (999, 0), (points, len(loose)))
        asked = {"keep": " ".join(keep), "without": " ".join(out), "together": [" ".join(lot)]}
        rules = Rules(**options)
        if wanted is None:
            impossible += 1
            with pytest.raises(ConditionsError) as unmet:
                rummy.solve(" ".join(hand), wild=wild, decks=decks, rules=rules, **asked)  # type: ignore[arg-type]
            assert (unmet.value.declaration is not None) == declares
            continue
        answer = rummy.solve(" ".join(hand), wild=wild, decks=decks, rules=rules, **asked)  # type: ignore[arg-type]
        assert (answer.penalty, len(answer.loose)) == (naive.capped(wanted[0], options), wanted[1])
        assert answer.declare == declares
        assert not set(keep) & set(answer.loose)
        declared += declares
    assert impossible > 2
    assert declared > 1


def test_fourteen_cards_keep_what_is_asked() -> None:
    """The best discard and the folds are those of the 13 cards under the conditions, none of them kept."""
    rng = Random(62)
    for _ in range(4):
        hand = hands.rich_rummy(rng, wild="none", decks=2, size=14, disturb=1, most_wild=1)
        plain = [card for card in hand if card != "JK" and hand.count(card) == 1]
        keep = rng.choice(plain)
        found = {}
        for card in sorted(set(hand) - {keep}):
            kept = hand.copy()
            kept.remove(card)
            try:
                found[card] = rummy.solve(" ".join(kept), decks=2, keep=keep)
            except ConditionsError:
                continue
        if not found:
            with pytest.raises(ConditionsError):
                rummy.solve(" ".join(hand), decks=2, keep=keep)
            continue
        answer = rummy.solve(" ".join(hand), decks=2, keep=keep)
        assert answer.penalty == min(one.penalty for one in found.values())
        assert answer.discard is not None
        assert found[answer.discard].penalty == answer.penalty
        assert set(answer.folds or ()) == {card for card, one in found.items() if one.declare}


def test_a_card_to_be_left_out_may_be_folded() -> None:
    """Of 14 cards one that is to be in no group may go; then the others declare."""
    answer = rummy.solve(f"{DECLARES} KD", without="KD")
    assert (answer.declare, answer.folds) == (True, ("KD",))
    assert not rummy.solve(f"{DECLARES} KD", without="9C").declare


@pytest.mark.parametrize("overlapping", [False, True])
def test_bharg_answers_are_the_best_of_those_that_meet_the_conditions(overlapping: bool) -> None:
    """Points are those of the naive choices of sets that keep, leave out and join as asked."""
    rng = Random(63)
    impossible = 0
    for number in range(60):
        ace = rng.choice([None, *bruteforce_bharg.SUITS])
        hand = hands.rich_bharg(rng, ace=ace)
        keep, lot, out = (
            rng.sample(hand, 1),
            rng.sample(hand, 2 * (number % 2)),
            rng.sample(hand, number % 3 // 2),
        )
        best: tuple[int, int] | None = None
        sets = bruteforce_bharg.sets_in(hand)
        every = (chosen for count in range(len(sets) + 1) for chosen in combinations(sets, count))
        for family in every if overlapping else bruteforce_bharg.families(sets):
            used = {card for one in family for card in one}
            loose = [
                c for c in hand if c not in used and not bruteforce_bharg.is_ace_bound(c, ace) and c != "E"
            ]
            joined = not lot or any(set(lot) <= set(one) for one in family)
            if not set(keep) & set(loose) and not used & set(out) and joined:
                cost = sum(map(bruteforce_bharg.points, loose)), len(loose)
                best = min(best or (999, 0), cost)
        rules = BhargRules(sets="overlapping" if overlapping else "disjoint")
        asked = {"keep": ", ".join(keep), "without": ", ".join(out), "together": [", ".join(lot)] * bool(lot)}
        if best is None:
            impossible += 1
            with pytest.raises(ConditionsError):
                bharg.solve(" ".join(hand), ace=ace, rules=rules, **asked)  # type: ignore[arg-type]
        else:
            answer = bharg.solve(" ".join(hand), ace=ace, rules=rules, **asked)  # type: ignore[arg-type]
            assert (answer.penalty, len(answer.loose)) == best
    assert impossible > 5


def test_engines_that_hold_no_conditions_are_refused() -> None:
    """Tables hold no conditions in rummy, nor CP-SAT in Bharg; cards that are not held are errors."""
    with pytest.raises(EngineError):
        rummy.solve(DECLARES, engine="tables", keep="4H")
    with pytest.raises(EngineError):
        bharg.solve(BOUND, ace="K", engine="cpsat", keep="2SY")
    for keep in ("3C", "xx"):
        with pytest.raises(HandError):
            rummy.solve(DECLARES, keep=keep)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["rummy", "check", DECLARES, "--together", "TC JK"], 0, "yes, it can declare, TC JK together"),
        (["rummy", "check", DECLARES, "--without", "JK"], 1, "55 loose points at least, without JK"),
        (["rummy", "check", DECLARES, "--together", "TC 2D"], 1, "impossible: no arrangement 2D TC together"),
        (["rummy", "penalty", f"{DECLARES} KD", "--keep", "KD"], 0, "after discarding QS, keeping KD"),
        (["bharg", "penalty", BOUND, "--ace", "K", "--keep", "2SY"], 0, "9 loose points, keeping 2SY"),
        (["bharg", "check", BOUND, "--ace", "K", "--keep", "2SY 9MS"], 1, "impossible: no arrangement"),
    ],
)
def test_conditions_in_words(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check` and `penalty` say under which conditions they answer; impossible ones are a no."""
    assert run(arguments) == code
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("more", ["", " 9D"])
def test_a_declaration_alone_meets_conditions(more: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What only a declaration can keep, as no loser's trio counts there (R9), is a yes without a penalty."""
    hand, arguments = f"4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S JK{more}", ["--wild", "8H", "--keep", "2D"]
    assert run(["rummy", "check", hand, *arguments]) == 0
    assert "trio    2S 2D JK=2H" in capsys.readouterr().out
    assert run(["rummy", "check", hand, *arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["declare"], answer["penalty"], answer["folds"]) == (True, None, ["9D"] if more else None)
    assert "impossible" not in answer
    assert run(["rummy", "explain", hand, *arguments]) == 0
    assert "impossible: no loser's arrangement keeping 2D" in capsys.readouterr().out


def test_a_penalty_under_impossible_conditions_is_one_error(capsys: pytest.CaptureFixture[str]) -> None:
    """There is no arrangement to show: exit 2 and a single line."""
    assert run(["rummy", "penalty", DECLARES, "--together", "TC 2D"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "meldwise: conditions: impossible: no arrangement 2D TC together\n")
    hand = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S JK"
    assert run(["rummy", "penalty", hand, "--wild", "8H", "--keep", "2D"]) == 2
    told = capsys.readouterr()
    assert told.err.endswith("impossible: no loser's arrangement keeping 2D; it can declare so\n")


def test_an_error_of_conditions_travels_whole() -> None:
    """The error can be pickled, with the declaration that meets the conditions."""
    with pytest.raises(ConditionsError) as caught:
        rummy.solve("4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S JK", wild="8H", keep="2D")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.conditions, again.declaration) == ("keeping 2D", caught.value.declaration)
    assert again.declaration is not None


@pytest.mark.parametrize("lot", ["TC JK", "TC 2D"])
def test_json_keeps_the_keys_of_the_contract(lot: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The keys of the contract come first, then the conditions; impossible ones leave no penalty."""
    run(["rummy", "check", DECLARES, "--together", lot, "--json"])
    answer = json.loads(capsys.readouterr().out)
    required = SCHEMAS["$defs"]["rummy"]["required"]
    assert list(answer)[: len(required)] == required
    assert set(answer) - set(required) <= set(SCHEMAS["$defs"]["rummy"]["properties"])
    assert answer.get("impossible", False) == (answer["penalty"] is None)
