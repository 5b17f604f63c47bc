"""A declaration at the table: accepted, or refused with every reason (R6, R7, R15)."""

from collections import Counter
from collections.abc import Iterable

from solver.errors import Defect
from solver.rounds.moves import MoveError
from solver.rummy import walk
from solver.rummy.cards import CODES, HAND_SIZE
from solver.rummy.layout import lay_out
from solver.rummy.referee import Laying, Referee
from solver.rummy.rules import Rules
from solver.rummy.text import WildCard
from solver.verdict import Judgement


def check_declaration(
    kept: bytes, groups: tuple[bytes, ...], wild: WildCard, decks: int, rules: Rules
) -> None:
    """Check that the 13 cards kept are a declaration, in the groups laid if there are any.

    Parameters
    ----------
    kept : bytes
        The hand less the card folded.
    groups : tuple of bytes
        The groups as laid; empty: any that the cards can make.
    wild, decks, rules
        What is played.

    Raises
    ------
    MoveError
        With all reasons, each with its label: of the groups laid, or else of the least loose arrangement.
    """
    if groups:
        judgement = judge(kept, groups, wild, decks, rules)
        if not judgement.valid:
            raise MoveError(judgement.faults[0].rule, _reasons(judgement))
        return
    if walk.declares(tuple(kept), wild.rank, rules):
        return
    best, _ = lay_out(kept, walk.least(tuple(kept), wild.rank, rules), wild.rank, rules)
    cards = [bytes(CODES[card] for card in group.cards) for group in best]
    judgement = judge(kept, cards, wild, decks, rules)
    first = Defect("move", "the other 13 cards are no declaration (R15)")
    raise MoveError("R15", [first, *_reasons(judgement)])


def judge(hand: bytes, groups: Iterable[bytes], wild: WildCard, decks: int, rules: Rules) -> Judgement:
    """Judge groups laid of a hand of 13 cards: whether they declare, the faults, and the points as laid."""
    assert len(hand) == HAND_SIZE
    laid = tuple(map(tuple, groups))
    left = Counter(hand)
    left.subtract(code for group in laid for code in group)
    laying = Laying(laid, loose=tuple(sorted(left.elements())), hand=tuple(hand))
    return Referee(wild, decks, rules).judge(laying)


def _reasons(judgement: Judgement) -> list[Defect]:
    return [
        Defect(
            "move" if fault.group is None else f"move, group {fault.group + 1}",
            f"{fault.message} ({fault.rule})",
        )
        for fault in judgement.faults
    ]
