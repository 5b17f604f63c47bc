"""Pictures of rummy hands and answers, as SVG and for notebooks."""

from typing import TYPE_CHECKING

from solver.picture.answers import blocks_of, discard_block, either, loose_block, points_text
from solver.picture.faces import rummy_face
from solver.picture.notebook import figure, rows_of
from solver.picture.sheet import Block, Section, Tile, draw
from solver.picture.verdicts import draw_verdict, title_of
from solver.rummy.cards import NAMES, text_of

if TYPE_CHECKING:
    from solver.rummy.solve import Solution
    from solver.rummy.text import Hand
    from solver.rummy.verify import Verdict


def faces() -> dict[str, str]:
    """Return the drawing of every card by its text, in canonical order."""
    return {name: rummy_face(name) for name in NAMES}


def picture_of(solution: "Solution", *more: Section) -> str:
    """Return the picture of an answer: the arrangement, and the declaration if it is another.

    Parameters
    ----------
    solution : Solution
        The answer for one hand.
    *more : Section
        What is drawn below it: a reason, an advice.
    """
    return draw(
        _title(solution),
        _detail(solution.wild, solution.decks, solution.rules),
        [*_sections(solution), *more],
    )


def _sections(solution: "Solution") -> list[Section]:
    """Return the arrangement, and the declaration if it is another."""
    arrangement = (
        *blocks_of(solution.groups, rummy_face),
        *loose_block(solution.loose, rummy_face, solution.points_of),
        *discard_block(solution.discard, rummy_face),
    )
    sections = [Section("", arrangement)]
    if solution.declaration is not None and (solution.declaration != solution.groups or solution.folds):
        folded = "" if not solution.folds else f", folding {solution.folds[0]}"
        fold = discard_block(solution.folds[0], rummy_face) if solution.folds else ()
        blocks = (*blocks_of(solution.declaration, rummy_face), *_named(fold, "fold"))
        sections.append(Section(f"a declaration{folded}", blocks))
    return sections


def _named(blocks: tuple[Block, ...], label: str) -> tuple[Block, ...]:
    return tuple(Block(block.kind, label, block.tiles) for block in blocks)


def _title(solution: "Solution") -> str:
    after = "" if solution.discard is None else f" after discarding {solution.discard}"
    verdict = "can declare" if solution.declare else "cannot declare"
    if solution.folds:
        verdict += f" (fold {either(solution.folds)})"
    return f"{points_text(solution.penalty)} loose{after} · {verdict}"


def _detail(wild: str | None, decks: int, rules: str | None) -> str:
    shown = "no Wild Card" if wild is None else f"Wild Card {wild}"
    named = "" if rules is None else f" · rules {rules}"
    return f"{shown} · {decks} deck{'' if decks == 1 else 's'}{named}"


def picture_of_hand(hand: "Hand") -> str:
    """Return the picture of a hand as it is held, in canonical order."""
    tiles = tuple(Tile(NAMES[code], rummy_face(NAMES[code])) for code in hand.codes)
    detail = _detail(hand.wild.text, hand.decks, None)
    return draw(f"{len(tiles)} cards", detail, [Section("", (Block("loose", "hand", tiles),))])


def notebook_of(solution: "Solution") -> str:
    """Return an answer as HTML for a notebook: the picture, and the same in words."""
    return figure(picture_of(solution), _title(solution), rows_of(solution.groups, solution.loose))


def notebook_of_hand(hand: "Hand") -> str:
    """Return a hand as HTML for a notebook."""
    return figure(picture_of_hand(hand), f"{len(hand.codes)} cards", [("hand", text_of(hand.codes))])


def picture_of_verdict(verdict: "Verdict") -> str:
    """Return the picture of a verdict: the groups as laid, and below what was possible."""
    detail = _detail(verdict.wild, verdict.decks, verdict.rules)
    possible: list[Section] = []
    if verdict.solution is not None:
        first, *rest = _sections(verdict.solution)
        possible = [Section(f"possible: {_title(verdict.solution)}", first.blocks), *rest]
    return draw_verdict(verdict, rummy_face, detail, possible)


def notebook_of_verdict(verdict: "Verdict") -> str:
    """Return a verdict as HTML for a notebook: the picture, and the same in words."""
    rows = [(f"group {at}", str(laid)) for at, laid in enumerate(verdict.laid, start=1)]
    rows += [("fault", str(fault)) for fault in verdict.faults]
    return figure(picture_of_verdict(verdict), title_of(verdict), rows)
