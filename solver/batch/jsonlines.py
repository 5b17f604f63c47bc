"""JSON Lines: an object a line in, the same object with the answers added out."""

import json
import re
from typing import Any, NoReturn

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.games import Game
from solver.batch.plain import decoded
from solver.batch.records import Piece
from solver.batch.rows import Cells, Rows
from solver.batch.texts import Texts
from solver.errors import Defect, FileError

_SPACE = re.compile(r"[ \t\n\r]*")
_COMMA = re.compile(r"[ \t\n\r]*,?[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def members_of(text: str) -> dict[str, str]:
    """Return the members of a JSON object, each value as the text it stands as.

    >>> members_of('{"id": 1.0, "tags": [1, {"a": 2}]}')
    {'id': '1.0', 'tags': '[1, {"a": 2}]'}
    """
    members = {}
    at = _SPACE.match(text, text.index("{") + 1).end()  # type: ignore[union-attr]
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        start = _COLON.match(text, at).end()  # type: ignore[union-attr]
        _, end = _DECODER.raw_decode(text, start)
        members[key] = text[start:end]
        at = _COMMA.match(text, end).end()  # type: ignore[union-attr]
    return members


def cell_of(raw: str | None) -> str | None:
    """Return a JSON value's text as a cell: strings without their quotes, null as none at all."""
    if raw is None or raw == "null":
        return None
    return str(json.loads(raw)) if raw.startswith('"') else raw


class JsonLinesReader:
    """Reads a JSON object a line; blank lines are no rows.

    Parameters
    ----------
    game : Game
        Whose option keys are read.
    names : tuple of str
        The keys that become columns when the output is a table.
    """

    def __init__(self, game: Game, names: tuple[str, ...] = ()) -> None:
        self._game = game
        self.names = names

    def rows(self, piece: Piece) -> Rows:
        """Return the rows of a piece."""
        objects: list[dict[str, Any]] = []
        texts: list[str] = []
        defects: dict[int, list[Defect]] = {}
        for number, record in enumerate(piece.records()):
            if not record.strip() and number not in piece.broken:
                continue
            text, fault = decoded(record)
            found: dict[str, Any] = {}
            if number in piece.broken:
                fault = Defect("row", piece.broken[number])
            elif fault is None:
                found, fault = _object(text)
            if fault is not None:
                text = json.dumps({"line": text}, ensure_ascii=False)
                defects[len(texts)] = [fault]
            objects.append(found)
            texts.append(text)
        return self._rows(objects, texts, defects)

    def _rows(
        self, objects: list[dict[str, Any]], texts: list[str], defects: dict[int, list[Defect]]
    ) -> Rows:
        hands: list[str | None] = []
        for row, found in enumerate(objects):
            hand, fault = hand_of_json(self._game, found)
            hands.append(hand)
            if fault is not None and row not in defects:
                defects[row] = [fault]

        def cells() -> Cells:
            table: Cells = [[] for _ in self.names]
            for text in texts:
                members = members_of(text)
                unknown = members.keys() - set(self.names) - {"line"}
                if unknown:
                    message = "is new after the first rows, so it has no column: write JSON Lines instead"
                    raise FileError.at("input", f"key {min(unknown)!r} {message}")
                for column, name in zip(table, self.names, strict=True):
                    column.append(cell_of(members.get(name)))
            return table

        options = {
            name: Texts.of([_option(found.get(name)) for found in objects])
            for name in self._game.options
            if any(name in found for found in objects)
        }
        return Rows(
            Texts.of(hands), self.names, cells, options, defects, raw=[text.encode() for text in texts]
        )


def _object(text: str) -> tuple[dict[str, Any], Defect | None]:
    try:
        found = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        return {}, Defect("row", f"is no JSON: {error}")
    if not isinstance(found, dict):
        return {}, Defect("row", "is no JSON object")
    return found, None


def hand_of_json(game: Game, found: dict[str, Any]) -> tuple[str | None, Defect | None]:
    """Return the hand of an object as text: a string, a list of strings, or a list of codes."""
    hand = found.get("hand")
    if hand is None or isinstance(hand, str):
        return hand, None
    if isinstance(hand, list) and all(isinstance(card, str) for card in hand):
        return " ".join(hand), None
    if isinstance(hand, list) and all(type(card) is int for card in hand):
        wrong = [card for card in hand if not 0 <= card < len(game.names)]
        if wrong:
            return None, Defect("hand", f"{wrong[0]} is not a code; codes are 0 to {len(game.names) - 1}")
        return " ".join(game.names[card] for card in hand), None
    return None, Defect("hand", "is neither text nor a list of cards or codes")


def _option(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


def keys_of(piece: Piece | None) -> tuple[str, ...]:
    """Return the keys of the objects of a piece, in the order in which they are first met."""
    keys: dict[str, None] = {}
    for record in [] if piece is None else piece.records():
        found, _ = _object(decoded(record)[0])
        keys.update(dict.fromkeys(found))
    return tuple(keys)


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
        added = answer_objects(self._game, answers, self._columns)
        lines = []
        for start, values in zip(self._starts(rows), added, strict=True):
            end = json.dumps(values, ensure_ascii=False)
            lines.append(f"{start}, {end[1:]}\n" if len(start) > 1 else end + "\n")
        return "".join(lines).encode("utf-8", "replace")

    def _starts(self, rows: Rows) -> list[str]:
        """Return each row's object as text, without its closing brace."""
        if rows.batch is not None:
            objects = rows.batch.to_pylist()
            return [json.dumps(row, ensure_ascii=False, default=str)[:-1] for row in objects]
        if not (self._raw and rows.raw is not None):
            table = zip(*rows.cells(), strict=True)
            return [
                json.dumps(dict(zip(rows.names, row, strict=True)), ensure_ascii=False)[:-1] for row in table
            ]
        starts = []
        for record in rows.raw:
            text = record.decode().strip()
            if any(f'"{name}"' in text for name in self._columns):
                members = members_of(text)
                clash = members.keys() & set(self._columns)
                if clash and not self._overwrite:
                    raise FileError.at("input", clash_message(sorted(clash)))
                kept = (
                    f"{json.dumps(key, ensure_ascii=False)}: {raw}"
                    for key, raw in members.items()
                    if key not in clash
                )
                text = "{" + ", ".join(kept) + "}"
            starts.append(text[:-1].rstrip())
        return starts


def clash_message(names: list[str]) -> str:
    """Say that input columns have the names of answers."""
    listed = ", ".join(map(repr, names))
    return f"the input has {listed} already: choose other --columns, or --overwrite them"


def answer_objects(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the answers of each row as a JSON object; rejected rows are null but for ``error``."""
    found = []
    arrangement = answers.arrangement
    for row in range(len(answers)):
        if row in answers.errors:
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
        found.append({name: values[name] for name in columns})
    return found


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
