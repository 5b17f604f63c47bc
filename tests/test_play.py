"""Rounds on the command line: score, replay and play, in pipes and in a real terminal."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from cli.main import run

EXAMPLES = Path(__file__).parents[1] / "examples"
PROMPT = re.compile(r"(stock, open or pack|deck or pile|CARD to discard)[^>]*> $")


def meldwise(*arguments, **options):
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "cli.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


# --- score and replay ---------------------------------------------------------------------------------------


def test_score_prints_a_table():
    """Points and running totals by player, the leader, and the better arrangement of groups laid badly."""
    run = meldwise("rummy", "score", EXAMPLES / "rummy-final-hands.jsonl")
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0].split() == ["round", "Ann", "Ben", "Cleo", "Dan"]
    assert lines[1].split()[:5] == ["1", "0", "(0)", "38.5", "(38.5)"]
    assert "Cleo leads with 20" in lines
    assert "  better, 36: 4H 5H 6H 7H | 9C TC JC | loose 2S QS QH 2D QD 2C" in lines


def test_score_prints_json():
    """The JSON has the points of each round and the totals, numbers with halves as they are."""
    run = meldwise("rummy", "score", EXAMPLES / "rummy-final-hands.jsonl", "--json")
    told = json.loads(run.stdout)
    assert [one["points"] for one in told["rounds"]] == [
        {"Ann": 0, "Ben": 38.5},
        {"Ben": 0, "Ann": 43, "Cleo": 20, "Dan": 40},
        {"Cleo": 0, "Dan": 20, "Ann": 20, "Ben": 40},
    ]
    assert told["totals"] == {"Ann": 63, "Ben": 78.5, "Cleo": 20, "Dan": 60}
    assert list(told)[:2] == ["rounds", "totals"]


@pytest.mark.parametrize(
    ("game", "file"), [("rummy", "rummy-rounds"), ("bharg", "bharg-match"), ("bharg", "bharg-final-hands")]
)
def test_examples_are_scored(game, file):
    """Full records and final hands of both games are scored."""
    told = json.loads(meldwise(game, "score", EXAMPLES / f"{file}.jsonl", "--json").stdout)
    assert told["totals"] == told["rounds"][-1]["running"]
    assert told.get("match") == ("Ann" if game == "bharg" else None)


@pytest.mark.parametrize(("game", "file"), [("rummy", "rummy-rounds"), ("bharg", "bharg-match")])
def test_replay_gives_the_results_of_the_records(game, file):
    """Every record of the examples replays to the result that it tells."""
    path = EXAMPLES / f"{file}.jsonl"
    told = json.loads(meldwise(game, "replay", path, "--json").stdout)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [one["result"] for one in told["rounds"]] == [record["result"] for record in records]
    log = meldwise(game, "replay", path, "--log").stdout
    assert log.count("discards") > len(records)


def test_replay_says_at_which_move_which_rule_was_broken(tmp_path):
    """A record with a wrong move and one with wrong points are both told, with line, move and label."""
    lines = (EXAMPLES / "rummy-rounds.jsonl").read_text(encoding="utf-8").splitlines()
    first, second = json.loads(lines[0]), json.loads(lines[1])
    first["moves"][3] = {"player": first["moves"][3]["player"], "move": "pack"}
    second["result"]["points"]["Dan"] = 0
    path = tmp_path / "broken.jsonl"
    path.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n", encoding="utf-8")
    run = meldwise("rummy", "replay", path)
    assert (run.returncode, run.stdout) == (2, "")
    one, two = run.stderr.splitlines()
    assert "line 1, move 4: a pack is only possible at the very start of a turn (R14)" in one
    assert "line 2, result: the points of Dan are 0; the moves give 51" in two


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no record"),
        ("{", "line 1: is not JSON"),
        ("[1]", "line 1: is no JSON object"),
        ('{"players": 3}', "players is no list"),
        ('{"players": ["Ann", "Ben"]}', "deal: is missing"),
        ('{"players": ["Ann", "Ben"], "game": "bharg", "deal": {}}', "is a round of bharg"),
        ('{"players": ["Ann", "Ben"], "deal": {"hands": []}}', "deal, stock: is missing"),
        ('{"players": ["Ann", "Ben"], "deal": {"hands": []}, "seed": -1}', "deal"),
    ],
)
def test_files_that_are_no_records_are_refused(tmp_path, text, words):
    """What is no record is told in one line a defect, with exit 2 and no traceback."""
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    run = meldwise("rummy", "replay", path)
    assert run.returncode == 2
    assert words in run.stderr
    assert "Traceback" not in run.stderr


def test_a_file_that_is_not_there_is_told():
    """A missing file is an error in one line."""
    run = meldwise("bharg", "score", "nowhere.jsonl")
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)


# --- play by bots -------------------------------------------------------------------------------------------


def test_bots_play_with_a_log():
    """Each move is told in a line, then all hands in their groups, and the points; the seed decides all."""
    run = meldwise("rummy", "play", "--players", 3, "--seed", 7)
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    assert lines[0] == "round 1, seed 7"
    assert "Wild Card 8H" in lines[1]
    assert "points:" in lines[-1]
    assert run.stdout == meldwise("rummy", "play", "--players", 3, "--seed", 7).stdout


def test_play_writes_records_that_replay(tmp_path):
    """Rounds of mixed bots are written one a line, replay as they are, and say who played."""
    path = tmp_path / "out.jsonl"
    options = ["--rounds", 6, "--seed", 2, "--players", 2, "--bots", "least,random", "--out", path]
    run = meldwise("rummy", "play", *options)
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr.startswith("6 rounds, ")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [record["round"] for record in records] == [1, 2, 3, 4, 5, 6]
    assert [record["players"][0]["name"] for record in records] == ["Ann", "Ben"] * 3
    assert {player["bot"] for record in records for player in record["players"]} == {"least", "random"}
    assert meldwise("rummy", "replay", path).returncode == 0
    keys = ["game", "rules", "decks", "seed", "players", "deal", "moves", "result"]
    assert list(records[0])[: len(keys)] == keys


def test_play_writes_records_to_stdout():
    """With --out - the records go to stdout, and the summary to stderr."""
    run = meldwise("bharg", "play", "--rounds", 3, "--seed", 2, "--out", "-")
    assert [json.loads(line)["game"] for line in run.stdout.splitlines()] == ["bharg"] * 3


def test_a_match_of_bharg_goes_to_the_target():
    """--match plays rounds until a player has 36, and no further."""
    told = json.loads(meldwise("bharg", "play", "--match", "--seed", 3, "--json").stdout)
    assert max(told["totals"].values()) >= 36
    assert max(told["rounds"][-2]["running"].values()) < 36
    assert told["match"] == told["leader"][0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "7"], "R13"),
        (["--players", "4", "--decks", "1"], "R13"),
        (["--bots", "clever"], "no bot 'clever'; bots: least, greedy, random"),
        (["--rules", "house"], "no preset 'house'"),
        (["--rounds", "0"], "rounds"),
    ],
)
def test_play_refuses_what_cannot_be_played(arguments, words):
    """Options that do not fit are refused before any round is played."""
    run = meldwise("rummy", "play", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert words in run.stderr


# --- play by hand, in a real terminal -----------------------------------------------------------------------


def terminal(tmp_path, *arguments):
    """Start the command in a terminal of its own."""
    command = ["-m", "cli.main", *map(str, arguments)]
    return pexpect.spawn(
        sys.executable, command, cwd=tmp_path, encoding="utf-8", timeout=60, dimensions=(60, 200), echo=False
    )


def plain(text):
    """Return text without the terminal's colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def asked(child):
    """Wait for a prompt, or the end; return what was printed and the prompt, which is empty at the end."""
    if child.expect([PROMPT, pexpect.EOF]):
        return plain(child.before), ""
    return plain(child.before), child.match.group(1)


def best_card(child):
    """Ask for advice after a draw; return the card it names first, and whether it wins."""
    child.sendline("?")
    told, _ = asked(child)
    words = told.strip().splitlines()[0].split()
    return words[1].rstrip(":"), words[-1] in ("declare", "bound")


def test_a_whole_round_of_rummy_by_typed_input(tmp_path):
    """A person draws, undoes, mistypes, discards as advised, and the round ends with points and a record."""
    child = terminal(tmp_path, "rummy", "play", "--you", "--players", 2, "--seed", 11)
    printed, prompt = asked(child)
    assert "Wild Card" in printed
    assert prompt == "stock, open or pack"
    for typed, expected in (("?", "cards unseen"), ("undo", "nothing to take back"), ("4X", "is not a card")):
        child.sendline(typed)
        printed, prompt = asked(child)
        assert expected in printed
    child.sendline("open")
    assert asked(child)[1] == "CARD to discard"
    child.sendline("undo")
    assert asked(child)[1] == "stock, open or pack"
    turns = 0
    while prompt:
        child.sendline("stock")
        printed, prompt = asked(child)
        assert "You  draw from the stock" in printed
        card, wins = best_card(child)
        child.sendline(f"declare {card}" if wins else card)
        printed, prompt = asked(child)
        assert "You  discard" not in printed  # what you type is not told again
        turns += 1
    child.close()
    assert child.exitstatus == 0
    assert "points: " in printed
    record = json.loads((tmp_path / "meldwise-rummy.jsonl").read_text(encoding="utf-8"))
    assert record["result"]["end"] == "declared"
    assert record["undone"] == 1
    assert [player["bot"] for player in record["players"]] == ["human", "least"]
    assert turns <= len(record["moves"]) // 2
    assert meldwise("rummy", "replay", tmp_path / "meldwise-rummy.jsonl").returncode == 0


def test_a_wrong_declaration_is_refused_at_the_table(tmp_path):
    """The reasons are told with their labels, and the turn goes on."""
    child = terminal(tmp_path, "rummy", "play", "--you", "--players", 2, "--seed", 11)
    asked(child)
    child.sendline("s")
    asked(child)
    card, _ = best_card(child)
    child.sendline(f"declare {card}")
    printed, prompt = asked(child)
    assert "(R15)" in printed
    assert "(R6)" in printed
    assert prompt == "CARD to discard"
    child.close(force=True)


def test_ctrl_c_keeps_the_record_and_resume_goes_on(tmp_path):
    """Ctrl-C ends with 130 and leaves the moves made; --resume goes on with them to the end."""
    child = terminal(tmp_path, "rummy", "play", "--you", "--players", 2, "--seed", 11, "--out", "mine.jsonl")
    asked(child)
    child.sendline("s")
    asked(child)
    card, _ = best_card(child)
    child.sendline(card)
    asked(child)
    child.sendintr()
    printed, prompt = asked(child)
    child.close()
    assert (prompt, child.exitstatus) == ("", 130)
    assert "go on with: meldwise rummy play --resume mine.jsonl" in printed
    kept = json.loads((tmp_path / "mine.jsonl").read_text(encoding="utf-8"))
    assert (len(kept["moves"]), kept["result"]) == (4, None)
    again = meldwise("rummy", "play", "--you", "--players", 2, "--out", "mine.jsonl", cwd=tmp_path)
    assert again.returncode == 2
    assert "--resume" in again.stderr

    child = terminal(tmp_path, "rummy", "play", "--resume", "mine.jsonl")
    assert "4 moves made so far" in asked(child)[0]
    child.sendline("pack")
    printed, _ = asked(child)
    child.close()
    assert child.exitstatus == 0
    assert "won as the last one left; points: You 40, Ann 0" in printed
    ended = json.loads((tmp_path / "mine.jsonl").read_text(encoding="utf-8"))
    assert ended["moves"][:4] == kept["moves"]
    assert ended["result"] == {"end": "packed", "winner": "Ann", "points": {"You": 40, "Ann": 0}}
    assert meldwise("rummy", "play", "--resume", "mine.jsonl", cwd=tmp_path).returncode == 2


def test_a_whole_round_of_bharg_by_typed_input(tmp_path):
    """Bharg is played the same way, with a deck and a pile; the next round is added to the same file."""
    for rounds in (1, 2):
        child = terminal(tmp_path, "bharg", "play", "--you", "--seed", 4)
        printed, prompt = asked(child)
        while prompt:
            child.sendline("d")
            asked(child)
            card, _ = best_card(child)
            child.sendline(card)
            printed, prompt = asked(child)
        child.close()
        assert "won with all cards bound" in printed
        lines = (tmp_path / "meldwise-bharg.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(lines) == rounds


def test_quit_and_the_end_of_input_keep_the_record(tmp_path):
    """Without a terminal the prompts read lines; q and the end of the input leave with 0 and a record."""
    for number, typed in enumerate(("q\n", "", "d\n")):
        out = tmp_path / f"{number}.jsonl"
        run = meldwise("bharg", "play", "--you", "--seed", 4, "--out", out, input=typed)
        assert run.returncode == 0
        assert "the record is kept" in run.stderr
        assert json.loads(out.read_text(encoding="utf-8"))["moves"] == []


def test_a_folder_is_refused_before_rounds_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rounds are not played for a file that can never be there."""
    assert run(["rummy", "play", "--rounds", "1", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"meldwise: {tmp_path}: is a folder\n")
