"""Which action is best, and the reason in words; shared by both games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from solver.advice import Choice, NextDraw, OpenCard, Recommendation
from solver.errors import EngineError, SolverError


class Discarding(Protocol):
    """A card that may go, as a comparison needs it."""

    @property
    def card(self) -> str: ...
    @property
    def penalty(self) -> int: ...
    @property
    def declare(self) -> bool: ...
    @property
    def next(self) -> NextDraw: ...


@dataclass(frozen=True, slots=True)
class Words:
    """How a game calls things.

    Attributes
    ----------
    stock : str
        Where cards are drawn.
    declare, declares : str
        What a hand wants to do, and does.
    loose : str
        What its points are called.
    """

    stock: str
    declare: str
    declares: str
    loose: str


RUMMY = Words("stock", "declare", "declares", "loose")
BHARG = Words("deck", "bind every card", "binds every card", "unbound")


def check_depth(depth: int, engine: str) -> None:
    """Refuse a look ahead that is not offered.

    Raises
    ------
    SolverError
        For another depth than 1 or 2.
    EngineError
        For two draws ahead by CP-SAT, which would solve 100,000 models.
    """
    if depth not in (1, 2):
        raise SolverError.at("depth", f"{depth} draws ahead; 1 or 2 are looked at")
    if depth == 2 and engine == "cpsat":
        raise EngineError.at("engine", "cpsat looks one draw ahead; tables look two")


def choose_draw(
    stock: NextDraw, opened: OpenCard | None, later: float | None, unseen: int, words: Words
) -> Recommendation:
    """Compare a draw from the stock with the open card, by points after the same number of draws.

    Of equal points the better chance to declare goes first, then the stock, which shows the others nothing.

    Parameters
    ----------
    stock : NextDraw
        The draw from the stock.
    opened : OpenCard or None
        The open card.
    later : float or None
        Points expected if the open card is taken and another drawn after it, to compare two draws.
    unseen : int
        Number of unseen cards.
    words : Words
        How the game calls things.
    """
    chance = stock.declare_chance if stock.two is None else stock.two.declare_chance
    choices = [Choice("stock", None, stock.points, chance)]
    reasons = {"stock": _stock_words(stock, unseen, words)}
    if opened is not None:
        points = opened.penalty if later is None else later
        sure = 1.0 if opened.declare else 0.0 if later is None else opened.then.declare_chance
        choices.append(Choice("open", opened.card, points, sure))
        reasons["open"] = _open_words(opened, later, words)
    choices.sort(key=lambda choice: (choice.points, -choice.declare_chance, choice.action == "open"))
    best = choices[0]
    why = "; ".join(reasons[choice.action] for choice in choices)
    return Recommendation(best.action, best.card, why, tuple(choices))


def choose_discard(ways: Sequence[Discarding], unseen: int, words: Words) -> Recommendation:
    """Explain the first of the discards, which are best first."""
    best = ways[0]
    choices = tuple(_choice(way) for way in ways)
    if best.declare:
        others = [way.card for way in ways[1:] if way.declare]
        why = f"letting {best.card} go {words.declares}"
        if others:
            why += f"; so does {' or '.join(others)}"
        return Recommendation("declare", best.card, why, choices)
    why = f"{_kept_words(best, words)}, and {_stock_words(best.next, unseen, words)}"
    if len(ways) > 1:
        second = ways[1]
        why += f"; next best is {second.card}: {points_words(second.next.points)} expected"
    return Recommendation("discard", best.card, why, choices)


def _choice(way: Discarding) -> Choice:
    if way.declare:
        return Choice("declare", way.card, 0, 1.0)
    two = way.next.two
    chance = way.next.declare_chance if two is None else two.declare_chance
    return Choice("discard", way.card, way.next.points, chance)


def _stock_words(draw: NextDraw, unseen: int, words: Words) -> str:
    text = f"a draw from the {words.stock} leaves {points_words(draw.expected_penalty)} on average"
    if draw.declare_copies:
        text += f" and {words.declares} with {draw.declare_copies} of {unseen} cards ({_share(draw)})"
    else:
        text += f" and cannot {words.declare} yet"
    if draw.two is not None:
        error = "" if draw.two.error is None else f" ± {draw.two.error:.2f}"
        text += f", two draws {points_words(draw.two.expected_penalty)}{error}"
    return text


def _open_words(opened: OpenCard, later: float | None, words: Words) -> str:
    if opened.declare:
        return f"the open {opened.card} {words.declares} for certain"
    text = f"the open {opened.card} leaves {points_words(opened.penalty)} for certain"
    if later is not None:
        text += f" and {points_words(later)} after another draw"
    return text


def _kept_words(way: Discarding, words: Words) -> str:
    return (
        f"without {way.card} {points_words(way.penalty)} {'is' if way.penalty == 1 else 'are'} {words.loose}"
    )


def points_words(points: float) -> str:
    """Return points with at most two places.

    >>> points_words(1), points_words(4.4872)
    ('1 point', '4.49 points')
    """
    shown = f"{points:.2f}".rstrip("0").rstrip(".")
    return f"{shown} point{'' if shown == '1' else 's'}"


def _share(draw: NextDraw) -> str:
    return f"{100 * draw.declare_chance:.1f} %"
