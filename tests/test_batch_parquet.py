"""Parquet's row groups move between files as bytes: the same tables, whoever wrote them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from cli.main import run
from solver.batch import analyze
from solver.batch.formats import Format
from solver.batch.games import game_of
from solver.batch.parquet.files import Cutter, GroupSink, footer_of, packed_groups
from solver.batch.parquet.groups import RowGroups
from solver.batch.request import Request
from solver.batch.rummy import base_setting
from solver.batch.sources import Input
from solver.batch.tablefiles import TableSource
from solver.rummy.deal import deal_block, table_of

ROWS = 40_000
GROUP = 16_384


def hands() -> pa.Array:
    """Return dealt hands as codes."""
    codes = deal_block(ROWS, table_of(decks=2), seed=5, block=0).codes
    return pa.FixedSizeListArray.from_arrays(pa.array(codes.ravel()), 13)


@pytest.fixture(scope="module")
def table() -> pa.Table:
    """Return hands, and columns of many types beside them."""
    number = np.arange(ROWS)
    return pa.table(
        {
            "id": pa.array(number - 7),
            "hand": hands(),
            "note": pa.array([None if n % 7 == 0 else f"n{n % 50}" for n in number]),
            "played": pa.array(number * 1_000, pa.timestamp("us")),
            "when": pa.array(number * 1_000, pa.timestamp("us", tz="UTC")),
            "price": pa.array(number * 1.5),
            "flag": pa.array(number % 3 == 0, mask=number % 5 == 0),
            "tags": pa.array([None if n % 11 == 0 else ["a"] * (n % 3) for n in number]),
            "nested": pa.array([None if n % 13 == 0 else {"a": int(n), "b": [{"c": "x"}]} for n in number]),
            "a.b": pa.array(number.astype(np.int16)),
            "decks": pa.array(np.full(ROWS, 2, np.int8)),
        }
    )


def answered(path: Path, *options: str) -> Path:
    """Run a batch of a file to Parquet, and return the path of the output."""
    out = path.with_name("out.parquet")
    columns = ["--wild", "8", "--columns", "declare,penalty"]
    assert run(["rummy", "batch", str(path), "-o", str(out), *columns, *options]) == 0
    return out


WRITERS: dict[str, dict[str, Any]] = {
    "plain": {},
    "snappy pages of version 2": {"compression": "snappy", "data_page_version": "2.0"},
    "no compression or dictionaries": {"compression": "none", "use_dictionary": False},
    "small pages with indexes": {"data_page_size": 2_000, "write_page_index": True},
    "checksums": {"write_page_checksum": True, "compression": "gzip"},
    "no statistics": {"write_statistics": False},
    "version 1": {"version": "1.0"},
    "own types of lists": {"use_compliant_nested_type": False},
    "sorted": {"sorting_columns": [pq.SortingColumn(0)]},
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("group", [GROUP, ROWS, 1_000, 25_000])
def test_same_table_whoever_wrote_it(tmp_path: Path, table: pa.Table, writer: str, group: int) -> None:
    """However pyarrow writes a file, the output has its columns as they were, and the answers."""
    path = tmp_path / "in.parquet"
    pq.write_table(table, path, row_group_size=group, **WRITERS[writer])
    stored = pq.read_table(path)
    expected = analyze(stored, wild="8", columns=["declare", "penalty"])
    found = pq.read_table(answered(path))
    assert found.schema.equals(expected.schema)
    assert found.equals(expected)


def by_duckdb(dealt: pa.Table, path: Path) -> None:
    """Write a table by DuckDB."""
    duckdb.sql(f"COPY (FROM dealt) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE {GROUP})")


def by_polars(table: pa.Table, path: Path) -> None:
    """Write a table by Polars."""
    frame = polars.from_arrow(table)
    assert isinstance(frame, polars.DataFrame)
    frame.write_parquet(path, row_group_size=GROUP)


@pytest.mark.parametrize("write", [by_duckdb, by_polars])
def test_other_writers_and_readers(
    tmp_path: Path, table: pa.Table, write: Callable[[pa.Table, Path], None]
) -> None:
    """Files of DuckDB and Polars pass through, and both read and filter what comes out."""
    path = tmp_path / "in.parquet"
    write(table.drop_columns(["nested"]), path)
    out = answered(path)
    stored = pq.read_table(path)
    expected = analyze(stored, wild="8", columns=["declare", "penalty"])
    assert pq.read_table(out).equals(expected)
    declared = pc.sum(expected.column("declare")).as_py()
    assert duckdb.sql(f"SELECT count(*) FILTER (declare), max(id) FROM '{out}'").fetchall() == [
        (declared, ROWS - 8)
    ]
    late = ROWS - 107
    assert duckdb.sql(f"SELECT count(*) FROM '{out}' WHERE id >= {late}").fetchall() == [(100,)]
    assert polars.scan_parquet(out).filter(polars.col("id") >= late).collect().height == 100
    assert pq.read_table(out, filters=[("id", ">=", late)]).num_rows == 100
    assert polars.read_parquet(out)["penalty"].to_list() == expected.column("penalty").to_pylist()


def test_columns_that_stay_are_not_written_anew(tmp_path: Path, table: pa.Table) -> None:
    """The pages of columns whose types stay are those of the input, by row group."""
    path = tmp_path / "in.parquet"
    pq.write_table(table, path, row_group_size=GROUP, compression="snappy")
    with path.open("rb") as before, answered(path).open("rb") as after:
        sources, outputs = Cutter(before), Cutter(after)
        for number in range(3):
            source, output = RowGroups.of(sources.cut([number])), RowGroups.of(outputs.cut([number]))
            kept = len(source.groups[0].columns)
            pages = [bytes(column.pages) for column in output.groups[0].columns]
            assert pages[:kept] == [bytes(column.pages) for column in source.groups[0].columns]
            assert len(pages) == kept + 2


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_same_bytes_for_any_workers(tmp_path: Path, table: pa.Table, workers: str) -> None:
    """The bytes of the output do not depend on the number of workers."""
    path = tmp_path / "in.parquet"
    pq.write_table(pa.concat_tables([table.select(["id", "hand"])] * 5), path, row_group_size=GROUP)
    first = answered(path, "--workers", "1").read_bytes()
    assert answered(path, "--workers", workers).read_bytes() == first


def test_empty_row_groups_among_others(tmp_path: Path, table: pa.Table) -> None:
    """Row groups without rows are left out."""
    part, path = table.select(["id", "hand", "note"]).slice(0, 3_000), tmp_path / "in.parquet"
    with pq.ParquetWriter(path, part.schema) as writer:
        for start, size in ((0, 1_000), (1_000, 0), (1_000, 2_000), (3_000, 0)):
            writer.write_table(part.slice(start, size))
    assert pq.ParquetFile(path).num_row_groups == 4
    found = pq.read_table(answered(path))
    assert found.equals(analyze(part, wild="8", columns=["declare", "penalty"]))


def test_columns_that_pyarrow_cannot_read(
    tmp_path: Path, table: pa.Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """What pyarrow cannot decode passes through, beside columns that are tried, and is refused for text."""
    words = pa.array([["a", "b"]] * ROWS, pa.list_(pa.dictionary(pa.int8(), pa.string())))
    path = tmp_path / "in.parquet"
    pq.write_table(
        table.select(["id", "hand"]).append_column("words", words),
        path,
        row_group_size=ROWS // 2,
        compression="zstd",
    )
    with pytest.raises(NotImplementedError):
        pq.ParquetFile(path).read()
    out = answered(path)
    found = [pq.ParquetFile(out).read_row_group(number) for number in (0, 1)]
    assert [one.column("words").to_pylist() for one in found] == [[["a", "b"]] * (ROWS // 2)] * 2
    assert run(["rummy", "batch", str(path), "-o", str(tmp_path / "out.csv"), "--columns", "penalty"]) == 2
    assert "in.parquet: holds what cannot be read" in capsys.readouterr().err
    column, data = pq.ParquetFile(path).metadata.row_group(0).column(0), bytearray(path.read_bytes())
    start = column.data_page_offset + column.total_compressed_size // 2
    data[start : start + 9] = b"x" * 9
    path.write_bytes(data)
    assert run(["rummy", "batch", str(path), "-o", str(out), "--columns", "penalty"]) == 2
    assert "in.parquet: is damaged or cut" in capsys.readouterr().err


def test_files_that_number_their_fields_otherwise(tmp_path: Path, table: pa.Table) -> None:
    """Files of the same types are put together, whatever numbers their fields have."""
    part = table.select(["id", "hand"]).slice(0, 100)
    for number in (1, 2):
        fields = [field.with_metadata({"PARQUET:field_id": str(number * 10)}) for field in part.schema]
        pq.write_table(part.cast(pa.schema(fields)), tmp_path / f"in-{number}.parquet")
    found = pq.read_table(answered(tmp_path / "in-*.parquet"))
    assert found.column("id").to_pylist() == part.column("id").to_pylist() * 2


def test_columns_replaced_and_arranged(tmp_path: Path, table: pa.Table) -> None:
    """Answers replace columns of their names, and groups stand beside columns that are not written anew."""
    path, again = tmp_path / "in.parquet", tmp_path / "again.parquet"
    pq.write_table(table.slice(0, 3_000), path, row_group_size=1_500)
    shutil.copy(answered(path), again)
    out = tmp_path / "out.parquet"
    options = ["--wild", "2", "--overwrite", "-o", str(out)]
    assert run(["rummy", "batch", str(again), *options, "--columns", "penalty,groups"]) == 0
    stored = pq.read_table(again)
    assert pq.read_table(out).equals(analyze(stored, wild="2", columns=["penalty", "groups"]))
    assert run(["rummy", "batch", str(path), "--wild", "2", "-o", str(tmp_path / "out.jsonl")]) == 0
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["groups"] for line in lines] == pq.read_table(out).column("groups").to_pylist()


def test_files_of_several_row_groups_and_none(tmp_path: Path, table: pa.Table) -> None:
    """Row groups of all inputs follow each other; inputs without rows add none."""
    part = table.select(["id", "hand"])
    for name, some in {"a": part.slice(0, 0), "b": part.slice(0, 20_000), "c": part.slice(20_000)}.items():
        pq.write_table(some, tmp_path / f"in-{name}.parquet", row_group_size=9_000)
    out = answered(tmp_path / "in-*.parquet")
    assert pq.read_table(out).equals(analyze(part, wild="8", columns=["declare", "penalty"]))
    assert [pq.ParquetFile(out).metadata.row_group(number).num_rows for number in range(6)] == [
        9_000,
        9_000,
        2_000,
        9_000,
        9_000,
        2_000,
    ]
    empty = answered(tmp_path / "in-a.parquet")
    assert pq.read_table(empty).num_rows == 0
    assert pq.read_table(empty).schema.names == ["id", "hand", "declare", "penalty"]


def pieces_of(path: Path, whole: int = 20_000) -> list[int]:
    """Return the rows of the pieces of a file, at 10,000 rows a chunk."""
    source = TableSource(game_of("rummy"), str(path), Format("parquet"), 10_000, whole=whole)
    rows = [len(piece.columns().batch(["id"])) for piece in source.pieces()]
    source.close()
    return rows


@pytest.mark.parametrize(
    ("group", "whole", "pieces"),
    [
        (10_000, 20_000, [20_000, 20_000]),
        (17_000, 20_000, [17_000, 17_000, 6_000]),
        (30_000, 30_000, [30_000, 10_000]),
        (30_000, 29_999, [10_000] * 4),
        (10_000, 10_000, [10_000] * 4),
        (1_300, 20_000, [19_500, 19_500, 1_000]),
        (100, 20_000, [10_000] * 4),
    ],
)
def test_pieces_are_whole_row_groups(
    tmp_path: Path, table: pa.Table, group: int, whole: int, pieces: list[int]
) -> None:
    """Small row groups make a piece together, large ones are cut anew, and so are very small ones."""
    path = tmp_path / "in.parquet"
    pq.write_table(table, path, row_group_size=group)
    assert pieces_of(path, whole) == pieces


def test_pieces_of_wide_rows(tmp_path: Path, table: pa.Table) -> None:
    """Row groups that are large in bytes are not put together, and very large ones are cut anew."""
    path = tmp_path / "in.parquet"
    for count, pieces in {7_000: [5_000] * 4, 14_000: [10_000, 10_000]}.items():
        wide = table.slice(0, 20_000).append_column("text", pa.array(["x" * count] * 20_000))
        pq.write_table(wide, path, row_group_size=5_000, use_dictionary=False)
        assert pieces_of(path) == pieces


def test_large_row_groups_are_whole_for_parquet_alone(tmp_path: Path, table: pa.Table) -> None:
    """A row group of many chunks is one piece where numbers are added to Parquet."""
    path = str(tmp_path / "in.parquet")
    pq.write_table(table, path)
    for columns, target, pieces in (
        (("penalty",), "parquet", 1),
        (("penalty", "groups"), "parquet", 1),
        (("penalty",), "csv", 1),
        (("away",), "csv", 1),
        (("valid",), "parquet", 3),
        (("penalty", "unseen"), "parquet", 10),
    ):
        request = Request("rummy", [path], base_setting(), columns=columns)
        source = request.open(Input(path, Format("parquet")), Format(target))
        assert len(list(source.pieces())) == pieces
        source.close()
    wider = Request("rummy", [path], base_setting(), columns=("penalty",), engine="cpsat")
    assert (wider.chunk, len(list(wider.open(Input(path, Format("parquet")), Format("csv")).pieces()))) == (
        256,
        157,
    )


def test_sink_refuses_other_columns() -> None:
    """Pieces of another schema are not put together."""
    batch = pa.record_batch({"id": pa.array([1, 2])})
    sink = GroupSink(pa.BufferOutputStream(), batch.schema)
    sink.write(packed_groups(batch))
    with pytest.raises(ValueError, match="another schema"):
        sink.write(packed_groups(pa.record_batch({"id": ["x"]})))


def test_types_told_otherwise(table: pa.Table) -> None:
    """Columns count as the same only if every type, name and level is."""
    batch = table.select(["id", "note", "played"]).to_batches()[0]
    groups = RowGroups.of(packed_groups(batch.slice(0, 5)))
    assert groups.columns_like(footer_of(batch.schema)) == {"id", "note", "played"}
    other = pa.schema(
        [("id", pa.uint64()), pa.field("note", pa.string(), nullable=False), ("played", pa.timestamp("ms"))]
    )
    assert groups.columns_like(footer_of(other)) == set()
