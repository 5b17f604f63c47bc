"""What ``play`` runs: rounds one by one in the terminal, or many side by side for their records."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.render_rounds import show_line, show_sheet, show_summary
from cli.session import HUMAN, Human, Keeper, Quit, Session
from solver.errors import SolverError

if TYPE_CHECKING:
    from solver.rounds.game import Bot, Game, Played
    from solver.rounds.match import Scored


@dataclass(slots=True)
class Plan:
    """What is to be played.

    Attributes
    ----------
    game : Game
        The game.
    deal : callable
        Deals to names in order of play, by a luck.
    advice : callable
        What the game's solver advises for a move at hand, from a view.
    known : mapping
        The bots by name.
    names, bots : sequence
        The players of the first round, and who plays for them.
    rounds, seed : int
        How many rounds, and from which seed.
    most_wins : bool
        Whether the highest total leads.
    target : int or None
        The points that end the match.
    """

    game: "Game[Any, Any]"
    deal: Callable[[Sequence[str], Any], Any]
    advice: Callable[[Any], Any]
    known: "Mapping[str, type[Bot[Any]]]"
    names: Sequence[str]
    bots: "Sequence[Bot[Any]]"
    rounds: int
    seed: int
    most_wins: bool
    target: int | None = None

    def round(self, number: int) -> "tuple[Played[Any], Sequence[Bot[Any]]]":
        """Return a round that is dealt, with the bots of its seats."""
        from solver.rounds.run import seat

        return seat(self.deal, self.names, self.bots, seed=self.seed, number=number)

    def numbers(self, scored: "Sequence[Scored]") -> Iterator[int]:
        """Yield the numbers of the rounds to play, as long as the match goes on."""
        from solver.rounds.match import sheet_of

        number = 1
        while number <= self.rounds or self.target is not None:
            if self.target is not None:
                sheet = sheet_of(scored, most_wins=self.most_wins, target=self.target)
                if sheet.match_winner is not None:
                    return
            yield number
            number += 1


def bot_of(name: str, known: "Mapping[str, type[Bot[Any]]]") -> "Bot[Any]":
    """Return a bot by name.

    Raises
    ------
    SolverError
        If there is none of that name.
    """
    if name == HUMAN:
        return Human()
    if name not in known:
        raise SolverError.at("--bots", f"no bot {name!r}; bots: {', '.join(known)}")
    return known[name]()


def run(plan: Plan, out: Path | None, resume: Path | None, *, as_json: bool) -> int:
    """Play what is planned, or go on with a round that a file holds unfinished."""
    if resume is not None:
        return _resume(plan, resume)
    if any(bot.name == HUMAN for bot in plan.bots):
        return _by_hand(plan, out or Path(f"meldwise-{plan.game.name}.jsonl"))
    if out is None and not as_json:
        return _watched(plan)
    return _side_by_side(plan, out, as_json=as_json)


def _watched(plan: Plan) -> int:
    """Let bots play, and tell every move as it is made."""
    scored: list[Scored] = []
    for number in plan.numbers(scored):
        played, bots = plan.round(number)
        show_line(f"round {number}, seed {plan.seed}", "bold")
        Session(plan.game, played, bots, None, plan.advice).play()
        scored.append(_scored(plan, played))
    if len(scored) > 1:
        _show(plan, scored)
    return 0


def _side_by_side(plan: Plan, out: Path | None, *, as_json: bool) -> int:
    """Let bots play many rounds at once, and write their records."""
    from solver.rounds.records import record_of, text_of_record
    from solver.rounds.run import SIDE_BY_SIDE, play_all

    scored: list[Scored] = []
    seats: list[tuple[str, ...]] = []
    start = time.perf_counter()
    # a match ends by its points, so its rounds cannot be played side by side
    width = SIDE_BY_SIDE if plan.target is None else 1
    with _records(out) as write:
        try:
            rounds = (plan.round(number) for number in plan.numbers(scored))
            for played in play_all(plan.game, rounds, side_by_side=width):
                write(text_of_record(record_of(plan.game, played)) + "\n")
                scored.append(_scored(plan, played))
                seats.append(played.bots)
        finally:
            show_summary(scored, seats, time.perf_counter() - start)
    if as_json:
        _show(plan, scored, as_json=True)
    return 0


@contextmanager
def _records(out: Path | None) -> Iterator[Callable[[str], Any]]:
    """Yield what writes records: to stdout for ``-``, else to a file that appears when all is written.

    What is written so far is kept if the run is interrupted.
    """
    if out is None:
        yield lambda text: None
    elif str(out) == "-":
        yield sys.stdout.write
    else:
        from solver.whole import writing

        with writing(out) as file:
            yield file.write


def _by_hand(plan: Plan, path: Path) -> int:
    """Play rounds with a person, each added to the records of a file."""
    from solver.rounds.records import lines_of

    earlier = ""
    if path.exists() and path.stat().st_size:
        records = [record for _, record in lines_of(path)]
        if records[-1].get("result") is None:
            words = "holds a round that has not ended; go on with --resume, or name another file by --out"
            raise SolverError.at(str(path), words)
        earlier = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    return _rounds_by_hand(plan, Keeper(path, earlier), [], None)


def _resume(plan: Plan, path: Path) -> int:
    """Go on with the last round of a file, which has not ended."""
    from solver.rounds.moves import RecordError
    from solver.rounds.records import lines_of, replay, text_of_record

    records = list(lines_of(path))
    where, last = records[-1]
    played = replay(plan.game, last, where)
    if played.state.end is not None:
        raise RecordError.at(where, "the round has ended; there is nothing to go on with")
    if played.luck is None:
        raise RecordError.at(where, "names no seed, so nobody can go on with it")
    bots = [bot_of(bot or HUMAN, plan.known) for bot in played.bots]
    earlier = "".join(text_of_record(record) + "\n" for _, record in records[:-1])
    return _rounds_by_hand(plan, Keeper(path, earlier), [], (played, bots))


def _rounds_by_hand(
    plan: Plan,
    keeper: Keeper,
    scored: "list[Scored]",
    first: "tuple[Played[Any], Sequence[Bot[Any]]] | None",
) -> int:
    """Play rounds one by one; whoever leaves is told how to go on."""
    rounds = iter([first]) if first is not None else map(plan.round, plan.numbers(scored))
    try:
        for played, bots in rounds:
            Session(plan.game, played, bots, keeper, plan.advice).play()
            scored.append(_scored(plan, played))
    except (Quit, KeyboardInterrupt, SystemExit) as leaving:
        command = f"meldwise {plan.game.name} play --resume {keeper.path}"
        sys.stderr.write(f"\nthe record is kept in {keeper.path}; go on with: {command}\n")
        if not isinstance(leaving, Quit):
            raise
        return 0
    if len(scored) > 1:
        _show(plan, scored)
    return 0


def _scored(plan: Plan, played: "Played[Any]") -> "Scored":
    from solver.rounds.scoring import scored_of

    return scored_of(plan.game, played)


def _show(plan: Plan, scored: "Sequence[Scored]", *, as_json: bool = False) -> None:
    from solver.rounds.match import sheet_of

    show_sheet(sheet_of(scored, most_wins=plan.most_wins, target=plan.target), as_json=as_json)
