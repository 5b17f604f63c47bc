"""A batch from its inputs to its output."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.batch.answers import COLUMNS
from solver.batch.formats import Format, format_named, format_of
from solver.batch.games import Setting
from solver.batch.job import MOST_EXAMPLES, Done, Job
from solver.batch.jsonlines import clash_message
from solver.batch.outputs import FileOutput, Output, StdoutOutput, packed
from solver.batch.records import Piece
from solver.batch.runners import run_ordered
from solver.batch.sources import Input, LineSource, inputs_of
from solver.batch.streams import STDIN, size_of
from solver.batch.tally import Tally
from solver.errors import Defect, FileError, HandError

CHUNK = {"cpsat": 256, "tables": 1 << 16, "auto": 1 << 16}
"""Records of a chunk by engine: enough to keep a worker busy for a while, few enough to hold in memory."""

ALONE = {"cpsat": 3, "tables": 1, "auto": 1}
"""Chunks that are not worth starting workers for, by engine."""


@dataclass(frozen=True, slots=True)
class Request:
    """A batch as it is asked for.

    Attributes
    ----------
    game : str
        ``rummy`` or ``bharg``.
    paths : list of str
        Inputs; ``-`` is stdin.
    base : Setting
        What holds where a row says nothing.
    output : str
        A path, or ``-`` for stdout.
    form, to : str or None
        Format of inputs (and output) without a telling suffix; format of the output.
    columns : tuple of str
        The answers to write.
    engine : str
        ``auto``, ``tables`` or ``cpsat``.
    workers : int or None
        Worker processes; None for one a core.
    strict : bool
        Whether the first bad row ends the run.
    overwrite : bool
        Whether answers replace input columns of their names.
    """

    game: str
    paths: list[str]
    base: Setting
    output: str = STDIN
    form: str | None = None
    to: str | None = None
    columns: tuple[str, ...] = COLUMNS
    engine: str = "auto"
    workers: int | None = None
    strict: bool = False
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    tally : Tally
        What is counted so far.
    seconds : float
        Time since the start.
    share : float or None
        The part of the input that has been read, 0–1, if its size is known.
    """

    tally: Tally
    seconds: float
    share: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a finished run did.

    Attributes
    ----------
    tally : Tally
        All counts.
    seconds : float
        Time it took.
    examples : tuple of Defect
        The first rejected rows, and why.
    """

    tally: Tally
    seconds: float
    examples: tuple[Defect, ...]


def run_batch(request: Request, *, watch: Callable[[Progress], None] = lambda progress: None) -> Summary:
    """Answer all rows of the inputs, and write them in their order.

    Parameters
    ----------
    request : Request
        What is asked for.
    watch : callable
        Told how far the run is, after every chunk.

    Raises
    ------
    FileError
        If an input or the output cannot be, or columns clash.
    HandError
        Under `strict`, for the first bad row.
    """
    return _Run(request, watch).run()


class _Run:
    """The state of one run."""

    def __init__(self, request: Request, watch: Callable[[Progress], None]) -> None:
        self._request = request
        self._watch = watch
        self._start = time.monotonic()
        named = None if request.form is None else format_named(request.form)
        self._inputs = inputs_of(request.paths, named)
        self._target = _target(request, named, self._inputs[0])
        self._chunk = CHUNK[request.engine]
        self._first = LineSource(self._inputs[0], self._chunk)
        self._tally = Tally()
        self._examples: list[Defect] = []
        self._before = 0
        self._source = self._first
        self._origins: deque[int] = deque()
        self._rows_of = [0] * len(self._inputs)

    def run(self) -> Summary:
        """Do it all."""
        request = self._request
        _check_columns(request.columns)
        _check_not_input(request, self._inputs)
        job = self._job()
        output: Output = StdoutOutput() if request.output == STDIN else FileOutput(request.output)
        try:
            output.write(packed(job.header(), self._target))
            tasks = self._tasks()
            for done in run_ordered(job, tasks, workers=request.workers, alone=ALONE[request.engine]):
                self._account(done)
                output.write(done.data)
                self._watch(Progress(self._tally, time.monotonic() - self._start, self._share()))
            output.finish()
        finally:
            output.close()
        return Summary(self._tally, time.monotonic() - self._start, tuple(self._examples))

    def _job(self) -> Job:
        """Return the work on a piece, once all inputs are known to fit together."""
        request = self._request
        names = self._first.names
        for item in self._inputs[1:]:
            other = LineSource(item, self._chunk)
            other.close()
            if item.format.name == "jsonl":
                names = tuple(dict.fromkeys([*names, *other.names]))
            elif other.names != names:
                message = f"columns {', '.join(other.names)} differ from those of {self._inputs[0].name}"
                raise FileError.at(item.name, f"{message}: {', '.join(names)}")
        clash = [name for name in names if name in request.columns]
        if clash and not request.overwrite:
            raise FileError.at(self._inputs[0].name, clash_message(clash))
        return Job(
            game=request.game,
            base=request.base,
            engine=request.engine,
            columns=request.columns,
            source=self._inputs[0].format,
            target=self._target,
            names=names,
            overwrite=request.overwrite,
        )

    def _tasks(self) -> Iterator[Piece]:
        """Yield the pieces of all inputs, and remember where each is from."""
        for number, item in enumerate(self._inputs):
            self._source = self._first if number == 0 else LineSource(item, self._chunk)
            for piece in self._source.pieces():
                self._origins.append(number)
                yield piece
            self._before += self._source.position
            self._source.close()

    def _account(self, done: Done) -> None:
        """Count a finished piece."""
        origin = self._origins.popleft()
        before = self._rows_of[origin]
        self._rows_of[origin] += done.tally.rows
        self._tally += done.tally
        where = self._inputs[origin].name
        examples = [Defect(f"{where}, row {before + row + 1}", message) for row, message in done.examples]
        if examples and self._request.strict:
            raise HandError(examples[:1])
        self._examples.extend(examples[: MOST_EXAMPLES - len(self._examples)])

    def _share(self) -> float | None:
        sizes = [size_of(item.path) for item in self._inputs]
        if None in sizes:
            return None
        at = self._before + (self._source.position if self._origins else 0)
        return min(1.0, at / max(1, sum(size or 0 for size in sizes)))


def _target(request: Request, named: Format | None, first: Input) -> Format:
    """Return the format of the output: as said, by suffix, or that of the input."""
    if request.to is not None:
        return format_named(request.to, "--to")
    by_suffix = None if request.output == STDIN else format_of(request.output)
    return by_suffix or named or Format(first.format.name)


def _check_columns(columns: tuple[str, ...]) -> None:
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown or not columns or len(set(columns)) < len(columns):
        wrong = f"no column {unknown[0]!r}" if unknown else "a column is wanted, and each only once"
        raise FileError.at("--columns", f"{wrong}; columns: {', '.join(COLUMNS)}")


def _check_not_input(request: Request, inputs: list[Input]) -> None:
    """Refuse to replace an input."""
    if request.output == STDIN or not os.path.exists(request.output):
        return
    for item in inputs:
        if item.path != STDIN and os.path.samefile(item.path, request.output):
            raise FileError.at(request.output, "is an input too: give the output another name")
