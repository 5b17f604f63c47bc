"""The score sheet of a file of records: full records are replayed, final hands are judged."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from solver.rounds.game import Game, Played, S, V
from solver.rounds.match import Line, Points, Scored, Sheet, add, sheet_of
from solver.rounds.moves import RecordError
from solver.rounds.records import is_full, lines_of, replay

ScoreFinal = Callable[..., Scored]


def score_file(
    game: Game[S, V],
    path: str | Path,
    score_final: ScoreFinal,
    *,
    rules: str | None,
    most_wins: bool,
    target: int | None = None,
) -> Sheet:
    """Return the score sheet of a file of records, one a line.

    Parameters
    ----------
    game : Game
        The game they must be of.
    path : str or Path
        JSON Lines: full records, or final hands only, in any mix.
    score_final : callable
        Scores final hands: ``score_final(record, where, rules=rules)``.
    rules : str or None
        The rules of records that name none.
    most_wins : bool
        Whether the highest total leads.
    target : int or None
        The points that end the match (B10).

    Raises
    ------
    RecordError
        If a record is refused, has no result yet, or comes after the end of the match.
    """
    scored: list[Scored] = []
    totals: dict[str, Points] = {}
    for where, record in lines_of(path):
        for name, total in totals.items():
            if target is not None and total >= target:
                words = f"the match is over: {name} has {total}, the target is {target} (B10)"
                raise RecordError.at(where, words)
        scored.append(score_record(game, record, where, score_final, rules=rules))
        add(totals, scored[-1].points)
    return sheet_of(scored, most_wins=most_wins, target=target)


def score_record(
    game: Game[S, V], record: Mapping[str, Any], where: str, score_final: ScoreFinal, *, rules: str | None
) -> Scored:
    """Score one record; see `score_file`."""
    if not is_full(record):
        if record.get("game", game.name) != game.name:
            raise RecordError.at(where, f"is a round of {record['game']}, not of {game.name}")
        return score_final(record, where, rules=rules)
    played = replay(game, record, where, rules=rules)
    if played.state.end is None:
        raise RecordError.at(where, f"the round has not ended after {len(played.moves)} moves")
    return scored_of(game, played)


def scored_of(game: Game[S, V], played: Played[S]) -> Scored:
    """Return the points of a round that has ended, line by line."""
    end, names = played.state.end, played.start.table.names
    assert end is not None
    assert played.points is not None
    rows = zip(names, game.results(played.state), played.points, strict=True)
    return Scored(
        end.how, None if end.winner is None else names[end.winner], tuple(Line(*row) for row in rows)
    )
