"""Answers as people read them."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from cli.render_lines import Line, Span, card_spans, group_lines, joined, kind_span, print_json, print_lines
from solver.answer import Group
from solver.errors import ConditionsError


class Answer(Protocol):
    """What both games' solutions have in common."""

    @property
    def game(self) -> str: ...
    @property
    def declare(self) -> bool: ...
    @property
    def penalty(self) -> int: ...
    @property
    def groups(self) -> tuple[Group, ...]: ...
    @property
    def loose(self) -> tuple[str, ...]: ...
    @property
    def declaration(self) -> tuple[Group, ...] | None: ...
    @property
    def folds(self) -> tuple[str, ...] | None: ...
    @property
    def discard(self) -> str | None: ...
    @property
    def conditions(self) -> str | None: ...
    def points_of(self, card: str) -> int: ...
    def to_json(self) -> dict[str, Any]: ...


def show_check(answer: Answer, *, as_json: bool) -> None:
    """Print whether the hand can declare, and how, or what is left."""
    if as_json:
        print_json(answer.to_json())
    elif answer.declare:
        print_lines(_yes(answer.game, answer.declaration or (), answer.folds, _under(answer)))
    else:
        least = f"{_points(answer.penalty)} at least{_after_discard(answer)}{_under(answer)}"
        print_lines([[Span("no, it cannot declare", "bold red"), Span(f"; {least}")], *_arrangement(answer)])


def show_unmet(answer: Answer, error: ConditionsError, *, as_json: bool) -> None:
    """Print that no arrangement of a loser meets a player's conditions, but perhaps a declaration does.

    `answer` is that without conditions.
    """
    declaration, folds = error.declaration, error.folds
    if as_json:
        told: dict[str, Any] = {
            "declare": declaration is not None,
            "penalty": None,
            "groups": [],
            "loose": [],
            "declaration": None if declaration is None else [group.to_json() for group in declaration],
            "folds": None if answer.folds is None else list(folds or ()),
            "discard": None,
        }
        impossible = {} if declaration else {"impossible": True}
        print_json(answer.to_json() | told | {"conditions": error.conditions} | impossible)
    elif declaration is not None:
        print_lines(_yes(answer.game, declaration, folds, f", {error.conditions}"))
    else:
        words = f"; impossible: no arrangement {error.conditions}"
        print_lines([[Span("no, it cannot declare", "bold red"), Span(words)]])


def _yes(
    game: str, declaration: Iterable[Group], folds: tuple[str, ...] | None, under: str
) -> Iterable[Line]:
    folding = f", folding {_either(folds)}" if folds else ""
    yield [Span(f"yes, it can declare{folding}", "bold green"), Span(under)]
    yield from group_lines(game, declaration)


def show_penalty(answer: Answer, *, as_json: bool) -> None:
    """Print the least loose points and the arrangement that shows it."""
    if as_json:
        print_json(answer.to_json())
        return
    head = [Span(_points(answer.penalty), "bold"), Span(_after_discard(answer) + _under(answer))]
    print_lines([head, *_arrangement(answer)])
    if answer.declare:
        folds = f", folding {_either(answer.folds)}" if answer.folds else ""
        print_lines([[Span(f"the hand can declare{folds}", "bold green")]])


def _points(points: int) -> str:
    return f"{points} loose point{'' if points == 1 else 's'}"


def _after_discard(answer: Answer) -> str:
    return "" if answer.discard is None else f" after discarding {answer.discard}"


def _under(answer: Answer) -> str:
    return f", {answer.conditions}" if answer.conditions else ""


def _either(cards: Sequence[str] | None) -> str:
    *most, last = cards or ()
    return f"{', '.join(most)} or {last}" if most else last


def _arrangement(answer: Answer) -> Iterable[Line]:
    yield from group_lines(answer.game, answer.groups)
    if answer.loose:
        cards = [
            [*card_spans(answer.game, card), Span(f" ({answer.points_of(card)})", "dim")]
            for card in answer.loose
        ]
        yield [*kind_span("loose"), *joined(cards)]
