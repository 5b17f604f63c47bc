"""``batch``: all questions for files of hands, in either game."""

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import (
    Ace,
    Deck,
    Decks,
    Engine,
    EngineChoice,
    RuleChanges,
    RuleSet,
    Wild,
    bharg_rules,
    rummy_rules,
)

if TYPE_CHECKING:
    from solver.batch.games import Setting
    from solver.batch.request import Request
    from solver.batch.run import Summary

EXIT_REJECTED = 3


class Runner(StrEnum):
    """Who does the work of a batch."""

    local = "local"
    dask = "dask"


Files = Annotated[
    list[str],
    typer.Argument(metavar="FILES...", help="CSV, JSON Lines, Parquet, Arrow or text; - for stdin."),
]
Out = Annotated[str, typer.Option("--output", "-o", metavar="OUT", help="Output file; - for stdout.")]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORMAT", help="Format of stdin, stdout and files without a telling suffix."
    ),
]
To = Annotated[
    str | None, typer.Option("--to", metavar="FORMAT", help="Format of the output, if it shall differ.")
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Answers to add, parted by commas. Left out: declare, penalty, groups, loose, folds, discard, "
        "error; valid, faults, points, best where the input has a grouping. Others: away; for a turn "
        "unseen, expected_penalty, declare_copies, declare_chance, declare_cards, advised_discard; where "
        "the input has an open card open_penalty, open_declare, open_discard, take_open.",
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, help="Worker processes; left out: one a core.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first bad row.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue an interrupted run of the same command.")]
SummaryFile = Annotated[
    str | None, typer.Option("--summary", metavar="FILE", help="Write the counts as JSON.")
]
RunnerChoice = Annotated[
    Runner, typer.Option("--runner", help="Who does the work; dask writes a folder of Parquet parts.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Scheduler of a Dask cluster (tcp://…); left out: one here."),
]
_LARGE = 8 << 20
"""Bytes of text from which on there is more than one chunk; in Parquet, a hand takes a quarter."""

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Answers replace input columns of their names.")]


def rummy_batch(
    files: Files,
    output: Out = "-",
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    format_name: FormatName = None,
    to: To = None,
    columns: Columns = None,
    workers: Workers = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    resume: Resume = False,
    summary: SummaryFile = None,
    runner: RunnerChoice = Runner.local,
    scheduler: Scheduler = None,
) -> int:
    """Answer every hand or grouping of the files; a row may bring its own wild, decks and rules."""
    with _workers_ahead("rummy", files, workers, runner):
        from solver.batch.rummy import base_setting

        base = base_setting(wild=wild, decks=decks, rules=rummy_rules(rules, rule))
        request = _request("rummy", files, base, output, format_name, to, columns, engine, workers)
        request = replace(request, runner=runner.value, scheduler=scheduler)
        return _run(request, summary, strict=strict, overwrite=overwrite, resume=resume)


def bharg_batch(
    files: Files,
    output: Out = "-",
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    format_name: FormatName = None,
    to: To = None,
    columns: Columns = None,
    workers: Workers = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    resume: Resume = False,
    summary: SummaryFile = None,
    runner: RunnerChoice = Runner.local,
    scheduler: Scheduler = None,
) -> int:
    """Answer every hand or grouping of the files; a row may bring its own ace, deck and rules."""
    with _workers_ahead("bharg", files, workers, runner):
        from solver.batch.bharg import base_setting

        base = base_setting(ace=ace, deck=deck, rules=bharg_rules(rule))
        request = _request("bharg", files, base, output, format_name, to, columns, engine, workers)
        request = replace(request, runner=runner.value, scheduler=scheduler)
        return _run(request, summary, strict=strict, overwrite=overwrite, resume=resume)


def _workers_ahead(
    game: str, files: list[str], workers: int | None, runner: Runner
) -> AbstractContextManager[None]:
    """Start workers at once if the files are so large that they will be needed."""
    from solver.batch.runners import started_ahead

    packed = (".parquet", ".arrow", ".feather")
    sizes = {path: os.path.getsize(path) for path in files if os.path.isfile(path)}
    least = sum(size * (4 if path.lower().endswith(packed) else 1) for path, size in sizes.items())
    if runner is not Runner.local or least < _LARGE:
        return nullcontext()
    modules = ["solver.batch.job", f"solver.batch.{game}"]
    if any(path.lower().endswith(packed) for path in sizes):
        modules += ["solver.batch.columnar", "solver.batch.columnout"]
    return started_ahead(workers, modules)


def _request(
    game: str,
    files: list[str],
    base: "Setting",
    output: str,
    format_name: str | None,
    to: str | None,
    columns: str | None,
    engine: Engine,
    workers: int | None,
) -> "Request":
    from solver.batch.request import Request

    wanted = None if columns is None else tuple(name.strip() for name in columns.split(","))
    return Request(
        game=game,
        paths=files,
        base=base,
        output=output,
        form=format_name,
        to=to,
        columns=wanted,
        engine=engine.value,
        workers=workers,
    )


def _run(request: "Request", to: str | None, *, strict: bool, overwrite: bool, resume: bool) -> int:
    """Run a batch with progress on the terminal; return the exit code."""
    from pathlib import Path

    from cli.render_progress import watching
    from solver.batch.run import run_batch
    from solver.errors import FileError

    request = replace(request, strict=strict, overwrite=overwrite, resume=resume)
    if to is not None and not Path(to).parent.is_dir():
        raise FileError.at(to, f"there is no folder {str(Path(to).parent)!r}")  # before the work, not after
    can_resume = "-" not in (*request.paths, request.output) and request.runner == "local"
    with watching(" (continue with --resume)" if can_resume else "") as watcher:
        summary = run_batch(request, watch=watcher)
    if to is not None:
        from json import dumps

        Path(to).write_text(dumps(summary.to_json(), indent=2) + "\n", encoding="utf-8")
    _tell(summary, all_shown="error" in summary.columns)
    return EXIT_REJECTED if summary.tally.rejected else 0


def _tell(summary: "Summary", *, all_shown: bool) -> None:
    """Say on stderr what a finished run did."""
    tally = summary.tally
    parts = [f"{_count(tally.rows)} row{'s' * (tally.rows != 1)}"]
    if tally.judged:
        parts.append(f"{_count(tally.valid)} of {_count(tally.judged)} groupings valid")
    parts.append(f"{_count(tally.declared)} declare")
    if tally.mean_penalty is not None:
        parts.append(f"mean penalty {tally.mean_penalty:.2f}")
    if tally.rejected:
        parts.append(f"{_count(tally.rejected)} rejected")
    if summary.resumed:
        parts.append(f"{_count(summary.resumed)} of them before")
    parts.append(f"{_count(summary.to_json()['rows_per_second'])} rows/s")
    parts.extend(
        f"{name} {count / max(1, sum(tally.engines.values())):.1%}" for name, count in tally.engines.items()
    )
    lines = [", ".join(parts)]
    if tally.rejected and not all_shown:
        lines.extend(str(defect) for defect in summary.examples)
    sys.stderr.write("".join(f"meldwise: {line}\n" for line in lines))


def _count(number: int) -> str:
    return f"{number:,}"
