"""Rows in, answers out."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers, Filler, empty_answers
from solver.batch.columns import ADVICE, ARRANGED, NEAR, OPEN
from solver.batch.extras import Extra, Known
from solver.batch.games import Answer, Game, Setting
from solver.batch.hands import Hands
from solver.batch.rows import Rows
from solver.batch.texts import first_of_each
from solver.batch.verdicts import NOTHING, judge_rows
from solver.errors import Defect, HandError, SolverError


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
    hands = Hands(game, rows)
    verdicts = None
    if "grouping" in rows.texts:
        verdicts = judge_rows(game, rows, hands, numbers, settings, answers)
    # who counts draws needs the tables anyway
    always = not ADVICE.keys().isdisjoint(columns)
    _answer_hands(game, hands, numbers, settings, answers, engine, always=always)
    if verdicts is not None:
        for row, defects in verdicts.defects.items():
            both = (*defects, *answers.errors.get(row, ()))
            answers.errors[row] = tuple(dict.fromkeys(both))
        answers.extras.update(verdicts.extras(answers, columns))
    if not (NEAR.keys() | ADVICE.keys()).isdisjoint(columns):
        _answer_more(game, rows, hands, numbers, settings, answers, columns)
    for extra in answers.extras.values():
        extra.given[list(answers.errors)] = False
    return answers


def _answer_hands(
    game: Game,
    hands: Hands,
    numbers: NDArray[np.intp],
    settings: Sequence[Setting],
    answers: Answers,
    engine: str,
    *,
    always: bool,
) -> None:
    """Answer the hands: together what can be, the rest one by one."""
    done = np.zeros(len(answers), np.bool_)
    if engine != "cpsat":
        done = game.bulk(hands.only(answers.good()), numbers, settings, answers, always=always)
        answers.engines["tables"] = int(done.sum())
    filler = Filler(game, answers)
    for row in np.flatnonzero(~done & answers.known).tolist():
        if row not in answers.errors:
            setting = settings[numbers[row]]
            try:
                filler.fill(row, _solved(game, hands.text(row), setting, engine))
            except SolverError as error:
                if hands.laid[row] and isinstance(error, HandError):
                    answers.known[row] = False  # what a grouping holds need not be a hand
                else:
                    answers.errors[row] = error.defects


def settings_of(game: Game, rows: Rows, base: Setting) -> tuple[NDArray[np.intp], list[Setting]]:
    """Return for each row the number of its setting, and the settings, each once."""
    if not rows.options:
        return np.zeros(len(rows), np.intp), [base]
    keys = np.zeros(len(rows), np.intp)
    for numbers, distinct in rows.options.values():
        keys = keys * len(distinct) + numbers
    firsts, which = first_of_each(keys)
    texts_of = [
        {name: distinct[numbers[first]] for name, (numbers, distinct) in rows.options.items()}
        for first in firsts
    ]
    return which, [game.setting(base, texts) for texts in texts_of]


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


def _answer_more(
    game: Game,
    rows: Rows,
    hands: Hands,
    numbers: NDArray[np.intp],
    settings: Sequence[Setting],
    answers: Answers,
    columns: tuple[str, ...],
) -> None:
    """Answer what is asked of hands beside their answer."""
    opens = np.full(len(rows), -1, np.int64)
    wanted = [name for name in ADVICE if name in columns]
    if wanted and OPEN in rows.texts:
        opens = _open_cards(game, rows, answers)
    found = answers.good()
    for row in np.flatnonzero(found & (hands.read.sizes == 0)).tolist():
        hands.put(row, hands.cards(row) or ())  # in a spelling that is not read in bulk
    places = np.flatnonzero(found)
    known = Known(places, hands.read.codes[places], hands.read.sizes[places], numbers[places], settings)
    for name in NEAR:
        if name in columns:
            answers.extras[name] = Extra.of(name, len(rows))
            answers.extras[name].put(places, game.away(known, answers))
    if wanted:
        extras = {name: Extra.of(name, len(rows)) for name in ADVICE}
        game.advise(known, opens[places], extras, answers)
        answers.extras.update((name, extras[name]) for name in wanted)


def _open_cards(game: Game, rows: Rows, answers: Answers) -> NDArray[np.int64]:
    """Return the code of each row's open card, -1 for none, and note the defects of those that are none."""
    numbers, texts = rows.texts[OPEN].distinct()
    codes = np.full(len(texts), -1, np.int64)
    for number, text in enumerate(texts):
        if text is None or text.strip().lower() in NOTHING:
            continue
        defects: list[Defect] = []
        cards = game.cards(text, defects, OPEN)
        if not defects and len(cards) != 1:
            defects.append(Defect(OPEN, f"{len(cards)} cards; the open card is one"))
        codes[number] = -1 if defects else cards[0]
        for row in np.flatnonzero(numbers == number).tolist() if defects else ():
            answers.errors[row] = (*answers.errors.get(row, ()), *defects)
    return codes[numbers]
