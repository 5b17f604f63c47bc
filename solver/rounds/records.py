"""Rounds as records: one JSON object a round, one a line; written, read, and played again."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from solver.errors import Defect, FileError, HandError, RulesError, SolverError
from solver.rounds.game import Game, Played, S, V
from solver.rounds.luck import Luck
from solver.rounds.match import names_of
from solver.rounds.moves import MoveError, RecordError
from solver.text import decode

MAX_NAME = 40


def lines_of(path: str | Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ``(where, record)`` of a JSON Lines file; blank lines are skipped.

    Raises
    ------
    FileError
        If the file cannot be read.
    RecordError
        If a line is no JSON object, or the file has no record.
    """
    try:
        text = decode(Path(path).read_bytes())
    except OSError as error:
        raise FileError.at(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError.at(str(path), "is neither UTF-8 nor UTF-16 text") from error
    count = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            count += 1
            yield f"{path}, line {number}", _object(line, f"{path}, line {number}")
    if not count:
        raise RecordError.at(str(path), "holds no record")


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        reason = (
            f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "too deep"
        )
        raise RecordError.at(where, f"is not JSON: {reason}") from error
    if not isinstance(value, dict):
        raise RecordError.at(where, "is no JSON object")
    return value


def text_of_record(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON, without the line's end."""
    return json.dumps(record, ensure_ascii=False, separators=(", ", ": "))


def record_of(game: Game[S, V], played: Played[S]) -> dict[str, Any]:
    """Return a round as its record; ``result`` is null while it has not ended."""
    names = played.start.table.names
    opening = game.opening_json(played.start)
    deal, limit = opening.pop("deal"), opening.pop("turn_limit")
    return {
        "game": game.name,
        **opening,
        "seed": None if played.luck is None else played.luck.seed,
        "players": [
            {"name": name, "bot": bot} if bot else {"name": name}
            for name, bot in zip(names, played.bots or [""] * len(names), strict=True)
        ],
        "deal": deal,
        "moves": [game.move_json(names, *move) for move in zip(played.moves, played.cards, strict=True)],
        "result": result_of(played),
        "round": None if played.luck is None else played.luck.number,
        "turn_limit": limit,
        "undone": played.undone,
    }


def result_of(played: Played[S]) -> dict[str, Any] | None:
    """Return how a round ended and its points by name, or None if it has not."""
    end, names = played.state.end, played.start.table.names
    if end is None or played.points is None:
        return None
    return {
        "end": end.how,
        "winner": None if end.winner is None else names[end.winner],
        "points": dict(zip(names, played.points, strict=True)),
    }


def replay(
    game: Game[S, V], record: Mapping[str, Any], where: str = "record", *, rules: str | None = None
) -> Played[S]:
    """Play a record again, checking every move and the result.

    Parameters
    ----------
    game : Game
        The game it must be of.
    record : mapping
        The JSON object.
    where : str
        What errors call the record.
    rules : str, optional
        The rules of a record that names none.

    Returns
    -------
    Played
        The round; it may be unfinished if the record claims no result.

    Raises
    ------
    RecordError
        If the record is not whole, a move breaks a rule (named with the number of the move and the label),
        or the result is another.
    """
    names, bots = read_players(record, where)
    if record.get("game", game.name) != game.name:
        raise RecordError.at(where, f"is a round of {record['game']}, not of {game.name}")
    try:
        state = game.opening(record, names, rules)
    except (HandError, RulesError) as error:
        raise at(where, error) from error
    played = Played(state, state, _luck(record, where), bots=bots, undone=_count(record, "undone", where))
    _replay_moves(game, played, record.get("moves"), where)
    if played.state.end is not None:
        (played.points,) = game.settle([played.state])
    if "result" in record:
        _check_result(played, record["result"], where)
    return played


def _replay_moves(game: Game[S, V], played: Played[S], moves: Any, where: str) -> None:
    if not isinstance(moves, list):
        raise RecordError.at(where, "moves is no list")
    for number, move in enumerate(moves, start=1):
        place = f"{where}, move {number}"
        if not isinstance(move, dict):
            raise RecordError.at(place, "is no JSON object")
        try:
            played.make(game, game.move(played.state, move))
        except (MoveError, HandError, RecordError) as error:
            raise at(place, error) from error


def at(where: str, error: SolverError) -> RecordError:
    """Return an error as one of a record: its own places stand behind `where`."""
    places = (one.where.removeprefix("move").removeprefix(", ") for one in error.defects)
    return RecordError(
        Defect(f"{where}, {place}" if place else where, one.message)
        for place, one in zip(places, error.defects, strict=True)
    )


def _check_result(played: Played[S], claimed: Any, where: str) -> None:
    """Compare the result claimed with that of the moves, key by key."""
    found = result_of(played)
    where = f"{where}, result"
    if found is None:
        if claimed is None:
            return
        raise RecordError.at(where, f"the round has not ended after {len(played.moves)} moves")
    if not isinstance(claimed, dict):
        raise RecordError.at(where, f"is missing; the moves end the round ({found['end']})")
    defects = [
        Defect(where, f"{key} is {claimed[key]!r}; the moves give {found[key]!r}")
        for key in ("end", "winner")
        if key in claimed and claimed[key] != found[key]
    ]
    points = claimed.get("points", {})
    if not isinstance(points, dict):
        raise RecordError.at(where, "points is no JSON object")
    for name in dict.fromkeys((*found["points"], *points) if points else ()):
        is_, said = found["points"].get(name), points.get(name)
        if isinstance(said, bool) or is_ != said:
            defects.append(Defect(where, f"the points of {name} are {said!r}; the moves give {is_!r}"))
    if defects:
        raise RecordError(defects)


def read_players(record: Mapping[str, Any], where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the players of a record, and their bots.

    Raises
    ------
    RecordError
        If there is no list of them, or a name is missing or comes twice.
    """
    players = record.get("players")
    if not isinstance(players, list) or not players:
        raise RecordError.at(where, "players is no list of players")
    defects, names, bots = [], [], []
    for number, player in enumerate(players, start=1):
        name = player.get("name") if isinstance(player, dict) else player
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            message = f"has no name of 1 to {MAX_NAME} printable characters"
            defects.append(Defect(f"{where}, player {number}", message))
            continue
        names.append(name)
        bots.append(str(player.get("bot", "")) if isinstance(player, dict) else "")
    defects += [Defect(where, f"two players are called {name!r}") for name in names_of(names)]
    if defects:
        raise RecordError(defects)
    return tuple(names), tuple(bots)


def _luck(record: Mapping[str, Any], where: str) -> Luck | None:
    if record.get("seed") is None:
        return None
    return Luck(_count(record, "seed", where), _count(record, "round", where, 1))


def _count(record: Mapping[str, Any], key: str, where: str, default: int = 0) -> int:
    value = record.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError.at(where, f"{key} is {value!r}, no whole number from 0")
    return value


def is_full(record: Mapping[str, Any]) -> bool:
    """Tell whether a record holds the moves of a round, and not its final hands only."""
    return "moves" in record
