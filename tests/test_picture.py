"""Pictures: valid SVG, the same bytes for the same answer, and all of the answer in them."""

import hashlib
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from cli.main import run
from solver.bharg import picture as bharg_picture
from solver.bharg.solve import solve as solve_bharg
from solver.bharg.text import parse_hand as parse_bharg
from solver.bharg.verify import verify as verify_bharg
from solver.picture.faces import bharg_face, rummy_face, sprite
from solver.picture.pips import BHARG_INKS, bharg_pip
from solver.picture.svg import document, escape
from solver.rummy import picture as rummy_picture
from solver.rummy.solve import Solution, solve
from solver.rummy.text import parse_hand
from solver.rummy.verify import verify

SVG = "{http://www.w3.org/2000/svg}"
LOOSE = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S KC"
FOURTEEN = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C 8D"
BHARG = "2MK 2SY 2WL 4YK 5YK 9MS E PMSL"


def texts_of(svg: str) -> list[str]:
    """Return what a picture says, text by text."""
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def rummy(hand: str = LOOSE, wild: str = "8H") -> Solution:
    """Return the answer for a hand with eights wild."""
    return solve(hand, wild=wild)


@pytest.mark.parametrize(
    "svg",
    [
        rummy()._repr_svg_(),
        rummy(FOURTEEN)._repr_svg_(),
        rummy("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")._repr_svg_(),
        solve_bharg(BHARG, ace="K")._repr_svg_(),
        solve_bharg("2MK 2SY 2WL 3MW 3SK 3LY E")._repr_svg_(),
        verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | KS AS 2S")._repr_svg_(),
        verify("4H 5H 6H | 9C")._repr_svg_(),
        verify_bharg("2MK 2SY 3MW | 4YK 5YK | E", loose="9MS", ace="K")._repr_svg_(),
        parse_hand(LOOSE)._repr_svg_(),
        parse_bharg(BHARG)._repr_svg_(),
    ],
)
def test_valid(svg: str) -> None:
    """A picture is one well-formed, named SVG of plain shapes: no script, nothing from elsewhere."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    shapes = {"svg", "title", "desc", "g", "rect", "path", "circle", "text"}
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= shapes
    assert not [key for node in root.iter() for key in node.attrib if "href" in key or key.startswith("on")]
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"


def test_says_the_answer() -> None:
    """The picture names each kind, what a wildcard stands for, each loose card's points, and the verdict."""
    said = texts_of(rummy()._repr_svg_())
    assert said[0] == "14 points loose · cannot declare"
    assert said[1] == "Wild Card 8H · 1 deck · rules trio"
    assert {"pure sequence", "impure sequence", "trio", "loose: 14 points", "as JC"} <= set(said)
    assert said[-1] == "10"


def test_fourteen_cards() -> None:
    """With 14 cards the picture shows the discard, and a declaration with its fold."""
    solution = rummy(FOURTEEN)
    said = texts_of(solution._repr_svg_())
    assert solution.folds
    assert "discard" in said
    assert f"a declaration, folding {solution.folds[0]}" in said
    assert "fold" in said


def test_another_declaration() -> None:
    """A hand that declares by other groups than those of its least penalty shows both (R9)."""
    solution = rummy("4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C")
    said = texts_of(solution._repr_svg_())
    assert said[0] == "36 points loose · can declare"
    assert "a declaration" in said
    assert said.count("trio") == 2


def test_described_for_those_who_do_not_see_it() -> None:
    """The description holds every card of the hand."""
    described = ET.fromstring(rummy()._repr_svg_()).findtext(f"{SVG}desc") or ""
    assert all(card in described for card in LOOSE.split())


def test_same_bytes() -> None:
    """The same hand gives the same bytes in any order of its cards and in any process."""
    drawing = rummy()._repr_svg_()
    assert rummy(" ".join(reversed(LOOSE.split())))._repr_svg_() == drawing
    script = f"from solver.rummy.solve import solve; print(solve({LOOSE!r}, wild='8H')._repr_svg_(), end='')"
    for seed in ("1", "2"):
        again = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        )
        assert again.stdout.decode() == drawing


def test_digest_of_all_faces() -> None:
    """The drawings change only on purpose: a digest of all 98 faces."""
    faces = [*rummy_picture.faces().values(), *bharg_picture.faces().values()]
    assert len(faces) == len(set(faces)) == 98
    assert hashlib.sha256("".join(faces).encode()).hexdigest()[:16] == "6ed6e4d7b068d81b"


def test_faces() -> None:
    """A face says its rank, a Bharg face its name as well and one shape for each of its suits."""
    assert ">10</text>" in rummy_face("TD")
    face = bharg_face("PMSL", "the Harvest")
    assert ">P</text>" in face
    assert ">Harvest</text>" in face
    assert all(bharg_pip(suit) in face for suit in "MSL")
    assert len({bharg_pip(suit) for suit in BHARG_INKS if suit}) == 6


def test_sprite() -> None:
    """All faces of a game come as symbols of one document, by the text of their cards."""
    root = ET.fromstring(sprite(bharg_picture.faces()))
    assert [node.get("id") for node in root] == list(bharg_picture.faces())


def test_markup_in_text_is_text() -> None:
    """What is drawn as text cannot become markup, whatever it holds."""
    hostile = "<script>alert(1)</script>\x00&\"'"
    svg = document([], 10, 10, hostile, hostile)
    assert ET.fromstring(svg).findtext(f"{SVG}title") == hostile.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    assert "<script" not in svg
    assert escape('a"b') == "a&quot;b"


def test_notebook_face() -> None:
    """In a notebook an answer is its picture, and the same in a table of words."""
    figure = ET.fromstring(rummy()._repr_html_())
    assert figure.tag == "figure"
    assert [child.tag for child in figure] == [f"{SVG}svg", "details"]
    rows = {row[0].text: row[1].text for row in figure.iter("tr")}
    assert rows == {
        "pure sequence": "4H 5H 6H 7H",
        "impure sequence": "9C TC JK",
        "trio": "QS QH QD",
        "loose": "2S 2D KC",
    }
    assert figure.findtext("details/summary") == "14 points loose · cannot declare"


def test_verdict() -> None:
    """A verdict shows the groups as laid, marks faults by rule, and says what was possible."""
    verdict = verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | KS AS 2S")
    said = texts_of(verdict._repr_svg_())
    assert said[0] == "not valid · 52 points as laid"
    assert said.count("R1") == 3
    assert "group 4: breaks R1" in said
    assert "group 4: AS is in the middle, K-A-2; the ace is low or high (R1)" in said
    assert "possible: 22 points loose · cannot declare" in said
    rows = [[cell.text for cell in row] for row in ET.fromstring(verdict._repr_html_()).iter("tr")]
    assert ["group 4", "KS AS 2S"] in rows
    valid = verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C")
    assert "possible" not in valid._repr_svg_()


def test_svg_of_a_verdict(tmp_path: Path) -> None:
    """--svg FILE draws a verdict as well, of one grouping at a time."""
    path = tmp_path / "verdict.svg"
    grouping = "2WL 4YK 9MS | 2MK 5YK | E"
    assert run(["bharg", "verify", grouping, "--loose", "2SY", "--ace", "K", "--svg", str(path)]) == 1
    drawn = verify_bharg(grouping, loose="2SY", ace="K")._repr_svg_()
    assert path.read_text(encoding="utf-8") == drawn
    assert run(["rummy", "verify", "--file", str(path), "--svg", str(path)]) == 2


@pytest.mark.parametrize("hand", [parse_hand(LOOSE), parse_bharg(BHARG)])
def test_notebook_face_of_a_hand(hand: object) -> None:
    """A hand that is not solved yet shows its cards, in canonical order."""
    figure = ET.fromstring(hand._repr_html_())  # type: ignore[attr-defined]
    assert [row[0].text for row in figure.iter("tr")] == ["hand"]
    assert len((figure.findtext("details/table/tr/td") or "").split()) in (8, 13)


@pytest.mark.parametrize("verb", ["check", "penalty"])
def test_svg_option(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--svg FILE writes the drawing beside the answer, for both verbs of both games."""
    path = tmp_path / "answer.svg"
    assert run(["rummy", verb, LOOSE, "--wild", "8H", "--svg", str(path)]) == (1 if verb == "check" else 0)
    assert path.read_text(encoding="utf-8") == rummy()._repr_svg_()
    assert "pure    4H 5H 6H 7H" in capsys.readouterr().out
    run(["bharg", verb, BHARG, "--ace", "K", "--svg", str(path)])
    assert path.read_text(encoding="utf-8") == solve_bharg(BHARG, ace="K")._repr_svg_()
    assert [one.name for one in tmp_path.iterdir()] == ["answer.svg"]


def test_svg_of_advice_and_explanations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--svg FILE of `advise` and `explain` draws the answer, and below it the advice or the reasons."""
    path = tmp_path / "told.svg"
    assert run(["rummy", "advise", LOOSE, "--wild", "8H", "--rounds", "0", "--svg", str(path)]) == 0
    said = texts_of(path.read_text(encoding="utf-8"))
    assert said[0] == "14 points loose · cannot declare"
    assert "advice" in said
    assert said[-1] in capsys.readouterr().out.replace("\n", " ")
    assert run(["bharg", "advise", BHARG, "--ace", "K", "--svg", str(path)]) == 0
    assert "advice" in texts_of(path.read_text(encoding="utf-8"))
    hand = "4H 5H 6H 7H 9C TC KS QS QD QH 2D 2S 2C"
    assert run(["rummy", "explain", hand, "--wild", "8H", "--svg", str(path)]) == 0
    said = texts_of(path.read_text(encoding="utf-8"))
    assert said[-3:] == [
        "why",
        "no second sequence beside a pure one (R6)",
        "KS, 9C and TC fit in no group of these cards (R6)",
    ]


def test_svg_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A picture that cannot be written is one clear line and exit 2, and nothing on stdout."""
    path = tmp_path / "none" / "answer.svg"
    assert run(["rummy", "check", LOOSE, "--svg", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.err == f"meldwise: {path}: cannot be written: No such file or directory\n"
    assert printed.out == ""
