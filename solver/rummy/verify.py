"""Is this very grouping a valid declaration, and if not, which group breaks which rule?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import Defect, HandError
from solver.rummy.cards import CODES, HAND_SIZE, MAX_DECKS, NAMES, text_of
from solver.rummy.layout import lay_out
from solver.rummy.referee import Cards, Laying, Referee
from solver.rummy.rules import Rules
from solver.rummy.solve import Solution, solve_hand
from solver.rummy.text import (
    Hand,
    WildCard,
    copy_defects,
    fewest_decks,
    parse_hand,
    parse_wild,
    read_cards,
)
from solver.verdict import Fault, Judgement, Laid, grouped

SIZES = (HAND_SIZE, HAND_SIZE + 1)

MOST_LAID = 28
"""Most cards of a grouping, two hands: of more groups than they make, too many choices could count."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a referee says of a grouping.

    Attributes
    ----------
    valid : bool
        Whether it is a valid declaration (R1–R7, R13, R15).
    faults : tuple of Fault
        All that is wrong, group by group and then as a whole; empty if and only if `valid`.
    points : int
        Loose points as laid, by a loser's reckoning (R7–R10): cards of a group that is none, or does not
        count, are loose. Never below `best`.
    best : int or None
        The least loose points that the hand allows; None if the cards are no hand.
    laid : tuple of Laid
        The groups as laid, each with what it is.
    solution : Solution or None
        The exact answer for the hand: its best arrangement, and how it declares if it can; None if the
        cards are no hand (too few, too many, or more copies than there are).
    hand : str
        All cards in canonical order.
    wild, decks, rules : str or None, int, str
        As asked.
    """

    valid: bool
    faults: tuple[Fault, ...]
    points: int
    best: int | None
    laid: tuple[Laid, ...]
    solution: Solution | None
    hand: str
    wild: str | None
    decks: int
    rules: str

    @property
    def declaration(self) -> bool:
        """Whether the hand can declare, by this or another grouping."""
        return self.solution is not None and self.solution.declare

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object: the answer for the hand, then the judgement."""
        if self.solution is not None:
            answer = self.solution.to_json()
        else:
            answer = {"game": "rummy", "hand": self.hand, "wild": self.wild, "decks": self.decks}
            nothing: dict[str, Any] = {"penalty": None, "groups": [], "loose": [], "declaration": None}
            rest = {"folds": None, "discard": None, "engine": None}
            answer |= {"rules": self.rules, "declare": False, **nothing, **rest}
        return answer | {
            "valid": self.valid,
            "faults": [fault.to_json() for fault in self.faults],
            "points": self.points,
            "best": self.best,
            "laid": [group.to_json() for group in self.laid],
        }

    def _repr_svg_(self) -> str:
        """Draw the verdict as SVG."""
        from solver.rummy.picture import picture_of_verdict

        return picture_of_verdict(self)

    def _repr_html_(self) -> str:
        """Draw the verdict for a notebook, with the same in words."""
        from solver.rummy.picture import notebook_of_verdict

        return notebook_of_verdict(self)


def verify(
    grouping: str,
    *,
    hand: str | None = None,
    loose: str | None = None,
    fold: str | None = None,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    engine: str = "auto",
) -> Verdict:
    """Judge a grouping as a declaration.

    Parameters
    ----------
    grouping : str
        Groups parted by bars; the order of the cards within a group is free.
    hand : str, optional
        What the player holds, 13 or 14 cards, if cards may be missing from the grouping or added to it.
    loose : str, optional
        Cards left over.
    fold : str, optional
        The card folded, of 14 (R15).
    wild, decks, rules, engine
        As for `solver.rummy.solve`.

    Raises
    ------
    HandError
        With all defects: pieces that are no card, a Wild Card that does not exist, a `hand` that cannot be.
        What is wrong with the grouping is no error but a fault.

    >>> verdict = verify("4H 5H 6H 7H | 9C TC JC | QS QD QH | KS AS 2S")
    >>> verdict.valid, [str(fault) for fault in verdict.faults]
    (False, ['group 4: AS is in the middle, K-A-2; the ace is low or high (R1)'])
    >>> verdict.points, verdict.best
    (52, 22)
    """
    rules = rules or Rules()
    defects: list[Defect] = []
    shown = _wild(wild, rules, defects)
    laying = read_laying(grouping, loose, fold, None, defects)
    if decks is not None and not 1 <= decks <= MAX_DECKS:
        defects.append(Defect("decks", f"{decks} decks; the game is played with 1 to {MAX_DECKS}"))
    if hand is not None:
        laying = replace(laying, hand=_held(hand, wild, decks, rules, defects))
    if defects:
        raise HandError(defects)
    judgement = Referee(shown, decks, rules).judge(laying)
    return _verdict(laying, judgement, shown, decks, rules, engine)


def _held(
    hand: str, wild: str | None, decks: int | None, rules: Rules, defects: list[Defect]
) -> Cards | None:
    """Return what the player holds, adding its defects that are not told yet."""
    try:
        return parse_hand(hand, wild=wild, decks=decks, rules=rules).codes
    except HandError as error:
        defects.extend(defect for defect in error.defects if defect not in defects)
        return None


def judge_many(
    groupings: Iterable[str],
    *,
    hands: Iterable[str | None] | None = None,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
) -> Iterator[Judgement | HandError]:
    """Judge many groupings in a row under one choice of rules, without looking for what is best.

    Parameters
    ----------
    groupings : iterable of str
        As for `verify`.
    hands : iterable of str or None, optional
        What each player holds.
    wild, decks, rules
        As for `verify`, the same for all.

    Yields
    ------
    Judgement or HandError
        One for each grouping, in order; an error where the text holds pieces that are no card.

    >>> [one.valid for one in judge_many(["2S 3S 4S 5S | 6S 7S 8S | 9S TS JS | QH KH AH"])]
    [True]
    """
    rules = rules or Rules()
    referee = Referee(parse_wild(wild, rules), decks, rules)
    if hands is None:
        for grouping in groupings:
            yield _judge(referee, grouping, None)
    else:
        for grouping, hand in zip(groupings, hands, strict=True):
            yield _judge(referee, grouping, hand)


def _judge(referee: Referee, grouping: str, hand: str | None) -> Judgement | HandError:
    defects: list[Defect] = []
    groups = _groups(grouping, defects)
    held = None
    if hand is not None:
        held = tuple(sorted(read_cards(hand, defects)))
    return HandError(defects) if defects else referee.judge(Laying(groups, hand=held))


def _wild(wild: str | None, rules: Rules, defects: list[Defect]) -> WildCard:
    try:
        return parse_wild(wild, rules)
    except HandError as error:
        defects.extend(error.defects)
        return WildCard(None, -1, -1)


def read_laying(
    grouping: str, loose: str | None, fold: str | None, hand: Cards | None, defects: list[Defect]
) -> Laying:
    """Return what lies on the table, adding a defect for each piece that is no card.

    Parameters
    ----------
    grouping, loose, fold
        As for `verify`.
    hand : tuple of int or None
        What the player holds, ascending, if that is known.
    defects : list of Defect
        Where defects are added.
    """
    groups = _groups(grouping, defects)
    left = read_cards(loose or "", defects, "loose")
    folded = read_cards(fold or "", defects, "fold")
    if len(left) > MOST_LAID:
        defects.append(Defect("loose", f"{len(left)} cards; more than {MOST_LAID} are not judged"))
    if len(folded) > 1:
        defects.append(Defect("fold", f"{len(folded)} cards; one is folded"))
    return Laying(groups, tuple(left), folded[0] if folded else None, hand)


def _groups(grouping: str, defects: list[Defect]) -> tuple[Cards, ...]:
    """Return the codes of each group; most texts are plain names, which need no parser."""
    pieces = grouped(grouping)
    try:
        groups = tuple([tuple([CODES[name] for name in piece.split()]) for piece in pieces])
    except KeyError:
        read = [read_cards(piece, defects, f"group {at}") for at, piece in enumerate(pieces, start=1)]
        groups = tuple(map(tuple, read))
    count = sum(map(len, groups))
    if count > MOST_LAID:
        defects.append(Defect("grouping", f"{count} cards; more than {MOST_LAID} are not judged"))
        return ()
    return groups


def _verdict(
    laying: Laying, judgement: Judgement, shown: WildCard, decks: int | None, rules: Rules, engine: str
) -> Verdict:
    """Put the judgement beside the exact answer for the hand."""
    cards = laying.cards
    fewest = fewest_decks(list(cards), shown)
    solution = None
    if len(cards) in SIZES and not copy_defects(list(cards), shown, decks):
        solution = solve_hand(Hand(cards, shown, decks or fewest), rules=rules, engine=engine)
    return Verdict(
        valid=judgement.valid,
        faults=judgement.faults,
        points=judgement.points,
        best=None if solution is None else solution.penalty,
        laid=tuple(_laid(group, shown.rank, Referee(shown, decks, rules)) for group in laying.groups),
        solution=solution,
        hand=text_of(cards),
        wild=shown.text,
        decks=decks or min(fewest, MAX_DECKS),
        rules=rules.name,
    )


def _laid(group: Cards, wild: int, referee: Referee) -> Laid:
    """Tell what a group is, under its best reading for a declaration."""
    readings = referee.readings(group)
    if not readings:
        return Laid(tuple(NAMES[code] for code in group), None)
    laid, _ = lay_out(sorted(group), readings[:1], wild, referee.rules)
    return Laid(tuple(NAMES[code] for code in group), laid[0])
