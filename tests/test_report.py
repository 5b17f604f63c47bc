"""`stats --html`: one page that needs nothing else, with the plots of a batch and their numbers."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from cli.main import run
from solver.picture.plots import Axes, bars, page, steps

SVG = "{http://www.w3.org/2000/svg}"
AXES = Axes("A <title>", "points", "hands")


def parsed(html: str) -> ET.Element:
    """Return the body of a page, which is well-formed."""
    return ET.fromstring(html[html.index("<body>") : html.index("</html>")])


def texts(svg: ET.Element) -> list[str]:
    """Return what a plot says."""
    return ["".join(node.itertext()) for node in svg.iter(f"{SVG}text")]


def test_bars() -> None:
    """Every value is a bar as high as its share of the axis, with its label and its number."""
    svg = ET.fromstring(bars(AXES, ["0", "1", "2"], [10, 5, 0]))
    marks = [node for node in svg.iter(f"{SVG}rect") if node.find(f"{SVG}title") is not None]
    heights = [float(node.get("height", "")) for node in marks]
    assert heights[0] == 2 * heights[1] > heights[2] == 0
    assert [node.findtext(f"{SVG}title") for node in marks] == ["0: 10", "1: 5", "2: 0"]
    assert {"A <title>", "points", "hands", "0", "1", "2"} <= set(texts(svg))
    assert "0: 10, 1: 5, 2: 0" in (svg.findtext(f"{SVG}desc") or "")


def test_steps() -> None:
    """Shares rise in steps to the top of the axis."""
    svg = ET.fromstring(steps(AXES, [0, 10, 40], [0.25, 0.5, 1]))
    line = next(node for node in svg.iter(f"{SVG}path") if node.get("stroke-width") == "2")
    heights = [float(y) for y in re.findall(r"L[\d.]+ ([\d.]+)", line.get("d", ""))]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] == 46
    assert {"0.25", "0.5", "1", "40"} <= set(texts(svg))


@pytest.mark.parametrize("plot", [bars(AXES, [], []), steps(AXES, [], []), bars(AXES, ["0"], [0])])
def test_nothing_to_plot(plot: str) -> None:
    """No values, or none above 0, give axes without marks."""
    assert ET.fromstring(plot).get("role") == "img"


def test_page_escapes() -> None:
    """Words on the page cannot become markup."""
    html = page("<b>", "a & b", [], [["x"], ["<i>"]])
    assert parsed(html).findtext("main/h1") == "<b>"
    assert parsed(html).findtext(".//tbody/tr/th") == "<i>"


@pytest.mark.parametrize(
    ("game", "by"), [("rummy", "wildcards"), ("bharg", "aces"), ("rummy --by decks", "decks")]
)
def test_stats_html(game: str, by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page shows histogram, rising shares and groups; what is printed does not change by it."""
    name, *options = game.split()
    table = tmp_path / "hands.csv"
    assert run([name, "deal", "300", "--rich", "--seed", "4", "-o", str(table)]) == 0
    arguments = [name, "stats", str(table), *options]
    assert run(arguments) == 0
    plain = capsys.readouterr().out
    path = tmp_path / "report.html"
    assert run([*arguments, "--html", str(path)]) == 0
    assert capsys.readouterr().out == plain
    html = path.read_text(encoding="utf-8")
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in html
    body = parsed(html)
    titles = [node.text for node in body.iter(f"{SVG}title") if ":" not in (node.text or "")]
    assert [title for title in titles if title][2:] == [f"Mean by {by}", titles[3]]
    heads = [node.text for node in body.findall(".//thead/tr/th")]
    assert heads[:3] == [by, "hands", "rejected"]
    rows = [[cell.text for cell in row] for row in body.findall(".//tbody/tr")]
    assert rows[-1][:2] == ["all", "300"]
    assert sum(int((row[1] or "").replace(",", "")) for row in rows[:-1]) == 300


def test_stats_html_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A comparison is refused by name, and a page that cannot be written is one clear line."""
    assert (
        run(["rummy", "stats", "examples/rummy.csv", "--compare", "examples/rummy.csv", "--html", "x"]) == 2
    )
    assert "--html" in capsys.readouterr().err
    path = tmp_path / "none" / "x.html"
    assert run(["rummy", "stats", "examples/rummy.csv", "--html", str(path)]) == 2
    assert capsys.readouterr().err == f"meldwise: {path}: cannot be written: No such file or directory\n"
