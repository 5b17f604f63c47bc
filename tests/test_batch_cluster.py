"""A batch over a Dask cluster: the answers of a local run, part by part, whatever happens to workers."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from logging import CRITICAL
from pathlib import Path

import distributed
import pyarrow.parquet as pq
import pytest

from cli.main import run
from solver.batch import request
from solver.batch.cluster import _signals_held, run_on_cluster

CHUNK = 100


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut inputs into small chunks."""
    monkeypatch.setattr(request, "CHUNK", dict.fromkeys(request.CHUNK, CHUNK))


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    """Run a cluster of two workers on the loopback."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=CRITICAL
    ) as made:
        yield made


@pytest.fixture
def hands(tmp_path: Path) -> list[str]:
    """Return two files of hands, one bad row among them."""
    paths = [tmp_path / "first.csv", tmp_path / "second.csv"]
    for seed, path in enumerate(paths):
        arguments = ["rummy", "deal", "520", "--seed", str(seed), "--wild", "8", "-o", str(path)]
        assert run(arguments) == 0
    lines = paths[1].read_text().splitlines()
    lines[7] = "6,4H 5H,8,2"
    paths[1].write_text("\n".join(lines) + "\n")
    return [str(path) for path in paths]


def check_parts(folder: Path, hands: list[str], local: Path, columns: str) -> None:
    """Assert that a folder holds what a local run writes, a part a chunk, and that its manifest says so."""
    assert run(["rummy", "batch", *hands, "--to", "parquet", "-o", str(local), "--columns", columns]) == 3
    manifest = json.loads((folder / "_manifest.json").read_text())
    files = [part["file"] for part in manifest["parts"]]
    assert sorted(path.name for path in folder.iterdir()) == ["_manifest.json", *files]
    rows = [pq.read_table(folder / file).num_rows for file in files]
    assert rows == [part["rows"] for part in manifest["parts"]] == [*[CHUNK] * 5, 20] * 2
    assert [part["input"] for part in manifest["parts"]] == [hands[0]] * 6 + [hands[1]] * 6
    assert manifest["rows"] == 1040
    assert sum(part["rejected"] for part in manifest["parts"]) == 1
    assert pq.read_table(folder).equals(pq.read_table(local))


def test_a_worker_that_is_killed(cluster: distributed.LocalCluster, hands: list[str], tmp_path: Path) -> None:
    """With one of two workers killed during the run, the output is complete and right."""
    killed = []

    def kill() -> None:
        while not any(worker.processing for worker in cluster.scheduler.workers.values()):
            time.sleep(0.02)
        time.sleep(0.2)
        killed.append(next(iter(cluster.workers.values())).pid)
        os.kill(killed[0], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    out = tmp_path / "parts"
    arguments = ["rummy", "batch", *hands, "-o", str(out), "--engine", "cpsat", "--columns", "penalty,error"]
    assert run([*arguments, "--runner", "dask", "--scheduler", cluster.scheduler_address]) == 3
    thread.join()
    assert killed
    check_parts(out, hands, tmp_path / "local.parquet", "penalty,error")


def test_an_output_that_is_there(
    cluster: distributed.LocalCluster, hands: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Parts of before are replaced whole; anything else that is there is left alone, and said to be there."""
    out = tmp_path / "parts"
    arguments = ["rummy", "batch", *hands, "-o", str(out), "--columns", "declare,penalty", "--runner", "dask"]
    arguments += ["--scheduler", cluster.scheduler_address]
    assert run(arguments) == 3
    (out / "part-00099.parquet").write_bytes(b"of a longer run")
    assert run(arguments) == 3
    check_parts(out, hands, tmp_path / "local.parquet", "declare,penalty")
    (out / "mine.txt").write_text("mine")
    assert run(arguments) == 2
    assert "holds no parts of a batch" in capsys.readouterr().err
    assert (out / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--runner", "dask"], "--runner: dask writes a folder of Parquet parts: name it with -o"),
        (["--scheduler", "tcp://127.0.0.1:9"], "--scheduler: is for --runner dask"),
        (["--runner", "dask", "-o", "x", "--to", "csv"], "--to: --runner dask writes Parquet parts"),
        (["--runner", "dask", "-o", "x", "--resume"], "--resume: is for --runner local"),
        (["--runner", "dask", "-o", "no/x"], "no/x: there is no folder 'no'"),
        (
            ["--runner", "dask", "-o", "x.csv"],
            "x.csv: --runner dask writes a folder of Parquet parts, no csv",
        ),
        (["--runner", "dask", "-o", "x", "--scheduler", "here"], "--scheduler: 'here' is no address"),
        (["--runner", "dask", "-o", "x", "--scheduler", "tcp://h:99999999"], "is no address of a scheduler"),
    ],
)
def test_what_cannot_be(
    arguments: list[str], message: str, hands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that do not go together are refused in one line."""
    assert run(["rummy", "batch", hands[0], *arguments]) == 2
    assert message in capsys.readouterr().err


def test_no_scheduler_answers(
    hands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An address where nothing listens is an error that names it, and leaves nothing behind."""
    monkeypatch.setattr("solver.batch.cluster.PATIENCE", 1)
    out = str(tmp_path / "parts")
    arguments = [
        "rummy",
        "batch",
        hands[0],
        "-o",
        out,
        "--runner",
        "dask",
        "--scheduler",
        "tcp://127.0.0.1:9",
    ]
    assert run(arguments) == 2
    assert "--scheduler: tcp://127.0.0.1:9: no scheduler answers there" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.csv", "second.csv"]


def test_work_broken_off() -> None:
    """A cluster of our own whose worker is busy ends within seconds when the work is broken off."""
    broken: list[float] = []

    def tasks() -> Iterator[int]:
        yield 60
        time.sleep(0.5)
        broken.append(time.monotonic())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run_on_cluster(time.sleep, tasks(), workers=1))
    assert time.monotonic() - broken[0] < 5


def test_signals_wait_for_a_cluster_to_start() -> None:
    """Ctrl-C while a cluster starts is heeded once it has started and can be ended."""
    started: list[bool] = []

    def start() -> None:
        with _signals_held():
            signal.raise_signal(signal.SIGINT)
            started.append(True)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started
