"""``explain``: why a hand declares or cannot, and what it is short of, in either game."""

from typing import Annotated

import typer

from cli.options import (
    Ace,
    Cards,
    Deck,
    Decks,
    Json,
    Keep,
    RuleChanges,
    RuleSet,
    Svg,
    Together,
    Wild,
    Without,
    bharg_rules,
    rummy_rules,
)

All = Annotated[
    bool, typer.Option("--all", help="List every declaration, arrangement and exchange, up to --limit.")
]
Limit = Annotated[
    int | None, typer.Option(min=1, help="Most of each to list; longer lists are said to be cut.")
]
CompareRules = Annotated[
    str | None,
    typer.Option(
        metavar="RULES,RULES…", help="Where rule sets judge the hand differently, and why: trio,club."
    ),
]


def rummy_explain(
    hand: Cards,
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    every: All = False,
    limit: Limit = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    compare_rules: CompareRules = None,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Why the hand declares or cannot, every best arrangement, and how far it is from a declaration."""
    from cli.picture import save_told
    from cli.render_explain import show_explanation
    from solver.rummy.explain import MOST, SHOWN, explain
    from solver.rummy.rules import parse_rules

    told = explain(
        " ".join(hand),
        wild=wild,
        decks=decks,
        rules=rummy_rules(rules, rule),
        keep=keep,
        without=without,
        together=together or (),
        most=limit or (MOST if every else SHOWN),
        compare_rules=[parse_rules(text, "--compare-rules") for text in _rule_sets(compare_rules or "")],
    )
    save_told(told.solution, svg, "why", [f"{one.message} ({one.rule})" for one in told.reasons])
    show_explanation(told, as_json=json)
    return 0


def bharg_explain(
    hand: Cards,
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    every: All = False,
    limit: Limit = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Why all cards are bound or not, every best arrangement, and how far the hand is from being bound."""
    from cli.picture import save_told
    from cli.render_explain import show_bharg_explanation
    from solver.bharg.explain import MOST, SHOWN, explain

    told = explain(
        " ".join(hand),
        ace=ace,
        deck=deck,
        rules=bharg_rules(rule),
        keep=keep,
        without=without,
        together=together or (),
        most=limit or (MOST if every else SHOWN),
    )
    save_told(told.solution, svg, "why", [f"{one.message} ({one.rule})" for one in told.reasons])
    show_bharg_explanation(told, as_json=json)
    return 0


def _rule_sets(text: str) -> list[str]:
    """Split rule sets at commas, keeping options with the preset before them.

    >>> _rule_sets("trio,max_wild=1,club")
    ['trio,max_wild=1', 'club']
    """
    sets: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in part and sets:
            sets[-1] += f",{part}"
        else:
            sets.append(part)
    return sets
