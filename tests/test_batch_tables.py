"""Parquet and Arrow files, and Arrow tables in memory: the same answers as from text, with types."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli.main import run
from solver.batch import analyze, analyzer
from solver.errors import FileError, HandError
from solver.rummy.cards import CODES
from solver.rummy.solve import solve

GOOD = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
LOSER = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
FOURTEEN = LOSER + " 3C"
BHARG = "2MK 2SY 2WL 3MW 3SK 3LY E"
HANDS = [GOOD, LOSER, FOURTEEN]
CODED = [[CODES[card] for card in hand.split()] for hand in HANDS]
ADDED = ["declare", "penalty", "groups", "loose", "folds", "discard", "error"]


def expected(hand: str, **options: object) -> dict[str, object]:
    """Return what a row has to say, by solving its hand alone."""
    found = solve(hand, **options).to_json()  # type: ignore[arg-type]
    return {**{name: found[name] for name in ADDED[:-1]}, "error": None}


@pytest.mark.parametrize(
    "hands",
    [
        pa.array(HANDS),
        pa.array(HANDS, pa.large_string()),
        pa.array(HANDS, pa.string_view()),
        pa.array(HANDS).dictionary_encode(),
        pa.array([hand.split() for hand in HANDS]),
        pa.array([hand.split() for hand in HANDS], pa.large_list(pa.large_string())),
        pa.array(CODED, pa.list_(pa.uint8())),
        pa.array(CODED, pa.large_list(pa.int64())),
    ],
    ids=lambda hands: str(hands.type).replace(" ", ""),
)
def test_hands_of_any_type(hands: pa.Array) -> None:
    """Hands are text, lists of texts or lists of codes, and are answered alike, in slices too."""
    table = pa.table({"hand": hands, "id": [1, 2, 3]})
    rows = analyze(table, wild="8H").to_pylist()
    assert [{name: row[name] for name in ADDED} for row in rows] == [
        expected(hand, wild="8H") for hand in HANDS
    ]
    assert analyze(table.slice(1, 1), wild="8H").to_pylist() == rows[1:2]


def test_fixed_size_codes() -> None:
    """A fixed-size list of codes is read as it is."""
    hands = pa.array(CODED[:2], pa.list_(pa.uint8(), 13))
    rows = analyze(pa.record_batch({"hand": hands}), wild="8H", columns=["penalty"]).to_pylist()
    assert [row["penalty"] for row in rows] == [0, 36]


def test_bad_rows() -> None:
    """A row that is no hand has its defects in ``error``, and nulls."""
    texts = analyze(pa.table({"hand": [GOOD, None, "", "4H", GOOD[:-2] + "XX"]})).to_pylist()
    assert [row["error"] is None for row in texts] == [True, False, False, False, False]
    coded = [CODED[0], None, [], [1, 2], [*CODED[0][:-1], 99], [0] * 13, [*CODED[0][:-1], None]]
    rows = analyze(pa.table({"hand": pa.array(coded, pa.list_(pa.int16()))})).to_pylist()
    words = [None, "empty", "empty", "2 cards", "99 is not a code", "held 13 times", "-1 is not a code"]
    for row, word in zip(rows, words, strict=True):
        assert word is None or word in row["error"]
        assert (row["penalty"] is None) == (row["groups"] is None) == (word is not None)


@pytest.mark.parametrize("kind", [pa.uint8(), pa.int8(), pa.uint64()], ids=str)
def test_missing_cards(kind: pa.DataType) -> None:
    """A hand of codes of which one is missing is a bad row, whatever type the codes have."""
    hands = pa.array([CODED[0], [*CODED[0][:-1], None]], pa.list_(kind))
    rows = analyze(pa.table({"hand": hands}), columns=["penalty", "error"]).to_pylist()
    assert [row["error"] is None for row in rows] == [True, False]


def test_options_of_a_row() -> None:
    """Columns named like options rule their rows, as text or as numbers; null leaves the given option."""
    table = pa.table({"hand": [LOSER, LOSER, LOSER], "wild": ["8H", None, "none"], "decks": [2, None, 1]})
    penalties = analyze(table, wild="2D", columns=["penalty"]).column("penalty").to_pylist()
    assert penalties == [solve(LOSER, wild=wild).penalty for wild in ("8H", "2D", None)]


def test_no_rows() -> None:
    """A table without rows comes back without rows, with the columns of the answers."""
    found = analyze(pa.table({"hand": pa.array([], pa.string())}))
    assert (found.num_rows, found.schema.names) == (0, ["hand", *ADDED])


def test_refused() -> None:
    """Tables without hands, odd types and unknown options are refused by name."""
    with pytest.raises(FileError, match="no column 'hand'"):
        analyze(pa.table({"cards": [GOOD]}))
    with pytest.raises(FileError, match="column 'hand' is double"):
        analyze(pa.table({"hand": [1.5]}))
    with pytest.raises(FileError, match="column 'wild' is list"):
        analyze(pa.table({"hand": [GOOD], "wild": [["8H"]]}))
    with pytest.raises(FileError, match="no column 'score'"):
        analyze(pa.table({"hand": [GOOD]}), columns=["score"])
    with pytest.raises(HandError, match="9X"):
        analyze(pa.table({"hand": [GOOD]}), wild="9X")


def test_duckdb() -> None:
    """A relation of DuckDB goes in by Arrow, and DuckDB reads the answers."""
    hands = duckdb.sql(f"SELECT '{GOOD}' AS hand, 1 AS id UNION ALL SELECT '{LOSER}', 2 ORDER BY id")
    answers = duckdb.from_arrow(analyze(hands.to_arrow_table(), wild="8H"))
    found = answers.project("id, declare, penalty, len(groups), groups[1].kind").order("id")
    assert found.fetchall() == [(1, True, 0, 4, "pure"), (2, True, 36, 2, "pure")]


def test_polars() -> None:
    """A frame of Polars goes in by Arrow and comes back as a frame."""
    frame = polars.DataFrame({"id": [1, 2], "hand": [GOOD, LOSER]})
    answers = polars.from_arrow(analyze(frame.to_arrow(), wild="8H"))
    assert isinstance(answers, polars.DataFrame)
    assert answers["penalty"].to_list() == [0, 36]
    assert answers["groups"][1][0]["cards"] == ["4H", "5H", "6H", "7H"]


def test_analyzer() -> None:
    """The function over record batches survives pickling, as Spark does it, and answers each batch."""
    batches = pa.table({"hand": HANDS * 2, "id": range(6)}).to_batches(max_chunksize=4)
    function = pickle.loads(pickle.dumps(analyzer(wild="8H", columns=["penalty"])))
    found = function(iter(batches))
    assert isinstance(found, Iterator)
    whole = pa.Table.from_batches(found)
    assert whole.column("penalty").to_pylist() == [0, 36, 29] * 2
    assert whole.schema.names == ["hand", "id", "penalty"]


def test_bharg() -> None:
    """The other game's tables have ace and deck."""
    table = pa.table({"hand": [BHARG, BHARG], "ace": [None, "K"], "deck": [None, "basic"]})
    first, second = analyze(table, game="bharg").to_pylist()
    assert (first["declare"], first["penalty"], first["error"]) == (True, 0, None)
    assert second["error"] is not None


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
@pytest.mark.parametrize("coded", [False, True])
def test_files(tmp_path: Path, suffix: str, coded: bool) -> None:
    """A dealt file is answered into a file of its kind, the same for any number of workers."""
    path = str(tmp_path / f"hands.{suffix}")
    codes = ["--codes"] if coded else []
    assert run(["rummy", "deal", "900", "--wild", "8H", "-o", path, *codes]) == 0
    outputs = []
    for workers in ("1", "3"):
        out = tmp_path / f"{workers}.{suffix}"
        options = ["--engine", "cpsat", "--columns", "penalty,loose", "--workers", workers]
        assert run(["rummy", "batch", path, "-o", str(out), *options]) == 0
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1]
    table = pq.read_table(out) if suffix == "parquet" else pa.ipc.open_file(out).read_all()
    assert table.column("id").to_pylist() == list(range(1, 901))
    assert table.schema.names == ["id", "hand", "wild", "decks", "penalty", "loose"]


def test_what_parquet_holds_beside_hands(tmp_path: Path) -> None:
    """Columns of any type pass through Parquet unchanged, also where a name looks like a path."""
    beside = {
        "id": pa.array([3, None, -(1 << 62)], pa.int64()),
        "count": pa.array([7, 1 << 32 - 1, None], pa.uint32()),
        "a.b": pa.array([1, 2, 3], pa.int32()),
        "a": pa.array([{"b": "x"}, None, {"b": None}]),
        "note": pa.array(["é", "", None]),
    }
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"hand": HANDS, **beside}), source)
    assert run(["rummy", "batch", str(source), "-o", str(out), "--wild", "8H", "--columns", "penalty"]) == 0
    found = pq.read_table(out)
    assert {name: found.column(name).combine_chunks() for name in beside} == beside
    assert duckdb.sql(f"SELECT id, count, note FROM '{out}'").fetchall()[0] == (3, 7, "é")


def test_text_to_table_and_back(tmp_path: Path) -> None:
    """CSV becomes Parquet with text columns and typed answers; Parquet becomes JSON Lines with types."""
    source = tmp_path / "in.csv"
    source.write_text(f"id,hand\n007,{GOOD}\n,{LOSER}\n")
    middle = str(tmp_path / "middle.parquet")
    assert run(["rummy", "batch", str(source), "-o", middle, "--wild", "8H"]) == 0
    rows = pq.read_table(middle).to_pylist()
    assert rows[0] == {"id": "007", "hand": GOOD, **expected(GOOD, wild="8H")}
    last = tmp_path / "last.jsonl"
    assert run(["rummy", "batch", middle, "-o", str(last), "--wild", "8H", "--overwrite"]) == 0
    assert [json.loads(line) for line in last.read_text().splitlines()] == rows


def test_folder_and_pattern(tmp_path: Path) -> None:
    """A folder stands for its Parquet files in order, a pattern for the files that fit."""
    for number in (2, 1):
        pq.write_table(pa.table({"hand": [GOOD], "id": [number]}), tmp_path / f"part-{number}.parquet")
    (tmp_path / "_hidden.parquet").write_text("no")
    for path in (str(tmp_path), str(tmp_path / "part-*.parquet")):
        out = tmp_path / "out.csv"
        assert run(["rummy", "batch", path, "-o", str(out), "--columns", "declare"]) == 0
        assert [line.split(",")[-2] for line in out.read_text().splitlines()] == ["id", "1", "2"]


@pytest.mark.parametrize(
    ("table", "word"),
    [
        (pa.table({"cards": ["x"]}), "no column 'hand'"),
        (pa.table({"hand": [1, 2]}), "column 'hand' is int64"),
        (pa.table({"hand": ["x"], "decks": [1.0]}), "column 'decks' is double"),
    ],
)
def test_wrong_types(tmp_path: Path, table: pa.Table, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A Parquet file with columns of wrong types is refused with exit 2."""
    pq.write_table(table, tmp_path / "in.parquet")
    assert run(["rummy", "batch", str(tmp_path / "in.parquet")]) == 2
    assert word in capsys.readouterr().err


@pytest.mark.parametrize("name", ["in.parquet", "in.arrow"])
def test_cut_files(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is cut is refused with exit 2 and its name."""
    path = tmp_path / name
    assert run(["rummy", "deal", "500", "-o", str(path)]) == 0
    path.write_bytes(path.read_bytes()[:-50])
    assert run(["rummy", "batch", str(path)]) == 2
    assert f"{name}: is damaged or cut" in capsys.readouterr().err


def test_pipes(tmp_path: Path) -> None:
    """Arrow goes through pipes as a stream; Parquet is written to one, and not read from one."""
    command = f"{sys.executable} -m cli.main rummy"
    line = f"{command} deal 20 --format arrow | {command} batch - --format arrow --to parquet > out.parquet"
    subprocess.run(line, shell=True, check=True, cwd=tmp_path, env={"PYTHONPATH": str(Path.cwd())})
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 20
    line = f"cat out.parquet | {command} batch - --format parquet"
    found = subprocess.run(
        line, shell=True, cwd=tmp_path, capture_output=True, env={"PYTHONPATH": str(Path.cwd())}
    )
    assert found.returncode == 2
    assert b"read from its end" in found.stderr


def test_codes_in_other_formats(tmp_path: Path) -> None:
    """Hands that were codes are written as cards where the output is text."""
    pq.write_table(pa.table({"hand": pa.array([np.array(CODED[0], np.uint8)])}), tmp_path / "in.parquet")
    out = tmp_path / "out.csv"
    assert run(["rummy", "batch", str(tmp_path / "in.parquet"), "-o", str(out), "--columns", "declare"]) == 0
    assert out.read_text().splitlines()[1].startswith(GOOD)
