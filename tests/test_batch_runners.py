"""Work over worker processes: results in order, never far ahead, and workers that die replaced."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import run
from solver.batch import runners
from solver.batch.runners import AHEAD, run_ordered
from solver.errors import FileError, InternalError, SolverError

ROWS = 100_000


def tasks(count: int, taken: list[int]) -> Iterator[int]:
    """Yield numbers, and note which were taken."""
    for number in range(count):
        taken.append(number)
        yield number


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_in_order(workers: int) -> None:
    """Results come in the order of the tasks, all of them, whatever takes longer."""
    waits = [0.05, 0.0, 0.02, 0.0, 0.03, 0.0, 0.0]
    assert list(run_ordered(time.sleep, waits, workers=workers)) == [None] * len(waits)
    assert list(run_ordered(abs, range(-50, 50), workers=workers)) == [abs(one) for one in range(-50, 50)]


def test_no_tasks() -> None:
    """No tasks give no results, and start no workers."""
    assert list(run_ordered(abs, [], workers=2)) == []


def test_never_far_ahead() -> None:
    """Tasks are taken only a few ahead of the results, so that memory stays flat."""
    taken: list[int] = []
    for done, _ in enumerate(run_ordered(abs, tasks(100, taken), workers=2)):
        assert len(taken) <= done + 1 + (AHEAD + 1) * 2 + 1
    assert len(taken) == 100


def test_workers_that_die_again_and_again() -> None:
    """A task that kills every worker ends the run with a clear error, and the tasks before it are done."""
    results = run_ordered(os._exit, [1, 1, 1], workers=2)
    with pytest.raises(SolverError, match="3 workers were lost over chunk"):
        list(results)


def test_errors_in_their_turn() -> None:
    """What a task, or the taking of one, runs into is raised after the results before it."""

    def broken() -> Iterator[str]:
        yield from ["1", "2", "3", "4"]
        raise FileError.at("in.csv", "is cut")

    found = []
    with pytest.raises(FileError, match="is cut"):
        found.extend(run_ordered(int, broken(), workers=2))
    results = run_ordered(int, ["1", "2", "x", "4"], workers=2)
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(InternalError, match="invalid literal"):
        next(results)


def test_started_ahead() -> None:
    """Workers that were started ahead do the next work; a dead one is replaced, and none is left."""
    with runners.started_ahead(2, ["json"]):
        ready = [worker.process for worker in runners._waiting]
        ready[0].kill()
        pids = set(run_ordered(pid_after, [0.2] * 8, workers=2))
        assert ready[1].pid in pids
        assert len(pids) == 2
        assert ready[0].pid not in pids
    with runners.started_ahead(3, []):
        unused = [worker.process for worker in runners._waiting]
        assert len(unused) == 3
    assert all(process.poll() is not None for process in (*ready, *unused))
    with runners.started_ahead(1, []):
        assert runners._waiting == []


def pid_after(seconds: float) -> int:
    """Sleep, and return the number of the process that did."""
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.parametrize("bad", [1, 99_999])
def test_few_and_many_bad_rows(hands: list[str], tmp_path: Path, bad: int) -> None:
    """One bad row among 100,000, and one good row among as many, are told apart."""
    rows = [f"{row},4H 5H,8,2" if row <= bad else hands[row] for row in range(1, ROWS + 1)]
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("\n".join([hands[0], *rows]))
    assert run(["rummy", "batch", str(source), "-o", str(out), "--columns", "penalty,error"]) == 3
    errors = [line.split(",", 5)[5] for line in out.read_text().splitlines()[1:]]
    assert [bool(error) for error in errors] == [row <= bad for row in range(1, ROWS + 1)]


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the lines of a file of dealt hands."""
    path = tmp_path_factory.mktemp("dealt") / "hands.csv"
    assert run(["rummy", "deal", str(ROWS), "--wild", "8", "-o", str(path)]) == 0
    return path.read_text().splitlines()
