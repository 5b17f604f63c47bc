"""Advice in files and tables: what `advise` says of each turn, in every format."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import bruteforce_hands as hands
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from batches import Batch

from solver.batch import analyze, analyzer
from solver.batch.columns import ADVICE
from solver.bharg.advise import advise as advise_bharg
from solver.bharg.rules import parse_rules as parse_bharg
from solver.errors import EngineError, HandError
from solver.rummy.advise import advise
from solver.rummy.rules import parse_rules

TURN = "KD 4S JC 4D 2D KS 6H QC TC 9H KC 3H AD"
ALL = list(ADVICE)


@pytest.fixture
def batch(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Batch:
    """Return what runs batches."""
    return Batch(tmp_path, capfdbinary)


def told(one: Any) -> dict[str, Any]:
    """Return advice for one turn as a row has it."""
    draw = one.stock if one.discards is None else one.discards[0].next
    row = {**dict.fromkeys(ALL), "unseen": one.unseen}
    row |= {name: getattr(draw, name) for name in ("expected_penalty", "declare_copies", "declare_chance")}
    row["declare_cards"] = list(draw.declare_cards)
    if one.discards is not None:
        row["advised_discard"] = one.discards[0].card
    if one.open is not None:
        row |= {"open_penalty": one.open.penalty, "open_declare": one.open.declare}
        row |= {"open_discard": one.open.discard, "take_open": one.recommend.action == "open"}
    return row


def test_rummy_as_advised() -> None:
    """Turns of 13 and 14 cards, with an open card or not, get the counts of one turn; discards as good."""
    rng, rows = Random(3), []
    for number in range(21):
        wild, decks = rng.choice(["8H", "8", "none"]), rng.choice([1, 2, 3])
        make = hands.rich_rummy if number % 2 else hands.random_rummy
        cards = make(rng, wild=wild, decks=decks, size=14)
        hand, top = (cards, None) if number % 7 == 6 else (cards[:13], cards[13])
        row = {"hand": " ".join(hand), "wild": wild, "decks": decks if number % 3 else None}
        rows.append(
            {**row, "open": top if number % 4 else None, "rules": ["trio", "online"][number % 5 == 0]}
        )
    found = analyze(pa.Table.from_pylist(rows), columns=ALL).to_pylist()
    for row in found:
        options = {"wild": row["wild"], "decks": row["decks"], "rules": parse_rules(row["rules"])}
        one = told(advise(row["hand"], open_card=row["open"], distances=False, **options))
        if row["open_discard"] is not None:
            # of equal discards after the open card any may go
            rest = [*row["hand"].split(), row["open"]]
            rest.remove(row["open_discard"])
            left = advise(" ".join(rest), **options).solution
            assert (left.declare, 0 if left.declare else left.penalty) == (
                one["open_declare"],
                one["open_penalty"],
            )
            one["open_discard"] = row["open_discard"]
        assert {name: row[name] for name in ALL} == one, row


def test_bharg_as_advised() -> None:
    """The same in the other game: any deck, or that of the cards seen, with the very discards of one turn."""
    rng, rows = Random(4), []
    for number in range(36):
        ace, deck = [None, *"MSWLYK"][number % 7], rng.choice(["basic", "basic+excuse+courts"])
        make = hands.rich_bharg if number % 2 else hands.random_bharg
        hand = make(rng, ace=ace, deck=deck, size=7 + number % 5 // 4)
        left = [card for card in hands.bharg_pool(ace, deck) if card not in hand and card[0] != "A"]
        row = {"hand": " ".join(hand), "ace": ace or "none", "deck": deck if number % 3 else None}
        sets = ["standard", "standard,sets=overlapping"][number % 4 == 0]
        rows.append({**row, "open": rng.choice(left) if number % 4 < 3 else "-", "rules": sets})
    found = analyze(pa.Table.from_pylist(rows), game="bharg", columns=ALL).to_pylist()
    for row in found:
        top = None if row["open"] == "-" else row["open"]
        options = {"ace": row["ace"], "deck": row["deck"], "rules": parse_bharg(row["rules"])}
        assert {name: row[name] for name in ALL} == told(advise_bharg(row["hand"], open_card=top, **options))


def test_every_format(batch: Batch) -> None:
    """CSV has cells, JSON Lines and Parquet lists, numbers and nulls; answers for the hand beside them."""
    path = batch.write("in.csv", f"hand,open\n{TURN},6S\n{TURN},\n{TURN} 6S,none\n4H,6S\n")
    options = ["--wild", "KH", "--decks", "1", "--columns", "penalty," + ",".join(ALL) + ",error"]
    rows = batch.rows(path, *options, code=3)
    one = advise(TURN, wild="KH", decks=1, open_card="6S")
    assert one.stock is not None
    assert (rows[0]["penalty"], rows[0]["unseen"], rows[0]["open_penalty"]) == ("7", "39", "3")
    assert rows[0]["expected_penalty"] == repr(one.stock.expected_penalty)
    assert rows[0]["declare_cards"] == "4H 5H 7H 8H 3D 4C JK"
    assert (rows[0]["take_open"], rows[0]["open_declare"], rows[0]["advised_discard"]) == (
        "true",
        "false",
        "",
    )
    assert [rows[1][name] for name in ("open_penalty", "open_declare", "open_discard", "take_open")] == [
        ""
    ] * 4
    assert (rows[2]["advised_discard"], rows[2]["take_open"]) == ("9H", "")
    assert [name for name in rows[3] if rows[3][name]] == ["hand", "open", "error"]
    lines = batch.run(path, *options, "--to", "jsonl", code=3).splitlines()
    found = [json.loads(line) for line in lines]
    assert found[0]["declare_cards"] == list(one.stock.declare_cards)
    assert found[0]["declare_chance"] == one.stock.declare_chance
    assert all(found[3][name] is None for name in ALL)
    out = str(batch.folder / "out.parquet")
    batch.run(path, *options, "-o", out, code=3)
    table = pq.read_table(out)
    assert table.to_pylist() == found
    kinds = {"flag": pa.bool_(), "count": pa.int16(), "number": pa.float64(), "card": pa.string()}
    kinds["cards"] = pa.list_(pa.string())
    for name in ALL:
        assert table.schema.field(name).type.equals(kinds[ADVICE[name].kind]), name
    plain = batch.write("in.txt", f"{TURN}\n")
    line = batch.run(plain, "--wild", "KH", "--decks", "1", "--columns", "declare_copies,take_open")
    assert line.splitlines()[1] == f"{TURN}\t8\t"


def test_no_cards_at_all(batch: Batch) -> None:
    """Where no card lets the hand declare, CSV says so by a dash."""
    far = "AS 5S 9S 2H 6H TH KH 3D 7D JD 4C 8C QC"
    (row,) = batch.rows(batch.write("in.csv", f"hand\n{far}\n"), "--columns", "declare_cards,declare_copies")
    assert (row["declare_cards"], row["declare_copies"]) == ("-", "0")


def test_only_when_asked(batch: Batch) -> None:
    """Without advice a column `open` is any other column, and advice is never among the usual columns."""
    path = batch.write("in.csv", f"hand,open\n{TURN},Monday\n")
    (row,) = batch.rows(path)
    assert row["open"] == "Monday"
    assert not set(ALL) & set(row)


@pytest.mark.parametrize(
    ("game", "hand", "top", "word"),
    [
        ("rummy", TURN, "6X", "open, card 1: '6X' is not a card"),
        ("rummy", TURN, "6S 7S", "open: 2 cards; the open card is one"),
        ("rummy", TURN, "KD", "cards seen: KD is seen 2 times"),
        ("bharg", "2MK 2SY 2WL 4YK 5YK 9MS 7SK", "AM", "open: AM is an ace"),
        ("bharg", "2MK 2SY 2WL 4YK 5YK 9MS 7SK", "2MK", "open: 2MK is told twice"),
        ("bharg", "2MK 2SY 2WL 4YK 5YK 9MS 7SK", "E", "open: E is not in the deck basic"),
        ("bharg", "2MK 2SY 2WL 4YK 5YK 9MS 7SK", "AK", "AK is the top of the Ace Pile already"),
    ],
)
def test_open_cards_that_cannot_be(game: str, hand: str, top: str, word: str) -> None:
    """A row whose open card cannot lie there is rejected with the words of `advise`, and others go on."""
    options = {"decks": 1} if game == "rummy" else {"ace": "K", "deck": "basic"}
    table = pa.table({"hand": [hand, hand], "open": [top, None]})
    bad, good = analyze(
        table, game=game, columns=["take_open", "unseen", "penalty", "error"], **options
    ).to_pylist()
    assert word in bad["error"]
    assert (bad["unseen"], bad["penalty"]) == (None, None)
    assert good["error"] is None
    assert good["unseen"] > 20
    with pytest.raises(HandError) as caught:
        (advise if game == "rummy" else advise_bharg)(hand, open_card=top, **options)
    assert bad["error"] == "; ".join(map(str, caught.value.defects))


def test_refused() -> None:
    """CP-SAT counts no draws in bulk, and says so before work starts; batches of Spark are advised too."""
    table = pa.table({"hand": [TURN], "open": ["6S"]})
    with pytest.raises(EngineError, match="cpsat does not count 'take_open'"):
        analyze(table, columns=["take_open"], engine="cpsat")
    (found,) = analyzer(wild="KH", decks=1, columns=["take_open"])(iter(table.to_batches()))
    assert found.column("take_open").to_pylist() == [True]
