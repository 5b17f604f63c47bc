"""``score``: the points of a round or a match from its records, in either game."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import Json, RuleChanges, RuleSet, bharg_rules, rummy_rules

RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="JSON Lines: records of rounds, or final hands only.")
]


def rummy_score(
    file: RecordFile, rules: RuleSet = "trio", rule: RuleChanges = None, json: Json = False
) -> int:
    """Points of a round or a match from its record; lowest total leads.

    Rules are those that a record names; the options here are for records that name none.
    """
    from cli.render_rounds import show_sheet
    from solver.rounds.scoring import score_file
    from solver.rummy.final import score_final
    from solver.rummy.record import GAME

    chosen = rummy_rules(rules, rule).name
    show_sheet(score_file(GAME, file, score_final, rules=chosen, most_wins=False), as_json=json)
    return 0


def bharg_score(
    file: RecordFile,
    rule: RuleChanges = None,
    endless: Annotated[
        bool, typer.Option("--endless", help="Add up all rounds, past the target that ends a match.")
    ] = False,
    json: Json = False,
) -> int:
    """Points of a round or a match from its record; the first with 36 has won."""
    from cli.render_rounds import show_sheet
    from solver.bharg.final import score_final, target_of
    from solver.bharg.record import GAME
    from solver.rounds.scoring import score_file

    chosen = bharg_rules(rule)
    target = None if endless else target_of(chosen)
    sheet = score_file(GAME, file, score_final, rules=chosen.name, most_wins=True, target=target)
    show_sheet(sheet, as_json=json)
    return 0
