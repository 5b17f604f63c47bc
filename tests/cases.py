"""The stored cases of ``data/``, as dictionaries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def load(name: str) -> list[dict[str, Any]]:
    """Return the cases of ``data/<name>.jsonl``."""
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rummy_expectations() -> list[tuple[str, str, str, str, int, dict[str, Any]]]:
    """Return (id, rules, hand, wild, decks, expect) for every answer that a stored rummy case gives.

    ``expect`` has ``declare`` and ``penalty``, and ``folds`` for hands of 14.
    """
    found = []
    for name in ("worked", "rummy-mixed"):
        for case in load(name):
            for rules, expect in case["expect"].items():
                found.append((case["id"], rules, case["hand"], case["wild"], case["decks"], expect))
    for name in ("rummy", "rummy-options"):
        for case in load(name):
            found.append(
                (case["id"], case["rules"], case["hand"], case["wild"], case["decks"], case["expect"])
            )
            if "without" in case:
                # what the changed option is compared with: the preset alone, or the defaults for a preset
                preset, *changes = case["rules"].split(",")
                base = preset if changes else "trio"
                found.append((case["id"], base, case["hand"], case["wild"], case["decks"], case["without"]))
    return found
