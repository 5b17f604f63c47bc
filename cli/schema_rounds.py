"""JSON Schemas of score sheets (``score``, ``play``), of what ``replay`` prints, and of records of rounds."""

from cli.schema_parts import CARD_LIST, COUNT, POINTS, TEXT, Schema, array_of, nullable, object_of

_BY_NAME: Schema = {"type": "object", "additionalProperties": POINTS, "description": "by player"}


def _group(kinds: list[str]) -> Schema:
    """A group that was counted; laid by a player it may be none, and then has no kind."""
    kind = {"enum": [*kinds, None]}
    group = object_of({"kind": kind, "cards": CARD_LIST, "as": nullable(CARD_LIST)})
    group["properties"]["shared"] = CARD_LIST
    return group


def _sheet(kinds: list[str], ends: list[str], results: list[str], more: Schema) -> Schema:
    counted = {"penalty": nullable(POINTS), "groups": array_of(_group(kinds)), "loose": CARD_LIST}
    better = object_of({"points": POINTS, **counted})
    line = {
        "name": TEXT,
        "result": {"enum": results},
        "points": POINTS,
        **counted,
        "better": nullable(better),
    }
    scored = {
        "points": _BY_NAME,
        "end": {"enum": ends},
        "winner": nullable(TEXT),
        "running": _BY_NAME,
        "players": array_of(object_of(line)),
    }
    sheet = object_of({"rounds": array_of(object_of(scored)), "totals": _BY_NAME, "leader": array_of(TEXT)})
    sheet["properties"].update(more)
    return sheet


def _result(ends: list[str]) -> Schema:
    return nullable(object_of({"end": {"enum": ends}, "winner": nullable(TEXT), "points": _BY_NAME}))


def _replayed(game: str, ends: list[str]) -> Schema:
    one = object_of({"moves": COUNT, "turns": COUNT, "result": _result(ends)})
    return object_of({"game": {"const": game}, "rounds": array_of(one)})


def _record(game: str, ends: list[str], moves: list[str], table: Schema, deal: Schema, own: Schema) -> Schema:
    player = {**object_of({"name": TEXT}), "properties": {"name": TEXT, "bot": TEXT}}
    told = {
        "player": TEXT,
        "move": {"enum": [*moves, "discard", "shuffle"]},
        "card": TEXT,
        "cards": TEXT,
        **own,
    }
    move = {"type": "object", "properties": told, "required": ["move"]}
    return object_of(
        {
            "game": {"const": game},
            "rules": TEXT,
            **table,
            "seed": nullable(COUNT),
            "players": array_of(player),
            "deal": object_of({"hands": CARD_LIST, **deal}),
            "moves": array_of(move),
            "result": _result(ends),
            "round": nullable(COUNT),
            "turn_limit": nullable(COUNT),
            "undone": COUNT,
        }
    )


def _rummy() -> dict[str, Schema]:
    ends = ["declared", "packed", "void", "limit"]
    results = ["declared", "won", "lost", "packed-first", "packed-later", "none"]
    return {
        "score": _sheet(["pure", "impure", "trio", "set"], ends, results, {}),
        "replay": _replayed("rummy", ends),
        "record": _record(
            "rummy",
            ends,
            ["stock", "open", "pack", "declare"],
            {"decks": {"type": "integer", "minimum": 1, "maximum": 3}},
            {"wild": TEXT, "open": TEXT, "stock": TEXT},
            {"fold": TEXT, "groups": array_of(TEXT)},
        ),
    }


def _bharg() -> dict[str, Schema]:
    ends = ["bound", "void", "limit"]
    match = {"target": COUNT, "match": nullable(TEXT)}
    return {
        "score": _sheet(["set", "ace", "excuse"], ends, ["won", "lost", "none"], match),
        "replay": _replayed("bharg", ends),
        "record": _record(
            "bharg", ends, ["deck", "pile"], {"deck": TEXT}, {"turned": TEXT, "deck": TEXT}, {}
        ),
    }


ROUNDS: dict[str, Schema] = {
    f"{game} {verb}": schema
    for game, own in (("rummy", _rummy()), ("bharg", _bharg()))
    for verb, schema in {**own, "play": {"$ref": f"#/$defs/{game} score"}}.items()
}
"""By game and verb; ``record`` is a line of what ``play --out`` writes and ``replay`` and ``score`` read."""
