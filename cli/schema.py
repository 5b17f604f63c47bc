"""JSON Schema of what ``--json`` prints."""

from typing import Any

_CARD_LIST: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _group(kinds: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"kind": {"enum": kinds}, "cards": _CARD_LIST, "as": _CARD_LIST},
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
        "loose": _CARD_LIST,
        "declaration": _nullable(groups),
        "folds": _nullable(_CARD_LIST),
        "discard": _nullable({"type": "string"}),
        "engine": {"enum": ["tables", "cpsat"]},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


def _verdict(solution: dict[str, Any]) -> dict[str, Any]:
    """The answer for the hand of a grouping, which may be no hand, and what is said of the grouping."""
    nothing = {"penalty", "decks", "deck", "engine"}
    own = {
        name: _nullable(value) if name in nothing else value for name, value in solution["properties"].items()
    }
    kinds = [*solution["properties"]["groups"]["items"]["properties"]["kind"]["enum"], None]
    laid = {"kind": {"enum": kinds}, "cards": _CARD_LIST, "as": _nullable(_CARD_LIST)}
    fault = {
        "group": _nullable({"type": "integer", "minimum": 0}),
        "rule": {"type": "string", "pattern": "^[RB][0-9]+$"},
        "message": {"type": "string"},
    }
    properties = {
        **own,
        "valid": {"type": "boolean"},
        "faults": {
            "type": "array",
            "items": {"type": "object", "properties": fault, "required": list(fault)},
        },
        "points": {"type": "number", "minimum": 0, "description": "as laid"},
        "best": _nullable({"type": "number", "minimum": 0}),
        "laid": {"type": "array", "items": {"type": "object", "properties": laid, "required": list(laid)}},
    }
    return _object(properties)


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


_CHANCE = {"type": "number", "minimum": 0, "maximum": 1}
_POINTS = {"type": "number", "minimum": 0}
_COUNT = {"type": "integer", "minimum": 0}


def _advice(
    solution: dict[str, Any], table: dict[str, Any], pack: dict[str, Any], own: dict[str, Any]
) -> dict[str, Any]:
    """The answer for the hand, and the advice for the turn; a discard has `own` properties of the game."""
    draw = {
        "expected_penalty": _POINTS,
        "declare_copies": _COUNT,
        "declare_chance": _CHANCE,
        "declare_cards": _CARD_LIST,
    }
    two = _object({"expected_penalty": _POINTS, "declare_chance": _CHANCE, "error": {}, "sampled": {}})
    stock = _object(draw)
    stock["properties"] = {**stock["properties"], "two_draws": two}
    card = {"type": "string"}
    opened = {
        "card": card,
        "penalty": _POINTS,
        "declare": {"type": "boolean"},
        "discard": card,
        "then": stock,
    }
    way = _object({"card": card, "penalty": _POINTS, "declare": {"type": "boolean"}, **draw, **own})
    way["properties"] = {**way["properties"], "two_draws": two}
    choice = {
        "action": {"enum": ["stock", "open", "declare", "discard"]},
        "card": _nullable(card),
        "points": _POINTS,
        "declare_chance": _CHANCE,
    }
    recommend = {
        "action": {"enum": ["pack", "stock", "open", "declare", "discard"]},
        "why": {"type": "string"},
        "card": _nullable(card),
        "choices": {"type": "array", "items": _object(choice)},
    }
    common = {**solution["properties"], "unseen": _COUNT, "recommend": _object(recommend), **table}
    before = {**common, "stock": stock, "open": _nullable(_object(opened)), "pack": pack}
    after = {**common, "discards": {"type": "array", "minItems": 1, "items": way}}
    return {"anyOf": [_object(before), _object(after)]}


_STAY = _object(
    {
        "expected_points": _POINTS,
        "error": _POINTS,
        "low": _POINTS,
        "high": _POINTS,
        "won": _CHANCE,
        "rounds": _COUNT,
        "seed": _COUNT,
        "stopped": {"type": "boolean"},
        "policy": {"const": "greedy"},
    }
)
_PACK = _object(
    {
        "cost": {"enum": [20, 40]},
        "stay": _nullable(_STAY),
        "better": {"enum": ["pack", "stay", None]},
        "confidence": _nullable(_CHANCE),
    }
)
_GIFT = _object({"points": {"type": "number"}, "error": _POINTS, "completes": _CHANCE, "hands": _COUNT})


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _arrangements(groups: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A list of arrangements, and whether it is proved to be all."""
    one = _object({"groups": groups, "loose": _CARD_LIST, "points": {"type": "number"}, **own})
    return _object({"count": {"type": "integer"}, "complete": {"type": "boolean"}, "found": _array(one)})


def _explanation(solution: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The answer for a hand, and why it is so."""
    groups = solution["properties"]["groups"]
    text, count = {"type": "string"}, {"type": "integer", "minimum": 0}
    target = {"cards": _CARD_LIST, "out": _CARD_LIST, "ways": count, "groups": groups}
    nearest = {"distance": count, "complete": {"type": "boolean"}, "targets": _array(_object(target))}
    properties = {
        **solution["properties"],
        "cards": {"type": "string", "description": "what the rest speaks of: less the fold or discard"},
        "conditions": _nullable(text),
        "impossible": {"type": "boolean"},
        **own,
        "nearest": _nullable(_object(nearest)),
    }
    return _object(properties)


_REASONS = _array(_object({"rule": {"type": "string"}, "message": {"type": "string"}}))

_RUMMY = _solution(
    "rummy",
    {"wild": _nullable({"type": "string"})},
    {"decks": {"type": "integer", "minimum": 1, "maximum": 3}},
    ["pure", "impure", "trio", "set"],
)
_BHARG = _solution(
    "bharg",
    {"ace": _nullable({"enum": list("MSWLYK")})},
    {"deck": {"type": "string"}},
    ["set", "ace", "excuse"],
)


def _rummy_explanation() -> dict[str, Any]:
    groups = _RUMMY["properties"]["groups"]
    text, count = {"type": "string"}, {"type": "integer", "minimum": 0}
    need = {"cards": _CARD_LIST, "copies": count, "group": groups["items"], "points": {"type": "number"}}
    listing = _arrangements(groups, {"needs": _array(_object(need))})
    obstacle = {"rules": _CARD_LIST, "dropped": _CARD_LIST, "conditions": _CARD_LIST, "groups": groups}
    because = _array(_CARD_LIST)
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
            "obstacles": _array(_object(obstacle)),
            "covered": _nullable(count),
            "cover": _nullable(listing["properties"]["found"]["items"]),
            "best": listing,
        },
    )
    explanation["properties"]["compared"] = _array(_object(ruled))
    explanation["required"].append("compared")
    return explanation


def _bharg_explanation() -> dict[str, Any]:
    listing = _arrangements(_BHARG["properties"]["groups"], {})
    own = {"bound": {"type": "boolean"}, "reasons": _REASONS, "remedies": _REASONS, "best": listing}
    return _explanation(_BHARG, own)


SCHEMAS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        "rummy": _RUMMY,
        "bharg": _BHARG,
        "rummy verify": _verdict(_RUMMY),
        "bharg verify": _verdict(_BHARG),
        "rummy explain": _rummy_explanation(),
        "bharg explain": _bharg_explanation(),
        "rummy advise": _advice(
            _RUMMY,
            {"players": {"type": "integer", "minimum": 2, "maximum": 6}},
            _PACK,
            {"distance": _nullable(_COUNT)},
        ),
        "bharg advise": _advice(
            _BHARG,
            {},
            {"type": "null"},
            {"ace": _nullable({"enum": list("MSWLYK")}), "gift": _nullable(_GIFT)},
        ),
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
