"""Options that several commands share, and how their texts become rules."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from solver.bharg.rules import Rules as BhargRules
    from solver.rummy.rules import Rules as RummyRules


class Engine(StrEnum):
    """Which road answers."""

    auto = "auto"
    tables = "tables"
    cpsat = "cpsat"


Cards = Annotated[list[str], typer.Argument(metavar="HAND", help="The cards, quoted or not.")]
Wild = Annotated[str, typer.Option(help="The Wild Card shown: 8H, or just 8, JK, none.")]
Decks = Annotated[
    int | None, typer.Option(help="Decks in play, 1-3; left out: the fewest that hold the hand.")
]
RuleSet = Annotated[
    str, typer.Option("--rules", metavar="PRESET|FILE.toml", help="Preset (trio, club, online) or rule file.")
]
RuleChanges = Annotated[
    list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="Change one option; may be repeated.")
]
Ace = Annotated[str, typer.Option(help="Top of the Ace Pile: a suit (K), an ace (AK), or none.")]
Deck = Annotated[
    str | None,
    typer.Option(help="basic, or basic+excuse+pawns+courts in any choice; left out: any card."),
]
EngineChoice = Annotated[Engine, typer.Option(help="auto: tables, and CP-SAT for what they do not hold.")]
Keep = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help="Cards that have to be in groups: not loose, discarded or folded."),
]
Without = Annotated[str | None, typer.Option(metavar="CARDS", help="Cards that have to be in no group.")]
Together = Annotated[
    list[str] | None,
    typer.Option(metavar="CARDS", help="Cards that have to be in one group; may be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Svg = Annotated[str | None, typer.Option(metavar="FILE", help="Draw the answer as well, as SVG.")]


def rummy_rules(rules: str, changes: list[str] | None) -> "RummyRules":
    """Return the rules of ``--rules`` and ``--rule``.

    Raises
    ------
    RulesError
        If a preset, file, option or value does not exist.
    """
    from solver.rummy.rules import load_rules, override, parse_rules

    is_file = rules.endswith(".toml") or "/" in rules or "\\" in rules
    return override(load_rules(rules) if is_file else parse_rules(rules, "--rules"), changes or [])


def bharg_rules(changes: list[str] | None) -> "BhargRules":
    """Return the standard rules of Bharg with ``--rule`` applied.

    Raises
    ------
    RulesError
        If an option or value does not exist.
    """
    from solver.bharg.rules import Rules, override

    return override(Rules(), changes or [])
