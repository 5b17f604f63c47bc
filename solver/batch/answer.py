"""Rows in, answers out."""

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import ARRANGED, Answers, Filler, empty_answers
from solver.batch.games import Answer, Game, Setting
from solver.batch.rows import Rows
from solver.batch.texts import first_of_each
from solver.errors import Defect, SolverError


def answer_rows(game: Game, rows: Rows, base: Setting, *, engine: str, columns: tuple[str, ...]) -> Answers:
    """Return the answers of some rows; a bad row gets its defects, and the rest goes on.

    Parameters
    ----------
    game : Game
        Whose hands they are.
    rows : Rows, N of them
        The rows as read.
    base : Setting
        What holds where a row says nothing.
    engine : str
        ``auto``, ``tables`` or ``cpsat``.
    columns : tuple of str
        The answers that are wanted; without groups, loose and discard no arrangement is made.
    """
    answers = empty_answers(len(rows), None if ARRANGED.isdisjoint(columns) else game.size)
    answers.errors.update((row, tuple(defects)) for row, defects in rows.defects.items())
    numbers, settings = settings_of(game, rows, base)
    done = np.zeros(len(rows), np.bool_)
    if engine != "cpsat":
        read = game.speller.read(rows.hands) if rows.read is None else rows.read
        read.sizes[list(answers.errors)] = 0
        done = game.bulk(read, numbers, settings, answers)
        answers.engines["tables"] = int(done.sum())
    filler = Filler(game, answers)
    for row in np.flatnonzero(~done).tolist():
        if row not in answers.errors:
            try:
                filler.fill(row, _solved(game, _hand(game, rows, row), settings[numbers[row]], engine))
            except SolverError as error:
                answers.errors[row] = error.defects
    return answers


def settings_of(game: Game, rows: Rows, base: Setting) -> tuple[NDArray[np.intp], list[Setting]]:
    """Return for each row the number of its setting, and the settings, each once."""
    if not rows.options:
        return np.zeros(len(rows), np.intp), [base]
    keys = np.zeros(len(rows), np.intp)
    columns = {name: texts.distinct() for name, texts in rows.options.items()}
    for numbers, distinct in columns.values():
        keys = keys * len(distinct) + numbers
    firsts, which = first_of_each(keys)
    texts_of = [
        {name: distinct[numbers[first]] for name, (numbers, distinct) in columns.items()} for first in firsts
    ]
    return which, [game.setting(base, texts) for texts in texts_of]


def _hand(game: Game, rows: Rows, row: int) -> str | None:
    """Return one hand as text."""
    if rows.read is None:
        return rows.hands.text(row)
    return " ".join(game.names[code] for code in rows.read.codes[row, : rows.read.sizes[row]].tolist())


def _solved(game: Game, hand: str | None, setting: Setting, engine: str) -> Answer:
    """Solve one hand, or raise all defects of the hand and of its options together."""
    if hand is None or not hand.strip():
        raise SolverError([Defect("hand", "is empty"), *setting.defects])
    if not setting.defects:
        return game.solve(hand, setting, engine)
    try:
        game.check(hand, setting)
    except SolverError as error:
        raise SolverError([*error.defects, *setting.defects]) from error
    raise SolverError(setting.defects)
