"""Files of dealt hands through `batch` and `deal`: fixed seeds, fixed work, known answers, all cores.

Musts on 2 quiet cores, in rows a second: CSV to CSV with declare and penalty 1 M, Parquet of codes to Parquet
2 M, CSV with groups and loose 0.25 M, JSON Lines 0.5 M, dealing to CSV 1 M. Each figure stands beside one of
counting the lines of the same file, taken in the same run. ``MELDWISE_ROWS=10000000`` runs the full size.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

ROWS = int(os.environ.get("MELDWISE_ROWS", "400000"))
DECLARED = {400_000: 843}
"""How many of the first hands of seed 1 declare with the eights wild, by number of hands."""


def meldwise(*arguments: str) -> float:
    """Run the command and return the seconds it took."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "cli.main", "rummy", *arguments], check=True, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - start


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the dealt hands in every format."""
    path = tmp_path_factory.mktemp("speed")
    for name, options in {
        "hands.csv": ["--wild", "none"],
        "hands.jsonl": ["--wild", "none"],
        "hands.parquet": ["--wild", "none", "--codes"],
        "mixed.jsonl": ["--wild", "random"],
    }.items():
        meldwise("deal", str(ROWS), "-o", str(path / name), *options)
    meldwise(
        "batch", str(path / "hands.csv"), "--wild", "8", "--columns", "declare", "-o", str(path / "warm.csv")
    )
    return path


def tell(benchmark: BenchmarkFixture, seconds: float, counted: Path) -> None:
    """Note rows a second, and the time beside that of reading the file and counting its lines."""
    start = time.perf_counter()
    with counted.open("rb") as file:
        while block := file.read(1 << 20):
            block.count(b"\n")
    plain = time.perf_counter() - start
    benchmark.extra_info["rows_per_second"] = round(ROWS / seconds)
    benchmark.extra_info["times_counting_lines"] = round(seconds / plain, 1)


@pytest.mark.parametrize(
    ("source", "target", "columns"),
    [
        ("hands.csv", "out.csv", "declare,penalty"),
        ("hands.parquet", "out.parquet", "declare,penalty"),
        ("hands.csv", "arranged.csv", "declare,penalty,groups,loose"),
        ("hands.jsonl", "out.jsonl", "declare,penalty"),
        ("mixed.jsonl", "mixed-out.jsonl", "declare,penalty"),
    ],
    ids=["csv", "parquet", "csv-arranged", "jsonl", "jsonl-mixed"],
)
def test_batch(benchmark: BenchmarkFixture, folder: Path, source: str, target: str, columns: str) -> None:
    """Answer a file of random hands of two decks."""
    arguments = [
        "batch",
        str(folder / source),
        "-o",
        str(folder / target),
        "--wild",
        "8",
        "--columns",
        columns,
    ]
    seconds = benchmark.pedantic(meldwise, arguments, rounds=1)
    tell(benchmark, seconds, folder / source)
    if target.endswith(".parquet"):
        table = pq.read_table(folder / target, columns=["declare"])
        declared, rows = sum(table.column("declare").to_pylist()), table.num_rows
    else:
        data = (folder / target).read_bytes()
        word = b'"declare": true' if target.endswith(".jsonl") else b",true,"
        declared, rows = data.count(word), data.count(b"\n") - target.endswith(".csv")
    assert rows == ROWS
    if source != "mixed.jsonl":
        assert declared == DECLARED.get(ROWS, declared)


def test_deal(benchmark: BenchmarkFixture, folder: Path) -> None:
    """Deal hands of two decks to CSV."""
    target = folder / "dealt.csv"
    seconds = benchmark.pedantic(meldwise, ["deal", str(ROWS), "-o", str(target)], rounds=1)
    tell(benchmark, seconds, target)
    assert target.read_bytes().count(b"\n") == ROWS + 1
