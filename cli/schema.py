"""JSON Schema of what ``--json`` prints."""

from typing import Any

from cli.schema_batch import FAULT, row_schema
from cli.schema_parts import CARD_LIST, CHANCE, COUNT, POINTS, array_of, nullable, object_of
from cli.schema_rounds import ROUNDS


def _group(kinds: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"kind": {"enum": kinds}, "cards": CARD_LIST, "as": CARD_LIST},
        "required": ["kind", "cards", "as"],
    }


def _solution(game: str, own: dict[str, Any], table: dict[str, Any], kinds: list[str]) -> dict[str, Any]:
    groups = {"type": "array", "items": _group(kinds)}
    properties = {
        "game": {"const": game},
        "hand": {"type": "string", "description": "all cards in canonical order"},
        **own,
        **table,
        "rules": {"type": "string"},
        "declare": {"type": "boolean"},
        "penalty": {"type": "number", "minimum": 0},
        "groups": groups,
        "loose": CARD_LIST,
        "declaration": nullable(groups),
        "folds": nullable(CARD_LIST),
        "discard": nullable({"type": "string"}),
        "engine": {"enum": ["tables", "cpsat"]},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


def _answered(solution: dict[str, Any]) -> dict[str, Any]:
    """The answer for a hand, perhaps under a player's conditions, which may be impossible."""
    properties = {
        **solution["properties"],
        "penalty": nullable(solution["properties"]["penalty"]),
        "conditions": {"type": "string", "description": "the player's, in words; without any, left out"},
        "impossible": {"const": True, "description": "no groups at all meet them; penalty is null then"},
    }
    return {**solution, "properties": properties}


def _verdict(solution: dict[str, Any]) -> dict[str, Any]:
    """The answer for the hand of a grouping, which may be no hand, and what is said of the grouping."""
    nothing = {"penalty", "decks", "deck", "engine"}
    own = {
        name: nullable(value) if name in nothing else value for name, value in solution["properties"].items()
    }
    kinds = [*solution["properties"]["groups"]["items"]["properties"]["kind"]["enum"], None]
    laid = {"kind": {"enum": kinds}, "cards": CARD_LIST, "as": nullable(CARD_LIST)}
    properties = {
        **own,
        "valid": {"type": "boolean"},
        "faults": array_of(FAULT),
        "points": {"type": "number", "minimum": 0, "description": "as laid"},
        "best": nullable({"type": "number", "minimum": 0}),
        "laid": {"type": "array", "items": {"type": "object", "properties": laid, "required": list(laid)}},
    }
    return object_of(properties)


def _advice(
    solution: dict[str, Any], table: dict[str, Any], pack: dict[str, Any], own: dict[str, Any]
) -> dict[str, Any]:
    """The answer for the hand, and the advice for the turn; a discard has `own` properties of the game."""
    draw = {
        "expected_penalty": POINTS,
        "declare_copies": COUNT,
        "declare_chance": CHANCE,
        "declare_cards": CARD_LIST,
    }
    two = object_of({"expected_penalty": POINTS, "declare_chance": CHANCE, "error": {}, "sampled": {}})
    stock = object_of(draw)
    stock["properties"] = {**stock["properties"], "two_draws": two}
    card = {"type": "string"}
    opened = {
        "card": card,
        "penalty": POINTS,
        "declare": {"type": "boolean"},
        "discard": card,
        "then": stock,
    }
    way = object_of({"card": card, "penalty": POINTS, "declare": {"type": "boolean"}, **draw, **own})
    way["properties"] = {**way["properties"], "two_draws": two}
    choice = {
        "action": {"enum": ["stock", "open", "declare", "discard"]},
        "card": nullable(card),
        "points": POINTS,
        "declare_chance": CHANCE,
    }
    recommend = {
        "action": {"enum": ["pack", "stock", "open", "declare", "discard"]},
        "why": {"type": "string"},
        "card": nullable(card),
        "choices": {"type": "array", "items": object_of(choice)},
    }
    common = {**solution["properties"], "unseen": COUNT, "recommend": object_of(recommend), **table}
    before = {**common, "stock": stock, "open": nullable(object_of(opened)), "pack": pack}
    after = {**common, "discards": {"type": "array", "minItems": 1, "items": way}}
    return {"anyOf": [object_of(before), object_of(after)]}


_STAY = object_of(
    {
        "expected_points": POINTS,
        "error": POINTS,
        "low": POINTS,
        "high": POINTS,
        "won": CHANCE,
        "rounds": COUNT,
        "seed": COUNT,
        "stopped": {"type": "boolean"},
        "policy": {"const": "greedy"},
    }
)
_PACK = object_of(
    {
        "cost": {"enum": [20, 40]},
        "stay": nullable(_STAY),
        "better": {"enum": ["pack", "stay", None]},
        "confidence": nullable(CHANCE),
    }
)
_GIFT = object_of({"points": {"type": "number"}, "error": POINTS, "completes": CHANCE, "hands": COUNT})


def _arrangements(groups: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A list of arrangements, and whether it is proved to be all."""
    one = object_of({"groups": groups, "loose": CARD_LIST, "points": {"type": "number"}, **own})
    return object_of({"count": {"type": "integer"}, "complete": {"type": "boolean"}, "found": array_of(one)})


def _explanation(solution: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The answer for a hand, and why it is so."""
    groups = solution["properties"]["groups"]
    text, count = {"type": "string"}, {"type": "integer", "minimum": 0}
    target = {"cards": CARD_LIST, "out": CARD_LIST, "ways": count, "groups": groups}
    nearest = {"distance": count, "complete": {"type": "boolean"}, "targets": array_of(object_of(target))}
    properties = {
        **solution["properties"],
        "cards": {"type": "string", "description": "what the rest speaks of: less the fold or discard"},
        "conditions": {
            **nullable(text),
            "description": "the player's, in words: the lists below hold them, the answer above does not",
        },
        "impossible": {"type": "boolean"},
        **own,
        "nearest": nullable(object_of(nearest)),
    }
    return object_of(properties)


_REASONS = array_of(object_of({"rule": {"type": "string"}, "message": {"type": "string"}}))

_RUMMY = _solution(
    "rummy",
    {"wild": nullable({"type": "string"})},
    {"decks": {"type": "integer", "minimum": 1, "maximum": 3}},
    ["pure", "impure", "trio", "set"],
)
_BHARG = _solution(
    "bharg",
    {"ace": nullable({"enum": list("MSWLYK")})},
    {"deck": {"type": "string"}},
    ["set", "ace", "excuse"],
)


def _rummy_explanation() -> dict[str, Any]:
    groups = _RUMMY["properties"]["groups"]
    text, count = {"type": "string"}, {"type": "integer", "minimum": 0}
    need = {"cards": CARD_LIST, "copies": count, "group": groups["items"], "points": {"type": "number"}}
    listing = _arrangements(groups, {"needs": array_of(object_of(need))})
    obstacle = {"rules": CARD_LIST, "dropped": CARD_LIST, "conditions": CARD_LIST, "groups": groups}
    because = array_of(CARD_LIST)
    ruled = {
        "rules": text,
        "declare": {"type": "boolean"},
        "penalty": {"type": "number"},
        "declare_because": because,
        "penalty_because": because,
    }
    explanation = _explanation(
        _RUMMY,
        {
            "declarations": listing,
            "reasons": _REASONS,
            "obstacles": array_of(object_of(obstacle)),
            "covered": nullable(count),
            "cover": nullable(listing["properties"]["found"]["items"]),
            "best": listing,
        },
    )
    explanation["properties"]["compared"] = array_of(object_of(ruled))
    explanation["required"].append("compared")
    return explanation


def _bharg_explanation() -> dict[str, Any]:
    listing = _arrangements(_BHARG["properties"]["groups"], {})
    own = {"bound": {"type": "boolean"}, "reasons": _REASONS, "remedies": _REASONS, "best": listing}
    return _explanation(_BHARG, own)


SCHEMAS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        "rummy": _answered(_RUMMY),
        "bharg": _answered(_BHARG),
        "rummy verify": _verdict(_RUMMY),
        "bharg verify": _verdict(_BHARG),
        "rummy batch": row_schema(_RUMMY),
        "bharg batch": row_schema(_BHARG),
        "rummy explain": _rummy_explanation(),
        "bharg explain": _bharg_explanation(),
        "rummy advise": _advice(
            _RUMMY,
            {"players": {"type": "integer", "minimum": 2, "maximum": 6}},
            _PACK,
            {"distance": nullable(COUNT)},
        ),
        "bharg advise": _advice(
            _BHARG,
            {},
            {"type": "null"},
            {"ace": nullable({"enum": list("MSWLYK")}), "gift": nullable(_GIFT)},
        ),
        **ROUNDS,
        "error": {
            "type": "object",
            "properties": {
                "error": {
                    "type": "object",
                    "properties": {
                        "defects": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {"where": {"type": "string"}, "message": {"type": "string"}},
                                "required": ["where", "message"],
                            },
                        }
                    },
                    "required": ["defects"],
                }
            },
            "required": ["error"],
        },
    },
    "anyOf": [{"$ref": "#/$defs/rummy"}, {"$ref": "#/$defs/bharg"}, {"$ref": "#/$defs/error"}],
}
"""One object per hand of ``check`` and ``penalty``, or an error; other verbs print those of their names."""
