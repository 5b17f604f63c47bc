"""Start-up is felt at every call and every TAB: held as ratios to what cannot be avoided."""

import os
import statistics
import subprocess
import sys
import time

import pytest

HAND = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
ROUNDS = 7


def seconds_of(command: list[str], **environment: str) -> float:
    """Return the wall time of one run of a Python command."""
    start = time.perf_counter()
    run = [sys.executable, *command]
    subprocess.run(run, stdout=subprocess.DEVNULL, env=os.environ | environment, check=False, timeout=60)
    return time.perf_counter() - start


def ratio(command: list[str], baseline: list[str], **environment: str) -> float:
    """Return the median ratio of the times of two commands that run in turn."""
    pairs = [(seconds_of(command, **environment), seconds_of(baseline)) for _ in range(ROUNDS)]
    return statistics.median(mine / other for mine, other in pairs[1:])


@pytest.mark.parametrize("arguments", [["--help"], ["rummy", "--help"], ["rummy", "check", "--help"]])
def test_help(arguments: list[str]) -> None:
    """--help costs little more than typer: below 0.2 s where typer itself takes 0.1."""
    assert ratio(["-m", "cli.main", *arguments], ["-c", "import typer"]) < 2


def test_completion() -> None:
    """A TAB costs little more than typer."""
    asked = {"_MELDWISE_COMPLETE": "complete_bash", "COMP_WORDS": "meldwise rummy ", "COMP_CWORD": "2"}
    assert ratio(["-m", "cli.main"], ["-c", "import typer"], **asked) < 2


def test_check_costs_less_than_its_libraries() -> None:
    """A check costs less than 1.5 times the import of CP-SAT with the terminal libraries, on either road."""
    libraries = ["-c", "import numpy, typer, rich; from ortools.sat.python import cp_model"]
    command = ["-m", "cli.main", "rummy", "check", HAND, "--wild", "8H"]
    assert ratio(command, libraries) < 1.5
    assert ratio([*command, "--engine", "cpsat"], libraries) < 1.5


def test_check_by_tables() -> None:
    """A check by tables costs at most 1.6 times the import of numpy, typer and rich."""
    command = ["-m", "cli.main", "rummy", "check", HAND, "--wild", "8H"]
    assert ratio(command, ["-c", "import numpy, typer, rich"]) < 1.6
