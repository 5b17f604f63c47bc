"""Lines of spans, and cards and groups as spans: coloured on a terminal, plain when piped."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.answer import Group


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


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object in one line."""
    import json

    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def group_lines(game: str, groups: Iterable[Group]) -> Iterable[Line]:
    """Show groups, one a line, each wildcard with what it stands for."""
    for group in groups:
        pairs = zip(group.cards, group.stands_for, strict=True)
        cards = [
            [*card_spans(game, card), *(_standing_for(game, target) if card != target else [])]
            for card, target in pairs
        ]
        yield [*kind_span(group.kind), *joined(cards)]


def _standing_for(game: str, target: str) -> Line:
    """Show what a wildcard stands for, beside it."""
    return [
        Span(f"={span.text}", "dim", f"={span.pretty}" * bool(span.pretty))
        for span in card_spans(game, target)
    ]


def kind_span(kind: str) -> Line:
    """Show the kind of a group, or ``loose``, as the head of a line."""
    return [Span(kind.ljust(_WIDTH), _KIND_STYLES[kind])]


def joined(cards: Iterable[Line]) -> Line:
    """Join cards with spaces."""
    spans: list[Span] = []
    for card in cards:
        spans += [Span(" "), *card] if spans else card
    return spans


def card_spans(game: str, card: str) -> Line:
    """Show a rummy card with its suit symbol on a terminal, red suits red."""
    if game == "rummy" and card != "JK":
        style = "bold red" if card[1] in "HD" else "bold"
        return [Span(card, style, f"{card[0].replace('T', '10')}{_SYMBOLS[card[1]]}")]
    return [Span(card, "bold yellow" if card == "JK" else "bold")]


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines on stdout."""
    if not sys.stdout.isatty():
        for line in lines:
            sys.stdout.write("".join(span.text for span in line) + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        console.print(Text.assemble(*((span.pretty or span.text, span.style) for span in line)))
