"""A batch as it is asked for, checked before work starts."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.batch.columns import (
    ADVICE,
    check_columns,
    columns_read,
    default_columns,
    judges,
    missing_column,
)
from solver.batch.formats import Format, format_named, format_of
from solver.batch.games import Setting, game_of
from solver.batch.job import Job
from solver.batch.jsonout import clash_message
from solver.batch.sources import Input, Source, open_source
from solver.batch.streams import STDIN
from solver.errors import FileError

CHUNK = {"cpsat": 256, "tables": 1 << 16, "auto": 1 << 16}
"""Records of a chunk by engine: enough to keep a worker busy for a while, few enough to hold in memory."""

_CHUNK_COUNTED = 1 << 12
"""Records of a chunk if every draw is counted for each."""

_CHUNK_JUDGED = 1 << 14
"""Records of a chunk if groupings are judged."""

_NUMBERS = {"declare", "penalty", "error"}
_CHUNKS, _CHUNKS_OF_NUMBERS = 2, 16
"""Chunks that a row group of Parquet may be as large as, to be one as it stands; numbers need little room."""

ALONE = {"cpsat": 3, "tables": 1, "auto": 1}
"""Chunks that are not worth starting workers for, by engine."""

RUNNERS = ("local", "dask")
"""Who does the work: processes of this machine, or the workers of a cluster."""

_END = 1 << 16


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
    columns : tuple of str or None
        The answers to write; None for those that the input's columns ask for.
    engine : str
        ``auto``, ``tables`` or ``cpsat``.
    workers : int or None
        Worker processes; None for one a core.
    strict : bool
        Whether the first bad row ends the run.
    overwrite : bool
        Whether answers replace input columns of their names.
    resume : bool
        Whether to continue an interrupted run.
    runner : str
        ``local``, or ``dask`` for a cluster; the output is a folder of Parquet parts, then.
    scheduler : str or None
        Address of the cluster's scheduler; None to start a cluster on this machine.
    """

    game: str
    paths: list[str]
    base: Setting
    output: str = STDIN
    form: str | None = None
    to: str | None = None
    columns: tuple[str, ...] | None = None
    engine: str = "auto"
    workers: int | None = None
    strict: bool = False
    overwrite: bool = False
    resume: bool = False
    runner: str = "local"
    scheduler: str | None = None

    @property
    def chunk(self) -> int:
        """Records of a chunk."""
        wanted = set(self.columns or ())
        most = CHUNK[self.engine]
        if wanted & ADVICE.keys():
            return min(most, _CHUNK_COUNTED)
        return min(most, _CHUNK_JUDGED) if judges(self.columns) else most

    @property
    def needs(self) -> tuple[str, ...]:
        """The input columns of which there has to be one; plain text is the first of them."""
        return ("grouping", "hand") if judges(self.columns) else ("hand", "grouping")

    def open(self, item: Input, target: Format) -> Source:
        """Open an input, for an output of some format."""
        whole = self.chunk
        if target.name == "parquet":  # else all columns are decoded
            numbers = self.columns is not None and set(self.columns) <= _NUMBERS
            whole *= _CHUNKS_OF_NUMBERS if numbers else _CHUNKS
        return open_source(self.game, item, self.chunk, self.needs, whole)


def check_request(request: Request, inputs: list[Input]) -> None:
    """Refuse what cannot be done.

    Raises
    ------
    FileError
        For columns that do not exist, an output that is an input, or a run that cannot be continued.
    EngineError
        For columns that the engine does not answer.
    """
    if request.columns is not None:
        check_columns(request.columns, request.engine, "--columns")
    if request.resume and request.output == STDIN:
        raise FileError.at("--resume", "wants an output file: name it with -o")
    if request.resume and any(item.path == STDIN for item in inputs):
        raise FileError.at("--resume", "stdin cannot be read again: give a file")
    _check_runner(request)
    if request.output == STDIN or not os.path.exists(request.output):
        return
    for item in inputs:
        if item.path != STDIN and os.path.samefile(item.path, request.output):
            raise FileError.at(request.output, "is an input too: give the output another name")


def _check_runner(request: Request) -> None:
    """Refuse what the runner cannot do."""
    if request.runner not in RUNNERS:
        message = f"no runner {request.runner!r}; runners: {', '.join(RUNNERS)}"
        raise FileError.at("--runner", message)
    if request.runner == "local":
        if request.scheduler is not None:
            raise FileError.at("--scheduler", "is for --runner dask")
        return
    if request.output == STDIN:
        raise FileError.at("--runner", "dask writes a folder of Parquet parts: name it with -o")
    if request.to not in (None, "parquet"):
        raise FileError.at("--to", "--runner dask writes Parquet parts")
    by_suffix = format_of(request.output)
    if by_suffix is not None and by_suffix.name != "parquet":
        message = f"--runner dask writes a folder of Parquet parts, no {by_suffix.name}: name a folder"
        raise FileError.at(request.output, message)
    if request.resume:
        raise FileError.at("--resume", "is for --runner local: a cluster makes up for lost workers itself")


def target_format(request: Request, named: Format | None, first: Input) -> Format:
    """Return the format of the output: as said, by suffix, or that of the input."""
    if request.runner == "dask":
        return Format("parquet")
    if request.to is not None:
        return format_named(request.to, "--to")
    by_suffix = None if request.output == STDIN else format_of(request.output)
    return by_suffix or named or Format(first.format.name)


def job_of(request: Request, inputs: list[Input], first: Source, target: Format) -> Job:
    """Return the work on a piece, once all inputs are known to fit together.

    Parameters
    ----------
    first : Source
        The first input, opened.

    Raises
    ------
    FileError
        If inputs differ in their columns, columns clash with answers, or there is no grouping to be judged.
    """
    names = _common_names(request, inputs, first, target)
    columns = default_columns(names) if request.columns is None else request.columns
    # which keys later objects of JSON Lines have is not known yet
    if judges(columns) and inputs[0].format.name != "jsonl" and "grouping" not in names:
        raise FileError(missing_column(names, ("grouping",), inputs[0].name))
    clash = [name for name in names if name in columns]
    if clash and not request.overwrite:
        raise FileError.at(inputs[0].name, clash_message(clash))
    if first.schema is not None:
        from solver.batch.columnar import check_schema

        reads = columns_read(columns, names)
        check_schema(game_of(request.game), first.schema, inputs[0].name, request.needs, reads)
    return Job(
        game=request.game,
        base=request.base,
        engine=request.engine,
        columns=columns,
        source=inputs[0].format,
        target=target,
        names=names,
        overwrite=request.overwrite,
        schema=first.schema,
    )


def _common_names(request: Request, inputs: list[Input], first: Source, target: Format) -> tuple[str, ...]:
    """Return the columns of all inputs, which have to be the same; of JSON Lines, all keys."""
    names = first.names
    for item in inputs[1:]:
        other = request.open(item, target)
        other.close()
        if item.format.name == "jsonl":
            names = tuple(dict.fromkeys([*names, *other.names]))
        elif other.names != names:
            message = f"columns {', '.join(other.names)} differ from those of {inputs[0].name}"
            raise FileError.at(item.name, f"{message}: {', '.join(names)}")
        elif first.schema is not None and not other.schema.equals(first.schema):
            raise FileError.at(item.name, f"types of columns differ from those of {inputs[0].name}")
    return names


def identity_of(request: Request, inputs: list[Input], job: Job) -> dict[str, Any]:
    """Return what makes a run the same as another, as JSON: program, options and inputs."""
    from importlib.metadata import version

    return {
        "version": version("meldwise"),
        "game": request.game,
        "options": repr(sorted(request.base.values.items(), key=lambda pair: pair[0])),
        "engine": request.engine,
        "columns": list(job.columns),
        "formats": [repr(job.source), repr(job.target)],
        "overwrite": request.overwrite,
        "chunk": request.chunk,
        "inputs": [_file_identity(item) for item in inputs],
    }


def manifest_of(request: Request, inputs: list[Input], job: Job) -> dict[str, Any]:
    """Return what a run is as JSON for people and programs that read its output."""
    from importlib.metadata import version

    values = request.base.values.items()
    return {
        "version": version("meldwise"),
        "game": request.game,
        "options": {name: getattr(value, "name", value) for name, value in values},
        "engine": request.engine,
        "columns": list(job.columns),
        "inputs": [item.path for item in inputs],
    }


def _file_identity(item: Input) -> list[Any]:
    """Return path, size, time of change and a hash of both ends of a file."""
    if item.path == STDIN:
        return [STDIN]
    path = Path(item.path)
    status = path.stat()
    if not path.is_file():
        return [str(path.absolute())]
    with path.open("rb") as file:
        ends = file.read(_END)
        file.seek(max(0, status.st_size - _END))
        ends += file.read(_END)
    return [str(path.absolute()), status.st_size, status.st_mtime_ns, hashlib.sha256(ends).hexdigest()]
