"""``verify``: does this very grouping stand, in either game?"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import (
    Ace,
    Deck,
    Decks,
    Engine,
    EngineChoice,
    Json,
    RuleChanges,
    RuleSet,
    Svg,
    Wild,
    bharg_rules,
    rummy_rules,
)

if TYPE_CHECKING:
    from cli.render_verify import Verdict

Grouping = Annotated[
    list[str] | None, typer.Argument(metavar="GROUPING", help='The groups: "4H 5H 6H 7H | 9C TC JK | …".')
]
Loose = Annotated[str | None, typer.Option(metavar="CARDS", help="Cards left over.")]
Fold = Annotated[str | None, typer.Option(metavar="CARD", help="The card folded, of one too many.")]
Held = Annotated[
    str | None,
    typer.Option("--hand", metavar="CARDS", help="What the player holds, to find what is missing."),
]
FromFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="One grouping a line, or - for stdin; # comments."),
]


def rummy_verify(
    grouping: Grouping = None,
    loose: Loose = None,
    fold: Fold = None,
    hand: Held = None,
    file: FromFile = None,
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Is this very grouping a valid declaration? Exit 0 yes, 1 no."""
    from solver.rummy.verify import verify

    chosen = rummy_rules(rules, rule)

    def judge(text: str) -> "Verdict":
        options: dict[str, Any] = {"wild": wild, "decks": decks, "rules": chosen, "engine": engine.value}
        return verify(text, hand=hand, loose=loose, fold=fold, **options)

    alone = (loose, fold, hand, svg) == (None, None, None, None)
    return _run(judge, grouping, file, svg, alone=alone, as_json=json)


def bharg_verify(
    grouping: Grouping = None,
    loose: Loose = None,
    fold: Fold = None,
    hand: Held = None,
    file: FromFile = None,
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Does this very grouping bind the whole hand? Exit 0 yes, 1 no."""
    from solver.bharg.verify import verify

    chosen = bharg_rules(rule)

    def judge(text: str) -> "Verdict":
        options: dict[str, Any] = {"ace": ace, "deck": deck, "rules": chosen, "engine": engine.value}
        return verify(text, hand=hand, loose=loose, fold=fold, **options)

    alone = (loose, fold, hand, svg) == (None, None, None, None)
    return _run(judge, grouping, file, svg, alone=alone, as_json=json)


def _run(
    judge: Callable[[str], "Verdict"],
    grouping: list[str] | None,
    file: Path | None,
    svg: str | None,
    *,
    alone: bool,
    as_json: bool,
) -> int:
    """Judge the grouping of the command line, or every line of a file."""
    from cli.picture import save_picture
    from cli.render_verify import show_line, show_verdict
    from solver.errors import Defect, HandError

    if (file is None) == (not grouping):
        raise HandError.at("command line", "name one grouping, or --file with one a line")
    if file is None:
        verdict = judge(" ".join(grouping or ()))
        save_picture(verdict, svg)
        show_verdict(verdict, as_json=as_json)
        return 0 if verdict.valid else 1
    if not alone:
        raise HandError.at("command line", "--loose, --fold, --hand and --svg belong to a single grouping")
    valid = True
    defects: list[Defect] = []
    for number, text in _lines(file):
        try:
            verdict = judge(text)
        except HandError as error:
            defects += [Defect(f"line {number}, {defect.where}", defect.message) for defect in error.defects]
            continue
        show_line(number, verdict, as_json=as_json)
        valid &= verdict.valid
    if defects:
        raise HandError(defects)
    return 0 if valid else 1


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, less comments and blank lines."""
    import sys

    from solver.errors import FileError
    from solver.text import decode

    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        text = decode(data)
    except UnicodeDecodeError as error:
        raise FileError.at(str(file), "is neither UTF-8 nor UTF-16 with a BOM") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line
