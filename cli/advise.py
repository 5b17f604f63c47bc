"""``advise``: what to do with this turn, in either game."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import (
    Ace,
    Cards,
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
    from solver.rummy.advise import Advice

ROUNDS = 1_000
_MOST_WORKERS = 8

Open = Annotated[str | None, typer.Option("--open", metavar="CARD", help="The top card of the open pile.")]
Seen = Annotated[str, typer.Option(metavar="CARDS", help="Further cards known to be gone.")]
Players = Annotated[
    int | None, typer.Option(help="Players at the table, 2-6; left out: 4, or 3 with --decks 1.")
]
FirstTurn = Annotated[
    bool, typer.Option("--first-turn", help="Your first turn of the round: a pack costs 20, not 40.")
]
Depth = Annotated[int, typer.Option(help="Draws to look ahead: 1 or 2.")]
Rounds = Annotated[
    int | None,
    typer.Option(help=f"Rounds played to tell what staying costs; left out: {ROUNDS:,}. 0: none."),
]
Seconds = Annotated[float | None, typer.Option(help="Begin no more rounds after so many seconds.")]
Seed = Annotated[int, typer.Option(help="Seed of the estimates.", min=0)]


def rummy_advise(
    hand: Cards,
    wild: Wild = "none",
    open_card: Open = None,
    seen: Seen = "",
    players: Players = None,
    first_turn: FirstTurn = False,
    depth: Depth = 1,
    rounds: Rounds = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """What to do with this turn: pack, draw or take the open card (13 cards), or what to let go (14)."""
    from cli.render_advise import watching
    from solver.rummy.advise import advise

    if rounds is None:
        rounds = 0 if seconds is not None or engine is Engine.cpsat else ROUNDS
    told: dict[str, Any] = {"wild": wild, "open_card": open_card, "seen": seen, "players": players}
    told |= {"decks": decks, "rules": rummy_rules(rules, rule), "first_turn": first_turn}
    asked: dict[str, Any] = {"depth": depth, "rounds": rounds, "seconds": seconds, "seed": seed}
    with watching() as watch:
        advice = advise(" ".join(hand), **told, **asked, engine=engine.value, workers=_workers(), watch=watch)
    return _shown(advice, svg, as_json=json)


def _shown(advice: "Advice", svg: str | None, *, as_json: bool) -> int:
    """Show advice, and return the exit code: 130 where the estimate was interrupted."""
    from cli.picture import save_told
    from cli.render_advise import show_advice

    save_told(advice.solution, svg, "advice", [advice.recommend.why])
    show_advice(advice, as_json=as_json)
    stopped = advice.pack is not None and advice.pack.stay is not None and advice.pack.stay.stopped
    return 130 if stopped else 0


def bharg_advise(
    hand: Cards,
    ace: Ace = "none",
    open_card: Open = None,
    seen: Seen = "",
    depth: Depth = 1,
    seed: Seed = 0,
    deck: Deck = None,
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    json: Json = False,
    svg: Svg = None,
) -> int:
    """What to do with this turn: draw or take the open card (7 cards), or what to let go (8)."""
    from cli.picture import save_told
    from cli.render_advise import show_advice
    from solver.bharg.advise import advise

    advice = advise(
        " ".join(hand),
        ace=ace,
        deck=deck,
        rules=bharg_rules(rule),
        open_card=open_card,
        seen=seen,
        depth=depth,
        seed=seed,
        engine=engine.value,
    )
    save_told(advice.solution, svg, "advice", [advice.recommend.why])
    show_advice(advice, as_json=json)
    return 0


def _workers() -> int:
    """Return how many processes play rounds: the cores at hand."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_WORKERS)
