"""Pieces that the JSON Schemas of many outputs are made of."""

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
POINTS: Schema = {"type": "number", "minimum": 0}
CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
CARD_LIST: Schema = {"type": "array", "items": {"type": "string"}}


def nullable(schema: Schema) -> Schema:
    """Return what a value may be that is null where it does not apply."""
    return {"anyOf": [schema, {"type": "null"}]}


def array_of(items: Schema) -> Schema:
    """Return a list of such items."""
    return {"type": "array", "items": items}


def object_of(properties: Schema) -> Schema:
    """Return an object that has all of these keys, and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}
