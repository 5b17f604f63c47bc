"""Groupings in files and tables: what `verify` says of each, in every format."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batches import Batch
from groupings import bharg_groupings, rummy_groupings

from solver.batch import analyze
from solver.batch.columns import VERDICT
from solver.bharg.cards import NAMES as BHARG_NAMES
from solver.bharg.rules import Rules as BhargRules
from solver.bharg.verify import verify as verify_bharg
from solver.errors import EngineError, FileError, HandError
from solver.rummy.cards import NAMES
from solver.rummy.rules import Rules
from solver.rummy.verify import verify

VALID = "4H 5H 6H 7H | 9C TC JK | QS QD QH | 2D 2S 2C"
BROKEN = "KH AH 2H | 9C TC JK QC | QS QD QH | 2D 2S 2C"
SHORT = "4H 5H 6H 7H | 9C TC JK | QS QD QH"
ANSWERS = ["valid", "faults", "points", "best", "error"]


@pytest.fixture
def batch(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Batch:
    """Return what runs batches."""
    return Batch(tmp_path, capfdbinary)


def laid_rows(groups: list[list[str]], number: int, spare: str) -> dict[str, str | None]:
    """Return a row that lays groups in one of several ways: all, some loose, with a hand, or with a fold."""
    cards = [card for group in groups for card in group]
    kept, row = groups, dict.fromkeys(("hand", "loose", "fold"))
    if number % 6 == 1 and len(groups) > 1:
        kept, row["loose"] = groups[:-1], " ".join(groups[-1])
    if number % 6 in (2, 3):
        row["hand"] = " ".join([*dict.fromkeys(cards), spare] if number % 6 == 3 else cards[::-1])
    if number % 6 == 4:
        row["fold"] = spare
    if number % 6 == 5:
        kept, row["loose"] = [], " ".join(cards)
    return {"grouping": " | ".join(map(" ".join, kept)) or "-", **row}


def told(judge: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Return what one grouping alone is told, as a row has it."""
    asked = {name: row[name] for name in ("hand", "loose", "fold")}
    try:
        one = judge("" if row["grouping"] == "-" else row["grouping"], **asked)
    except HandError as error:
        return {**dict.fromkeys(ANSWERS), "error": "; ".join(map(str, error.defects))}
    found = one.to_json()
    return {**{name: found[name] for name in ANSWERS[:-1]}, "error": None}


def test_rummy_rows_are_told_what_one_grouping_is() -> None:
    """Valid, faults, points and best are those of `verify`, with hands, loose cards and folds beside."""
    rng = Random(1)
    rows, alone = [], []
    for number, one in enumerate(rummy_groupings(5, 110)):
        if number % 4 == 0 and number > 30:
            continue  # options at random: each takes time of its own
        row = laid_rows(one.groups, number, rng.choice(NAMES))
        rules = Rules(**one.options)
        rows.append({**row, "wild": one.wild, "decks": one.decks, "rules": rules.name})

        def judge(text: str, rules: Rules = rules, one: Any = one, **asked: str | None) -> Any:
            return verify(text, wild=one.wild, decks=one.decks, rules=rules, **asked)  # type: ignore[arg-type]

        alone.append(told(judge, row))
    found = analyze(pa.Table.from_pylist(rows), columns=ANSWERS).select(ANSWERS).to_pylist()
    for row, here, there in zip(rows, found, alone, strict=True):
        assert here == there, row
    assert sum(one["valid"] is True for one in found) > 5
    assert sum(one["best"] is None and one["error"] is None for one in found) > 2


def test_bharg_rows_are_told_what_one_grouping_is() -> None:
    """The same in the other game, sets that overlap and the Ace Pile included."""
    rng = Random(2)
    rows, alone = [], []
    for number, one in enumerate(bharg_groupings(5, 240)):
        row = laid_rows(one.groups, number, rng.choice(BHARG_NAMES))
        rules = BhargRules(sets="overlapping" if one.overlapping else "disjoint")
        rows.append({**row, "ace": one.ace or "none", "rules": rules.name})

        def judge(text: str, rules: BhargRules = rules, one: Any = one, **asked: str | None) -> Any:
            return verify_bharg(text, ace=one.ace, rules=rules, **asked)  # type: ignore[arg-type]

        alone.append(told(judge, row))
    table = pa.Table.from_pylist(rows)
    found = analyze(table, game="bharg", columns=ANSWERS).select(ANSWERS).to_pylist()
    for row, here, there in zip(rows, found, alone, strict=True):
        assert here == there, row
    assert sum(one["valid"] is True for one in found) > 10


def test_file_of_groupings(batch: Batch) -> None:
    """A file of groupings alone is judged without being asked, in the cells of the contract."""
    path = batch.write("in.csv", f"id,grouping,loose\n7,{VALID},-\n8,{SHORT},2D 2S 2C\n9,{BROKEN},\n")
    first, second, third = batch.rows(path, "--wild", "8H")
    assert list(first) == ["id", "grouping", "loose", *ANSWERS]
    assert [first[name] for name in ANSWERS] == ["true", "-", "0", "0", ""]
    assert [second[name] for name in ANSWERS] == [
        "false",
        "2D, 2S and 2C are in no group (R6)",
        "6",
        "0",
        "",
    ]
    assert third["faults"] == "; ".join(map(str, verify(BROKEN, wild="8H").faults))
    assert "3 rows, 1 of 3 groupings valid, 2 declare" in batch.errors


def test_every_format(batch: Batch) -> None:
    """JSON Lines and Parquet have the faults as objects, with types; text has a grouping a line."""
    source = batch.write("in.csv", f"grouping\n{VALID}\n{BROKEN}\n4H 5X\n")
    lines = batch.run(source, "--wild", "8H", "--to", "jsonl", code=3)
    found = [json.loads(line) for line in lines.splitlines()]
    for text, row in zip((VALID, BROKEN), found, strict=False):
        alone = verify(text, wild="8H").to_json()
        assert [row[name] for name in ANSWERS] == [*(alone[name] for name in ANSWERS[:-1]), None]
    assert [found[2][name] for name in ANSWERS[:-1]] == [None] * 4
    for suffix in ("parquet", "arrow"):
        out = str(batch.folder / f"out.{suffix}")
        batch.run(source, "--wild", "8H", "-o", out, code=3)
        table = pq.read_table(out) if suffix == "parquet" else pa.ipc.open_file(out).read_all()
        assert table.to_pylist() == found
        fault = pa.struct([("group", pa.int16()), ("rule", pa.string()), ("message", pa.string())])
        assert table.schema.field("faults").type.value_type == fault
        assert [table.schema.field(name).type for name in ("valid", "points", "best")] == [
            pa.bool_(), pa.int16(), pa.int16(),
        ]  # fmt: skip
        again = batch.run(out, "--wild", "8H", "--to", "jsonl", "--overwrite", code=3)
        assert again == lines
    plain = batch.write("in.txt", f"# laid\n{VALID}\n\n{BROKEN}\n")
    assert batch.run(plain, "--wild", "8H", "--columns", "valid,points").splitlines() == [
        "# grouping\tvalid\tpoints",
        f"{VALID}\ttrue\t0",
        f"{BROKEN}\tfalse\t{found[1]['points']}",
    ]


def test_hand_beside_the_grouping(batch: Batch) -> None:
    """A row may bring a hand, a grouping, both or neither; the answers for hands come first."""
    hand = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
    lines = [f"{hand},{VALID}", f"{hand},", f",{VALID}", f"{hand},{SHORT}", ",", f"4H 4H,{VALID}X"]
    path = batch.write("in.csv", "hand,grouping\n" + "\n".join(lines))
    rows = batch.rows(path, "--wild", "8H", code=3)
    assert list(rows[0]) == [
        "hand", "grouping", "declare", "penalty", "groups", "loose", "folds", "discard", *ANSWERS,
    ]  # fmt: skip
    assert [row["valid"] for row in rows] == ["true", "", "true", "false", "", ""]
    assert [row["faults"] for row in rows[:3]] == ["-", "", "-"]
    assert [row["penalty"] for row in rows] == ["0", "0", "0", "0", "", ""]
    assert rows[3]["faults"] == "2S, 2D and 2C of the hand are missing (R6)"
    assert rows[4]["error"] == "hand: is empty"
    assert rows[5]["error"].startswith("group 4, card 3: '2CX' is not a card")
    assert "hand: 2 cards" in rows[5]["error"]


def test_cards_that_are_no_hand(batch: Batch) -> None:
    """A grouping of too few or impossible cards is judged; there is nothing to say of a hand then."""
    path = batch.write("in.csv", f"grouping,decks\n{SHORT},\nQS QS QS QS | {SHORT},3\n{VALID},\n")
    columns = "penalty,groups,loose,points,best,valid,declare,error"
    for arguments in ([], ["--engine", "cpsat"]):
        rows = batch.rows(path, "--wild", "8H", "--columns", columns, *arguments)
        for row in rows[:2]:
            assert [name for name in columns.split(",") if row[name]] == ["points", "valid"]
        assert rows[2]["valid"] == "true"
        assert "2 declare" not in batch.errors
    few = batch.rows(path, "--wild", "8H", "--columns", "penalty,declare")
    assert [row["penalty"] for row in few] == ["", "", "0"]


def test_groupings_as_lists(tmp_path: Path, batch: Batch) -> None:
    """Lists of lists of cards, or of the contract's groups, are groupings too, in JSON and in Arrow."""
    groups = [group.split() for group in SHORT.split("|")]
    objects = [{"kind": None, "cards": cards} for cards in groups]
    lines = [{"grouping": groups, "loose": ["2D", "2S", "2C"]}, {"grouping": objects}, {"grouping": 5}]
    path = batch.write("in.jsonl", "\n".join(map(json.dumps, lines)))
    found = [json.loads(line) for line in batch.run(path, "--wild", "8H", code=3).splitlines()]
    assert [row["points"] for row in found] == [6, 0, None]
    assert found[0]["faults"][0]["message"] == "2D, 2S and 2C are in no group"
    assert found[2]["error"] == "grouping: is neither text nor a list of groups"
    table = pa.table({"grouping": [groups], "loose": [["2D", "2S", "2C"]]})
    assert analyze(table, wild="8H").to_pylist()[0]["points"] == 6
    with pytest.raises(FileError, match="column 'grouping' is int64"):
        analyze(pa.table({"grouping": [5]}))


@pytest.mark.parametrize(("group", "times"), [("4H 5H 6H", 3000), ("4H", 20_000), ("4H " * 20_000, 1)])
def test_far_too_many_cards(batch: Batch, group: str, times: int) -> None:
    """A grouping that no table could hold ends in a moment, as a bad row in rummy, and others go on."""
    many = " | ".join([group] * times)
    path = batch.write("in.csv", f"grouping,loose\n{many},\n{VALID},\n{VALID},{many}\n")
    rows = batch.rows(path, "--wild", "8H", code=3)
    assert "cards; more than 28 are not judged" in rows[0]["error"]
    assert rows[1]["valid"] == "true"
    assert "loose: " in rows[2]["error"]
    (found,) = batch.rows(
        batch.write("in.txt", " | ".join(["4H 5H 6H", "4S", *["4H"] * 24])),
        "--columns",
        "valid",
        "--to",
        "csv",
    )
    assert found["valid"] == "false"


def test_refused(batch: Batch) -> None:
    """Verdicts without groupings, files without either, and clashes with `loose` are refused by name."""
    path = batch.write("in.csv", f"hand\n{SHORT}\n")
    batch.run(path, "--columns", "valid", code=2)
    assert "no column 'grouping'" in batch.errors
    batch.run(batch.write("none.csv", "id\n1\n"), code=2)
    assert "no column 'hand' or 'grouping'" in batch.errors
    both = batch.write("both.csv", f"hand,grouping,loose\n{SHORT},{SHORT},\n")
    batch.run(both, "--columns", "loose,valid", code=2)
    assert "the input has 'loose' already" in batch.errors
    (row,) = batch.rows(both, code=3)
    told = ["hand", "grouping", "loose", "declare", "penalty", "groups", "folds", "discard"]
    assert list(row) == [*told, *VERDICT, "error"]
    with pytest.raises(EngineError, match="cpsat does not count 'away'"):
        analyze(pa.table({"hand": [SHORT]}), columns=["away"], engine="cpsat")


def test_grouping_passes_through(batch: Batch) -> None:
    """Where only answers for hands are asked for, a column `grouping` is any other column."""
    hand = VALID.replace(" |", "")
    path = batch.write("in.csv", f"hand,grouping,loose\n{hand},north,x\n")
    (row,) = batch.rows(path, "--wild", "8H", "--columns", "penalty")
    assert row == {"hand": hand, "grouping": "north", "loose": "x", "penalty": "0"}
