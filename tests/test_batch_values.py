"""What tables hold beside hands, in text: columns of any type, and texts that are no UTF-8."""

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli.main import run
from solver.batch import analyze
from solver.batch.utf8 import sound
from solver.batch.values import json_values
from solver.errors import Defect

GOOD = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"


def as_text(values: list[bytes | None]) -> pa.Array:
    """Return bytes as texts, UTF-8 or not."""
    return pa.array(values, pa.binary()).view(pa.string())


@pytest.mark.parametrize("target", ["csv", "jsonl", "txt", "parquet", "arrow"])
def test_texts_that_are_no_utf8(tmp_path: Path, target: str) -> None:
    """A row whose hand or option is no UTF-8 is a bad row; other columns pass to text with U+FFFD there."""
    good = GOOD.encode()
    table = pa.table(
        {
            "hand": as_text([b"4H \xff", good, good]),
            "wild": as_text([b"8", b"\xfe", None]),
            "note": as_text([b"a", b"b", b"\xc3"]),
        }
    )
    rows = analyze(table, columns=["penalty", "error"]).select(["penalty", "error"]).to_pylist()
    assert [row["error"] for row in rows] == [
        "hand: byte 0xff at 4 is no UTF-8 text",
        "wild: byte 0xfe at 1 is no UTF-8 text",
        None,
    ]
    path, out = tmp_path / "in.parquet", tmp_path / f"out.{target}"
    pq.write_table(table, path)
    assert run(["rummy", "batch", str(path), "-o", str(out), "--columns", "penalty,error"]) == 3
    if target in ("parquet", "arrow"):
        found = pq.read_table(out) if target == "parquet" else pa.ipc.open_file(out).read_all()
        assert found.column("note").combine_chunks().equals(table.column("note").combine_chunks())
    else:
        assert "\ufffd" in out.read_text()


@pytest.mark.parametrize(
    "kind",
    [
        pa.large_string(),
        pa.string_view(),
        pa.list_(pa.string()),
        pa.large_list(pa.string()),
        pa.list_(pa.string(), 1),
        pa.struct([("text", pa.string()), ("raw", pa.binary())]),
        pa.map_(pa.string(), pa.string()),
    ],
    ids=str,
)
def test_texts_within_columns(kind: pa.DataType) -> None:
    """Texts in columns of any type are made UTF-8; bytes that are no texts stay."""
    bad, well = as_text([b"\xff", b"b"]), pa.array(["a", "b"])
    offsets = pa.array([0, 1, 2])
    columns = {
        "large_string": lambda: pa.array([b"\xff", b"b"], pa.large_binary()).view(kind),
        "string_view": lambda: bad.cast(kind),
        "list<item: string>": lambda: pa.ListArray.from_arrays(offsets, bad),
        "large_list<item: string>": lambda: pa.LargeListArray.from_arrays(offsets, bad),
        "fixed_size_list<item: string>[1]": lambda: pa.FixedSizeListArray.from_arrays(bad, 1),
        "struct<text: string, raw: binary>": lambda: pa.StructArray.from_arrays(
            [bad, bad.cast(pa.binary())], fields=list(kind)
        ),
        "map<string, string>": lambda: pa.MapArray.from_arrays(offsets, well, bad),
    }
    column = columns[str(kind)]()
    found, defects = sound(column)
    assert found.type == kind
    assert defects == {0: Defect("row", "byte 0xff at 1 is no UTF-8 text")}
    text = json.dumps(found.to_pylist(), default=repr)
    assert "\\ufffd" in text
    assert ("\\xff" in text) == pa.types.is_struct(kind)
    assert found[1].as_py() == column[1].as_py()
    assert sound(column.slice(1)) == (column.slice(1), {})
    assert sound(bad.dictionary_encode())[0].to_pylist() == ["\ufffd", "b"]


BESIDE: dict[str, tuple[pa.DataType, object, object]] = {
    "date": (pa.date32(), 1, "1970-01-02"),
    "far date": (pa.date32(), 1 << 30, "<value out of range: 1073741824>"),
    "nanoseconds": (pa.timestamp("ns"), 1, "1970-01-01 00:00:00.000000001"),
    "with zone": (pa.timestamp("us", "UTC"), 1, "1970-01-01 00:00:00.000001Z"),
    "time": (pa.time64("ns"), 1, "00:00:00.000000001"),
    "duration": (pa.duration("ns"), 1, 1),
    "times": (pa.list_(pa.timestamp("ns")), [1], ["1970-01-01 00:00:00.000000001"]),
    "struct": (pa.struct([("at", pa.time64("ns"))]), {"at": 1}, {"at": "00:00:00.000000001"}),
    "words": (pa.list_(pa.dictionary(pa.int8(), pa.string())), ["a"], ["a"]),
    "bytes": (pa.binary(2), b"ab", "b'ab'"),
    "decimal": (pa.decimal128(5, 2), 1, "1.00"),
}
"""By name of a column its type, a value to make it of, and the value in JSON."""


@pytest.mark.parametrize("name", BESIDE)
def test_columns_of_any_type_in_text(tmp_path: Path, name: str) -> None:
    """Columns of any type are written to CSV and JSON Lines: times as text, durations as their count."""
    kind, value, expected = BESIDE[name]
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"hand": [GOOD, GOOD], name: pa.array([value, None], kind)}), path)
    out = tmp_path / "out.jsonl"
    assert run(["rummy", "batch", str(path), "-o", str(out), "--columns", "penalty"]) == 0
    assert [json.loads(line)[name] for line in out.read_text().splitlines()] == [expected, None]
    table = tmp_path / "out.csv"
    assert run(["rummy", "batch", str(path), "-o", str(table), "--columns", "penalty"]) == 0
    cells = [row[name] for row in csv.DictReader(table.open())]
    nested = kind.num_fields > 0 or name == "bytes"
    assert cells == [json.dumps(expected) if nested else str(expected), ""]


def test_texts_and_times_in_one_column() -> None:
    """Texts that are no UTF-8 are made so beside times that Python has not."""
    times = pa.array([1, 2], pa.timestamp("ns"))
    column = pa.StructArray.from_arrays([as_text([b"\xff", b"b"]), times], names=["text", "at"])
    assert json_values("both", column)[0] == {"text": "\ufffd", "at": "1970-01-01 00:00:00.000000001"}


@pytest.mark.parametrize(
    ("target", "column", "word"),
    [
        (
            "out.jsonl",
            pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]),
            "column 'odd' of type",
        ),
        ("out.parquet", pa.array([pa.MonthDayNano([1, 2, 3])]), "Parquet cannot hold the columns"),
    ],
)
def test_columns_that_a_format_has_not(
    tmp_path: Path, target: str, column: pa.Array, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column that the output's format cannot hold is refused with exit 2, in a line that says so."""
    table = pa.table({"hand": [GOOD], "odd": column})
    with pa.ipc.new_file(str(tmp_path / "in.arrow"), table.schema) as writer:
        writer.write_table(table)
    out = str(tmp_path / target)
    assert run(["rummy", "batch", str(tmp_path / "in.arrow"), "-o", out, "--columns", "penalty"]) == 2
    assert word in capsys.readouterr().err
