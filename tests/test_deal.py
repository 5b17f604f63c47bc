"""Dealt hands: the same for ever, all possible, and each as likely as the next."""

import hashlib
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cli.main import run
from solver.bharg import deal as bharg_deal
from solver.bharg.cards import NAMES as BHARG_NAMES
from solver.bharg.text import hand_of as bharg_hand
from solver.draw import BLOCK, Draw
from solver.errors import HandError
from solver.rummy import deal as rummy_deal
from solver.rummy.cards import NAMES
from solver.rummy.solve import solve
from solver.rummy.text import hand_of

RUMMY = [
    {"decks": 1, "wild": "random"},
    {"decks": 2, "wild": "8H"},
    {"decks": 2, "wild": "JK", "size": 14},
    {"decks": 3, "wild": "random", "size": 14},
    {"decks": 3, "wild": "none"},
    {"decks": 1, "wild": "9"},
]
BHARG = [
    {"ace": "none"},
    {"ace": "K", "size": 8},
    {"ace": "random", "deck": "basic+excuse+pawns+courts"},
    {"ace": "random", "deck": "basic+pawns", "size": 8},
]


def digest(chunks: list[bytes]) -> str:
    """Return the first digits of the SHA-256 of some bytes."""
    return hashlib.sha256(b"".join(chunks)).hexdigest()[:16]


def test_draws_are_pinned() -> None:
    """The numbers of a seed never change, whatever numpy's version."""
    draw = Draw([2024, 1])
    words = [draw.below(bound, 1000).astype("<u8").tobytes() for bound in (2, 6, 108, 1 << 31)]
    assert digest([*words, draw.subsets(108, 13, 1000).tobytes()]) == "16d1972d258c247d"


def test_subsets_are_uniform() -> None:
    """Each of the 120 subsets of 3 of 10 comes up as often as chance has it."""
    counts = Counter(map(tuple, Draw([3]).subsets(10, 3, 120_000).T.tolist()))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert len(counts) == 120
    assert chi_square < 180  # 119 degrees of freedom: beyond 180 once in 4,000


@pytest.mark.parametrize("rich", [False, True])
def test_hands_are_pinned(rich: bool) -> None:
    """The hands of a seed never change, in either game."""
    found = []
    for options in RUMMY:
        for rummy in rummy_deal.deal(1000, rummy_deal.table_of(**options), seed=5, rich=rich):
            found.extend([rummy.codes.tobytes(), b"" if rummy.wild is None else rummy.wild.tobytes()])
    for options in BHARG:
        for bharg in bharg_deal.deal(1000, bharg_deal.table_of(**options), seed=5, rich=rich):
            found.extend([bharg.codes.tobytes(), b"" if bharg.ace is None else bharg.ace.tobytes()])
    assert digest(found) == ("179786dd2c20e7aa" if rich else "e4311641bae22c49")


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("options", RUMMY, ids=str)
def test_rummy_hands_can_be(options: dict[str, object], rich: bool) -> None:
    """A dealt hand passes every check of a hand, the Wild Card shown being a copy out of play (R13)."""
    table = rummy_deal.table_of(**options)
    (deals,) = rummy_deal.deal(400, table, seed=11, rich=rich)
    for row, codes in enumerate(deals.codes.tolist()):
        wild = NAMES[deals.wild[row]] if deals.wild is not None else str(options["wild"])
        assert hand_of(codes, wild=wild, decks=table.decks).codes == tuple(codes)
        assert len(codes) == table.size


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("options", BHARG, ids=str)
def test_bharg_hands_can_be(options: dict[str, object], rich: bool) -> None:
    """A dealt hand holds no card twice, no card of an extra that is off, and not the top ace (B8)."""
    table = bharg_deal.table_of(**options)
    (deals,) = bharg_deal.deal(400, table, seed=11, rich=rich)
    for row, codes in enumerate(deals.codes.tolist()):
        ace = int(deals.ace[row]) if deals.ace is not None else table.ace
        assert bharg_hand(codes, ace=ace, deck=table.deck).codes == tuple(codes)
        assert len(codes) == table.size


def test_rich_hands_are_near_a_declaration() -> None:
    """A good part of rich hands declares, a good part does not; random ones hardly ever do."""
    table = rummy_deal.table_of(decks=2, wild="8H")
    shares = []
    for rich in (False, True):
        (deals,) = rummy_deal.deal(200, table, seed=3, rich=rich)
        shares.append(np.mean([solve(codes, wild="8H", decks=2).declare for codes in deals.codes.tolist()]))
    assert shares[0] < 0.05
    assert 0.2 < shares[1] < 0.8


@pytest.mark.parametrize("rich", [False, True])
def test_more_hands_only_go_on(rich: bool) -> None:
    """The first hands of a long deal are those of a short one, across blocks."""
    table = rummy_deal.table_of(decks=2, wild="random")
    short = np.concatenate([deals.codes for deals in rummy_deal.deal(100, table, seed=9, rich=rich)])
    long = np.concatenate([deals.codes for deals in rummy_deal.deal(BLOCK + 5, table, seed=9, rich=rich)])
    assert len(long) == BLOCK + 5
    assert (long[:100] == short).all()
    assert (long[BLOCK:] != long[:5]).any()


@pytest.mark.parametrize(
    ("options", "word"),
    [({"decks": 4}, "4 decks"), ({"size": 12}, "12 cards"), ({"wild": "9X"}, "9X")],
)
def test_rummy_table_refused(options: dict[str, object], word: str) -> None:
    """Decks, sizes and Wild Cards that do not exist are refused by name."""
    with pytest.raises(HandError, match=word):
        rummy_deal.table_of(**options)


@pytest.mark.parametrize(
    ("options", "word"),
    [({"deck": "full"}, "full"), ({"size": 9}, "9 cards"), ({"ace": "Q"}, "Q")],
)
def test_bharg_table_refused(options: dict[str, object], word: str) -> None:
    """Decks, sizes and aces that do not exist are refused by name."""
    with pytest.raises(HandError, match=word):
        bharg_deal.table_of(**options)


@pytest.mark.parametrize("game", ["rummy", "bharg"])
@pytest.mark.parametrize("form", ["csv", "jsonl", "csv.gz", "jsonl.zst"])
def test_same_bytes_for_any_workers(game: str, form: str, tmp_path: Path) -> None:
    """A file of dealt hands is the same byte by byte for any number of workers."""
    files = [tmp_path / f"{workers}.out" for workers in (1, 2)]
    for workers, path in enumerate(files, start=1):
        arguments = [game, "deal", "600000", "-o", str(path), "--format", form, "--workers", str(workers)]
        assert run(arguments) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["rummy", "deal", "2", "--wild", "8H", "--seed", "4"],
            [
                "id,hand,wild,decks",
                "1,AS 3S 8S QS 4H JH 4D 9D AC 2C 5C TC QC,8H,2",
                "2,4S 3H TH KH 2D 4D AC 5C 7C TC JC QC JK,8H,2",
            ],
        ),
        (
            ["bharg", "deal", "1", "--ace", "random", "--deck", "basic+excuse", "--format", "jsonl"],
            ['{"id": 1, "hand": "AK 3SK 3LY 6MW 8YK 9LK XY", "ace": "W", "deck": "basic+excuse"}'],
        ),
        (
            ["rummy", "deal", "1", "--wild", "8", "--format", "text"],
            ["# rummy, decks 2, wild 8", "5S 7S KS 2H 3H 4H QH KH AD JD QD 5C JC"],
        ),
    ],
)
def test_what_is_printed(arguments: list[str], lines: list[str]) -> None:
    """Hands come with what is shown beside them, so that a batch needs no options."""
    command = [sys.executable, "-m", "cli.main", *arguments]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines() == lines


def test_text_holds_hands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain text cannot say a Wild Card for each hand, so that is refused by name."""
    assert run(["rummy", "deal", "2", "--wild", "random", "--format", "text"]) == 2
    assert "text holds hands alone" in capsys.readouterr().err


def test_codes_are_cards() -> None:
    """Every card of a deck is dealt sooner or later, and none beside."""
    (deals,) = bharg_deal.deal(2000, bharg_deal.table_of(deck="basic+courts"), seed=1)
    dealt = {BHARG_NAMES[code][0] for code in np.unique(deals.codes).tolist()}
    assert dealt == set("A23456789CX")
    (rummy,) = rummy_deal.deal(2000, rummy_deal.table_of(), seed=1)
    assert len(np.unique(rummy.codes)) == len(NAMES)
