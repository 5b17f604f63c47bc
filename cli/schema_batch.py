"""JSON Schema of what ``batch`` adds to a row of JSON Lines."""

from cli.schema_parts import CARD_LIST, CHANCE, COUNT, POINTS, TEXT, Schema, array_of, nullable, object_of
from solver.batch.columns import EXTRA, HAND

FAULT = object_of(
    {"group": nullable(COUNT), "rule": {"type": "string", "pattern": "^[RB][0-9]+$"}, "message": TEXT}
)
"""A fault of a grouping: the group, counted from 0, or null for the whole."""

_OF_KINDS: dict[str, Schema] = {
    "flag": {"type": "boolean"},
    "count": COUNT,
    "number": POINTS,
    "card": TEXT,
    "cards": CARD_LIST,
    "faults": array_of(FAULT),
}


def row_schema(answer: Schema) -> Schema:
    """Return what a row may have beside its own keys, each null where it does not apply.

    Parameters
    ----------
    answer : Schema
        What one hand is answered, by the same names.
    """
    properties: Schema = {}
    for name in HAND:
        given = answer["properties"][name]
        properties[name] = given if {"type": "null"} in given.get("anyOf", ()) else nullable(given)
    for name, column in EXTRA.items():
        kind = CHANCE if name == "declare_chance" else _OF_KINDS[column.kind]
        properties[name] = {"description": column.meaning, **nullable(kind)}
    properties["error"] = nullable(TEXT)
    return {"type": "object", "properties": properties}
