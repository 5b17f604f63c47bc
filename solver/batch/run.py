"""A batch from its inputs to its output."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from solver.batch.formats import format_named
from solver.batch.job import MOST_EXAMPLES, Done, Job
from solver.batch.outputs import Output, StdoutOutput, table_opener
from solver.batch.partial import Chunk, PartialFile
from solver.batch.request import (
    ALONE,
    Request,
    check_request,
    identity_of,
    job_of,
    manifest_of,
    target_format,
)
from solver.batch.runners import run_ordered
from solver.batch.sources import inputs_of
from solver.batch.streams import STDIN, size_of
from solver.batch.tally import Tally
from solver.errors import Defect, HandError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    tally : Tally
        What is counted so far.
    rows : int
        Rows that this run answered itself, not one that it continues.
    seconds : float
        Time since the start.
    share : float or None
        The part of the input that has been read, 0–1, if its size is known.
    """

    tally: Tally
    rows: int
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
    resumed : int
        Rows that an interrupted run had answered before.
    examples : tuple of Defect
        The first rejected rows, and why.
    columns : tuple of str
        The answers that were written.
    """

    tally: Tally
    seconds: float
    resumed: int
    examples: tuple[Defect, ...]
    columns: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        rows = self.tally.rows - self.resumed
        return {
            **self.tally.to_json(),
            "resumed": self.resumed,
            "seconds": round(self.seconds, 3),
            "rows_per_second": round(rows / max(self.seconds, 1e-9)),
        }


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
        check_request(request, self._inputs)
        self._target = target_format(request, named, self._inputs[0])
        self._source = request.open(self._inputs[0], self._target)
        self._tally = Tally()
        self._resumed = 0
        self._examples: list[Defect] = []
        self._origins: deque[int] = deque()
        self._rows_of = [0] * len(self._inputs)
        self._sizes = [size_of(item.path) for item in self._inputs]
        self._before = 0

    def run(self) -> Summary:
        """Do it all."""
        request = self._request
        job = job_of(request, self._inputs, self._source, self._target)
        schema = None if self._target.is_lines else job.target_schema()
        chunks: list[Chunk] = []
        output: Output
        if request.output == STDIN:
            output = StdoutOutput(self._target, schema)
        elif request.runner == "dask":
            from solver.batch.parts import PartsFolder

            output = PartsFolder(request.output, manifest_of(request, self._inputs, job), schema)
        else:
            identity = identity_of(request, self._inputs, job)
            output = partial = PartialFile(
                request.output, identity, resume=request.resume, opener=table_opener(self._target, schema)
            )
            chunks = partial.chunks
        try:
            if chunks:
                self._take_over(chunks)
            else:
                output.write(job.header(), -1, Tally())
            tasks = self._tasks(skip=max(0, len(chunks) - 1))
            for done in self._results(job, tasks):
                origin = self._account(done)
                output.write(done.data, origin, done.tally)
                self._watch(self._progress())
            output.finish()
        finally:
            output.close()
        seconds = time.monotonic() - self._start
        return Summary(self._tally, seconds, self._resumed, tuple(self._examples), job.columns)

    def _results(self, job: Job, tasks: Iterator[Any]) -> Iterator[Done]:
        """Yield what comes of all pieces, in their order."""
        request = self._request
        if request.runner == "local":
            return run_ordered(job, tasks, workers=request.workers, alone=ALONE[request.engine])
        from solver.batch.cluster import run_on_cluster

        return run_on_cluster(job, tasks, scheduler=request.scheduler, workers=request.workers)

    def _take_over(self, chunks: list[Chunk]) -> None:
        """Count what an interrupted run has done; its first chunk is the header."""
        for chunk in chunks[1:]:
            self._rows_of[chunk.origin] += chunk.tally.rows
            self._tally += chunk.tally
        self._resumed = self._tally.rows

    def _tasks(self, skip: int) -> Iterator[Any]:
        """Yield the pieces of all inputs but the first, and remember where each is from."""
        for number, item in enumerate(self._inputs):
            if number:
                self._source = self._request.open(item, self._target)
            for piece in self._source.pieces():
                if skip:
                    skip -= 1
                    continue
                self._origins.append(number)
                yield piece
            self._before += self._sizes[number] or 0
            self._source.close()

    def _account(self, done: Done) -> int:
        """Count a finished piece, and return the number of its input."""
        origin = self._origins.popleft()
        before = self._rows_of[origin]
        self._rows_of[origin] += done.tally.rows
        self._tally += done.tally
        where = self._inputs[origin].name
        examples = [Defect(f"{where}, row {before + row + 1}", message) for row, message in done.examples]
        if examples and self._request.strict:
            raise HandError(examples[:1])
        self._examples.extend(examples[: MOST_EXAMPLES - len(self._examples)])
        return origin

    def _progress(self) -> Progress:
        share = None
        if None not in self._sizes:
            whole = sum(size or 0 for size in self._sizes)
            share = min(1.0, (self._before + self._source.position) / max(1, whole))
        rows = self._tally.rows - self._resumed
        return Progress(self._tally, rows, time.monotonic() - self._start, share)
