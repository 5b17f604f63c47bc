"""The command line: what each command prints, and how it ends."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

HAND = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
NOT_YET = "4H 5H 6H 9C TC JK KS KD KH KC 2D 2S 2C"
REST = ["rules", "declare", "penalty", "groups", "loose", "declaration", "folds", "discard", "engine"]
BHARG = "2MK 2SY 2WL 3MW 3SK 3LY E"


def meldwise(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)  # type: ignore[call-overload]


def in_terminal(*arguments: str, **environment: str) -> str:
    """Run the command with a terminal as its stdout, and return what the terminal receives."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "cli.main", *arguments]
    env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
    subprocess.run(command, stdout=follower, stderr=follower, env=env, timeout=60, check=False)
    os.close(follower)
    received = b""
    try:
        while piece := os.read(leader, 65536):
            received += piece
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    return received.decode()


def test_check_says_yes_with_the_declaration() -> None:
    """A hand that can declare ends with 0 and shows how."""
    run = meldwise("rummy", "check", HAND, "--wild", "8H")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[0] == "yes, it can declare"
    assert "impure  9C TC JK=JC" in run.stdout


def test_check_says_no_with_the_least() -> None:
    """A hand that cannot declare ends with 1 and shows what is left."""
    run = meldwise("rummy", "check", NOT_YET, "--wild", "8H")
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.splitlines()[0] == "no, it cannot declare; 10 loose points at least"


def test_a_hand_needs_no_quotes() -> None:
    """The cards may be given as one argument or as many."""
    assert meldwise("rummy", "check", *HAND.split()).stdout == meldwise("rummy", "check", HAND).stdout


def test_penalty_of_fourteen_cards() -> None:
    """With 14 cards the best discard and every fold are told."""
    run = meldwise("rummy", "penalty", f"{HAND} KD", "--wild", "8H")
    assert run.returncode == 0
    assert run.stdout.splitlines()[0] == "0 loose points after discarding KD"
    assert run.stdout.splitlines()[-1] == "the hand can declare, folding KD"


def test_json_has_the_keys_of_the_contract_in_their_order() -> None:
    """One object per hand, its first keys those of the contract."""
    said = json.loads(meldwise("rummy", "check", HAND, "--wild", "8H", "--json").stdout)
    assert list(said)[:13] == ["game", "hand", "wild", "decks", *REST]
    assert said["groups"][1] == {"kind": "impure", "cards": ["9C", "TC", "JK"], "as": ["9C", "TC", "JC"]}
    assert (said["wild"], said["decks"], said["folds"], said["discard"]) == ("8H", 1, None, None)
    said = json.loads(meldwise("bharg", "penalty", BHARG, "--ace", "AK", "--json").stdout)
    assert list(said)[:13] == ["game", "hand", "ace", "deck", *REST]
    assert (said["ace"], said["rules"], said["penalty"]) == ("K", "standard", 0)


def test_bharg_by_names() -> None:
    """A Decktet card is known by its name too, with or without its article."""
    run = meldwise("bharg", "check", "the Author, Desert the Origin Journey Painter Savage Excuse")
    assert run.returncode == 0
    assert run.stdout.splitlines()[0] == "yes, it can declare"


def test_engines_agree() -> None:
    """Every engine gives the same declare and penalty; JSON says which one answered."""
    answers = {}
    for engine in ("auto", "tables", "cpsat"):
        said = json.loads(meldwise("rummy", "penalty", NOT_YET, "--json", "--engine", engine).stdout)
        answers[engine] = (said["declare"], said["penalty"], len(said["loose"]))
        assert said["engine"] == ("cpsat" if engine == "cpsat" else "tables")
    assert len(set(answers.values())) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rummy", "check", "4H 5H"], "meldwise: hand: 2 cards; a hand has 13 or 14"),
        (["rummy", "check", HAND.replace("4H", "4Н")], "CYRILLIC CAPITAL LETTER EN"),
        (["rummy", "check", HAND, "--wild", "X"], "meldwise: wild: 'X' is no Wild Card"),
        (["rummy", "check", HAND, "--decks", "9"], "meldwise: decks: 9 decks"),
        (["rummy", "check", HAND, "--decks", "x"], "'x' is not a valid int"),
        (["rummy", "check", HAND, "--rules", "casino"], "no preset 'casino'; presets: trio, club, online"),
        (["rummy", "check", HAND, "--rules", "no/such.toml"], "cannot be read: No such file"),
        (["rummy", "check", HAND, "--rule", "cap=90"], "values: none, 80"),
        (["rummy", "check", HAND, "--rule", "spam=1"], "options: wild_natural"),
        (["rummy", "check", HAND, "--engine", "fast"], "'fast' is not one of 'auto', 'tables', 'cpsat'"),
        (["rummy", "check"], "Missing argument"),
        (["rummy", "frobnicate"], "No such command 'frobnicate'"),
        (["rummy", "check", HAND, "--frobnicate"], "No such option: --frobnicate"),
        (["bharg", "check", "2MK 2MK"], "2MK"),
        (["bharg", "check", BHARG, "--ace", "Q"], "'Q'"),
        (["bharg", "check", BHARG, "--deck", "basic"], "E"),
        (["bharg", "check", "AK 2SY 2WL 3MW 3SK 3LY E", "--ace", "K"], "AK"),
        (["bharg", "check", BHARG, "--rule", "sets=none"], "disjoint, overlapping"),
        (["rules", "R99"], "labels: R1 to R16"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], told: str) -> None:
    """Bad input ends with 2, nothing on stdout, and lines on stderr that name what is wrong."""
    run = meldwise(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert told in run.stderr
    assert all(line.startswith("meldwise: ") for line in run.stderr.splitlines())
    assert "Traceback" not in run.stderr


def test_errors_as_json() -> None:
    """With --json an error is the contract's object, with every defect."""
    run = meldwise("rummy", "check", "XX 4H", "--json")
    defects = json.loads(run.stdout)["error"]["defects"]
    assert run.returncode == 2
    assert [set(defect) for defect in defects] == [{"where", "message"}] * 2
    run = meldwise("rummy", "check", "--frobnicate", "--json")
    assert (run.returncode, list(json.loads(run.stdout))) == (2, ["error"])


def test_a_fault_of_ours_is_told_in_one_line() -> None:
    """An unforeseen exception ends with 70, a line how to report it, and no traceback."""
    script = (
        "import sys, cli.main, solver.rummy\n"
        "def broken(*a, **k): raise ZeroDivisionError('by design')\n"
        "sys.modules['solver.rummy.solve'].solve_hand = broken\n"
        "sys.exit(cli.main.run(['rummy', 'check', *sys.argv[1].split()]))"
    )
    run = subprocess.run([sys.executable, "-c", script, HAND], capture_output=True, text=True, check=False)
    assert run.returncode == 70
    assert run.stderr.startswith("meldwise: a fault of ours, please report it")
    assert "ZeroDivisionError" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_a_closed_stdout_is_silent() -> None:
    """When the reader of stdout is gone, the command ends with 0 and says nothing."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "cli.main", "rules"]
    run = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")


def test_terminal_output_has_symbols_and_colours() -> None:
    """On a terminal cards carry suit symbols and red suits are red; NO_COLOR takes the colours away."""
    shown = in_terminal("rummy", "penalty", NOT_YET, "--wild", "8H")
    assert "4♥" in shown
    assert "\x1b[1;31m4♥" in shown
    assert "(10)" in shown
    plain = in_terminal("rummy", "penalty", NOT_YET, "--wild", "8H", NO_COLOR="1")
    assert "4♥" in plain
    assert "=J♣" in plain
    assert "31m" not in plain


def test_piped_output_is_plain() -> None:
    """When piped there is neither colour nor symbol."""
    assert meldwise("rummy", "penalty", NOT_YET).stdout.isascii()


def test_rules_shows_presets_differences_and_labels() -> None:
    """`rules` tells all options, what differs between two presets, and the text of a label."""
    assert "trio_gate" in meldwise("rules").stdout
    compared = json.loads(meldwise("rules", "trio", "club", "--json").stdout)
    assert compared["differences"]["span"] == ["6-7", "any"]
    assert meldwise("rules", "R5").stdout.startswith("R5  Three of the exact same card")
    assert "Ace Pile" in meldwise("rules", "B3").stdout
    assert json.loads(meldwise("rules", "online", "--json").stdout)["values"]["cap"] == "80"


def test_schema_describes_the_answers() -> None:
    """`schema` prints a JSON Schema that names every key of an answer."""
    schema = json.loads(meldwise("schema").stdout)
    said = json.loads(meldwise("rummy", "check", HAND, "--json").stdout)
    assert set(schema["$defs"]["rummy"]["required"]) == set(said)


@pytest.mark.parametrize("game", ["", "rummy", "bharg"])
def test_no_verb_brings_the_help(game: str) -> None:
    """Without a verb the help is shown as it is laid out, a line a verb."""
    told = meldwise(*game.split())
    assert (told.returncode, told.stdout) == (2, "")
    lines = told.stderr.splitlines()
    assert lines[0].startswith(f"Usage: meldwise {game}".rstrip())
    assert any(line.startswith("  check " if game else "  rummy ") for line in lines)


def test_version() -> None:
    """--version names the program and its version."""
    assert meldwise("--version").stdout.startswith("meldwise 0.")


def test_rule_files_and_changes_add_up(tmp_path: Path) -> None:
    """A rule file, then --rule, decide; the output names the result."""
    file = tmp_path / "house.toml"
    file.write_text('preset = "club"\n', encoding="utf-8")
    run = meldwise("rummy", "check", HAND, "--rules", str(file), "--rule", "cap=80", "--json")
    assert json.loads(run.stdout)["rules"] == "club,cap=80"


def test_cache_tells_and_clears(tmp_path: Path) -> None:
    """`cache` tells the folder, its files and bytes; --clear removes the files of ours and nothing else."""
    environment = os.environ | {"MELDWISE_CACHE_DIR": str(tmp_path)}
    hands = tmp_path / "hands.txt"
    hands.write_text(f"{HAND}\n" * 3000, encoding="utf-8")
    meldwise("rummy", "batch", str(hands), "-o", str(tmp_path / "out.txt"), env=environment)
    before = json.loads(meldwise("cache", "--json", env=environment).stdout)
    assert (before["folder"], before["files"] > 0, before["bytes"] > 0) == (str(tmp_path), True, True)
    after = json.loads(meldwise("cache", "--clear", "--json", env=environment).stdout)
    assert (after["removed"], after["files"], after["bytes"]) == (before["files"], 0, 0)
    assert hands.exists()


def test_works_from_any_folder(tmp_path: Path) -> None:
    """What is installed works without the repository: commands, rules, the page's files and both engines."""
    command = [sys.executable, "-m", "cli.main"]
    for arguments in (["rummy", "check", HAND], ["bharg", "check", BHARG], ["rules", "R6"], ["schema"]):
        run = subprocess.run(
            [*command, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stderr) == (0, "")
    script = (
        "import cli, pathlib; print((pathlib.Path(cli.__file__).parent / 'web/static/index.html').exists())"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.stdout == "True\n"
