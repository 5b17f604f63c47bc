"""Distributions over files of hands, analysed or raw, by group."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.batch.answer import answer_rows, settings_of
from solver.batch.distribution import Difference, Distribution, Pairs, mean_difference, share_difference
from solver.batch.formats import format_named
from solver.batch.games import game_of
from solver.batch.job import Job
from solver.batch.request import ALONE, CHUNK, Request, job_of
from solver.batch.rows import Rows
from solver.batch.runners import run_ordered
from solver.batch.sources import inputs_of, open_source
from solver.errors import FileError

ANSWERS = ("declare", "penalty")
"""The columns that make a file an analysed one."""

ALL = "all"
MOST_GROUPS = 1000
Groups = dict[str, Distribution]


@dataclass(frozen=True, slots=True)
class Counter:
    """The work on a piece; it can be pickled.

    Attributes
    ----------
    job : Job
        How pieces are read, and answered if they are not yet.
    by : str or None
        A column of the input, or a trait of the hands that the game tells; None for all together.
    """

    job: Job
    by: str | None

    @property
    def analysed(self) -> bool:
        """Whether the input has answers already."""
        return all(name in self.job.names for name in ANSWERS)

    def __call__(self, piece: Any) -> Groups:
        """Count one piece."""
        return self.counted(piece).groups()

    def counted(self, piece: Any) -> "Counted":
        """Return what is counted of each row of a piece."""
        rows = self.job.reader().rows(piece)
        declare, penalty, good = self._given(rows) if self.analysed else self._answered(rows)
        names = np.full(len(rows), ALL, object) if self.by is None else np.array(self._names(rows), object)
        hands = rows.hands.tolist() if rows.read is None else rows.read.codes.tolist()
        return Counted(declare, penalty, good, names, hands)

    def _given(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.bool_]]:
        """Take the answers that the rows bring."""
        declare, penalty = rows.keeping(ANSWERS).cells()
        good = np.array([(text or "").strip().isdecimal() for text in penalty], np.bool_)
        points = [int(text or 0) if known else 0 for text, known in zip(penalty, good, strict=True)]
        yes = [(text or "").strip().lower() == "true" for text in declare]
        return np.array(yes, np.bool_), np.array(points, np.int64), good

    def _answered(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.bool_]]:
        """Answer the rows."""
        job = self.job
        answers = answer_rows(game_of(job.game), rows, job.base, engine=job.engine, columns=ANSWERS)
        return answers.declare, answers.penalty.astype(np.int64), answers.good()

    def _names(self, rows: Rows) -> list[str]:
        """Return the group of each row."""
        assert self.by is not None
        if self.by in self.job.names:
            return [text or "" for text in rows.keeping((self.by,)).cells()[0]]
        game = game_of(self.job.game)
        read = game.speller.read(rows.hands) if rows.read is None else rows.read
        which, settings = settings_of(game, rows, self.job.base)
        traits = game.trait(self.by, read, which, settings)
        return ["" if trait < 0 else str(trait) for trait in traits.tolist()]


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of N rows: answers, which of them are any, group, and the hand."""

    declare: NDArray[np.bool_]
    penalty: NDArray[np.int64]
    good: NDArray[np.bool_]
    names: NDArray[np.object_]
    hands: list[Any]

    def groups(self) -> Groups:
        """Return the distribution of each group."""
        found = {}
        for name in dict.fromkeys(self.names.tolist()):
            own = self.names == name
            found[name] = Distribution.of(self.declare[own], self.penalty[own], self.good[own])
        return found


@dataclass(frozen=True, slots=True)
class Comparer:
    """The work on a piece of each of two files; it can be pickled."""

    first: Counter
    second: Counter

    def __call__(self, pieces: tuple[Any, Any]) -> "Compared":
        """Count a piece of each file, and the differences if they hold the same hands."""
        counted = [
            None if piece is None else counter.counted(piece)
            for counter, piece in zip((self.first, self.second), pieces, strict=True)
        ]
        groups = [{} if one is None else one.groups() for one in counted]
        one, other = counted
        if one is None or other is None or one.hands != other.hands:
            return Compared(groups[0], groups[1], None)
        good = one.good & other.good
        points = other.penalty - one.penalty
        declared = other.declare.astype(np.int64) - one.declare
        pairs = {}
        for name in groups[0]:
            own = good & (one.names == name)
            pairs[name] = Pairs.of(points[own], declared[own])
        return Compared(groups[0], groups[1], pairs)


@dataclass(frozen=True, slots=True)
class Compared:
    """Distributions of two lots of files, and the differences by hand if both hold the same hands.

    Attributes
    ----------
    first, second : dict of str to Distribution
        By group.
    pairs : dict of str to Pairs, or None
        By group of the first; None if the hands differ.
    """

    first: Groups
    second: Groups
    pairs: dict[str, Pairs] | None

    def differences(self) -> dict[str, tuple[Difference | None, Difference | None]]:
        """Return for each group in both the difference of the shares that declare and of the means."""
        common = [name for name in self.first if name in self.second]
        if self.pairs is not None:
            return {
                name: (self.pairs[name].share_difference(), self.pairs[name].mean_difference())
                for name in common
            }
        pairs = ((name, self.first[name], self.second[name]) for name in common)
        return {name: (share_difference(one, two), mean_difference(one, two)) for name, one, two in pairs}


def collect(request: Request, by: str | None) -> Groups:
    """Return the distribution of each group over files.

    Parameters
    ----------
    request : Request
        The files, and how they are answered if they are not yet; its output does not matter.
    by : str or None
        A column, or a trait of the game; None for all hands together.

    Raises
    ------
    FileError
        If a file cannot be read, there is no such column, or it has over 1,000 different values.
    """
    counter, pieces = _opened(request, by)
    found: Groups = {}
    for groups in run_ordered(counter, pieces, workers=request.workers, alone=ALONE[request.engine]):
        _add(found, groups)
    return _in_order(found)


def compare(first: Request, second: Request, by: str | None) -> Compared:
    """Return the distributions of two lots of files; parameters and errors are those of `collect`."""
    one, pieces = _opened(first, by)
    two, others = _opened(second, by)
    groups: tuple[Groups, Groups] = ({}, {})
    pairs: dict[str, Pairs] | None = {}
    tasks = zip_longest(pieces, others)
    for part in run_ordered(Comparer(one, two), tasks, workers=first.workers, alone=ALONE[first.engine]):
        _add(groups[0], part.first)
        _add(groups[1], part.second)
        if pairs is not None and part.pairs is not None:
            pairs = {
                name: pairs.get(name, Pairs()) + part.pairs.get(name, Pairs()) for name in pairs | part.pairs
            }
        else:
            pairs = None
    return Compared(_in_order(groups[0]), _in_order(groups[1]), pairs)


def _opened(request: Request, by: str | None) -> tuple[Counter, Iterator[Any]]:
    """Return the work on files, and their pieces."""
    named = None if request.form is None else format_named(request.form)
    inputs = inputs_of(request.paths, named)
    first = open_source(request.game, inputs[0], CHUNK[request.engine])
    counter = Counter(job_of(request, inputs, first, inputs[0].format), by)
    known = dict.fromkeys([*first.names, *game_of(request.game).traits])
    if by is not None and by not in known:
        raise FileError.at("--by", f"no column {by!r}; columns: {', '.join(known)}")

    def pieces() -> Iterator[Any]:
        for number, item in enumerate(inputs):
            source = open_source(request.game, item, CHUNK[request.engine]) if number else first
            yield from source.pieces()
            source.close()

    return counter, pieces()


def _add(found: Groups, groups: Groups) -> None:
    for name, distribution in groups.items():
        found[name] = found.get(name, Distribution()) + distribution
    if len(found) > MOST_GROUPS:
        raise FileError.at("--by", f"the column has over {MOST_GROUPS} different values")


def _in_order(groups: Groups) -> Groups:
    """Return groups by name, numbers by value."""
    return dict(
        sorted(
            groups.items(),
            key=lambda pair: (not pair[0].isdecimal(), len(pair[0]) * pair[0].isdecimal(), pair[0]),
        )
    )
