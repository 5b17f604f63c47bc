"""``replay``: records of rounds played again, every move and result checked, in either game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Json, RuleChanges, RuleSet, bharg_rules, rummy_rules

if TYPE_CHECKING:
    from solver.rounds.game import Game

RoundsFile = Annotated[Path, typer.Argument(metavar="FILE", help="JSON Lines: a record of a round a line.")]
Log = Annotated[bool, typer.Option("--log", help="Tell every move.")]


def rummy_replay(
    file: RoundsFile, rules: RuleSet = "trio", rule: RuleChanges = None, log: Log = False, json: Json = False
) -> int:
    """Play records again; the first broken rule is told with its move."""
    from solver.rummy.record import GAME

    return _replay(GAME, file, rummy_rules(rules, rule).name, log=log, as_json=json)


def bharg_replay(file: RoundsFile, rule: RuleChanges = None, log: Log = False, json: Json = False) -> int:
    """Play records again; the first broken rule is told with its move."""
    from solver.bharg.record import GAME

    return _replay(GAME, file, bharg_rules(rule).name, log=log, as_json=json)


def _replay(game: "Game[Any, Any]", path: Path, rules: str, *, log: bool, as_json: bool) -> int:
    """Check all records, and then tell of the broken ones together."""
    from cli.render_rounds import show_replayed
    from solver.errors import Defect
    from solver.rounds.moves import RecordError
    from solver.rounds.records import lines_of, replay

    defects: list[Defect] = []
    rounds = []
    for where, record in lines_of(path):
        try:
            rounds.append((where, replay(game, record, where, rules=rules)))
        except RecordError as error:
            defects.extend(error.defects)
    if defects:
        raise RecordError(defects)
    show_replayed(game, rounds, log=log, as_json=as_json)
    return 0
