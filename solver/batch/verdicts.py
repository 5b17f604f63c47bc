"""The groupings of rows, judged one after the other by the referee of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers
from solver.batch.columns import GROUPING, VERDICT
from solver.batch.extras import Extra
from solver.batch.games import Game, Referee, Setting
from solver.batch.hands import Hands
from solver.batch.rows import Rows
from solver.errors import Defect
from solver.verdict import Judgement

NOTHING = ("-", "none")
"""What a cell says for no cards at all."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was said of the groupings of some rows.

    Attributes
    ----------
    judgements : dict of int to Judgement
        By row; rows without a grouping, or with one that cannot be read, have none.
    defects : dict of int to list of Defect
        What is wrong with the groupings of rows that have a hand of their own beside them.
    """

    judgements: dict[int, Judgement] = field(default_factory=dict)
    defects: dict[int, list[Defect]] = field(default_factory=dict)

    def extras(self, answers: Answers, columns: Sequence[str]) -> dict[str, Extra]:
        """Return the columns of `columns.VERDICT` that are asked for, once the hands are answered."""
        extras = {name: Extra.of(name, len(answers)) for name in VERDICT if name in columns}
        rows = np.array(list(self.judgements), np.intp)
        found = self.judgements.values()
        if "valid" in extras:
            extras["valid"].put(rows, [one.valid for one in found])
        if "points" in extras:
            extras["points"].put(rows, [one.points for one in found])
        if "faults" in extras:
            told = np.empty(len(rows), np.object_)
            told[:] = [one.faults for one in found]
            extras["faults"].put(rows, told)
        if "best" in extras:
            answered = rows[answers.known[rows]]
            extras["best"].put(answered, answers.penalty[answered])
        return extras


def judge_rows(
    game: Game,
    rows: Rows,
    hands: Hands,
    numbers: NDArray[np.intp],
    settings: Sequence[Setting],
    answers: Answers,
) -> Verdicts:
    """Judge the groupings of some rows; where a row has no hand, its cards become the hand.

    Parameters
    ----------
    game : Game
        Whose groupings they are.
    rows : Rows, N of them
        The rows as read, with texts for ``grouping``.
    hands : Hands
        The hands of the rows; those that only the grouping tells are added.
    numbers : NDArray[intp], shape (N,)
        The number of each row's setting.
    settings : sequence of Setting
        The settings.
    answers : Answers
        Where the defects go of rows whose grouping is all they have, and which rows hold no hand.
    """
    verdicts = Verdicts()
    referees: dict[int, Referee] = {}
    columns = [rows.texts[name].tolist() if name in rows.texts else [None] * len(rows) for name in GROUPING]
    whose = "hand" if "hand" in rows.names else "grouping"
    for row, (grouping, loose, fold) in enumerate(zip(*columns, strict=True)):
        if row in answers.errors:
            continue
        setting = settings[numbers[row]]
        own = hands.given(row)
        if grouping is None or not grouping.strip():
            if not own:
                answers.errors[row] = (Defect(whose, "is empty"), *setting.defects)
            continue
        defects: list[Defect] = []
        held = hands.cards(row) if own else None
        laying = game.lay(_cards(grouping), _cards(loose), _cards(fold), held, defects)
        if own and defects:
            verdicts.defects[row] = defects
        elif defects or (setting.defects and not own):
            answers.errors[row] = (*defects, *setting.defects)
        elif not setting.defects:
            referee = referees.get(numbers[row]) or game.referee(setting)
            referees[numbers[row]] = referee
            verdicts.judgements[row] = referee.judge(laying)
        if not own:
            hands.lay(row, laying.cards)
            answers.known[row] = hands.read.sizes[row] > 0
    return verdicts


def _cards(text: str | None) -> str:
    """Return the text of cards; what says that there are none is empty."""
    return "" if text is None or text.strip().lower() in NOTHING else text
