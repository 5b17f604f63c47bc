"""Verdicts as people read them."""

from collections.abc import Iterable
from typing import Any, Protocol

from cli.render import Answer
from cli.render_lines import Line, Span, card_spans, group_lines, joined, kind_span, print_json, print_lines
from solver.answer import Group
from solver.verdict import Fault, Laid


class Verdict(Protocol):
    """What both games' verdicts have in common."""

    @property
    def valid(self) -> bool: ...
    @property
    def faults(self) -> tuple[Fault, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def best(self) -> int | None: ...
    @property
    def laid(self) -> tuple[Laid, ...]: ...
    @property
    def solution(self) -> Answer | None: ...
    def to_json(self) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...


def show_verdict(verdict: Verdict, *, as_json: bool) -> None:
    """Print whether a grouping stands; if not, what is wrong and what would have been possible."""
    if as_json:
        print_json(verdict.to_json())
        return
    head = [Span("valid", "bold green")] if verdict.valid else [Span("not valid", "bold red")]
    print_lines([[*head, Span(f"; {_points(verdict)}")], *_laid(verdict), *_instead(verdict)])


def show_line(number: int, verdict: Verdict, *, as_json: bool) -> None:
    """Print the verdict on one grouping of a file: a line, or with JSON an object."""
    if as_json:
        print_json({"line": number, **verdict.to_json()})
        return
    head = Span("valid", "green") if verdict.valid else Span("not valid", "red")
    faults = "".join(f"; {fault}" for fault in verdict.faults)
    print_lines([[Span(f"{number}: "), head, Span(f", {_points(verdict)}{faults}")]])


def _points(verdict: Verdict) -> str:
    laid = f"{verdict.points} point{'' if verdict.points == 1 else 's'} as laid"
    return laid if verdict.best is None else f"{laid}, {verdict.best} at best"


def _laid(verdict: Verdict) -> Iterable[Line]:
    """Show each group with what it is, or under it each rule it breaks; then what is wrong as a whole."""
    game = str(verdict.to_json()["game"])
    for index, laid in enumerate(verdict.laid):
        faults = [fault for fault in verdict.faults if fault.group == index]
        if laid.group is not None:
            yield from group_lines(game, [laid.group])
        else:
            yield [Span("none".ljust(8), "red"), *_cards(game, laid.cards)]
        for fault in faults:
            yield [Span(f"        {fault.message} ", "red"), Span(f"({fault.rule})", "dim")]
    for fault in verdict.faults:
        if fault.group is None:
            yield [Span(f"{fault.message} ", "red"), Span(f"({fault.rule})", "dim")]


def _cards(game: str, cards: Iterable[str]) -> Line:
    return joined([card_spans(game, card) for card in cards])


def _instead(verdict: Verdict) -> Iterable[Line]:
    """Show how the hand could have declared, or else what would have cost less."""
    solution = verdict.solution
    if verdict.valid or solution is None:
        return
    groups: tuple[Group, ...]
    loose: tuple[str, ...] = ()
    if solution.declaration is not None:
        fold = f", folding {solution.folds[0]}" if solution.folds else ""
        yield [Span(f"the hand could have declared{fold}:", "bold")]
        groups = solution.declaration
    elif verdict.best is not None and verdict.best < verdict.points:
        yield [Span(f"{verdict.best} points were possible:", "bold")]
        groups, loose = solution.groups, solution.loose
    else:
        return
    yield from group_lines(solution.game, groups)
    if loose:
        yield [*kind_span("loose"), *_cards(solution.game, loose)]
