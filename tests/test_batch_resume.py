"""Interrupted runs: continued from the last whole chunk, to the same bytes as an unbroken run."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.main import run

COLUMNS = ["--columns", "penalty,error", "--engine", "cpsat"]
SUFFIXES = ["csv", "csv.gz", "jsonl.zst", "txt", "parquet", "arrow"]


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of 600 dealt hands, one of them bad: three chunks of the CP-SAT road."""
    path = tmp_path_factory.mktemp("resume") / "hands.csv"
    assert run(["rummy", "deal", "600", "--wild", "8H", "-o", str(path)]) == 0
    lines = path.read_text().splitlines()
    lines[550] = lines[550][:-9]
    path.write_text("\n".join(lines))
    return path


def batch(source: Path, out: Path, *options: str, code: int = 3) -> None:
    """Run a batch in this process."""
    assert run(["rummy", "batch", str(source), "-o", str(out), "--workers", "1", *COLUMNS, *options]) == code


def killed(source: Path, out: Path, chunks: int) -> None:
    """Run a batch in a process of its own, and kill it once it has some chunks."""
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "rummy",
        "batch",
        str(source),
        "-o",
        str(out),
        "--workers",
        "1",
    ]
    process = subprocess.Popen([*command, *COLUMNS], stderr=subprocess.DEVNULL)
    log = Path(f"{out}.partial/log")
    end = time.monotonic() + 60
    while not (log.exists() and log.read_bytes().count(b"\n") > chunks):
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_same_bytes_as_unbroken(hands: Path, tmp_path: Path, suffix: str) -> None:
    """A run that is killed and continued writes the file that an unbroken one writes, and counts the same."""
    whole, broken = tmp_path / f"whole.{suffix}", tmp_path / f"broken.{suffix}"
    batch(hands, whole)
    killed(hands, broken, chunks=2)
    assert not broken.exists()
    summary = tmp_path / "summary.json"
    batch(hands, broken, "--resume", "--summary", str(summary))
    assert broken.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.glob("broken*")) == [broken.name]
    found = json.loads(summary.read_text())
    assert (found["rows"], found["rejected"]) == (600, 1)
    assert 512 <= found["resumed"] < 600


def test_torn_writes(hands: Path, tmp_path: Path) -> None:
    """What was written in part, or garbled, is done again."""
    whole, broken = tmp_path / "whole.csv", tmp_path / "broken.csv"
    batch(hands, whole)
    killed(hands, broken, chunks=2)
    left = tmp_path / "left"
    shutil.copytree(f"{broken}.partial", left)
    for harm in ("cut data", "cut log", "garbled data", "garbled log", "more data"):
        shutil.copytree(left, f"{broken}.partial", dirs_exist_ok=True)
        data, log = (Path(f"{broken}.partial/{name}") for name in ("data", "log"))
        text = data.read_bytes()
        if harm == "cut data":
            os.truncate(data, len(text) - 100)
        elif harm == "garbled data":
            data.write_bytes(text[:-100] + b"x" * 100)
        elif harm == "more data":
            data.write_bytes(text + b"x" * 100)
        elif harm == "cut log":
            os.truncate(log, log.stat().st_size - 10)
        else:
            log.write_bytes(log.read_bytes()[:-20] + b"?" * 19 + b"\n")
        batch(hands, broken, "--resume")
        assert broken.read_bytes() == whole.read_bytes(), harm
        broken.unlink()


def test_other_run_refused(hands: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another input, option or program does not continue the run; without --resume it starts again."""
    source, out = tmp_path / "hands.csv", tmp_path / "out.csv"
    source.write_bytes(hands.read_bytes())
    killed(source, out, chunks=1)
    for options, word in ([("--wild", "9")], "options"), ([("--columns", "declare")], "columns"):
        batch(source, out, "--resume", *(text for pair in options for text in pair), code=2)
        assert f"had other {word}" in capsys.readouterr().err
    source.write_bytes(hands.read_bytes() + b"\n")
    batch(source, out, "--resume", code=2)
    assert "had other inputs" in capsys.readouterr().err
    identity = Path(f"{out}.partial/run.json")
    identity.write_text(identity.read_text().replace('"version": "', '"version": "0.'))
    batch(source, out, "--resume", code=2)
    assert "had other version" in capsys.readouterr().err
    batch(source, out)
    assert out.exists()
    assert not identity.exists()


def test_nothing_to_resume(hands: Path, tmp_path: Path) -> None:
    """With nothing to continue, --resume starts from the beginning."""
    out = tmp_path / "out.csv"
    batch(hands, out, "--resume")
    assert len(out.read_text().splitlines()) == 601


def test_pipes_refused(hands: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read or written again cannot be continued."""
    assert run(["rummy", "batch", str(hands), "--resume"]) == 2
    assert "wants an output file" in capsys.readouterr().err
    arguments = ["rummy", "batch", "-", "--format", "csv", "-o", str(tmp_path / "out.csv"), "--resume"]
    assert run(arguments) == 2
    assert "stdin cannot be read again" in capsys.readouterr().err
