"""The answers of many rows, as arrays that every output format is written from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.batch.extras import Extra
from solver.batch.games import Answer, Game
from solver.errors import Defect

NO_CARD = 255
LOOSE = 127


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Arrangements of N hands.

    Attributes
    ----------
    cards : NDArray[uint8], shape (N, size)
        Codes in the order of output, groups then loose cards; `NO_CARD` where there is none.
    group : NDArray[int8], shape (N, size)
        The number of the group that a card is in, from 0, or `LOOSE`.
    stands_for : NDArray[uint8], shape (N, size)
        The code that a card stands for in its group.
    kinds : NDArray[uint8], shape (N, G)
        Kind of each group, as an index into the game's kinds; `NO_CARD` where there is none.
    """

    cards: NDArray[np.uint8]
    group: NDArray[np.int8]
    stands_for: NDArray[np.uint8]
    kinds: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of N rows; where `errors` holds a row, nothing else of it means anything.

    Attributes
    ----------
    errors : dict of int to tuple of Defect
        The rows that are rejected, and why.
    declare : NDArray[bool], shape (N,)
        Whether the hand can declare.
    penalty : NDArray[int16], shape (N,)
        Least loose points.
    larger : NDArray[bool], shape (N,)
        Whether the hand holds the card to let go, so that folds and discard apply.
    folds : NDArray[uint64], shape (N,)
        Cards that may be folded, a bit for each code.
    discard : NDArray[uint8], shape (N,)
        The discard that leaves the least, or `NO_CARD`.
    arrangement : Arrangement or None
        If it was asked for.
    engines : dict of str to int
        How many rows each engine answered.
    known : NDArray[bool], shape (N,)
        Whether the row holds a hand at all: the cards of a grouping may be none.
    extras : dict of str to Extra
        The columns of `columns.EXTRA` that were asked for.
    """

    errors: dict[int, tuple[Defect, ...]]
    declare: NDArray[np.bool_]
    penalty: NDArray[np.int16]
    larger: NDArray[np.bool_]
    folds: NDArray[np.uint64]
    discard: NDArray[np.uint8]
    arrangement: Arrangement | None
    engines: dict[str, int]
    known: NDArray[np.bool_]
    extras: dict[str, Extra] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.declare)

    def error(self, row: int) -> str | None:
        """Return what is wrong with a row in one line, or None.

        >>> empty_answers(1).error(0) is None
        True
        """
        defects = self.errors.get(row)
        return None if defects is None else "; ".join(str(defect) for defect in defects)

    @property
    def few(self) -> bool:
        """Whether so little is asked for that most rows have one of few answers."""
        return self.arrangement is None and not self.extras

    def good(self) -> NDArray[np.bool_]:
        """Return which rows have an answer for their hand, shape (N,)."""
        good = self.known.copy()
        good[list(self.errors)] = False
        return good

    def at(self, rows: Sequence[int]) -> "Answers":
        """Return the answers of some rows, without arrangement."""
        errors = {place: self.errors[row] for place, row in enumerate(rows) if row in self.errors}
        places = list(rows)
        return Answers(
            errors=errors,
            declare=self.declare[places],
            penalty=self.penalty[places],
            larger=self.larger[places],
            folds=self.folds[places],
            discard=self.discard[places],
            arrangement=None,
            engines={},
            known=self.known[places],
        )


def few_texts(answers: Answers, texts_of: Callable[[Answers], list[bytes]]) -> list[bytes]:
    """Return a text for each row of answers without arrangement, most of them looked up.

    Parameters
    ----------
    answers : Answers
        The answers; only few of them differ.
    texts_of : callable
        Makes the texts of some answers.
    """
    keys = answers.penalty.astype(np.intp) * 2 + answers.declare
    odd = answers.larger | ~answers.good()
    keys[odd] = 0
    few = np.flatnonzero(np.bincount(keys))
    plain = empty_answers(len(few))
    plain.penalty[:], plain.declare[:] = few >> 1, few & 1
    known = dict(zip(few.tolist(), texts_of(plain), strict=True))
    texts = list(map(known.__getitem__, keys.tolist()))
    rows = np.flatnonzero(odd).tolist()
    for row, text in zip(rows, texts_of(answers.at(rows)) if rows else (), strict=True):
        texts[row] = text
    return texts


def empty_answers(count: int, arranged: int | None = None) -> Answers:
    """Return answers to be filled, with room for arrangements of `arranged` cards if that is given."""
    return Answers(
        errors={},
        declare=np.zeros(count, np.bool_),
        penalty=np.zeros(count, np.int16),
        larger=np.zeros(count, np.bool_),
        folds=np.zeros(count, np.uint64),
        discard=np.full(count, NO_CARD, np.uint8),
        arrangement=None if arranged is None else _empty_arrangement(count, arranged),
        engines={},
        known=np.ones(count, np.bool_),
    )


def _empty_arrangement(count: int, size: int) -> Arrangement:
    return Arrangement(
        cards=np.full((count, size), NO_CARD, np.uint8),
        group=np.full((count, size), LOOSE, np.int8),
        stands_for=np.full((count, size), NO_CARD, np.uint8),
        kinds=np.full((count, size), NO_CARD, np.uint8),
    )


class Filler:
    """Puts the solutions of single hands where the arrays want them."""

    def __init__(self, game: Game, answers: Answers) -> None:
        self.answers = answers
        self._code_of = {name: code for code, name in enumerate(game.names)}
        self._kind_of = {kind: number for number, kind in enumerate(game.kinds)}

    def fill(self, row: int, answer: Answer) -> None:
        """Write one solution."""
        answers = self.answers
        answers.declare[row] = answer.declare
        answers.penalty[row] = answer.penalty
        answers.engines[answer.engine] = answers.engines.get(answer.engine, 0) + 1
        if answer.folds is not None:
            answers.larger[row] = True
            answers.folds[row] = sum(1 << self._code_of[name] for name in set(answer.folds))
        if answer.discard is not None:
            answers.discard[row] = self._code_of[answer.discard]
        if answers.arrangement is not None:
            self._arrange(row, answer, answers.arrangement)

    def _arrange(self, row: int, answer: Answer, to: Arrangement) -> None:
        cards = [name for group in answer.groups for name in group.cards]
        stands = [name for group in answer.groups for name in group.stands_for]
        numbers = [number for number, group in enumerate(answer.groups) for _ in group.cards]
        to.cards[row, : len(cards) + len(answer.loose)] = self._codes([*cards, *answer.loose])
        to.stands_for[row, : len(stands)] = self._codes(stands)
        to.group[row, : len(numbers)] = numbers
        to.kinds[row, : len(answer.groups)] = [self._kind_of[group.kind] for group in answer.groups]

    def _codes(self, names: Sequence[str]) -> list[int]:
        return [self._code_of[name] for name in names]
