"""What score, replay and play print as JSON, and the records they write, held to `meldwise schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from schemas import faults

from cli.main import run
from cli.schema import SCHEMAS

EXAMPLES = Path(__file__).parents[1] / "examples"
DEFINED = SCHEMAS["$defs"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> object:
    """Run a command and return the JSON it prints."""
    assert run([str(argument) for argument in (*arguments, "--json")]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("verb", "file"),
    [
        ("score", "rummy-final-hands"),
        ("score", "rummy-rounds"),
        ("replay", "rummy-rounds"),
        ("score", "bharg-final-hands"),
        ("score", "bharg-match"),
        ("replay", "bharg-match"),
    ],
)
def test_scores_and_replays(capsys: pytest.CaptureFixture[str], verb: str, file: str) -> None:
    """The score sheet and the replay of each example have the keys and values that the schema names."""
    game = file.split("-")[0]
    told = printed(capsys, game, verb, EXAMPLES / f"{file}.jsonl")
    assert faults(told, DEFINED[f"{game} {verb}"]) == []


@pytest.mark.parametrize("game", ["rummy", "bharg"])
def test_play_and_its_records(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    """Rounds of all bots print a score sheet, and each record is as the schema says."""
    out = tmp_path / "rounds.jsonl"
    told = printed(capsys, game, "play", "--rounds", 4, "--seed", 3, "--bots", "random,least", "--out", out)
    assert faults(told, DEFINED[f"{game} play"]) == []
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == 4
    for record in records:
        assert faults(record, DEFINED[f"{game} record"]) == []


def test_a_wrong_value_is_found() -> None:
    """The check itself names what is missing, of another type, or not described."""
    wrong = {"game": "rummy", "rounds": [{"moves": True, "turns": 1, "more": 2}]}
    told = faults(wrong, DEFINED["rummy replay"])
    assert told == [
        "$.rounds[0]: result is missing",
        "$.rounds[0].moves: True is no integer",
        "$.rounds[0]: more is not described",
    ]
