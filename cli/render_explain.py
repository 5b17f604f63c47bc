"""Explanations as people read them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cli.render_lines import Line, Span, card_spans, group_lines, joined, kind_span, print_json, print_lines
from solver.answer import Group
from solver.verdict import listed

if TYPE_CHECKING:
    from solver.bharg.explain import Explanation as BhargExplanation
    from solver.bharg.nearest import Nearest as BhargNearest
    from solver.rummy.explain import Explanation
    from solver.rummy.swaps import Nearest

_NEEDS = 4
"""Cards that an arrangement needs next, of which so many are shown."""


def show_explanation(told: "Explanation", *, as_json: bool) -> None:
    """Print an explanation of a rummy hand."""
    if as_json:
        print_json(told.to_json())
    else:
        print_lines(_lines(told))


def _lines(told: "Explanation") -> Iterable[Line]:
    solution = told.solution
    if told.cards != solution.hand:
        yield [Span("of the 13 cards kept: "), *_cards("rummy", told.cards.split())]
    if solution.declare:
        yield from _declarations(told)
    else:
        yield [Span("it cannot declare", "bold red")]
        yield from _why_not(told)
    if told.impossible:
        whose = "loser's arrangement" if told.declarations.found else "arrangement"
        yield [Span(f"impossible: no {whose} {told.conditions.words()}", "bold red")]
    else:
        yield from _best(told)
    yield from _nearest(told.nearest, "a declaration")
    for ruled in told.compared:
        verdict = "declares" if ruled.declare else "cannot declare"
        yield [Span(f"{ruled.rules}: ", "bold"), Span(f"{verdict}, {ruled.penalty} at least")]
        yield from _because("declares" if ruled.declare else "cannot", ruled.declare_because)
        yield from _because(f"{ruled.penalty} points", ruled.penalty_because)


def _because(what: str, options: Sequence[Sequence[str]]) -> Iterable[Line]:
    if options:
        yield [Span(f"        {what} because of {' or '.join(' and '.join(one) for one in options)}", "cyan")]


def _declarations(told: "Explanation") -> Iterable[Line]:
    listing = told.declarations
    least = "" if listing.complete else "at least "
    count = len(listing.found)
    if not count:
        yield [Span("it declares", "bold green"), Span(f", but never {told.conditions.words()}")]
        return
    yield [
        Span("it declares", "bold green"),
        Span(f", in {least}{count} way{'' if count == 1 else 's'}{_under(told.conditions)}"),
    ]
    yield from _arrangements((one.groups, ()) for one in listing.found)


def _under(conditions: Any) -> str:
    return f", {conditions.words()}" if conditions else ""


def _why_not(told: "Explanation") -> Iterable[Line]:
    for reason in told.reasons:
        yield [Span(f"  {reason.message} "), Span(f"({reason.rule})", "dim")]
    for obstacle in told.obstacles:
        names = listed([f"{key} ({rule})" for key, rule in obstacle.named])
        yield [Span(f"  it would declare but for {names}:")]
        for line in group_lines("rummy", obstacle.groups):
            yield [Span("    "), *line]
    if told.covered is not None:
        count = 13 - len(told.covered.loose)
        yield [
            Span(f"  no arrangement groups more than {count} of the 13 cards, whatever rules of R6 and R7")
        ]
        yield [Span("  are dropped; left over, for one: "), *_cards("rummy", told.covered.loose)]


def _best(told: "Explanation") -> Iterable[Line]:
    listing = told.best
    least = "" if listing.complete else "at least "
    points = listing.found[0].points
    one = len(listing.found) == 1 and listing.complete
    ways = "the best arrangement" if one else f"{least}{len(listing.found)} best arrangements"
    yield [Span(f"{ways}, {points} loose points{_under(told.conditions)}", "bold")]
    for arrangement in listing.found:
        yield from _arrangements([(arrangement.groups, arrangement.loose)])
        for need in arrangement.needs[:_NEEDS]:
            cards = listed(need.cards, "or")
            group = " ".join(need.group.cards)
            yield [Span(f"    needs {cards} ({need.copies} unseen): {group}, then {need.points}", "cyan")]


def _arrangements(found: Iterable[tuple[tuple[Group, ...], tuple[str, ...]]]) -> Iterable[Line]:
    for number, (groups, loose) in enumerate(found):
        if number:
            yield [Span("  or")]
        for line in group_lines("rummy", groups):
            yield [Span("  "), *line]
        if loose:
            yield [Span("  "), *kind_span("loose"), *_cards("rummy", loose)]


def _nearest(nearest: "Nearest | BhargNearest | None", goal: str) -> Iterable[Line]:
    if nearest is None or nearest.distance == 0:
        return
    yield [Span(f"{nearest.distance} away from {goal}", "bold")]
    for target in nearest.targets:
        ways = f" ({target.ways} ways)" if target.ways > 1 else ""
        yield [Span(f"  take in {listed(target.cards)} for {' '.join(target.out)}{ways}")]
    if not nearest.complete:
        yield [Span("  and others", "dim")]


def _cards(game: str, cards: Iterable[str]) -> Line:
    return joined([card_spans(game, card) for card in cards])


def show_bharg_explanation(told: "BhargExplanation", *, as_json: bool) -> None:
    """Print an explanation of a Bharg hand."""
    if as_json:
        print_json(told.to_json())
    else:
        print_lines(_bharg_lines(told))


def _bharg_lines(told: "BhargExplanation") -> Iterable[Line]:
    if told.cards != told.solution.hand:
        yield [Span(f"of the 7 cards kept: {told.cards}")]
    bound = "all cards are bound" if told.bound else "not all cards are bound"
    yield [Span(bound, "bold green" if told.bound else "bold red")]
    for reason in told.reasons:
        yield [Span(f"  {reason.message} "), Span(f"({reason.rule})", "dim")]
    for remedy in told.remedies:
        yield [Span(f"  {remedy}", "cyan")]
    if told.impossible:
        yield [Span(f"impossible: no arrangement {told.conditions.words()}", "bold red")]
    for number, arrangement in enumerate(told.best.found):
        least = "" if told.best.complete else "at least "
        head = f"{least}{len(told.best.found)} best, {arrangement.points} points"
        yield [Span("  or" if number else head, "" if number else "bold")]
        for line in group_lines("bharg", arrangement.groups):
            yield [Span("  "), *line]
        if arrangement.loose:
            yield [Span("  "), *kind_span("loose"), *_cards("bharg", arrangement.loose)]
    yield from _nearest(told.nearest, "a bound hand")
