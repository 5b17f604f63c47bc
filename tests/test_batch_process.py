"""Batches as processes: workers, signals, pipes, full disks; how a run ends and what it leaves."""

import gzip
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.main import run

SLOW = ["--engine", "cpsat", "--columns", "declare,penalty"]


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own."""
    command = [sys.executable, "-m", "cli.main", *arguments]
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **options
    )


def children_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def wait_for_workers(process: subprocess.Popen[bytes], count: int) -> list[int]:
    """Wait until a run has its workers, and return them."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if len(workers := children_of(process.pid)) == count:
            return workers
        time.sleep(0.02)
    raise AssertionError("no workers came up")


def alive(process: int) -> bool:
    """Tell whether a process is still running."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except FileNotFoundError:
        return False


def gone(processes: list[int], within: float) -> bool:
    """Tell whether processes end within some seconds."""
    end = time.monotonic() + within
    while time.monotonic() < end and any(map(alive, processes)):
        time.sleep(0.02)
    return not any(map(alive, processes))


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a file of 2,000 dealt hands: 8 chunks of the CP-SAT road."""
    path = tmp_path_factory.mktemp("hands") / "hands.csv"
    assert run(["rummy", "deal", "2000", "--wild", "8H", "--seed", "3", "-o", str(path)]) == 0
    return str(path)


def test_same_bytes_for_any_workers(hands: str, tmp_path: Path) -> None:
    """The output is the same byte by byte for one worker and for three, and in the order of the input."""
    short = tmp_path / "short.csv"
    short.write_text("\n".join(Path(hands).read_text().splitlines()[:1200]))
    outputs = []
    for workers in ("1", "3"):
        process = start("rummy", "batch", str(short), "--engine", "cpsat", "--workers", workers)
        output, _ = process.communicate()
        assert process.returncode == 0
        outputs.append(output)
    assert outputs[0] == outputs[1]
    assert [line.split(b",")[0] for line in outputs[0].splitlines()[1:]] == [
        b"%d" % n for n in range(1, 1200)
    ]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted(hands: str, tmp_path: Path, number: int, code: int) -> None:
    """Ctrl-C and SIGTERM end the run and all workers within a second, and the old output stays."""
    out = tmp_path / "out.csv"
    out.write_text("old")
    process = start("rummy", "batch", hands, "-o", str(out), "--workers", "2", *SLOW)
    workers = wait_for_workers(process, 2)
    time.sleep(0.5)
    process.send_signal(number)
    sent = time.monotonic()
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - sent < 1.5
    assert gone(workers, 1.0)
    assert process.returncode == code
    assert b"stopped after" in errors
    assert b"Traceback" not in errors
    assert out.read_text() == "old"


def test_killed_parent(hands: str, tmp_path: Path) -> None:
    """Workers end by themselves when the run itself is killed."""
    process = start("rummy", "batch", hands, "-o", str(tmp_path / "out.csv"), "--workers", "2", *SLOW)
    workers = wait_for_workers(process, 2)
    process.kill()
    process.communicate()
    assert gone(workers, 3.0)
    assert not (tmp_path / "out.csv").exists()


def test_killed_worker(hands: str, tmp_path: Path) -> None:
    """A worker that is killed is replaced and its work done again: the output is the same."""
    arguments = ["rummy", "batch", hands, "--workers", "2", *SLOW]
    process = start(*arguments, "-o", str(tmp_path / "a.csv"))
    os.kill(wait_for_workers(process, 2)[0], signal.SIGKILL)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    process = start(*arguments, "-o", str(tmp_path / "b.csv"))
    process.communicate()
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a file so large that workers are started ahead."""
    path = tmp_path_factory.mktemp("large") / "hands.csv"
    assert run(["rummy", "deal", "200000", "--wild", "8", "-o", str(path)]) == 0
    return str(path)


def test_refused_after_workers_were_started(large: str, tmp_path: Path) -> None:
    """A large input that is refused ends as a small one does, and leaves no workers."""
    out = tmp_path / "out.csv"
    process = start("rummy", "batch", large, "-o", str(out), "--columns", "wild", "--workers", "2")
    workers = wait_for_workers(process, 2)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 2
    assert errors.count(b"\n") == 1
    assert gone(workers, 1.0)


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.2, 0.3, 0.4])
def test_interrupted_while_workers_start(large: str, tmp_path: Path, wait: float) -> None:
    """Ctrl-C ends a run and its workers also while it is prepared."""
    process = start("rummy", "batch", large, "-o", str(tmp_path / "out.csv"), "--workers", "2")
    workers = wait_for_workers(process, 2)
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - sent < 1.5
    assert gone(workers, 1.0)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_reader_goes_away(hands: str) -> None:
    """A closed stdout ends the run silently with 0, and the workers with it."""
    process = start("rummy", "batch", hands, "--workers", "2", *SLOW)
    workers = wait_for_workers(process, 2)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    assert gone(workers, 1.0)


def test_full_disk(hands: str, tmp_path: Path) -> None:
    """An output that cannot grow is told in one line with exit 2, and the old one is not lost."""
    out = tmp_path / "out.csv"
    out.write_text("old")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    process = start("rummy", "batch", hands, "-o", str(out), "--columns", "declare", preexec_fn=limit)
    _, errors = process.communicate()
    assert process.returncode == 2
    assert errors.decode().count("\n") == 1
    assert "cannot be written: file too large" in errors.decode()
    assert out.read_text() == "old"


def test_two_runs_of_one_output(hands: str, tmp_path: Path) -> None:
    """A second run that writes the same output is refused while the first goes on."""
    out = str(tmp_path / "out.csv")
    first = start("rummy", "batch", hands, "-o", out, "--workers", "2", *SLOW)
    wait_for_workers(first, 2)
    second = start("rummy", "batch", hands, "-o", out, *SLOW)
    _, errors = second.communicate()
    assert second.returncode == 2
    assert b"another run is writing it" in errors
    first.communicate()
    assert first.returncode == 0
    assert len(Path(out).read_text().splitlines()) == 2001


def test_stdin_and_stdout(hands: str) -> None:
    """Hands come in by stdin and answers go out by stdout, in the named format."""
    with Path(hands).open("rb") as file:
        process = start("rummy", "batch", "-", "--format", "csv", "--columns", "penalty", stdin=file)
        output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert output.startswith(b"id,hand,wild,decks,penalty\n1,")
    assert output.count(b"\n") == 2001


def test_bomb(tmp_path: Path) -> None:
    """A small file that unpacks to gigabytes ends within seconds and 300 MB."""
    zeros = gzip.compress(bytes(16 << 20), 9)
    data = gzip.compress(b"hand\n") + zeros * 200
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(data)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (300 << 20, 300 << 20))

    started = time.monotonic()
    process = start("rummy", "batch", str(path), "--workers", "1", preexec_fn=limit)
    _, errors = process.communicate()
    assert process.returncode == 2
    assert b"no file of hands" in errors or b"bomb" in errors
    assert time.monotonic() - started < 4
