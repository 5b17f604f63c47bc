"""Text cut into records: every record once, whole, and bounded."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.records import LONGEST, UNCLOSED, Cutter, record_ends
from solver.batch.streams import TextStream
from solver.batch.table import fields_of, quoted

FIELDS = st.text(st.sampled_from('ab ,"\n\r♠'), max_size=6)


def cut(folder: Path, data: bytes, *, rows: int, csv_rules: bool = True) -> list[tuple[bytes, str | None]]:
    """Return the records of some bytes, and why each is broken."""
    path = folder / "in"
    path.write_bytes(data)
    pieces = Cutter(TextStream(str(path)), quoted=csv_rules).pieces(rows)
    return [(record, piece.broken.get(row)) for piece in pieces for row, record in enumerate(piece.records())]


@given(st.lists(st.lists(FIELDS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_records_and_fields_are_those_of_csv(table: list[list[str]]) -> None:
    """What is quoted by us is cut and split back to the same fields, as Python's csv module has it too."""
    text = "".join(",".join(map(quoted, row)) + "\n" for row in table)
    data = text.encode()
    ends = record_ends(data, quoted=True).tolist()
    records = [data[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]
    found = [fields_of(record.removesuffix("\n")) for record in records]
    assert found == table
    expected = [row or [""] for row in csv.reader(io.StringIO(text, newline=""))]
    assert expected == table


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_pieces_hold_every_record_once(tmp_path: Path, rows: int) -> None:
    """However many records a piece has, all of them come, in order."""
    records = [b"a,b", b'"x\ny",1', b"", b'"q""q",2', b"last"]
    assert [record for record, _ in cut(tmp_path, b"\n".join(records), rows=rows)] == records


@pytest.mark.parametrize("size", [LONGEST + 1, (4 << 20) + 5, 50_000_000])
@pytest.mark.parametrize("csv_rules", [True, False])
def test_long_line(tmp_path: Path, size: int, csv_rules: bool) -> None:
    """A line over 1 MiB becomes one broken record without its text, wherever it stands."""
    data = b"a\n" + b"x" * size + b"\nb\n"
    found = cut(tmp_path, data, rows=10, csv_rules=csv_rules)
    assert [record for record, _ in found] == [b"a", b"", b"b"]
    assert str(size) in str(found[1][1])
    assert cut(tmp_path, b"x" * size, rows=10)[0][0] == b""


def test_unclosed_quote(tmp_path: Path) -> None:
    """A quote that is never closed spoils its own line, not those after it."""
    data = b'a\n"never,closed\nb\nc\n'
    found = cut(tmp_path, data, rows=10)
    assert found == [(b"a", None), (b'"never,closed', UNCLOSED), (b"b", None), (b"c", None)]
    many = b"".join(b"%d\n" % number for number in range(300_000))
    assert len(cut(tmp_path, b'"open\n' + many, rows=1000)) == 300_001


def test_stray_quotes(tmp_path: Path) -> None:
    """A quote within a field is a letter like any other, and does not join lines."""
    data = b'5" disk,1\n6" disk,2\n'
    assert [record for record, _ in cut(tmp_path, data, rows=9)] == [b'5" disk,1', b'6" disk,2']
