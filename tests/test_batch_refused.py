"""Files, columns and requests that a batch refuses, each by name and before work starts."""

import gzip
import json
from pathlib import Path

import pytest
from batches import Batch

GOOD = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
ADDED = ["declare", "penalty", "groups", "loose", "folds", "discard", "error"]


@pytest.fixture
def batch(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Batch:
    """Return what runs batches."""
    return Batch(tmp_path, capfdbinary)


def test_clash(batch: Batch) -> None:
    """An input column with an answer's name is refused, or replaced if that is asked for."""
    path = batch.write("in.csv", f"penalty,hand,declare\n99,{GOOD},maybe\n")
    batch.run(path, code=2)
    assert "'penalty', 'declare'" in batch.errors
    (row,) = batch.rows(path, "--overwrite", "--wild", "8H")
    assert list(row) == ["hand", *ADDED]
    assert row["penalty"] == "0"
    assert batch.rows(path, "--columns", "loose")[0]["penalty"] == "99"


def test_clash_in_a_later_object(batch: Batch) -> None:
    """A key of an answer's name in any object of JSON Lines is refused too, or replaced."""
    path = batch.write("in.jsonl", f'{{"hand": "{GOOD}"}}\n{{"hand": "{GOOD}", "error": 1, "z": [1]}}\n')
    batch.run(path, code=2)
    assert "'error'" in batch.errors
    last = json.loads(batch.run(path, "--overwrite").splitlines()[1])
    assert list(last) == ["hand", "z", *ADDED]
    escaped = batch.write("escaped.jsonl", f'{{"hand": "{GOOD}", "\\u0065rror": 1}}\n')
    batch.run(escaped, code=2)
    assert "'error'" in batch.errors


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("empty.csv", "", "is empty"),
        ("empty.jsonl", "", "is empty"),
        ("none.csv", "id,cards\n1,2\n", "no column 'hand'"),
        ("twice.csv", "hand,id,hand\n", "names column 'hand' 2 times"),
        ("blank.csv", "\nhand\n", "starts with an empty line"),
        ("quote.csv", '"hand\n4H\n', "never closed"),
        ("cut.csv.gz", gzip.compress(f"hand\n{GOOD}\n".encode() * 99, mtime=0)[:-20], "damaged or cut"),
        ("hands.xyz", "hand\n", "no format"),
    ],
)
def test_files_refused(batch: Batch, name: str, data: str | bytes, word: str) -> None:
    """A file that cannot be understood ends the run with exit 2 and a line that says why."""
    batch.run(batch.write(name, data), code=2)
    assert word in batch.errors
    assert name in batch.errors


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["no/such.csv"], "does not exist"),
        (["."], "is a folder"),
        (["-", "-", "--format", "csv"], "2 times"),
        (["-"], "name it with --format"),
        (["in.csv", "--format", "xls"], "no format 'xls'"),
        (["in.csv", "--columns", "score"], "no column 'score'"),
        (["in.csv", "-o", "in.csv"], "is an input too"),
        (["in.csv", "-o", "no/out.csv"], "there is no folder"),
        (["in.csv", "-o", "."], "is a folder"),
        (["in.csv", "--wild", "9X"], "9X"),
        (["in.csv", "--decks", "4"], "decks"),
        (["in.csv", "--rule", "cap=1"], "cap"),
    ],
)
def test_requests_refused(
    batch: Batch, arguments: list[str], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be done is refused before work starts, with exit 2."""
    batch.write("in.csv", f"hand\n{GOOD}\n")
    monkeypatch.chdir(batch.folder)
    batch.run(*arguments, code=2)
    assert word in batch.errors
    assert (batch.folder / "in.csv").read_text() == f"hand\n{GOOD}\n"


def test_a_summary_that_cannot_be_is_refused_before_the_work(batch: Batch, tmp_path: Path) -> None:
    """A folder that does not exist for the summary is told at once, and no output is written."""
    out = tmp_path / "out.csv"
    path = batch.write("in.csv", f"hand\n{GOOD}\n")
    batch.run(path, "-o", str(out), "--summary", str(tmp_path / "no" / "summary.json"), code=2)
    assert "there is no folder" in batch.errors
    assert not out.exists()
