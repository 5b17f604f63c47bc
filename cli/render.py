"""Answers as people read them: coloured on a terminal, plain when piped. The one place with rich."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from solver.answer import Group


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
    def points_of(self, card: str) -> int: ...
    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line, and the style it has on a terminal.

    Attributes
    ----------
    text : str
        What is printed when piped.
    style : str
        A rich style, empty for none.
    pretty : str
        What is printed on a terminal; empty: the same as `text`.
    """

    text: str
    style: str = ""
    pretty: str = ""


Line = Sequence[Span]

_KIND_STYLES = {
    "pure": "green",
    "impure": "cyan",
    "trio": "magenta",
    "set": "magenta",
    "ace": "yellow",
    "excuse": "yellow",
    "loose": "dim",
}
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_WIDTH = 8


def show_check(answer: Answer, *, as_json: bool) -> None:
    """Print whether the hand can declare, and how, or what is left."""
    if as_json:
        _print_json(answer.to_json())
    elif answer.declare:
        folds = f", folding {_either(answer.folds)}" if answer.folds else ""
        _print(
            [[Span(f"yes, it can declare{folds}", "bold green")], *_lines(answer, answer.declaration or ())]
        )
    else:
        least = f"{_points(answer.penalty)} at least{_after_discard(answer)}"
        _print([[Span("no, it cannot declare", "bold red"), Span(f"; {least}")], *_arrangement(answer)])


def show_penalty(answer: Answer, *, as_json: bool) -> None:
    """Print the least loose points and the arrangement that shows it."""
    if as_json:
        _print_json(answer.to_json())
        return
    head = [Span(_points(answer.penalty), "bold"), Span(_after_discard(answer))]
    _print([head, *_arrangement(answer)])
    if answer.declare:
        folds = f", folding {_either(answer.folds)}" if answer.folds else ""
        _print([[Span(f"the hand can declare{folds}", "bold green")]])


def _print_json(value: dict[str, Any]) -> None:
    import json

    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _points(points: int) -> str:
    return f"{points} loose point{'' if points == 1 else 's'}"


def _after_discard(answer: Answer) -> str:
    return "" if answer.discard is None else f" after discarding {answer.discard}"


def _either(cards: Sequence[str] | None) -> str:
    *most, last = cards or ()
    return f"{', '.join(most)} or {last}" if most else last


def _arrangement(answer: Answer) -> Iterable[Line]:
    yield from _lines(answer, answer.groups)
    if answer.loose:
        cards = [[*_card(answer, card), Span(f" ({answer.points_of(card)})", "dim")] for card in answer.loose]
        yield [*_kind("loose"), *_joined(cards)]


def _lines(answer: Answer, groups: Iterable[Group]) -> Iterable[Line]:
    for group in groups:
        pairs = zip(group.cards, group.stands_for, strict=True)
        cards = [
            [*_card(answer, card), *([Span(f"={target}", "dim")] if card != target else [])]
            for card, target in pairs
        ]
        yield [*_kind(group.kind), *_joined(cards)]


def _kind(kind: str) -> Line:
    return [Span(kind.ljust(_WIDTH), _KIND_STYLES[kind])]


def _joined(cards: Iterable[Line]) -> Line:
    spans: list[Span] = []
    for card in cards:
        spans += [Span(" "), *card] if spans else card
    return spans


def _card(answer: Answer, card: str) -> Line:
    """Show a rummy card with its suit symbol on a terminal, red suits red."""
    if answer.game == "rummy" and card != "JK":
        style = "bold red" if card[1] in "HD" else "bold"
        return [Span(card, style, f"{card[0].replace('T', '10')}{_SYMBOLS[card[1]]}")]
    return [Span(card, "bold yellow" if card == "JK" else "bold")]


def _print(lines: Iterable[Line]) -> None:
    if not sys.stdout.isatty():
        for line in lines:
            sys.stdout.write("".join(span.text for span in line) + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        console.print(Text.assemble(*((span.pretty or span.text, span.style) for span in line)))
