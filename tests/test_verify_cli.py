"""The verb ``verify`` of both games on the command line: exit codes, texts, files and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.main import run
from cli.schema import SCHEMAS

VALID = "4H 5H 6H 7H | 9C TC JK | QS QD QH | 2D 2S 2C"
BROKEN = "KH AH 2H | 9C TC JK QC | QS QD QH | 2D 2S 2C"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["rummy", "verify", VALID], 0, "valid; 0 points as laid, 0 at best"),
        (["rummy", "verify", BROKEN], 1, "AH is in the middle, K-A-2; the ace is low or high (R1)"),
        (["rummy", "verify", VALID, "--fold", "2H"], 0, "valid"),
        (["rummy", "verify", VALID[:34], "--loose", "2D 2S 2C"], 1, "the hand could have declared:"),
        (["bharg", "verify", "2MK 2SY 2WL | 4YK 5YK 8YK | E", "--ace", "K"], 0, "valid"),
        (["bharg", "verify", "2MK 2SY 2WL | 4YK 5YK 8YK | E"], 1, "(B1)"),
    ],
)
def test_answers_by_exit_code(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 0 if the grouping stands, 1 if not, and the faults with their labels on stdout."""
    assert run(arguments) == code
    assert words in capsys.readouterr().out


def test_bad_input_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    """What is no card is told on stderr with its group and place, and nothing on stdout."""
    assert run(["rummy", "verify", "4H 5X 6H | 9C"]) == 2
    assert run(["rummy", "verify"]) == 2
    assert run(["rummy", "verify", VALID, "--file", "-"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "meldwise: group 1, card 2: '5X' is not a card" in captured.err


def test_file_with_a_grouping_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line is judged; exit 1 if one does not stand, 2 if one cannot be read."""
    file = tmp_path / "groupings.txt"
    file.write_text(f"# two\n{VALID}\n\n{BROKEN}\n", encoding="utf-8")
    assert run(["rummy", "verify", "--file", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line[:9] for line in lines] == ["2: valid,", "4: not va"]
    file.write_text(f"{VALID}\nXX\n{VALID}\n", encoding="utf-8")
    assert run(["rummy", "verify", "--file", str(file), "--json"]) == 2
    out = capsys.readouterr().out.splitlines()
    assert [json.loads(line).get("line") for line in out] == [1, 3, None]
    assert run(["rummy", "verify", "--file", str(tmp_path / "none.txt")]) == 2


@pytest.mark.parametrize("name", ["rummy verify", "bharg verify"])
def test_json_has_the_keys_of_the_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer has the contract's keys first, then those of a verdict, in the schema's order."""
    text = VALID if name == "rummy verify" else "2MK 2SY 2WL | 4YK 5YK | E"
    run([*name.split(), text, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == SCHEMAS["$defs"][name]["required"]
    assert list(answer)[-5:] == ["valid", "faults", "points", "best", "laid"]


def test_no_hand_has_nulls(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards that are no hand are judged all the same; there is no best then."""
    assert run(["rummy", "verify", "4H 5H 6H", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["penalty"], answer["best"], answer["points"]) == (None, None, 0)
    assert answer["faults"][0]["rule"] == "R6"
