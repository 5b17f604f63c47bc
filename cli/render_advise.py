"""Advice as people read it, and the progress of an estimate."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from cli.render_lines import Line, Span, card_spans, joined, print_json, print_lines
from solver.advice import NextDraw, OpenCard, Recommendation

if TYPE_CHECKING:
    from solver.bharg.advise import Discard as BhargDiscard
    from solver.rummy.advise import Discard as RummyDiscard
    from solver.rummy.advise import Pack
    from solver.rummy.staying import Stay

_HEAD = 8


class Advice(Protocol):
    """What both games' advice has in common."""

    @property
    def game(self) -> str: ...
    @property
    def solution(self) -> Any: ...
    @property
    def unseen(self) -> int: ...
    @property
    def stock(self) -> NextDraw | None: ...
    @property
    def open(self) -> OpenCard | None: ...
    @property
    def discards(self) -> "Sequence[RummyDiscard | BhargDiscard] | None": ...
    @property
    def recommend(self) -> Recommendation: ...
    def to_json(self) -> dict[str, Any]: ...


def show_advice(advice: Advice, *, as_json: bool) -> None:
    """Print what to do, why, and what was compared, best first."""
    if as_json:
        print_json(advice.to_json())
        return
    print_lines(advice_lines(advice))


def advice_lines(advice: Advice) -> Iterable[Line]:
    """Yield what to do, why, and what was compared, best first."""
    yield [Span(_action(advice), "bold green")]
    yield [Span(advice.recommend.why)]
    yield from _discards(advice) if advice.discards is not None else _draws(advice)


def _action(advice: Advice) -> str:
    action, card = advice.recommend.action, advice.recommend.card
    deck = "stock" if advice.game == "rummy" else "deck"
    return {
        "pack": "pack",
        "stock": f"draw from the {deck}",
        "open": f"take the open {card}",
        "declare": f"fold {card} and declare" if advice.game == "rummy" else f"discard {card}: all are bound",
        "discard": f"discard {card}",
    }[action]


def _draws(advice: Advice) -> Iterable[Line]:
    """Show 13 (7) cards: what is loose now, then the draws, the better one first, then packing."""
    loose = "loose" if advice.game == "rummy" else "unbound"
    yield [_head("now"), Span(f"{advice.solution.penalty} {loose}, {advice.unseen} cards unseen")]
    for choice in advice.recommend.choices:
        if choice.action == "open" and advice.open is not None:
            yield from _open(advice, advice.open)
        elif advice.stock is not None:
            yield [
                _head("stock" if advice.game == "rummy" else "deck"),
                Span(f"{advice.stock.expected_penalty:.2f} on average, "),
                *_chance(advice, advice.stock),
            ]
    pack: Pack | None = getattr(advice, "pack", None)
    if pack is not None:
        yield [_head("pack"), Span(f"{pack.cost}{_staying(pack)}")]


def _open(advice: Advice, opened: OpenCard) -> Iterable[Line]:
    done = "declares, folding" if advice.game == "rummy" else "binds all, discarding"
    words = f", {done} " if opened.declare else f": {opened.penalty} for certain, discarding "
    card = card_spans(advice.game, opened.card)
    yield [_head("open"), *card, Span(words), *card_spans(advice.game, opened.discard)]


def _staying(pack: "Pack") -> str:
    stay = pack.stay
    if stay is None:
        return ""
    text = f"; staying {stay.expected_points:.1f} ({stay.low:.1f} to {stay.high:.1f} with 95 %), "
    text += f"{100 * stay.won:.1f} % of {stay.rounds:,} simulated rounds won, nobody else packing"
    return f"{text}; stopped before the end" if stay.stopped else text


def _discards(advice: Advice) -> Iterable[Line]:
    """Show a table of the discards, best first."""
    width = max(len(way.card) for way in advice.discards or ())
    tops = advice.game == "bharg"
    yield [Span(f"{'card'.ljust(max(width, 4))}  now   next  {'ace  ' if tops else ''}", "dim")]
    for way in advice.discards or ():
        card = card_spans(advice.game, way.card)
        space = " " * (max(width, 4) - len(card[0].pretty or card[0].text))
        line = [*card, Span(f"{space}  {way.penalty:>3}  {way.next.points:>5.2f}  ")]
        if tops:
            line.append(Span(f"{getattr(way, 'ace', None) or '-':<3}  "))
        if way.declare:
            line.append(Span("declares; " if advice.game == "rummy" else "binds all; ", "bold green"))
        yield [*line, *_chance(advice, way.next), *_beside(way)]


def _beside(way: "RummyDiscard | BhargDiscard") -> Line:
    """Show what only one of the games tells of a discard."""
    gift = getattr(way, "gift", None)
    if gift is not None:
        return [Span(f"; hands over {gift.points:.1f} ± {1.96 * gift.error:.1f}", "dim")]
    distance = getattr(way, "distance", None)
    return [] if distance is None or way.declare else [Span(f"; {distance} away", "dim")]


def _chance(advice: Advice, draw: NextDraw) -> Line:
    """Show with which cards a hand declares next."""
    done = "declares" if advice.game == "rummy" else "binds all"
    if not draw.declare_copies:
        return [Span(f"{done} with none", "dim")]
    share = f"{100 * draw.declare_chance:.1f} %"
    cards = joined(card_spans(advice.game, card) for card in draw.declare_cards)
    return [Span(f"{done} with {draw.declare_copies} of {advice.unseen} ({share}): "), *cards]


def _head(word: str) -> Span:
    return Span(word.ljust(_HEAD), "dim")


@contextmanager
def watching() -> Iterator["Callable[[Stay], None] | None"]:
    """Yield what shows an estimate as it grows, on stderr if that is a terminal; else None."""
    if not sys.stderr.isatty():
        yield None
        return

    def show(stay: "Stay") -> None:
        text = f"{stay.rounds:,} rounds: staying {stay.expected_points:.1f} ± {1.96 * stay.error:.1f}"
        sys.stderr.write(f"\r{text} (Ctrl-C for the answer so far)\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
