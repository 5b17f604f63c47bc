"""Answers as the cells of a table (CSV and plain text)."""

from collections.abc import Callable

import numpy as np

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.games import Game

NONE = "-"
"""What a cell says for no cards at all; an empty cell is for what does not apply."""


def answer_cells(game: Game, answers: Answers, columns: tuple[str, ...]) -> list[list[str]]:
    """Return the texts of the answer columns, a list of rows for each column.

    Rejected rows have empty cells but for ``error``.
    """
    makers: dict[str, Callable[[], list[str]]] = {
        "declare": lambda: ["true" if declare else "false" for declare in answers.declare.tolist()],
        "penalty": lambda: [str(points) for points in answers.penalty.tolist()],
        "groups": lambda: [" | ".join(groups) or NONE for groups in _groups(game, _arrangement(answers))],
        "loose": lambda: [loose or NONE for loose in _loose(game, _arrangement(answers))],
        "folds": lambda: _folds(game, answers),
        "discard": lambda: ["" if code == NO_CARD else game.names[code] for code in answers.discard.tolist()],
    }
    cells = {name: makers[name]() for name in columns if name != "error"}
    for row in answers.errors:
        for column in cells.values():
            column[row] = ""
    cells["error"] = [answers.error(row) or "" for row in range(len(answers))] if "error" in columns else []
    return [cells[name] for name in columns]


def _arrangement(answers: Answers) -> Arrangement:
    assert answers.arrangement is not None  # asked for by name, so it was made
    return answers.arrangement


def _groups(game: Game, arrangement: Arrangement) -> list[list[str]]:
    names = np.array([*game.names, *[""] * (NO_CARD + 1 - len(game.names))], object)
    texts = names[arrangement.cards].tolist()
    found = []
    for cards, numbers in zip(texts, arrangement.group.tolist(), strict=True):
        groups: list[str] = []
        last = LOOSE
        for card, number in zip(cards, numbers, strict=True):
            if number == LOOSE:
                break
            groups = [*groups, card] if number != last else [*groups[:-1], f"{groups[-1]} {card}"]
            last = number
        found.append(groups)
    return found


def _loose(game: Game, arrangement: Arrangement) -> list[str]:
    names = np.array([*game.names, *[""] * (NO_CARD + 1 - len(game.names))], object)
    texts = names[np.where(arrangement.group == LOOSE, arrangement.cards, NO_CARD)].tolist()
    return [" ".join(filter(None, cards)) for cards in texts]


def _folds(game: Game, answers: Answers) -> list[str]:
    pairs = zip(answers.folds.tolist(), answers.larger.tolist(), strict=True)
    return [
        (" ".join(name for code, name in enumerate(game.names) if folds >> code & 1) or NONE)
        if larger
        else ""
        for folds, larger in pairs
    ]
