"""Distances in files and tables: what `explain` says of each hand, in every format."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import bruteforce_hands as hands
import cases
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batches import Batch

from solver.batch import analyze
from solver.batch import rummy as rummy_batch
from solver.bharg.explain import explain as explain_bharg
from solver.rummy.explain import explain
from solver.rummy.rules import PRESETS
from solver.rummy.solve import solve

NEAR = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 3C"
DECLARES = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"


def agree(seed: int, count: int, wilds: list[str], stored: int) -> None:
    """Check random and stored hands, every so many of these, against `explain`."""
    rng, rows = Random(seed), []
    for number in range(count):
        wild, decks = rng.choice(wilds), rng.choice([1, 2])
        size, disturb = 13 + number % 2, rng.choice([0, 1, 2])
        hand = hands.rich_rummy(rng, wild=wild, decks=decks, size=size, disturb=disturb)
        rules = ["trio", "club", "online"][number % 3]
        rows.append({"hand": " ".join(hand), "wild": wild, "decks": decks, "rules": rules})
    rows += [
        {"hand": hand, "wild": wild, "decks": decks, "rules": rules}
        for _, rules, hand, wild, decks, _ in cases.rummy_expectations()
        if rules in PRESETS and wild in wilds
    ][::stored]
    found = analyze(pa.Table.from_pylist(rows), columns=["away", "declare", "error"]).to_pylist()
    for row in found:
        told = explain(row["hand"], wild=row["wild"], decks=row["decks"], rules=PRESETS[row["rules"]], most=1)
        assert told.nearest is not None
        assert row["away"] == told.nearest.distance, row
        assert (row["away"] == 0) == row["declare"]
    assert len({row["away"] for row in found}) > 2


def test_rummy_as_explained() -> None:
    """Stored and random hands of 13 and 14 cards are as far away as `explain` finds."""
    agree(8, 10, ["8H", "none"], stored=25)


@pytest.mark.slow
def test_many_as_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for more hands, all of them in bulk."""
    monkeypatch.setattr(rummy_batch, "LEAST_BULK", 1)
    agree(9, 120, ["8H", "8", "JK", "none", "KS"], stored=5)


def test_bharg_as_explained() -> None:
    """Hands of 7 and 8 cards are as far away as `explain` finds, the Ace Pile after the discard included."""
    rng, rows = Random(9), []
    for number in range(24):
        ace = [None, "K"][number % 2]
        make = hands.rich_bharg if number % 3 else hands.random_bharg
        hand = make(rng, ace=ace, deck="basic", size=7 + number % 4 // 2)
        rows.append({"hand": " ".join(hand), "ace": ace or "none", "deck": "basic"})
    rows.append({"hand": "AM 4MS 9MS 2MK 3MW 5ML 8MS 7SK", "ace": "none", "deck": "basic"})
    found = analyze(pa.Table.from_pylist(rows), game="bharg", columns=["away", "discard"]).to_pylist()
    for row in found:
        told = explain_bharg(row["hand"], ace=row["ace"], deck="basic", most=1)
        assert told.nearest is not None
        assert row["away"] == told.nearest.distance, row
    assert any((row["discard"] or "").startswith("A") for row in found)


def test_every_format(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A small whole number, null where there is no hand; never among the columns that are not asked for."""
    batch = Batch(tmp_path, capfdbinary)
    path = batch.write("in.csv", f"hand\n{NEAR}\n{DECLARES}\n4H\n{DECLARES} 9S\n")
    rows = batch.rows(path, "--columns", "away,error", code=3)
    assert [row["away"] for row in rows] == ["1", "0", "", "0"]
    assert "1 card; a hand has" in rows[2]["error"]
    assert "away" not in batch.rows(path, code=3)[0]
    lines = batch.run(path, "--columns", "away", "--to", "jsonl", code=3).splitlines()
    assert [json.loads(line)["away"] for line in lines] == [1, 0, None, 0]
    out = tmp_path / "out.parquet"
    batch.run(path, "--columns", "away", "-o", str(out), code=3)
    column = pq.read_table(out).column("away")
    assert (column.type, column.to_pylist()) == (pa.int16(), [1, 0, None, 0])
    plain = batch.write("in.txt", f"{NEAR}\n")
    assert batch.run(plain, "--columns", "away").splitlines()[1] == f"{NEAR}\t1"


def test_after_the_discard_of_the_row() -> None:
    """A hand of 14 is as far as the 13 cards that the column `discard` leaves."""
    (row,) = analyze(pa.table({"hand": [NEAR + " AH"]}), columns=["away", "discard"]).to_pylist()
    assert row["discard"] == solve(NEAR + " AH").discard
    kept = row["hand"].split()
    kept.remove(row["discard"])
    (rest,) = analyze(pa.table({"hand": [" ".join(kept)]}), columns=["away"]).to_pylist()
    assert rest["away"] == row["away"]


def test_spellings_that_are_read_one_by_one() -> None:
    """Hands in names of cards are as far as the same in codes."""
    told = [
        "the Author, Desert, Origin, Journey, Painter, Savage, Ace of Moons",
        "2MK 2SY 2WL 3MW 3SK 3LY AM",
    ]
    columns = ["away", "take_open", "unseen"]
    rows = analyze(pa.table({"hand": told}), game="bharg", ace="K", deck="basic", columns=columns)
    first, second = rows.select(columns).to_pylist()
    assert first == second == {"away": 1, "take_open": None, "unseen": 28}
