"""``meldwise rummy``: the verbs of the thirteen-card rummy."""

from typing import Any

import typer

from cli.advise import rummy_advise
from cli.batch import rummy_batch
from cli.deal import rummy_deal
from cli.explain import rummy_explain
from cli.options import (
    Cards,
    Decks,
    Engine,
    EngineChoice,
    Json,
    Keep,
    RuleChanges,
    RuleSet,
    Svg,
    Together,
    Wild,
    Without,
    rummy_rules,
)
from cli.play import rummy_play
from cli.replay import rummy_replay
from cli.score import rummy_score
from cli.stats import rummy_stats
from cli.verify import rummy_verify

app = typer.Typer(help="Thirteen-card rummy.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def check(
    hand: Cards,
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Can the hand declare? 13 cards, or 14 before the fold; exit 0 yes, 1 no."""
    from dataclasses import replace

    from cli.picture import save_picture
    from cli.render import show_check, show_unmet
    from solver.errors import ConditionsError
    from solver.rummy.solve import solve

    asked: dict[str, Any] = {
        "wild": wild,
        "decks": decks,
        "rules": rummy_rules(rules, rule),
        "engine": engine.value,
    }
    try:
        solution = solve(" ".join(hand), **asked, keep=keep, without=without, together=together or ())
    except ConditionsError as error:
        show_unmet(replace(solve(" ".join(hand), **asked), engine="cpsat"), error, as_json=json)
        return 1 if error.declaration is None else 0
    save_picture(solution, svg)
    show_check(solution, as_json=json)
    return 0 if solution.declare else 1


@app.command()
def penalty(
    hand: Cards,
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """The least loose points, and the arrangement that shows it."""
    from cli.picture import save_picture
    from cli.render import show_penalty
    from solver.rummy.solve import solve

    asked: dict[str, Any] = {
        "wild": wild,
        "decks": decks,
        "rules": rummy_rules(rules, rule),
        "engine": engine.value,
    }
    solution = solve(" ".join(hand), **asked, keep=keep, without=without, together=together or ())
    save_picture(solution, svg)
    show_penalty(solution, as_json=json)
    return 0


app.command("verify")(rummy_verify)
app.command("explain")(rummy_explain)
app.command("advise")(rummy_advise)
app.command("batch")(rummy_batch)
app.command("stats")(rummy_stats)
app.command("deal")(rummy_deal)
app.command("score")(rummy_score)
app.command("play")(rummy_play)
app.command("replay")(rummy_replay)
