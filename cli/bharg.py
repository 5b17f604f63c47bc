"""``meldwise bharg``: the verbs of Bharg, by P. D. Magnus."""

from typing import Any

import typer

from cli.advise import bharg_advise
from cli.batch import bharg_batch
from cli.deal import bharg_deal
from cli.explain import bharg_explain
from cli.options import (
    Ace,
    Cards,
    Deck,
    Engine,
    EngineChoice,
    Json,
    Keep,
    RuleChanges,
    Svg,
    Together,
    Without,
    bharg_rules,
)
from cli.play import bharg_play
from cli.replay import bharg_replay
from cli.score import bharg_score
from cli.stats import bharg_stats
from cli.verify import bharg_verify

app = typer.Typer(
    help="Bharg, the Decktet binding game by P. D. Magnus.", no_args_is_help=True, rich_markup_mode=None
)


@app.command()
def check(
    hand: Cards,
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """Is every card bound? 7 cards, or 8 before the discard; exit 0 yes, 1 no."""
    from cli.picture import save_picture
    from cli.render import show_check, show_unmet
    from solver.bharg.solve import solve
    from solver.errors import ConditionsError

    asked: dict[str, Any] = {"ace": ace, "deck": deck, "rules": bharg_rules(rule), "engine": engine.value}
    try:
        solution = solve(" ".join(hand), **asked, keep=keep, without=without, together=together or ())
    except ConditionsError as error:
        show_unmet(solve(" ".join(hand), **asked), error, as_json=json)
        return 1
    save_picture(solution, svg)
    show_check(solution, as_json=json)
    return 0 if solution.declare else 1


@app.command()
def penalty(
    hand: Cards,
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    keep: Keep = None,
    without: Without = None,
    together: Together = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """The least unbound points, and the grouping that shows it."""
    from cli.picture import save_picture
    from cli.render import show_penalty
    from solver.bharg.solve import solve

    asked: dict[str, Any] = {"ace": ace, "deck": deck, "rules": bharg_rules(rule), "engine": engine.value}
    solution = solve(" ".join(hand), **asked, keep=keep, without=without, together=together or ())
    save_picture(solution, svg)
    show_penalty(solution, as_json=json)
    return 0


app.command("verify")(bharg_verify)
app.command("explain")(bharg_explain)
app.command("advise")(bharg_advise)
app.command("batch")(bharg_batch)
app.command("stats")(bharg_stats)
app.command("deal")(bharg_deal)
app.command("score")(bharg_score)
app.command("play")(bharg_play)
app.command("replay")(bharg_replay)
