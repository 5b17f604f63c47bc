"""Answers as the cells of a table (CSV and plain text), built in bulk."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.columns import EXTRA
from solver.batch.extras import Extra
from solver.batch.games import Game
from solver.batch.grid import Block, constant, digits, name_table, squeezed

NONE = "-"
"""What a cell says for no cards at all; an empty cell is for what does not apply."""

_BETWEEN_CARDS, _BETWEEN_GROUPS = " ", " | "
_STEP = np.uint8(64)
"""More than any code, and thrice that is less than `NO_CARD`."""


def answer_cells(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[list[str]]:
    """Return the texts of the answer columns, a list of rows for each column.

    Rejected rows have empty cells but for ``error``.
    """
    return [_cells_of(game, answers, name) for name in columns]


def _cells_of(game: Game, answers: Answers, name: str) -> list[str]:
    if name == "error":
        return [answers.error(row) or "" for row in range(len(answers))]
    if name == "faults":
        return faults_of(answers)
    if len(answers) == 0:
        return []
    block = blocks_of(game, answers, name)
    lines = squeezed([*block, constant("\n", len(answers))]).decode().split("\n")[:-1]
    for row in np.flatnonzero(~answers.good()).tolist() if name not in EXTRA else ():
        lines[row] = ""
    return lines


def faults_of(answers: Answers) -> list[str]:
    """Return the faults of each row's grouping as one text."""
    extra = answers.extras["faults"]
    pairs = zip(extra.values.tolist(), extra.given.tolist(), strict=True)
    return ["; ".join(map(str, faults)) or NONE if given else "" for faults, given in pairs]


def blocks_of(game: Game, answers: Answers, name: str) -> list[Block]:
    """Return an answer column but ``faults`` and ``error`` as blocks of text.

    Rows without an answer hold anything; in columns of `columns.EXTRA`, nothing.
    """
    if name in EXTRA:
        return _extra(game, answers.extras[name], EXTRA[name].kind)
    makers: dict[str, Callable[[], list[Block]]] = {
        "declare": lambda: [name_table(("false", "true"))[answers.declare.astype(np.uint8)]],
        "penalty": lambda: [digits(np.maximum(answers.penalty, 0))],
        "groups": lambda: _groups(game, _arrangement(answers)),
        "loose": lambda: _loose(game, _arrangement(answers)),
        "folds": lambda: _folds(game, answers),
        "discard": lambda: [name_table(game.names)[answers.discard]],
    }
    return makers[name]()


def _arrangement(answers: Answers) -> Arrangement:
    assert answers.arrangement is not None  # asked for by name, so it was made
    return answers.arrangement


def _groups(game: Game, arrangement: Arrangement) -> list[Block]:
    """Return the cards of the groups, each with what stands between it and the next one."""
    group = arrangement.group
    grouped = group != LOOSE
    after = np.zeros(group.shape, np.uint8)
    after[:, :-1] = grouped[:, 1:] * (1 + (group[:, 1:] != group[:, :-1]))
    index = np.where(grouped, arrangement.cards + after * _STEP, NO_CARD)
    table = _tables(game.names, ("", _BETWEEN_CARDS, _BETWEEN_GROUPS), after=True)
    return [_none(~grouped[:, 0]), table[index].reshape(len(group), -1)]


def _loose(game: Game, arrangement: Arrangement) -> list[Block]:
    """Return the loose cards, with a space before all but the first."""
    loose = (arrangement.group == LOOSE) & (arrangement.cards != NO_CARD)
    later = np.zeros(loose.shape, np.uint8)
    later[:, 1:] = loose[:, :-1]
    index = np.where(loose, arrangement.cards + later * _STEP, NO_CARD)
    table = _tables(game.names, ("", _BETWEEN_CARDS), after=False)
    return [_none(~loose.any(axis=1)), table[index].reshape(len(loose), -1)]


@lru_cache(maxsize=8)
def _tables(names: tuple[str, ...], between: tuple[str, ...], *, after: bool) -> Block:
    """Return the texts of codes with each text behind or before them, `_STEP` rows apart."""
    texts = [""] * (int(_STEP) * len(between))
    for number, text in enumerate(between):
        for code, name in enumerate(names):
            texts[number * int(_STEP) + code] = name + text if after else text + name
    return name_table(texts)


def _folds(game: Game, answers: Answers) -> list[Block]:
    """Return the cards that may be folded."""
    return _cards(game, answers.folds, answers.larger)


def _cards(game: Game, bits: NDArray[np.uint64], given: NDArray[np.bool_]) -> list[Block]:
    """Return the cards whose bits are set, with a space before all but the first."""
    blocks = [_none(given & (bits == 0))]
    before = np.zeros(len(bits), np.bool_)
    if not bits.any():
        return blocks
    for code, name in enumerate(game.names):
        may = (bits >> np.uint64(code) & np.uint64(1)).astype(np.bool_)
        if may.any():
            texts = name_table(("", name, _BETWEEN_CARDS + name))
            blocks.append(texts[may * (1 + before)])
            before |= may
    return blocks


def _extra(game: Game, extra: Extra, kind: str) -> list[Block]:
    """Return a column that is added only when asked for, by what it holds; nothing where it has no value."""
    values, given = extra.values, extra.given
    if kind == "flag":
        return [name_table(("false", "true", ""))[np.where(given, values, 2).astype(np.uint8)]]
    if kind == "card":
        return [name_table(game.names)[np.where(given, values, NO_CARD).astype(np.uint8)]]
    if kind == "cards":
        return _cards(game, np.where(given, values, np.uint64(0)), given)
    if kind == "count":
        return [digits(np.where(given, values, 0)) * given[:, None]]
    texts = np.array([repr(value) for value in values.tolist()], np.bytes_)
    return [texts.view(np.uint8).reshape(len(texts), -1) * given[:, None]]


def _none(where: NDArray[np.bool_]) -> Block:
    return name_table(("", NONE))[where.astype(np.uint8)]
