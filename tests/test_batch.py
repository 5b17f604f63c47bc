"""Files of hands: every format in and out, options of a row, bad rows, and what is refused."""

import gzip
import json
from pathlib import Path

import pyarrow
import pytest
from batches import Batch

from solver.rummy.solve import solve

ROOT = Path(__file__).parents[1]
GOOD = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"
LOSER = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
FOURTEEN = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C 3C"
BHARG = "2MK 2SY 2WL 3MW 3SK 3LY E"
ADDED = ["declare", "penalty", "groups", "loose", "folds", "discard", "error"]


@pytest.fixture
def batch(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Batch:
    """Return what runs batches."""
    return Batch(tmp_path, capfdbinary)


def test_example_file(batch: Batch) -> None:
    """The example of the README is answered whole, and shows every kind of answer."""
    rows = batch.rows(str(ROOT / "examples" / "rummy.csv"))
    assert len(rows) == 19
    assert not any(row["error"] for row in rows)
    assert {row["declare"] for row in rows} == {"true", "false"}
    assert any(row["declare"] == "true" and int(row["penalty"]) > 0 for row in rows)
    assert any(row["declare"] == "false" and row["penalty"] == "0" for row in rows)
    assert any(row["folds"] == "-" for row in rows)
    assert any(row["folds"] not in ("-", "") for row in rows)


def test_example_of_bad_rows(batch: Batch) -> None:
    """Every bad row gets its defects and nothing else, the good row its answer; exit 3."""
    rows = batch.rows(str(ROOT / "examples" / "bad.csv"), code=3)
    assert [row["id"] for row in rows] == [str(number) for number in range(101, 121)]
    assert rows[0]["penalty"] == "0"
    for row in rows[1:]:
        assert row["error"], row
        assert not any(row[name] for name in ADDED if name != "error")
    assert "CYRILLIC CAPITAL LETTER EN" in rows[5]["error"]
    assert all(word in rows[17]["error"] for word in ("2X", "9X", "decks", "cap"))
    assert "19 rejected" in batch.errors


def test_answers_are_those_of_one_hand(batch: Batch) -> None:
    """A row says what solving its hand alone says, in the cells of the contract."""
    path = batch.write("in.csv", f"hand\n{GOOD}\n{FOURTEEN}\n")
    first, second = batch.rows(path, "--wild", "8H")
    assert [first[name] for name in ADDED] == [
        "true", "0", "4H 5H 6H 7H | 9C TC JK | 2S 2D 2C | QS QH QD", "-", "", "", "",
    ]  # fmt: skip
    alone = solve(FOURTEEN, wild="8H")
    assert second["folds"] == " ".join(alone.folds or ())
    assert (second["discard"], second["penalty"]) == (alone.discard, str(alone.penalty))
    assert second["loose"] == " ".join(alone.loose)


def test_columns_pass_untouched(batch: Batch) -> None:
    """Whatever stands in other columns comes out as it went in, byte by byte."""
    cells = ['007,1.0," a ""b"", c"', ' x ,,"two\nlines"', "'=1+1,NaN,é♠"]
    text = "id,value,note,hand\n" + "".join(f"{cell},{GOOD}\n" for cell in cells)
    output = batch.run(batch.write("in.csv", text), "--columns", "penalty")
    lines = "".join(f"{cell},{GOOD},{solve(GOOD).penalty}\n" for cell in cells)
    assert output == "id,value,note,hand,penalty\n" + lines


def test_options_of_a_row(batch: Batch) -> None:
    """A row's wild, decks and rules rule over the command line; empty leaves it, none means none."""
    lines = [f"{LOSER},8H,,", f"{LOSER},,,club", f"{LOSER},none,none,", f'{GOOD},,2,"trio,wild_natural=no"']
    path = batch.write("in.csv", "hand,wild,decks,rules\n" + "\n".join(lines))
    rows = batch.rows(path, "--wild", "2D")
    assert [int(row["penalty"]) for row in rows] == [
        solve(LOSER, wild="8H").penalty,
        0,
        solve(LOSER).penalty,
        solve(GOOD, wild="2D").penalty,
    ]


@pytest.mark.parametrize(
    "data",
    [
        "﻿hand\n" + GOOD,
        f"hand\r\n{GOOD}\r\n",
        f"hand\n\n{GOOD}\n\n\n",
        ("﻿hand\n" + GOOD + "\n").encode("utf-16-le"),
        ("﻿hand\r\n" + GOOD).encode("utf-16-be"),
        f'"hand"\n"{GOOD.replace(" ", ",")}"\n',
        gzip.compress(f"hand\n{GOOD}\n".encode(), mtime=0),
        gzip.compress(b"hand\n", mtime=0) + gzip.compress(GOOD.encode(), mtime=0),
        bytes(pyarrow.Codec("zstd").compress(f"hand\n{GOOD}\n".encode(), asbytes=True)),
    ],
    ids=["bom", "crlf", "blank", "utf-16-le", "utf-16-be", "quoted", "gzip", "two-members", "zstd"],
)
def test_ways_to_write_a_file(batch: Batch, data: str | bytes) -> None:
    """Byte order marks, line ends, blank lines, quotes and compression change nothing."""
    (row,) = batch.rows(batch.write("in.csv", data), "--wild", "8H")
    assert (row["declare"], row["penalty"], row["error"]) == ("true", "0", "")


def test_text(batch: Batch) -> None:
    """Plain text is a hand a line; comments and blank lines are no rows; the output is a table."""
    path = batch.write("in.txt", f"# hands\n\n{GOOD}\n  # more\n 4H 5H\n")
    output = batch.run(path, "--wild", "8H", "--columns", "declare,penalty,error", code=3)
    header, first, second = output.splitlines()
    assert header == "# hand\tdeclare\tpenalty\terror"
    assert first == f"{GOOD}\ttrue\t0\t"
    assert second.startswith(" 4H 5H\t\t\thand: 2 cards")


def test_json_lines(batch: Batch) -> None:
    """An object keeps its text, and gets the contract's lists and nulls."""
    lines = [
        f'{{"id": 1.0, "hand": "{GOOD}", "x": {{"a": [1, 2]}} }}',
        f'{{"hand": {json.dumps(GOOD.split())}, "wild": null, "n": 12345678901234567890}}',
        '{"hand": [16, 17, 18, 19, 47, 48, 52, 11, 37, 24, 27, 1, 40], "wild": 8}',
    ]
    output = batch.run(batch.write("in.jsonl", "\n".join(lines) + "\n\n"), "--wild", "8H").splitlines()
    assert output[0].startswith('{"id": 1.0, ')
    assert '"n": 12345678901234567890, "declare": true' in output[1]
    for line in output:
        found = json.loads(line)
        assert [key for key in found if key in ADDED] == ADDED
        assert (found["declare"], found["penalty"], found["loose"], found["folds"]) == (True, 0, [], None)
        assert found["groups"] == [group.to_json() for group in solve(GOOD, wild="8H").groups]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('{"hand": "4H"', "is no JSON"),
        ("[1]", "is no JSON object"),
        ('{"id": 1}', "is empty"),
        ('{"hand": 13}', "neither text nor a list"),
        ('{"hand": [1, 99]}', "99 is not a code"),
        ('{"hand": NaN}', "NaN is no JSON"),
        ("{" * 3000, "is no JSON"),
        (f'{{"hand": "{GOOD}", "decks": true}}', "no number of decks"),
    ],
)
def test_bad_json(batch: Batch, line: str, word: str) -> None:
    """A line that is no object with a hand is a bad row, and stays readable JSON."""
    path = batch.write("in.jsonl", f'{line}\n{{"hand": "{GOOD}"}}\n')
    bad, good = map(json.loads, batch.run(path, code=3).splitlines())
    assert word in bad["error"]
    assert bad["penalty"] is None
    assert good["error"] is None


def test_from_format_to_format(batch: Batch) -> None:
    """CSV becomes JSON Lines and back with the same texts."""
    path = batch.write("in.csv", f'id,hand,note\n007,{GOOD},"a, b"\n,{LOSER},\n')
    lines = batch.run(path, "--to", "jsonl", "--columns", "penalty")
    assert [json.loads(line)["id"] for line in lines.splitlines()] == ["007", ""]
    back = batch.rows(batch.write("back.jsonl", lines), "--to", "csv", "--columns", "penalty", "--overwrite")
    assert [row["note"] for row in back] == ["a, b", ""]
    assert list(back[0]) == ["id", "hand", "note", "penalty"]


def test_bharg(batch: Batch) -> None:
    """The other game's files have ace and deck, and names of cards for codes."""
    path = batch.write(
        "in.csv",
        f"hand,ace,deck\n{BHARG},,\nthe Author Desert Origin 3MW 3SK 3LY AK,K,basic\n{BHARG},,basic\n",
    )
    rows = batch.rows(path, game="bharg", code=3)
    assert [row["declare"] for row in rows] == ["true", "", ""]
    assert "top" in rows[1]["error"] or "AK" in rows[1]["error"]
    assert "excuse" in rows[2]["error"].lower() or "E is" in rows[2]["error"]


def test_rejected_rows_are_told_without_their_column(batch: Batch) -> None:
    """If the errors are not written to the output, the first are told on stderr."""
    path = batch.write("in.csv", f"hand\n{GOOD}\n4H 4H\n")
    batch.run(path, "--columns", "declare", code=3)
    assert "in.csv, row 2: hand: 2 cards" in batch.errors


def test_strict(batch: Batch) -> None:
    """With --strict the first bad row ends the run with exit 2, and no output appears."""
    path = batch.write("in.csv", f"hand\n{GOOD}\n4H 4H\n{GOOD}\n")
    out = batch.folder / "out.csv"
    batch.run(path, "--strict", "-o", str(out), code=2)
    assert "in.csv, row 2" in batch.errors
    assert not out.exists()


def test_several_files(batch: Batch) -> None:
    """Several files with the same columns make one output, in order; others are refused."""
    first = batch.write("a.csv", f"hand,id\n{GOOD},1\n{LOSER},2\n")
    second = batch.write("b.csv", f"hand,id\n4H,3\n{GOOD},4\n")
    rows = batch.rows(first, second, "--columns", "penalty", code=3)
    assert [row["id"] for row in rows] == ["1", "2", "3", "4"]
    assert "b.csv, row 1" in batch.errors
    batch.run(first, batch.write("c.csv", f"id,hand\n1,{GOOD}\n"), code=2)
    assert "differ" in batch.errors
    batch.run(first, batch.write("d.jsonl", "{}"), code=2)
    assert "several formats" in batch.errors


def test_output_file(batch: Batch) -> None:
    """The output file is whole and has its suffix's format and compression; nothing else is left."""
    path = batch.write("in.csv", f"hand\n{GOOD}\n")
    out = batch.folder / "out.jsonl.gz"
    assert batch.run(path, "-o", str(out), "--wild", "8H") == ""
    assert json.loads(gzip.decompress(out.read_bytes()))["penalty"] == 0
    assert sorted(item.name for item in batch.folder.iterdir()) == ["in.csv", "out.jsonl.gz"]


def test_header_alone(batch: Batch) -> None:
    """A file with no rows gives a header and no rows."""
    assert batch.run(batch.write("in.csv", "hand,id\n"), "--columns", "penalty") == "hand,id,penalty\n"


@pytest.mark.parametrize(
    ("record", "word"),
    [
        (b"x," + GOOD.encode() + b",y", "3 fields; the header has 2"),
        (b"x", "1 field; the header has 2"),
        (b"x\xff," + GOOD.encode(), "no UTF-8 text"),
        (b"x," + GOOD.encode()[:-2] + b"\0", "is not a card"),
        (b'x,"' + GOOD.encode(), "never closed"),
        (b"x" * (1 << 20) + b"," + GOOD.encode(), "the longest allowed"),
        (b"x" * (9 << 20) + b"," + GOOD.encode(), "the longest allowed"),
    ],
    ids=["long", "short", "not-utf-8", "nul", "quote", "1-MiB", "9-MiB"],
)
def test_bad_records(batch: Batch, record: bytes, word: str) -> None:
    """A record that is no row spoils itself alone, and the output stays a table."""
    good = b"1," + GOOD.encode() + b"\n"
    path = batch.write("in.csv", b"id,hand\n" + good + record + b"\n" + good)
    rows = batch.rows(path, code=3)
    assert [row["error"] == "" for row in rows] == [True, False, True]
    assert word in rows[1]["error"]
    assert None not in rows[1]


def test_nul_elsewhere(batch: Batch) -> None:
    """A zero byte in another column passes through."""
    path = batch.write("in.csv", b"id,hand\na\0b," + GOOD.encode() + b"\n")
    assert batch.run(path, "--columns", "declare").splitlines()[1].startswith("a\0b,")
