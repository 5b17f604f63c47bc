"""The command ``advise`` of both games: keys of the contract, schema, words, ends."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from cli.main import run
from cli.schema import SCHEMAS

RUMMY = ["KD", "4S", "JC", "4D", "2D", "KS", "6H", "QC", "TC", "9H", "KC", "3H", "AD"]
BHARG = ["2MK", "2SY", "2WL", "4YK", "5YK", "9MS", "7SK"]
SOLVED = "game hand {} {} rules declare penalty groups loose declaration folds discard engine unseen"
DRAW = ["expected_penalty", "declare_copies", "declare_chance", "declare_cards"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """Return the one JSON object that a command prints."""
    assert run([*arguments, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


def check_keys(value: dict, schema: dict) -> None:
    """Hold an object to the keys of its schema, alternatives and parts included."""
    if "anyOf" in schema:
        schema = next(one for one in schema["anyOf"] if set(one.get("required", ["no"])) <= set(value))
    assert set(schema["required"]) <= set(value) <= set(schema["properties"])
    for key, part in schema["properties"].items():
        inner = value.get(key)
        if isinstance(inner, dict):
            check_keys(inner, next((one for one in part.get("anyOf", []) if "properties" in one), part))
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict) and "items" in part:
            for one in inner:
                check_keys(one, part["items"])


def test_rummy_before_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Thirteen cards get the hand's keys, unseen, stock, open, pack and recommend, in this order."""
    found = answer(
        capsys, "rummy", "advise", *RUMMY, "--wild", "KH", "--decks", "1", "--open", "6S", "--rounds", "100"
    )
    assert list(found) == [
        *SOLVED.format("wild", "decks").split(),
        "stock",
        "open",
        "pack",
        "recommend",
        "players",
    ]
    assert list(found["stock"]) == DRAW
    assert list(found["open"])[:4] == ["card", "penalty", "declare", "discard"]
    assert list(found["pack"])[:2] == ["cost", "stay"]
    assert found["pack"]["cost"] == 40
    assert found["pack"]["stay"]["rounds"] == 100
    assert list(found["recommend"])[:2] == ["action", "why"]
    assert (found["unseen"], found["stock"]["declare_copies"], found["penalty"]) == (39, 8, 7)
    check_keys(found, SCHEMAS["$defs"]["rummy advise"])


def test_rummy_after_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Fourteen cards get every discard, best first."""
    found = answer(capsys, "rummy", "advise", *RUMMY, "6S", "--wild", "KH", "--decks", "1", "--depth", "2")
    assert list(found) == [*SOLVED.format("wild", "decks").split(), "discards", "recommend", "players"]
    assert list(found["discards"][0])[:7] == ["card", "penalty", "declare", *DRAW]
    assert len(found["discards"]) == 14
    assert found["recommend"]["action"] == "discard"
    assert found["discards"][0]["two_draws"]["error"] is None
    check_keys(found, SCHEMAS["$defs"]["rummy advise"])


def test_bharg_before_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven cards get the same keys; nobody packs in Bharg."""
    found = answer(capsys, "bharg", "advise", *BHARG, "--ace", "K", "--open", "6MW")
    assert list(found) == [*SOLVED.format("ace", "deck").split(), "stock", "open", "pack", "recommend"]
    assert list(found["stock"]) == DRAW
    assert found["pack"] is None
    check_keys(found, SCHEMAS["$defs"]["bharg advise"])


def test_bharg_after_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Eight cards get every discard with the ace on top after it, and what it hands the opponent."""
    found = answer(capsys, "bharg", "advise", *BHARG, "AM", "--ace", "K", "--seen", "AS")
    assert list(found["discards"][0]) == ["card", "penalty", "declare", *DRAW, "ace", "gift"]
    assert {way["card"]: way["ace"] for way in found["discards"]}["AM"] == "M"
    check_keys(found, SCHEMAS["$defs"]["bharg advise"])


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain output starts with the action and its reason, and names the better draw first."""
    assert (
        run(["rummy", "advise", *RUMMY, "--wild", "KH", "--decks", "1", "--open", "6S", "--rounds", "0"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "take the open 6S"
    assert lines[1].startswith(
        "the open 6S leaves 3 points for certain; a draw from the stock leaves 4.49 points"
    )
    assert [line.split()[0] for line in lines[2:]] == ["now", "open", "stock", "pack"]
    assert "declares with 8 of 39 (20.5 %): 4H 5H 7H 8H 3D 4C JK" in lines[4]
    assert (
        run(
            [
                "rummy",
                "advise",
                *["4H", "5H", "6H", "7H", "9C", "TC", "JK", "QS", "QD", "QH", "2D", "2S", "2C", "KD"],
                "--wild",
                "8H",
            ]
        )
        == 0
    )
    assert capsys.readouterr().out.startswith("fold KD and declare\n")
    assert run(["bharg", "advise", *BHARG, "--ace", "K"]) == 0
    assert capsys.readouterr().out.startswith("draw from the deck\n")


def test_engines_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """CP-SAT gives the same advice as the tables."""
    told = ["rummy", "advise", *RUMMY, "--wild", "KH", "--decks", "1", "--rounds", "0"]
    seen = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "3578T" if f"{rank}{suit}" not in RUMMY)
    tables = answer(capsys, *told, "--seen", seen)
    other = answer(capsys, *told, "--seen", seen, "--engine", "cpsat")
    assert other["engine"] == "cpsat"
    for key in ("penalty", "unseen", "stock", "open", "pack", "recommend"):
        assert tables[key] == other[key]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rummy", "advise", "4H 5H"], "2 cards; a hand has 13 or 14"),
        (["rummy", "advise", *RUMMY, "--open", "1X"], "open, card 1: '1X' is not a card"),
        (["rummy", "advise", *RUMMY, "--players", "7"], "7 players; a round has 2 to 6"),
        (["rummy", "advise", *RUMMY, "--depth", "5"], "depth: 5 draws ahead"),
        (["rummy", "advise", *RUMMY, "--rounds", "-5"], "rounds: -5 rounds"),
        (["rummy", "advise", *RUMMY, "--engine", "cpsat", "--rounds", "5"], "cpsat plays no rounds"),
        (["bharg", "advise", *BHARG, "--open", "AM"], "AM is an ace, which lies on the Ace Pile"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be ends with exit code 2 and one line a defect."""
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


def test_interrupt_gives_the_answer_so_far() -> None:
    """Ctrl-C ends the rounds, not the answer: the estimate so far is printed, with exit code 130."""
    leader, follower = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "rummy",
        "advise",
        *RUMMY,
        "--wild",
        "8H",
        "--rounds",
        "100000000",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower, start_new_session=True)
    os.close(follower)
    shown = b""
    end = time.monotonic() + 120
    while b"rounds: staying" not in shown and time.monotonic() < end:
        shown += os.read(leader, 4096)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(leader)
    assert b"rounds: staying" in shown
    assert process.returncode == 130
    assert b"simulated rounds won" in out
    assert b"stopped before the end" in out
