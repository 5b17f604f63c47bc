"""Rounds as people read them: score sheets, the log of a round, and the table as one seat sees it."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.render_lines import Line, Span, card_spans, joined, print_json, print_lines

if TYPE_CHECKING:
    from solver.rounds.game import Game, Played
    from solver.rounds.match import Line as SheetLine
    from solver.rounds.match import Points, Scored, Sheet

YOU = "You"
"""What the person at the terminal is called."""

_HINTS = 6
_ENDS = {
    "declared": "declared",
    "packed": "won as the last one left",
    "bound": "won with all cards bound",
    "void": "void: no stock, and nothing to make one of",
    "limit": "no winner: the limit on turns was reached",
}


def show_sheet(sheet: "Sheet", *, as_json: bool) -> None:
    """Print a score sheet: points by player and round, running totals, the leader."""
    if as_json:
        print_json(sheet.to_json())
        return
    print_lines(_table(sheet))
    print_lines(_arrangements(sheet))


def _table(sheet: "Sheet") -> Iterable[Line]:
    names = list(sheet.totals)
    rows = [["round", *names, ""]]
    for number, (scored, running) in enumerate(zip(sheet.rounds, sheet.running, strict=True), start=1):
        points = [_points_of(scored.points.get(name), running.get(name)) for name in names]
        rows.append([str(number), *points, told_end(scored.end, scored.winner)])
    rows.append(["total", *(_number(sheet.totals[name]) for name in names), ""])
    widths = [max(len(row[at]) for row in rows) for at in range(len(names) + 1)]
    for row in rows:
        style = "bold" if row[0] in ("round", "total") else ""
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=False)),
        ]
        text = "  ".join([*cells, row[-1]]).rstrip()
        yield [Span(text, style)]
    yield [Span(_leader(sheet), "bold green")]


def _points_of(points: "Points | None", total: "Points | None") -> str:
    return "" if points is None or total is None else f"{_number(points)} ({_number(total)})"


def _number(points: "Points") -> str:
    return f"{points:g}" if isinstance(points, float) else str(points)


def _leader(sheet: "Sheet") -> str:
    if sheet.match_winner is not None:
        return f"{sheet.match_winner} has won the match"
    leaders = sheet.leaders
    words = "leads" if len(leaders) == 1 else "lead together"
    return f"{' and '.join(leaders)} {words} with {_number(sheet.totals[leaders[0]])}"


def told_end(end: str, winner: str | None) -> str:
    """Return how a round ended, in words."""
    return _ENDS[end] if winner is None else f"{winner} {_ENDS[end]}"


def _arrangements(sheet: "Sheet") -> Iterable[Line]:
    """Show the groups that were counted, and what would have been better than groups as laid."""
    for number, scored in enumerate(sheet.rounds, start=1):
        for line in scored.lines:
            if line.penalty is not None and line.result == "lost":
                laid = " as laid" if line.as_laid else ""
                head = f"round {number}, {line.name}: {_number(line.points)}{laid}"
                yield [Span(f"{head}  {_groups(line)}", "dim")]
                if line.better is not None:
                    cost = _number(line.better.points)
                    yield [Span(f"  better, {cost}: {_groups(line.better)}", "yellow")]


def _groups(line: "SheetLine") -> str:
    loose = f"loose {' '.join(line.loose)}" if line.loose else "nothing loose"
    return " | ".join([*map(str, line.groups), loose])


def show_line(text: str, style: str = "") -> None:
    """Print one line."""
    print_lines([[Span(text, style)]])


def show_summary(scored: "Sequence[Scored]", seats: Sequence[tuple[str, ...]], seconds: float) -> None:
    """Tell on stderr what many rounds of bots came to: ends, and what each kind of bot won and paid."""
    ends = Counter(one.end for one in scored)
    seated: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for one, bots in zip(scored, seats, strict=True):
        for line, bot in zip(one.lines, bots, strict=True):
            seated[bot] += 1
            won[bot] += line.name == one.winner
            points[bot] += line.points  # type: ignore[assignment]  # halves are fine in a counter
    rate = len(scored) / max(seconds, 1e-9)
    told = ", ".join(f"{end} {count:,}" for end, count in sorted(ends.items()))
    plural = "s" * (len(scored) != 1)
    sys.stderr.write(f"{len(scored):,} round{plural}, {rate:,.0f} rounds/s: {told}\n")
    for bot, count in seated.items():
        share, mean = won[bot] / count, points[bot] / count
        sys.stderr.write(f"{bot}: won {share:.1%} of its seats, {mean:.1f} points a round\n")


def show_replayed(
    game: "Game[Any, Any]", rounds: Sequence[tuple[str, "Played[Any]"]], *, log: bool, as_json: bool
) -> None:
    """Print what replayed records came to."""
    from solver.rounds.records import result_of

    if as_json:
        results = [
            {"moves": len(played.moves), "turns": played.state.turn, "result": result_of(played)}
            for _, played in rounds
        ]
        print_json({"game": game.name, "rounds": results})
        return
    for where, played in rounds:
        if log:
            print_lines(opening_lines(game, played))
            print_lines(log_lines(game, played))
        print_lines([[Span(f"{where}: {len(played.moves)} moves, {told_result(played)}")]])


def told_result(played: "Played[Any]") -> str:
    """Return the end of a round and its points in one line."""
    end, names = played.state.end, played.start.table.names
    if end is None or played.points is None:
        return "not ended yet"
    points = ", ".join(f"{name} {_number(cost)}" for name, cost in zip(names, played.points, strict=True))
    return f"{told_end(end.how, None if end.winner is None else names[end.winner])}; points: {points}"


def opening_lines(game: "Game[Any, Any]", played: "Played[Any]") -> Iterable[Line]:
    """Show what all see of a deal."""
    opening = game.opening_json(played.start)
    deal = opening["deal"]
    names = ", ".join(played.start.table.names)
    shown = "wild" if game.name == "rummy" else "turned"
    cards = joined([card_spans(game.name, card) for card in deal[shown].split()])
    words = "Wild Card" if game.name == "rummy" else "turned up"
    line = [Span(f"{names}; {words} "), *cards]
    if game.name == "rummy":
        line += [Span("; open "), *card_spans(game.name, deal["open"])]
    yield line


def log_lines(game: "Game[Any, Any]", played: "Played[Any]") -> Iterable[Line]:
    """Tell every move of a round."""
    names = played.start.table.names
    width = max(map(len, names))
    for action, card in zip(played.moves, played.cards, strict=True):
        yield move_line(game, game.move_json(names, action, card), width)


def move_line(
    game: "Game[Any, Any]", move: Mapping[str, Any], width: int, hidden: Sequence[str] = ()
) -> Line:
    """Tell one move; a card that the seats `hidden` draw from the stock is not told."""
    if move["move"] == "shuffle":
        return [Span(f"{len(move['cards'].split())} cards are shuffled under the {game.stock}", "dim")]
    name, word = move["player"], move["move"]
    head = [Span(name.ljust(width) + "  ", "bold")]
    unseen = word in ("stock", "deck") and name in hidden
    card = [] if unseen or "card" not in move else card_spans(game.name, move["card"])
    match word:
        case "pack":
            return [*head, Span(_verb(name, "packs"), "yellow")]
        case "declare":
            fold = card_spans(game.name, move["fold"])
            words = _verb(name, "folds"), f" and {_verb(name, 'declares')}"
            return [*head, Span(f"{words[0]} ", "bold green"), *fold, Span(words[1], "bold green")]
        case "discard":
            return [*head, Span(f"{_verb(name, 'discards')} "), *card]
        case _:
            return [*head, Span(f"{_verb(name, 'draws')} from the {word}{' ' if card else ''}"), *card]


def _verb(name: str, verb: str) -> str:
    """Return a verb as it goes with a name, or with you."""
    return verb[:-1] if name == YOU else verb


def seat_lines(game: "Game[Any, Any]", state: Any, seat: int | None = None) -> Iterable[Line]:
    """Show what a seat sees before it moves: the piles and its hand; without a seat, all hands at the end."""
    names = state.table.names
    if seat is not None:
        yield _piles(game, state)
        yield _hand_line(game, state, seat, "your hand")
        return
    width = max(map(len, names))
    for at, name in enumerate(names):
        if state.hands[at]:
            yield _hand_line(game, state, at, name.ljust(width))


def _piles(game: "Game[Any, Any]", state: Any) -> Line:
    view = game.view(state, state.seat)
    top = card_spans(game.name, game.card_name(view.open[-1])) if view.open else [Span("none")]
    line = [Span("open card "), *top, Span(f", {view.stock_size} in the {game.stock}", "dim")]
    aces = getattr(view, "aces", b"")
    return [*line, Span(", ace on top "), *card_spans(game.name, game.card_name(aces[-1]))] if aces else line


def _hand_line(game: "Game[Any, Any]", state: Any, seat: int, head: str) -> Line:
    """Show a hand in its groups, parted by bars, and then what is loose."""
    answer = game.answer(state, seat)
    won = state.end is not None and state.end.winner == seat and answer.declaration is not None
    # with a card more than the hand is judged by, that card stands among the loose ones
    loose = [] if won else [*answer.loose, *([answer.discard] if answer.discard else [])]
    groups = answer.declaration if won else answer.groups
    parts = [joined([card_spans(game.name, card) for card in group.cards]) for group in groups]
    if loose:
        parts.append([Span("loose ", "dim"), *joined([card_spans(game.name, card) for card in loose])])
    line: list[Span] = []
    for part in parts:
        line += [Span(" | ", "dim"), *part] if line else part
    return [Span(f"{head}  "), *line]
