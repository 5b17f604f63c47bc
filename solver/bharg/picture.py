"""Pictures of Bharg hands and answers, as SVG and for notebooks; the game is by P. D. Magnus."""

from typing import TYPE_CHECKING

from solver.bharg.cards import CODES, NAMES, SUIT_NAMES, SUITS, TITLES, text_of
from solver.picture.answers import blocks_of, discard_block, either, loose_block, points_text
from solver.picture.faces import bharg_face
from solver.picture.notebook import figure, rows_of
from solver.picture.sheet import Block, Section, Tile, draw
from solver.picture.verdicts import draw_verdict, title_of

if TYPE_CHECKING:
    from solver.bharg.solve import Solution
    from solver.bharg.text import Hand
    from solver.bharg.verify import Verdict


def face_of(name: str) -> str:
    """Return the drawing of a card."""
    return bharg_face(name, TITLES[CODES[name]])


def faces() -> dict[str, str]:
    """Return the drawing of every card by its text, in canonical order."""
    return {name: face_of(name) for name in NAMES}


def picture_of(solution: "Solution", *more: Section) -> str:
    """Return the picture of an answer: the arrangement, the unbound cards and the discard.

    Parameters
    ----------
    solution : Solution
        The answer for one hand.
    *more : Section
        What is drawn below it: a reason, an advice.
    """
    detail = _detail(solution.ace, f"deck {solution.deck} · rules {solution.rules}")
    return draw(_title(solution), detail, [*_sections(solution), *more])


def _sections(solution: "Solution") -> list[Section]:
    arrangement = (
        *blocks_of(solution.groups, face_of),
        *loose_block(solution.loose, face_of, solution.points_of),
        *discard_block(solution.discard, face_of),
    )
    return [Section("", arrangement)]


def _title(solution: "Solution") -> str:
    after = "" if solution.discard is None else f" after discarding {solution.discard}"
    verdict = "every card bound" if solution.declare else f"{points_text(solution.penalty)} unbound"
    others = f" ({either(solution.folds or ())} may go)" if len(solution.folds or ()) > 1 else ""
    return f"{verdict}{after}{others}"


def _detail(ace: str | None, rest: str) -> str:
    pile = "Ace Pile empty" if ace is None else f"Ace of {SUIT_NAMES[SUITS.index(ace)]} on the Ace Pile"
    return f"{pile} · {rest}"


def picture_of_hand(hand: "Hand") -> str:
    """Return the picture of a hand as it is held, in canonical order."""
    tiles = tuple(Tile(NAMES[code], face_of(NAMES[code])) for code in hand.codes)
    detail = _detail(None if hand.ace < 0 else SUITS[hand.ace], f"deck {hand.deck}")
    return draw(f"{len(tiles)} cards", detail, [Section("", (Block("loose", "hand", tiles),))])


def notebook_of(solution: "Solution") -> str:
    """Return an answer as HTML for a notebook: the picture, and the same in words."""
    return figure(picture_of(solution), _title(solution), rows_of(solution.groups, solution.loose))


def notebook_of_hand(hand: "Hand") -> str:
    """Return a hand as HTML for a notebook."""
    return figure(picture_of_hand(hand), f"{len(hand.codes)} cards", [("hand", text_of(hand.codes))])


def picture_of_verdict(verdict: "Verdict") -> str:
    """Return the picture of a verdict: the groups as laid, and below what was possible."""
    detail = _detail(verdict.ace, f"deck {verdict.deck} · rules {verdict.rules}")
    possible: list[Section] = []
    if verdict.solution is not None:
        first, *rest = _sections(verdict.solution)
        possible = [Section(f"possible: {_title(verdict.solution)}", first.blocks), *rest]
    return draw_verdict(verdict, face_of, detail, possible)


def notebook_of_verdict(verdict: "Verdict") -> str:
    """Return a verdict as HTML for a notebook: the picture, and the same in words."""
    rows = [(f"group {at}", str(laid)) for at, laid in enumerate(verdict.laid, start=1)]
    rows += [("fault", str(fault)) for fault in verdict.faults]
    return figure(picture_of_verdict(verdict), title_of(verdict), rows)
