"""Values held to a JSON Schema, as far as ours use its words."""

from __future__ import annotations

from typing import Any

from cli.schema import SCHEMAS

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
_KNOWN = {
    *("type", "properties", "required", "items", "anyOf", "enum", "const", "minimum", "maximum", "$ref"),
    *("additionalProperties", "description", "minItems"),
}


def faults(value: Any, schema: dict[str, Any], where: str = "$", *, closed: bool = True) -> list[str]:
    """Return where a value breaks a schema; with `closed` also keys that the schema does not name."""
    assert set(schema) <= _KNOWN, f"{where}: words this check does not know: {set(schema) - _KNOWN}"
    if "$ref" in schema:
        return faults(value, SCHEMAS["$defs"][schema["$ref"].removeprefix("#/$defs/")], where, closed=closed)
    if "anyOf" in schema:
        tries = [faults(value, one, where, closed=closed) for one in schema["anyOf"]]
        return [] if [] in tries else min(tries, key=len)
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "const" in schema and value != schema["const"]:
        return [f"{where}: {value!r} is not {schema['const']!r}"]
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{where}: {value!r} is no {kind}"]
    if "minimum" in schema and not schema["minimum"] <= value <= schema.get("maximum", value):
        return [f"{where}: {value!r} is out of bounds"]
    if isinstance(value, list):
        items = schema.get("items", {})
        return [
            fault
            for at, one in enumerate(value)
            for fault in faults(one, items, f"{where}[{at}]", closed=closed)
        ]
    return _keys(value, schema, where, closed=closed) if isinstance(value, dict) else []


def _keys(value: dict[str, Any], schema: dict[str, Any], where: str, *, closed: bool) -> list[str]:
    known, rest = schema.get("properties", {}), schema.get("additionalProperties")
    found = [f"{where}: {key} is missing" for key in schema.get("required", []) if key not in value]
    for key, part in value.items():
        if key in known or rest is not None:
            found += faults(part, known.get(key, rest), f"{where}.{key}", closed=closed)
        elif closed and known:
            found.append(f"{where}: {key} is not described")
    return found
