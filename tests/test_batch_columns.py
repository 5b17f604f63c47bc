"""The columns that a batch can add: told by help, schema and refusals alike, and as `schema` says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from batches import Batch

from cli.main import run
from cli.schema import SCHEMAS
from solver.batch.columns import ALL, COLUMNS, EXTRA

HAND = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 3C"
GROUPING = "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 3C"
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}


@pytest.mark.parametrize("game", ["rummy", "bharg"])
def test_all_columns_are_told(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The help of `batch`, its schema and the refusal of another name all name every column there is."""
    assert run([game, "batch", "--help"]) == 0
    words = capsys.readouterr().out.replace(",", " ").replace(";", " ").replace(".", " ").split()
    assert run([game, "batch", "none.csv", "--columns", "x"]) == 2
    for name in ALL:
        assert name in words
    assert list(SCHEMAS["$defs"][f"{game} batch"]["properties"]) == list(ALL)


def test_rows_are_as_the_schema_says(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Every column that is asked for is a key of the row, in order, with the type of the schema or null."""
    batch = Batch(tmp_path, capfdbinary)
    row = {"hand": HAND, "grouping": GROUPING, "open": "2C"}
    path = batch.write("in.jsonl", f"{json.dumps(row)}\n" + json.dumps({"hand": HAND + " KS"}))
    first, second = map(json.loads, batch.run(path, "--columns", ",".join(ALL)).splitlines())
    assert list(first) == [*row, *ALL]
    properties = SCHEMAS["$defs"]["rummy batch"]["properties"]
    for found in (first, second):
        for name in ALL:
            (kind,) = [one for one in properties[name]["anyOf"] if one != {"type": "null"}]
            assert found[name] is None or isinstance(found[name], TYPES[kind["type"]]), name
    assert [name for name in ALL if first[name] is None] == ["folds", "discard", "advised_discard", "error"]
    assert (first["away"], first["open_declare"], first["take_open"], first["valid"]) == (
        1,
        True,
        True,
        False,
    )


def test_usual_columns_are_as_ever() -> None:
    """What is added to hands if nothing is said holds nothing that has to be asked for."""
    assert COLUMNS == ("declare", "penalty", "groups", "loose", "folds", "discard", "error")
    assert not set(COLUMNS) & EXTRA.keys()
