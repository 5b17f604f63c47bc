"""The command ``meldwise``: its sub-commands, and how every run ends."""

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from types import FrameType
from typing import Annotated, Any

import typer

from cli import bharg, common, rummy
from cli.serve import serve
from solver.batch.lean import without_pandas

EXIT_BAD_INPUT = 2
EXIT_FAULT = 70
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143

app = typer.Typer(
    name="meldwise",
    help="Exact hand solver for thirteen-card rummy and Bharg.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rummy.app, name="rummy")
app.add_typer(bharg.app, name="bharg")
common.register(app)
app.command()(serve)


def _print_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"meldwise {version('meldwise')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command and exit with the contract's code; no traceback ever reaches the user."""
    signal.signal(signal.SIGTERM, _terminate)
    without_pandas()
    code = run(sys.argv[1:])
    if code == EXIT_INTERRUPTED:
        # an interrupt that came within an exec, as dataclasses have, would have Python end by the signal
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command with arguments and return its exit code.

    0 done or yes, 1 no, 2 bad input, 3 some rows rejected, 70 a fault of ours, 130 and 143 for
    Ctrl-C and SIGTERM; 0 when the reader of stdout went away.
    """
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except SystemExit as exit_:
        # typer turns a closed pipe into exit code 1, which means "no" here
        if isinstance(exit_.__context__, BrokenPipeError):
            _forget_stdout()
            return 0
        return exit_.code if isinstance(exit_.code, int) else 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code


@cache
def command() -> Any:
    """Return the whole command, built once: a server runs it many times."""
    return typer.main.get_command(app)


def _dispatch(arguments: list[str]) -> int:
    from solver.errors import SolverError

    try:
        result: Any = command()(args=arguments, prog_name="meldwise", standalone_mode=False)
    except SolverError as error:
        return _bad_input([(defect.where, defect.message) for defect in error.defects], arguments)
    except typer.TyperException as error:
        message = error.format_message()
        if message.startswith("Usage: "):  # no verb was named: that is the help, as it is laid out
            typer.echo(message, err=True)
            return EXIT_BAD_INPUT
        return _bad_input([("command line", _one_line(message))], arguments)
    except typer.Abort:
        return EXIT_INTERRUPTED
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as error:
        where = str(error.filename) if error.filename is not None else "system"
        return _bad_input([(where, error.strerror or str(error))], arguments)
    except Exception as error:  # the last line of defence: a fault of ours, told in one line
        return _fault(error)
    return result if isinstance(result, int) else 0


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _bad_input(defects: list[tuple[str, str]], arguments: list[str]) -> int:
    if "--json" in arguments:
        import json

        rows = [{"where": where, "message": message} for where, message in defects]
        typer.echo(json.dumps({"error": {"defects": rows}}, ensure_ascii=False))
    else:
        for where, message in defects:
            typer.echo(f"meldwise: {where}: {message}", err=True)
    return EXIT_BAD_INPUT


def _fault(error: Exception) -> int:
    from importlib.metadata import version

    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" at {os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}" if at else ""
    typer.echo(
        f"meldwise: a fault of ours, please report it with the command you ran: {type(error).__name__}"
        f"{place}: {_one_line(str(error))} (meldwise {version('meldwise')}, Python {sys.version.split()[0]})",
        err=True,
    )
    return EXIT_FAULT


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(EXIT_TERMINATED)


def _forget_stdout() -> None:
    """Point stdout nowhere, so that the interpreter does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
