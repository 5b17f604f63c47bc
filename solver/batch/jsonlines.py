"""JSON Lines as rows: an object a line."""

import json
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, NoReturn

from solver.batch.games import Game
from solver.batch.laid import laid_text
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
    reads : sequence of str
        Keys that are read beside hands and options.
    """

    def __init__(self, game: Game, names: tuple[str, ...] = (), reads: Sequence[str] = ()) -> None:
        self._game = game
        self.names = names
        self._reads = reads

    def rows(self, piece: Piece) -> Rows:
        """Return the rows of a piece."""
        records = piece.records()
        objects = None if piece.broken else _all_objects(records)
        if objects is not None:
            return self._rows(objects, records, {})
        return self._one_by_one(piece, records)

    def _one_by_one(self, piece: Piece, records: list[bytes]) -> Rows:
        """Read records of which some are no objects."""
        objects: list[dict[str, Any]] = []
        raw: list[bytes] = []
        defects: dict[int, list[Defect]] = {}
        for number, record in enumerate(records):
            if not record.strip() and number not in piece.broken:
                continue
            text, fault = decoded(record)
            found: dict[str, Any] = {}
            if number in piece.broken:
                fault = Defect("row", piece.broken[number])
            elif fault is None:
                found, fault = _object(text)
            if fault is not None:
                record = json.dumps({"line": text}, ensure_ascii=False).encode("utf-8", "replace")
                defects[len(raw)] = [fault]
            objects.append(found)
            raw.append(record)
        return self._rows(objects, raw, defects)

    def _rows(
        self, objects: list[dict[str, Any]], raw: list[bytes], defects: dict[int, list[Defect]]
    ) -> Rows:
        hands: list[Any] = [found.get("hand") for found in objects]
        for row, hand in enumerate(() if set(map(type, hands)) == {str} else hands):
            if not isinstance(hand, str):
                hands[row], fault = hand_of_json(self._game, hand)
                if fault is not None and row not in defects:
                    defects[row] = [fault]

        def cells() -> Cells:
            table: Cells = [[] for _ in self.names]
            for record in raw:
                members = members_of(record.decode())
                unknown = members.keys() - set(self.names) - {"line"}
                if unknown:
                    message = "is new after the first rows, so it has no column: write JSON Lines instead"
                    raise FileError.at("input", f"key {min(unknown)!r} {message}")
                for column, name in zip(table, self.names, strict=True):
                    column.append(cell_of(members.get(name)))
            return table

        keys = _keys(objects)
        given = {name: [found.get(name) for found in objects] for name in self._game.options if name in keys}
        options = {
            name: Texts.of(_options(values)).distinct() for name, values in given.items() if any(values)
        }
        texts = {name: self._laid(name, objects, defects) for name in self._reads}
        return Rows(
            Texts.of(hands), self.names, cells, options, defects, raw=raw, texts=texts, keys=frozenset(keys)
        )

    def _laid(self, name: str, objects: list[dict[str, Any]], defects: dict[int, list[Defect]]) -> Texts:
        """Return a key that is read beside hands and options, with a defect for each value that is none."""
        texts = []
        for row, found in enumerate(objects):
            text, fault = laid_text(name, found.get(name))
            texts.append(text)
            if fault is not None:
                defects.setdefault(row, []).append(fault)
        return Texts.of(texts)


def _keys(objects: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return the keys of all objects, in the order in which they are first met."""
    # most objects have the same keys in the same order
    return tuple(dict.fromkeys(chain.from_iterable(dict.fromkeys(map(tuple, objects)))))


def _all_objects(records: list[bytes]) -> list[dict[str, Any]] | None:
    """Return the objects of all records at once, or None if not every record is one."""
    try:
        objects = _DECODER.decode((b"[" + b",".join(records) + b"]").decode())
    except (ValueError, RecursionError):
        return None
    # a record may hold what is right only beside the others: two objects, or a part of one
    if len(objects) != len(records) or not set(map(type, objects)) <= {dict}:
        return None
    ends = {record[:1] for record in records}, {record[-1:] for record in records}
    if ends != ({b"{"}, {b"}"}):
        whole = all(record.lstrip()[:1] == b"{" and record.rstrip()[-1:] == b"}" for record in records)
        return objects if whole else None
    found: list[dict[str, Any]] = objects
    return found


def _object(text: str) -> tuple[dict[str, Any], Defect | None]:
    try:
        found = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        return {}, Defect("row", f"is no JSON: {error}")
    if not isinstance(found, dict):
        return {}, Defect("row", "is no JSON object")
    return found, None


def hand_of_json(game: Game, hand: Any) -> tuple[str | None, Defect | None]:
    """Return a hand that is no string as text: a list of strings, or a list of codes."""
    if hand is None:
        return None, None
    if isinstance(hand, list) and all(isinstance(card, str) for card in hand):
        return " ".join(hand), None
    if isinstance(hand, list) and all(type(card) is int for card in hand):
        wrong = [card for card in hand if not 0 <= card < len(game.names)]
        if wrong:
            return None, Defect("hand", f"{wrong[0]} is not a code; codes are 0 to {len(game.names) - 1}")
        return " ".join(game.names[card] for card in hand), None
    return None, Defect("hand", "is neither text nor a list of cards or codes")


def _options(values: list[Any]) -> list[str | None]:
    """Return option values as text; what is neither text nor a number is left as JSON, to be refused."""
    kinds = set(map(type, values))
    if kinds <= {str, type(None)}:
        return values
    if kinds <= {str, int, type(None)}:
        texts = {value: str(value) if type(value) is int else value for value in set(values)}
        return list(map(texts.__getitem__, values))
    return [value if value is None or isinstance(value, str) else json.dumps(value) for value in values]


def keys_of(piece: Piece | None) -> tuple[str, ...]:
    """Return the keys of the objects of a piece, in the order in which they are first met."""
    records = [] if piece is None else piece.records()
    objects = _all_objects(records)
    if objects is None:
        objects = [_object(decoded(record)[0])[0] for record in records]
    return _keys(objects)
