"""``play``: rounds under the referee, by bots or by you, in either game."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Json, RuleChanges, RuleSet, bharg_rules, rummy_rules

if TYPE_CHECKING:
    from solver.rounds.game import Bot

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")

Rounds = Annotated[int, typer.Option(min=1, help="Number of rounds; the next player starts in each.")]
Seed = Annotated[int | None, typer.Option(min=0, help="The same seed gives the same rounds.")]
Bots = Annotated[
    str,
    typer.Option(metavar="NAME[,NAME...]", help="Who plays the seats in turn: least, greedy, random."),
]
You = Annotated[bool, typer.Option("--you", help="Play yourself, in the first seat of the first round.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Where records go, JSON Lines; - for stdout.")]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Go on with the round that FILE holds unfinished.")
]
TurnLimit = Annotated[int, typer.Option(min=1, help="Turns after which a round ends without a winner.")]


def rummy_play(
    players: Annotated[int, typer.Option(help="Players, 2-6.")] = 4,
    decks: Annotated[int | None, typer.Option(help="Decks in play; left out: 1 for 2 or 3, else 2.")] = None,
    rounds: Rounds = 1,
    seed: Seed = None,
    bots: Bots = "least",
    you: You = False,
    out: Out = None,
    resume: Resume = None,
    turn_limit: TurnLimit = 400,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    json: Json = False,
) -> int:
    """Play rounds under the referee: bots among themselves, or you against them."""
    from cli.series import Plan, run
    from solver.rummy.bots import BOTS
    from solver.rummy.hint import advice
    from solver.rummy.opening import deal, fewest_decks_of, seat_defects
    from solver.rummy.record import GAME

    chosen = rummy_rules(rules, rule)
    used = fewest_decks_of(players) if decks is None else decks
    _refuse(seat_defects(players, used))

    def dealt(names: Sequence[str], luck: Any) -> Any:
        return deal(names, decks=used, rules=chosen, luck=luck, turn_limit=turn_limit)

    names, seated = _players(players, bots, BOTS, you=you)
    plan = Plan(GAME, dealt, advice, BOTS, names, seated, rounds, _seed(seed), most_wins=False)
    return run(plan, out, resume, as_json=json)


def bharg_play(
    deck: Annotated[str, typer.Option(help="basic, or basic+excuse+pawns+courts in any choice.")] = "basic",
    rounds: Rounds = 1,
    match: Annotated[bool, typer.Option("--match", help="Rounds until a player has the target.")] = False,
    seed: Seed = None,
    bots: Bots = "least",
    you: You = False,
    out: Out = None,
    resume: Resume = None,
    turn_limit: TurnLimit = 400,
    rule: RuleChanges = None,
    json: Json = False,
) -> int:
    """Play rounds under the referee: bots among themselves, or you against one."""
    from cli.series import Plan, run
    from solver.bharg.bots import BOTS
    from solver.bharg.final import target_of
    from solver.bharg.hint import advice
    from solver.bharg.opening import PLAYERS, deal
    from solver.bharg.record import GAME
    from solver.bharg.rules import parse_deck

    chosen = bharg_rules(rule)
    used = parse_deck(deck, "--deck")

    def dealt(names: Sequence[str], luck: Any) -> Any:
        return deal(names, deck=used, rules=chosen, luck=luck, turn_limit=turn_limit)

    names, seated = _players(PLAYERS, bots, BOTS, you=you)
    target = target_of(chosen) if match else None
    plan = Plan(GAME, dealt, advice, BOTS, names, seated, rounds, _seed(seed), most_wins=True, target=target)
    return run(plan, out, resume, as_json=json)


def _refuse(defects: Sequence[Any]) -> None:
    from solver.errors import HandError

    if defects:
        raise HandError(defects)


def _seed(seed: int | None) -> int:
    import secrets

    return secrets.randbelow(1 << 32) if seed is None else seed


def _players(
    players: int, text: str, known: "dict[str, type[Bot[Any]]]", *, you: bool
) -> "tuple[list[str], list[Bot[Any]]]":
    """Return names and bots by seat; one object a kind, so that it is asked for many rounds at once."""
    from cli.render_rounds import YOU
    from cli.series import bot_of
    from cli.session import Human

    words = [word.strip() for word in text.split(",")]
    made = {word: bot_of(word, known) for word in dict.fromkeys(words)}
    if you:
        others = [made[words[at % len(words)]] for at in range(players - 1)]
        return [YOU, *NAMES[: players - 1]], [Human(), *others]
    return list(NAMES[:players]), [made[words[at % len(words)]] for at in range(players)]
