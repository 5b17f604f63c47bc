"""The verb ``explain`` of both games on the command line."""

from __future__ import annotations

import json

import pytest

from cli.main import run
from cli.schema import SCHEMAS

KINGS = ["4H", "5H", "6H", "9C", "TC", "JK", "KS", "KD", "KH", "KC", "2D", "2S", "2C", "--wild", "8H"]
FAR = ["AS", "3S", "7S", "JS", "2H", "6H", "9H", "4D", "8D", "QD", "5C", "KC", "TC"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["rummy", "explain", *KINGS],
            "it would declare but for the limits on trios: size, suits, wildcards (R4)",
        ),
        (["rummy", "explain", *KINGS, "--compare-rules", "trio,online"], "declares because of sets=distinct"),
        (["rummy", "explain", *KINGS, "--keep", "KS KD KH KC"], "impossible: no arrangement keeping"),
        (["rummy", "explain", *FAR], "no pure sequence: no three consecutive cards of a suit (R6)"),
        (["rummy", "explain", *FAR], "7 away from a declaration"),
        (["rummy", "explain", "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"], "it declares, in 1 way"),
        (["bharg", "explain", "2MK 2SY 2WL 4YK 5YK 9MS E", "--ace", "K"], "1 away from a bound hand"),
        (["bharg", "explain", "2MK 2SY 2WL 4YK 5YK 8YK E", "--ace", "K"], "all cards are bound"),
    ],
)
def test_explains_in_words(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every explanation is exit 0, and says in words what holds."""
    assert run(arguments) == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("name", ["rummy explain", "bharg explain"])
def test_json_has_the_keys_of_the_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer has the contract's keys first, then those of an explanation, in the schema's order."""
    hand = FAR if name == "rummy explain" else ["2MK 2SY 2WL 4YK 5YK 9MS E"]
    assert run([*name.split(), *hand, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == SCHEMAS["$defs"][name]["required"]


def test_all_lists_more_than_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    """`--all` lists every declaration; without it the list is cut and says so."""
    hand = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "--json"]
    counts = []
    for more in ([], ["--all"]):
        assert run(["rummy", "explain", *hand, *more]) == 0
        listing = json.loads(capsys.readouterr().out)["declarations"]
        counts.append((listing["count"], listing["complete"]))
    assert counts[0] == (3, False)
    assert counts[1][0] > 3
    assert counts[1][1]


def test_bad_conditions_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    """Conditions on cards that are not held are bad input, told by option."""
    assert run(["rummy", "explain", *FAR, "--keep", "5H", "--together", "xx"]) == 2
    error = capsys.readouterr().err
    assert "meldwise: keep: 5H is not in the hand" in error
    assert "meldwise: together, card 1: 'xx' is not a card" in error
