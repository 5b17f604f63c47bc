"""Does this very grouping bind a whole hand, and if not, which group breaks which rule?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.answer import Group
from solver.bharg.cards import CODES, HAND_SIZE, NAMES, SUITS, text_of
from solver.bharg.referee import Cards, Laying, Referee
from solver.bharg.rules import Rules, parse_deck
from solver.bharg.solve import Solution, solve_hand, top_after
from solver.bharg.text import Hand, card_defects, parse_ace, parse_hand, read_cards
from solver.errors import Defect, HandError
from solver.verdict import Fault, Judgement, Laid, grouped

SIZES = (HAND_SIZE, HAND_SIZE + 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a referee says of a grouping.

    Attributes
    ----------
    valid : bool
        Whether all 7 cards are bound as laid (B1–B8).
    faults : tuple of Fault
        All that is wrong, group by group and then as a whole; empty if and only if `valid`.
    points : int
        Points of the cards that are unbound as laid (B7); never below `best`.
    best : int or None
        The least that the hand allows; None if the cards are no hand.
    laid : tuple of Laid
        The groups as laid, each with what it is.
    solution : Solution or None
        The exact answer for the hand; None if the cards are no hand.
    hand : str
        All cards in canonical order.
    ace, deck, rules : str or None, str, str
        As asked.
    """

    valid: bool
    faults: tuple[Fault, ...]
    points: int
    best: int | None
    laid: tuple[Laid, ...]
    solution: Solution | None
    hand: str
    ace: str | None
    deck: str
    rules: str

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object: the answer for the hand, then the judgement."""
        if self.solution is not None:
            answer = self.solution.to_json()
        else:
            answer = {"game": "bharg", "hand": self.hand, "ace": self.ace, "deck": self.deck}
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
        from solver.bharg.picture import picture_of_verdict

        return picture_of_verdict(self)

    def _repr_html_(self) -> str:
        """Draw the verdict for a notebook, with the same in words."""
        from solver.bharg.picture import notebook_of_verdict

        return notebook_of_verdict(self)


def verify(
    grouping: str,
    *,
    hand: str | None = None,
    loose: str | None = None,
    fold: str | None = None,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    engine: str = "auto",
) -> Verdict:
    """Judge a grouping of 7 cards.

    Parameters
    ----------
    grouping : str
        Groups parted by bars: sets, ace-bound cards (in one group or several), the Excuse.
    hand : str, optional
        What the player holds, 7 or 8 cards, if cards may be missing from the grouping or added to it.
    loose : str, optional
        Cards left over; those that are ace-bound are bound all the same.
    fold : str, optional
        The discard, of 8 cards (B6).
    ace, deck, rules, engine
        As for `solver.bharg.solve`.

    Raises
    ------
    HandError
        With all defects: pieces that are no card, an ace or deck that does not exist, a `hand` that cannot
        be. What is wrong with the grouping is no error but a fault.

    >>> verdict = verify("2MK 2SY 3MW | 4YK 5YK | E", loose="9MS", ace="K")
    >>> [str(fault) for fault in verdict.faults][:2]
    ['group 1: two cards show Moons (B1)', 'group 1: no card shows Leaves (B1)']
    >>> verdict.points, verdict.best
    (14, 14)
    """
    rules = rules or Rules()
    defects: list[Defect] = []
    top, name = _place(ace, deck, defects)
    laying = read_laying(grouping, loose, fold, None, defects)
    if hand is not None:
        laying = replace(laying, hand=_held(hand, ace, deck, defects))
    if defects:
        raise HandError(defects)
    judgement = Referee(top, name, rules).judge(laying)
    return _verdict(laying, judgement, top, name, rules, engine)


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
    left = _codes(loose or "", defects, "loose")
    folded = _codes(fold or "", defects, "fold")
    if len(folded) > 1:
        defects.append(Defect("fold", f"{len(folded)} cards; one is discarded"))
    return Laying(groups, left, folded[0] if folded else None, hand)


def _held(hand: str, ace: str | int | None, deck: str | None, defects: list[Defect]) -> Cards | None:
    """Return what the player holds, adding its defects that are not told yet."""
    try:
        return parse_hand(hand, ace=ace, deck=deck).codes
    except HandError as error:
        defects.extend(defect for defect in error.defects if defect not in defects)
        return None


def judge_many(
    groupings: Iterable[str],
    *,
    hands: Iterable[str | None] | None = None,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
) -> Iterator[Judgement | HandError]:
    """Judge many groupings in a row under one choice of rules, without looking for what is best.

    Parameters
    ----------
    groupings : iterable of str
        As for `verify`.
    hands : iterable of str or None, optional
        What each player holds.
    ace, deck, rules
        As for `verify`, the same for all.

    Yields
    ------
    Judgement or HandError
        One for each grouping, in order; an error where the text holds pieces that are no card.

    >>> [one.valid for one in judge_many(["2MK 2SY 2WL | 4YK 5YK CMWK | E"], ace="K")]
    [True]
    """
    referee = Referee(parse_ace(ace), parse_deck(deck), rules or Rules())
    for grouping, hand in zip(groupings, hands, strict=True) if hands is not None else _alone(groupings):
        defects: list[Defect] = []
        groups = _groups(grouping, defects)
        held = None if hand is None else tuple(sorted(_codes(hand, defects, "hand")))
        yield HandError(defects) if defects else referee.judge(Laying(groups, hand=held))


def _alone(groupings: Iterable[str]) -> Iterator[tuple[str, None]]:
    return ((grouping, None) for grouping in groupings)


def _place(ace: str | int | None, deck: str | None, defects: list[Defect]) -> tuple[int, str]:
    """Return the top of the Ace Pile and the deck, adding the defects of either."""
    top, name = -1, ""
    try:
        top = parse_ace(ace)
    except HandError as error:
        defects.extend(error.defects)
    try:
        name = parse_deck(deck)
    except HandError as error:
        defects.extend(error.defects)
    return top, name


def _codes(text: str, defects: list[Defect], where: str) -> Cards:
    return tuple(code for _, code in read_cards(text, defects, where))


def _groups(grouping: str, defects: list[Defect]) -> tuple[Cards, ...]:
    """Return the codes of each group; most texts are plain codes, which need no parser."""
    pieces = grouped(grouping)
    try:
        return tuple([tuple([CODES[name] for name in piece.split()]) for piece in pieces])
    except KeyError:
        return tuple(_codes(piece, defects, f"group {at}") for at, piece in enumerate(pieces, start=1))


def _verdict(laying: Laying, judgement: Judgement, ace: int, deck: str, rules: Rules, engine: str) -> Verdict:
    """Put the judgement beside the exact answer for the hand."""
    cards = laying.cards
    solution = None
    if len(cards) in SIZES and not card_defects(list(enumerate(cards, start=1)), ace, deck):
        solution = solve_hand(Hand(cards, ace, deck), rules=rules, engine=engine)
    referee = Referee(ace, deck, rules)
    top = top_after(laying.fold, ace)
    return Verdict(
        valid=judgement.valid,
        faults=judgement.faults,
        points=judgement.points,
        best=None if solution is None else solution.penalty,
        laid=tuple(_laid(group, referee.kind(group, top)) for group in laying.groups),
        solution=solution,
        hand=text_of(cards),
        ace=None if ace < 0 else SUITS[ace],
        deck=deck,
        rules=rules.name,
    )


def _laid(group: Cards, kind: str | None) -> Laid:
    """Tell what a group is."""
    cards = tuple(NAMES[code] for code in group)
    canonical = tuple(NAMES[code] for code in sorted(group))
    return Laid(cards, None if kind is None else Group(kind, canonical, canonical))
