"""Distributions over files: the figures of their rows, by group, and the difference of two files."""

import json
import statistics
from pathlib import Path

import pytest

from cli.main import run
from solver.batch.distribution import Distribution, Pairs
from solver.bharg.deal import deal as deal_bharg
from solver.bharg.deal import table_of as bharg_table
from solver.rummy.cards import is_wild
from solver.rummy.deal import deal, table_of
from solver.rummy.solve import solve

HANDS = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with dealt hands, and their answers under two presets."""
    path = tmp_path_factory.mktemp("stats")
    assert run(["rummy", "deal", str(HANDS), "--rich", "--wild", "8", "-o", str(path / "raw.csv")]) == 0
    with (path / "raw.csv").open("a") as file:
        file.write("999,4H 5H,8,2\n")
    for preset in ("trio", "club"):
        arguments = [
            "rummy",
            "batch",
            str(path / "raw.csv"),
            "-o",
            str(path / f"{preset}.csv"),
            "--rules",
            preset,
        ]
        assert run(arguments) == 3
    return path


def stats(capsys: pytest.CaptureFixture[str], *arguments: str, game: str = "rummy") -> dict[str, object]:
    """Run ``stats --json`` and return what it says."""
    assert run([game, "stats", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def penalties(rules: str = "trio") -> list[int]:
    """Return the penalties of the hands, solved one by one."""
    from solver.rummy.rules import parse_rules

    (deals,) = deal(HANDS, table_of(wild="8"), seed=1, rich=True)
    return [solve(codes, wild="8", rules=parse_rules(rules)).penalty for codes in deals.codes.tolist()]


@pytest.mark.parametrize("name", ["raw.csv", "trio.csv"])
def test_figures(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Counts, mean, quantiles and histogram are those of the rows, whether answered before or now."""
    points = penalties()
    found = stats(capsys, str(folder / name))["groups"]["all"]  # type: ignore[index]
    assert (found["rows"], found["rejected"]) == (HANDS + 1, 1)
    assert found["mean_penalty"] == pytest.approx(statistics.mean(points))
    assert found["deviation"] == pytest.approx(statistics.stdev(points))
    assert found["quantiles"]["0.5"] == sorted(points)[HANDS // 2 - 1]
    assert sum(value * count for value, count in enumerate(found["histogram"])) == sum(points)


def test_by_wildcards_and_columns(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Groups hold the hands with that trait or cell, in order."""
    (deals,) = deal(HANDS, table_of(wild="8"), seed=1, rich=True)
    held = [sum(is_wild(code, 7) for code in codes) for codes in deals.codes.tolist()]
    found = stats(capsys, str(folder / "raw.csv"), "--by", "wildcards")["groups"]
    assert {name: one["rows"] for name, one in found.items() if name} == {  # type: ignore[attr-defined]
        str(count): held.count(count) for count in sorted(set(held))
    }
    by_deck = stats(capsys, str(folder / "trio.csv"), "--by", "decks")["groups"]
    assert by_deck["2"]["rows"] == HANDS + 1  # type: ignore[index]


def test_compare_the_same_hands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files with the same hands are compared hand by hand."""
    found = stats(capsys, str(folder / "trio.csv"), "--compare", str(folder / "club.csv"))
    changes = [club - trio for trio, club in zip(penalties(), penalties("club"), strict=True)]
    difference = found["differences"]["all"]["mean_penalty"]  # type: ignore[index]
    assert found["paired"] is True
    assert difference["difference"] == pytest.approx(statistics.mean(changes))
    error = 1.959964 * statistics.stdev(changes) / HANDS**0.5
    assert difference["high"] - difference["difference"] == pytest.approx(error)


def test_compare_other_hands(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files with other hands are compared as independent samples."""
    other = str(tmp_path / "other.csv")
    assert run(["rummy", "deal", "50", "--seed", "9", "--wild", "8", "-o", other]) == 0
    found = stats(capsys, str(folder / "raw.csv"), "--compare", other)
    assert found["paired"] is False
    assert found["differences"]["all"]["mean_penalty"]["low"] > 0  # type: ignore[index]


def test_table_and_plots(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The plain table has a line a group; plots are written as their suffix says."""
    drawing, picture = tmp_path / "x.svg", tmp_path / "x.png"
    assert run(["rummy", "stats", str(folder / "trio.csv"), "--by", "wild", "--plot", str(drawing)]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header.split()[:4] == ["wild", "hands", "rejected", "declare"]
    assert row.split()[:3] == ["8", str(HANDS + 1), "1"]
    assert drawing.read_text().lstrip().startswith("<?xml")
    assert run(["rummy", "stats", str(folder / "trio.csv"), "--plot", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--by", "nope"], "no column 'nope'"),
        (["--plot", "x.gif"], "neither in .svg"),
        (["--compare", "no.csv"], "does not exist"),
    ],
)
def test_refused(folder: Path, arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown columns, kinds of drawings and files are refused by name."""
    assert run(["rummy", "stats", str(folder / "trio.csv"), *arguments]) == 2
    assert word in capsys.readouterr().err


def test_too_many_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A column with over a thousand values is no column to group by."""
    path = tmp_path / "many.csv"
    path.write_text("hand,id,declare,penalty\n" + "".join(f"x,{row},false,1\n" for row in range(1001)))
    assert run(["rummy", "stats", str(path), "--by", "id"]) == 2
    assert "over 1000 different values" in capsys.readouterr().err


def test_bharg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other game's hands are told apart by their aces."""
    path = str(tmp_path / "hands.parquet")
    assert run(["bharg", "deal", "100", "-o", path, "--codes"]) == 0
    found = stats(capsys, path, "--by", "aces", game="bharg")["groups"]
    (deals,) = deal_bharg(100, bharg_table(), seed=1)
    aces = (deals.codes < 6).sum(axis=1).tolist()
    assert {name: one["rows"] for name, one in found.items()} == {  # type: ignore[attr-defined]
        str(count): aces.count(count) for count in sorted(set(aces))
    }


def test_parts_add_up() -> None:
    """Distributions and pairs of parts add up to those of the whole."""
    parts = [Distribution(3, 1, 1, (1, 0, 1)), Distribution(2, 0, 0, (0, 0, 0, 2))]
    assert parts[0] + parts[1] == Distribution(5, 1, 1, (1, 0, 1, 2))
    assert Distribution().mean is None
    assert Distribution().quantile(0.5) is None
    assert Pairs(1, 2, 4, 0, 0) + Pairs(1, 0, 0, 1, 1) == Pairs(2, 2, 4, 1, 1)
    assert Pairs(1, 2, 4).mean_difference() is None
