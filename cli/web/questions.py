"""A question of the page, as the command line that answers it: the same functions, the same bytes."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cli import main
from cli.web.capture import caught
from solver.errors import Defect, HandError, SolverError

GAMES = ("rummy", "bharg")
VERBS = ("check", "penalty", "verify", "explain", "advise")

_TEXT = re.compile(r"[^\ud800-\udfff]*")
_RULES = re.compile(r"[A-Za-z0-9_=,+\- ]*")
"""A preset with changes; no character that a path of a rule file would need."""

Reader = Callable[[str, Any], list[str]]
"""From the name of an option and its JSON value to arguments; raises `HandError` for a wrong value."""


class QuestionError(HandError):
    """A request that is no question: a wrong key, type or value."""


def _text(name: str, value: Any) -> list[str]:
    if not isinstance(value, str) or not _TEXT.fullmatch(value):
        raise QuestionError.at(name, "a text is wanted")
    return [f"--{name}={value}"]


def _rule_set(name: str, value: Any) -> list[str]:
    if not isinstance(value, str) or not _RULES.fullmatch(value):
        raise QuestionError.at(name, "a preset is wanted, such as trio or trio,max_wild=1")
    return [f"--{name}={value}"]


def _texts(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > 100:
        raise QuestionError.at(name, "a list of at most 100 texts is wanted")
    return [argument for one in value for argument in _text(name, one)]


def _flag(name: str, value: Any) -> list[str]:
    if not isinstance(value, bool):
        raise QuestionError.at(name, "true or false is wanted")
    return [f"--{name}"] if value else []


def _number(most: int) -> Reader:
    def read(name: str, value: Any) -> list[str]:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise QuestionError.at(name, f"a whole number of at most {most} is wanted")
        return [f"--{name}={value}"]

    return read


READERS: Mapping[str, Reader] = {
    "wild": _text,
    "decks": _number(1000),
    "rules": _rule_set,
    "rule": _texts,
    "ace": _text,
    "deck": _text,
    "engine": _text,
    "loose": _text,
    "fold": _text,
    "hand": _text,
    "open": _text,
    "seen": _text,
    "players": _number(6),
    "first-turn": _flag,
    # the work of a simulation is limited by its rounds, not by time; so many need no further process
    "rounds": _number(1000),
    "seed": _number(2**32),
    "all": _flag,
    "limit": _number(200),
    "keep": _text,
    "without": _text,
    "together": _texts,
    "compare-rules": _rule_set,
}
"""The options that a request may name, where the command has them; none reads or writes a file."""


def offered() -> dict[str, list[str]]:
    """Return the verbs that each game answers."""
    commands: Any = main.command()
    return {game: [verb for verb in VERBS if verb in commands.commands[game].commands] for game in GAMES}


def arguments_of(game: str, verb: str, question: Mapping[str, Any]) -> list[str]:
    """Return the command line of a question.

    Parameters
    ----------
    game, verb : str
        One of those `offered`.
    question : mapping
        ``{"hand": "4H …", "wild": "8H", …}``; ``grouping`` in place of ``hand`` for ``verify``. A key is the
        name of an option; null stands for an option left out.

    Raises
    ------
    QuestionError
        With every key and value that is wrong.

    >>> arguments_of("rummy", "check", {"hand": "4H 5H", "wild": "8H", "decks": None})
    ['rummy', 'check', '--wild=8H', '--json', '--', '4H 5H']
    """
    subject, options = _parameters(game, verb)
    defects: list[Defect] = []
    found = [
        argument
        for key, value in question.items()
        if key != subject and value is not None
        for argument in _read(key, value, options, defects)
    ]
    cards = question.get(subject)
    if not isinstance(cards, str) or not _TEXT.fullmatch(cards):
        defects.append(Defect(subject, "a text is wanted"))
    if defects:
        raise QuestionError(defects)
    return [game, verb, *found, "--json", "--", str(cards)]


def _parameters(game: str, verb: str) -> tuple[str, set[str]]:
    """Return the name of a command's argument, and of its options that a request may name."""
    command: Any = main.command()
    parameters = command.commands[game].commands[verb].params
    subject = next(one.name for one in parameters if one.param_type_name == "argument")
    named = {option.removeprefix("--") for one in parameters for option in one.opts if option[:2] == "--"}
    return subject, named & READERS.keys()


def _read(key: str, value: Any, options: Iterable[str], defects: list[Defect]) -> list[str]:
    if key not in options:
        from solver.text import printable

        defects.append(
            Defect("request", f"no option {printable(key)!r}; options: {', '.join(sorted(options))}")
        )
        return []
    try:
        return READERS[key](key, value)
    except SolverError as error:
        defects.extend(error.defects)
        return []


def answer(arguments: list[str]) -> tuple[int, str]:
    """Run a command line; return its exit code and what it prints."""
    return caught(lambda: main.run(arguments))
