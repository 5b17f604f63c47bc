"""Answered rows as JSON Lines: the input's object with the answers added."""

import json
from typing import Any

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement, few_texts
from solver.batch.columns import EXTRA
from solver.batch.games import Game
from solver.batch.jsonlines import members_of
from solver.batch.rows import Rows
from solver.errors import FileError

_SHORT = 8


class JsonLinesWriter:
    """Writes the input's object with the answers added, or one made of its columns."""

    def __init__(self, game: Game, columns: tuple[str, ...], *, raw: bool, overwrite: bool) -> None:
        self._game = game
        self._columns = columns
        self._raw = raw
        self._overwrite = overwrite

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return nothing: JSON Lines have no header."""
        return b""

    def body(self, rows: Rows, answers: Answers) -> bytes:
        """Return an object for each row."""
        ends = few_texts(answers, self._ends) if answers.few else self._ends(answers)
        parts = [b""] * (2 * len(ends))
        parts[0::2], parts[1::2] = starts, ends = self._starts(rows), ends
        short = min(map(len, starts), default=_SHORT) < _SHORT
        for row, start in enumerate(starts if short else ()):
            if len(start) < _SHORT and start.strip() == b"{":
                parts[2 * row + 1] = parts[2 * row + 1][2:]  # an empty object wants no comma
        return b"".join(parts)

    def _ends(self, answers: Answers) -> list[bytes]:
        """Return for each row its answers as the last members of an object, and a line break."""
        added = answer_objects(self._game, answers, self._columns)
        return [f", {_dumped(found)[1:]}\n".encode("utf-8", "replace") for found in added]

    def _starts(self, rows: Rows) -> list[bytes]:
        """Return each row's object up to its closing brace."""
        if rows.columns is not None:
            from solver.batch.values import json_values

            batch = rows.columns.batch(rows.names)
            columns = [json_values(name, batch.column(name)) for name in rows.names]
            found = (dict(zip(rows.names, row, strict=True)) for row in zip(*columns, strict=True))
            return [_dumped(row).encode("utf-8", "replace")[:-1] for row in found]
        if self._raw and rows.raw is not None:
            if rows.keys.isdisjoint(self._columns):
                return [record[:-1] for record in map(bytes.rstrip, rows.raw)]
            return [self._without_answers(record).rstrip()[:-1] for record in rows.raw]
        objects = (dict(zip(rows.names, row, strict=True)) for row in zip(*rows.cells(), strict=True))
        return [_dumped(row).encode("utf-8", "replace")[:-1] for row in objects]

    def _without_answers(self, record: bytes) -> bytes:
        """Return an object without members of the answers' names, which only `overwrite` lets pass."""
        members = members_of(record.decode())
        clash = members.keys() & set(self._columns)
        if not clash:
            return record
        if not self._overwrite:
            raise FileError.at("input", clash_message(sorted(clash)))
        kept = (f"{_dumped(key)}: {raw}" for key, raw in members.items() if key not in clash)
        return ("{" + ", ".join(kept) + "}").encode()


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def clash_message(names: list[str]) -> str:
    """Say that input columns have the names of answers."""
    listed = ", ".join(map(repr, names))
    return f"the input has {listed} already: choose other --columns, or --overwrite them"


def answer_objects(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the answers of each row as a JSON object; rejected rows are null but for ``error``."""
    found = []
    arrangement = answers.arrangement
    good = answers.good().tolist()
    extras = {name: extra_values(game, answers, name) for name in columns if name in EXTRA}
    for row in range(len(answers)):
        if not good[row]:
            values: dict[str, Any] = dict.fromkeys(columns)
        else:
            discard = int(answers.discard[row])
            values = {
                "declare": bool(answers.declare[row]),
                "penalty": int(answers.penalty[row]),
                "groups": None if arrangement is None else groups_of(game, arrangement, row),
                "loose": None if arrangement is None else loose_of(game, arrangement, row),
                "folds": cards_of(game, int(answers.folds[row])) if answers.larger[row] else None,
                "discard": None if discard == NO_CARD else game.names[discard],
            }
        values["error"] = answers.error(row)
        values.update((name, extra[row]) for name, extra in extras.items())
        found.append({name: values[name] for name in columns})
    return found


def extra_values(game: Game, answers: Answers, name: str) -> list[Any]:
    """Return for each row the value of a column that is added only when asked for; None where it has none."""
    extra = answers.extras[name]
    values = extra.values.tolist()
    match EXTRA[name].kind:
        case "card":
            values = [game.names[min(code, len(game.names) - 1)] for code in values]
        case "cards":
            values = [cards_of(game, bits) for bits in values]
        case "faults":
            values = [[fault.to_json() for fault in faults or ()] for faults in values]
    return [value if given else None for value, given in zip(values, extra.given.tolist(), strict=True)]


def cards_of(game: Game, folds: int) -> list[str]:
    """Return the names of the codes whose bits are set."""
    return [name for code, name in enumerate(game.names) if folds >> code & 1]


def groups_of(game: Game, arrangement: Arrangement, row: int) -> list[dict[str, Any]]:
    """Return the groups of a row as the contract's objects."""
    groups: list[dict[str, Any]] = []
    places = zip(
        arrangement.group[row].tolist(),
        arrangement.cards[row].tolist(),
        arrangement.stands_for[row].tolist(),
        strict=True,
    )
    for number, card, stands in places:
        if number == LOOSE:
            break
        if number == len(groups):
            groups.append({"kind": game.kinds[arrangement.kinds[row, number]], "cards": [], "as": []})
        groups[number]["cards"].append(game.names[card])
        groups[number]["as"].append(game.names[stands])
    return groups


def loose_of(game: Game, arrangement: Arrangement, row: int) -> list[str]:
    """Return the loose cards of a row."""
    places = zip(arrangement.group[row].tolist(), arrangement.cards[row].tolist(), strict=True)
    return [game.names[card] for number, card in places if number == LOOSE and card != NO_CARD]
