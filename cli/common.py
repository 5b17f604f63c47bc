"""Commands beside the games: rules, schema and cache."""

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from cli.options import Json


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command()(rules)
    app.command()(schema)
    app.command()(cache)


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PRESET|LABEL|OPTION]...", help="Two presets: what differs between them."),
    ] = None,
    json: Json = False,
) -> None:
    """Options and presets, what differs between two presets, the text of a label."""
    answer = _rules_answer(names or [])
    if json:
        _print_json(answer)
        return
    for line in _rules_lines(answer):
        sys.stdout.write(line + "\n")


def _rules_answer(names: list[str]) -> dict[str, Any]:
    """Return what the names ask for: all options, presets, a difference, labels or options."""
    from solver.bharg.rules import OPTIONS as BHARG_OPTIONS
    from solver.bharg.rulings import RULINGS as BHARG_RULINGS
    from solver.rummy.rules import OPTIONS, PRESETS, difference, parse_rules
    from solver.rummy.rulings import RULINGS

    if not names:
        games = {"rummy": _options(OPTIONS), "bharg": _options(BHARG_OPTIONS)}
        return {"options": games, "presets": {name: _values(rules) for name, rules in PRESETS.items()}}
    rulings = RULINGS | BHARG_RULINGS
    labels = [name.upper() for name in names if name.upper() in rulings]
    if len(labels) == len(names):
        options = OPTIONS | BHARG_OPTIONS
        return {
            "labels": {
                label: {"text": rulings[label], "options": _options(options, label)} for label in labels
            }
        }
    if len(names) == 1 and names[0] in OPTIONS:
        label = OPTIONS[names[0]].label
        return {"labels": {label: {"text": rulings[label], "options": _options(OPTIONS, label)}}}
    if len(names) > 2:
        from solver.errors import RulesError

        raise RulesError.at("rules", "name one preset, two presets to compare, an option, or labels")
    first, *second = (_preset_or_label(name, parse_rules, rulings) for name in names)
    if not second:
        return {"preset": names[0], "values": _values(first)}
    changes = difference(first, second[0])
    return {"compared": names, "differences": {name: list(pair) for name, pair in changes.items()}}


def _preset_or_label(name: str, parse: Any, rulings: Mapping[str, str]) -> Any:
    from solver.errors import RulesError

    try:
        return parse(name, "rules")
    except RulesError as error:
        from solver.rummy.rules import OPTIONS

        hint = f"; labels: R1 to R16, B1 to B11; options: {', '.join(OPTIONS)}"
        raise RulesError.at("rules", error.defects[0].message + hint) from error


def _options(options: Mapping[str, Any], label: str | None = None) -> dict[str, Any]:
    return {
        name: {"label": option.label, "values": list(option.values), "about": option.about}
        for name, option in options.items()
        if label in (None, option.label)
    }


def _values(rules: Any) -> dict[str, str]:
    from dataclasses import asdict

    return asdict(rules)


def _rules_lines(answer: dict[str, Any]) -> list[str]:
    if "labels" in answer:
        return [line for label, ruling in answer["labels"].items() for line in _label_lines(label, ruling)]
    if "differences" in answer:
        first, second = answer["compared"]
        rows = [("", first, second), *((name, *pair) for name, pair in answer["differences"].items())]
        return _table(rows) if len(rows) > 1 else [f"{first} and {second} are the same"]
    if "values" in answer:
        return _table([(name, value) for name, value in answer["values"].items()])
    return _overview(answer)


def _label_lines(label: str, ruling: dict[str, Any]) -> list[str]:
    rows = [(f"  {name}", " / ".join(option["values"])) for name, option in ruling["options"].items()]
    return [f"{label}  {ruling['text']}", *_table(rows)]


def _overview(answer: dict[str, Any]) -> list[str]:
    presets = answer["presets"]
    rummy = [("rummy", "label", *presets, "values")]
    for name, option in answer["options"]["rummy"].items():
        values = [preset[name] for preset in presets.values()]
        rummy.append((name, option["label"], *values, " / ".join(option["values"])))
    bharg = [("bharg", "label", "values")]
    for name, option in answer["options"]["bharg"].items():
        bharg.append((name, option["label"], " / ".join(option["values"])))
    return [*_table(rummy), "", *_table(bharg)]


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def schema() -> None:
    """The JSON Schema of every output."""
    from cli.schema import SCHEMAS

    _print_json(SCHEMAS)


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove every stored table.")] = False,
    json: Json = False,
) -> None:
    """Where the tables are stored and how big they are."""
    from solver import cache as store

    removed = store.clear().files if clear else 0
    now = store.usage()
    if json:
        _print_json({"folder": str(now.folder), "files": now.files, "bytes": now.bytes, "removed": removed})
        return
    if clear:
        sys.stdout.write(f"removed {removed} file{'s' * (removed != 1)}\n")
    sys.stdout.write(f"{now.folder}: {now.files} file{'s' * (now.files != 1)}, {now.bytes / 1e6:.1f} MB\n")


def _print_json(value: Any) -> None:
    import json

    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
