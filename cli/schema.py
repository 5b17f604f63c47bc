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
    return {"type": "object", "properties": properties, "required": list(properties)}


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

SCHEMAS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        "rummy": _RUMMY,
        "bharg": _BHARG,
        "rummy verify": _verdict(_RUMMY),
        "bharg verify": _verdict(_BHARG),
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
"""One object per hand of ``check`` and ``penalty``, or an error; ``verify`` prints the two of its name."""
