"""One hand: its answer by either engine, checked against the rules before it is returned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from solver import cpsat
from solver.answer import Group
from solver.bharg import walk
from solver.bharg.cards import CODES, HAND_SIZE, NAMES, POINTS, SUITS, is_ace, text_of
from solver.bharg.confirm import confirm
from solver.bharg.groups import Found, fewest_sets, packing_of
from solver.bharg.layout import lay_out
from solver.bharg.rules import Rules
from solver.bharg.text import Hand, hand_of, parse_hand
from solver.errors import EngineError, InternalError

ENGINES = ("auto", "tables", "cpsat")


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer for one hand, in the words of the contract.

    Attributes
    ----------
    hand : str
        All cards in canonical order.
    ace : str or None
        The suit on top of the Ace Pile.
    deck : str
        The deck in play (B8).
    rules : str
        Name of the rules.
    declare : bool
        Whether all cards are bound (with 8 cards after some discard, B6).
    penalty : int
        Least points of unbound cards (B7; with 8 cards after the best discard).
    groups, loose : tuple
        An arrangement with that penalty and, among those, the fewest loose cards.
    declaration : tuple of Group or None
        The arrangement if it leaves no card loose.
    folds : tuple of str or None
        With 8 cards, every card whose discard leaves all others bound.
    discard : str or None
        With 8 cards, the discard that leaves the least.
    engine : str
        ``tables`` or ``cpsat``.
    conditions : str or None
        In words, the player's conditions that the answer meets.
    """

    hand: str
    ace: str | None
    deck: str
    rules: str
    declare: bool
    penalty: int
    groups: tuple[Group, ...]
    loose: tuple[str, ...]
    declaration: tuple[Group, ...] | None
    folds: tuple[str, ...] | None
    discard: str | None
    engine: str
    conditions: str | None = None
    game: ClassVar[str] = "bharg"

    def points_of(self, card: str) -> int:
        """Return the points of one of the cards when it is unbound (B7)."""
        return POINTS[CODES[card]]

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object, keys in its order."""
        declaration = self.declaration
        conditions = {} if self.conditions is None else {"conditions": self.conditions}
        return {
            "game": self.game,
            "hand": self.hand,
            "ace": self.ace,
            "deck": self.deck,
            "rules": self.rules,
            "declare": self.declare,
            "penalty": self.penalty,
            "groups": [group.to_json() for group in self.groups],
            "loose": list(self.loose),
            "declaration": None if declaration is None else [group.to_json() for group in declaration],
            "folds": None if self.folds is None else list(self.folds),
            "discard": self.discard,
            "engine": self.engine,
            **conditions,
        }

    def _repr_svg_(self) -> str:
        """Draw the answer as SVG."""
        from solver.bharg.picture import picture_of

        return picture_of(self)

    def _repr_html_(self) -> str:
        """Draw the answer for a notebook, with the same in words."""
        from solver.bharg.picture import notebook_of

        return notebook_of(self)


def solve(
    hand: str | Sequence[int],
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    engine: str = "auto",
    keep: str | None = None,
    without: str | None = None,
    together: Sequence[str] = (),
) -> Solution:
    """Solve one hand of 7 cards, or of 8 before the discard.

    Parameters
    ----------
    hand : str or sequence of int
        Cards as text (``2MK``, ``the Author`` …) or as codes 0–44.
    ace : str or int, optional
        Top of the Ace Pile: ``K``, ``AK``, a suit 0–5, or ``none`` or -1 (B3, B4).
    deck : str, optional
        The deck in play; left out, all 45 cards are taken (B8).
    rules : Rules, optional
        The rules; left out, the preset ``standard``.
    engine : {"auto", "tables", "cpsat"}
        ``auto`` is ``tables``, which hold every hand.
    keep, without : str, optional
        Cards that have to be bound (and are not discarded), or to be in no set.
    together : sequence of str, optional
        Cards of which each lot has to be in one set.

    Raises
    ------
    HandError
        With all defects of the hand, or of the conditions.
    ConditionsError
        If no arrangement meets the conditions.
    EngineError
        If the engine does not exist, or is CP-SAT and conditions are named: all choices of sets are tried.
    LimitError
        If CP-SAT proved nothing within its deterministic limit.

    >>> answer = solve("2MK 2SY 2WL 4YK 5YK 9MS E", ace="K")
    >>> answer.penalty, [(group.kind, str(group)) for group in answer.groups]
    (2, [('set', '2WL 4YK 9MS'), ('ace', '2MK 5YK'), ('excuse', 'E')])
    """
    rules = rules or Rules()
    if isinstance(hand, str):
        read = parse_hand(hand, ace=ace, deck=deck)
    else:
        read = hand_of(hand, ace=ace, deck=deck)
    if keep is None and without is None and not together:
        return solve_hand(read, rules=rules, engine=engine)
    from solver.bharg.conditions import find_under, read_conditions

    conditions = read_conditions(keep, without, together, read.codes)
    if not conditions:
        return solve_hand(read, rules=rules, engine=engine)
    if _engine(engine) == "cpsat":
        raise EngineError.at("engine", "cpsat holds no conditions in Bharg; tables do, by trying all sets")
    found = find_under(read.codes, read.ace, rules, conditions)
    return replace(solution_of(read, found, rules=rules, engine="tables"), conditions=conditions.words())


def solve_hand(hand: Hand, *, rules: Rules, engine: str = "auto") -> Solution:
    """Solve a hand that has been read; see `solve`."""
    used = _engine(engine)
    return solution_of(hand, find(hand.codes, hand.ace, rules, engine=used), rules=rules, engine=used)


def _engine(engine: str) -> str:
    """Return the engine that answers."""
    if engine not in ENGINES:
        raise EngineError.at("engine", f"no engine {engine!r}; engines: {', '.join(ENGINES)}")
    return "cpsat" if engine == "cpsat" else "tables"


def find(codes: tuple[int, ...], ace: int, rules: Rules, *, engine: str = "tables") -> Found:
    """Solve 7 or 8 ascending codes in play, by ``tables`` or ``cpsat``."""
    least = by_cpsat if engine == "cpsat" else walk.least
    if len(codes) == HAND_SIZE:
        return least(codes, ace, rules)
    return _best_discard(codes, ace, rules, least)


def by_cpsat(codes: Sequence[int], ace: int, rules: Rules) -> Found:
    """Return the least of 7 ascending codes, solved by CP-SAT alone."""
    packing, sets = packing_of(codes, ace, rules)
    choice = cpsat.best(packing)
    if choice is None:
        raise InternalError(f"no arrangement of {text_of(codes)}, though the empty one always stands")
    chosen = tuple(sets[index] for index in choice.chosen)
    if rules.sets == "overlapping":
        chosen = fewest_sets(chosen, ace)
    return Found(chosen, choice.points, choice.cards)


def _best_discard(
    codes: tuple[int, ...], ace: int, rules: Rules, least: Callable[[Sequence[int], int, Rules], Found]
) -> Found:
    """Judge each discard on its own; a discarded ace is the new top at once (B6)."""
    found = []
    for index, code in enumerate(codes):
        kept = codes[:index] + codes[index + 1 :]
        found.append(replace(least(kept, top_after(code, ace), rules), discard=code))
    folds = tuple(code for code, one in zip(codes, found, strict=True) if one.cards == 0)
    return replace(min(found, key=lambda one: (one.points, one.cards)), folds=folds)


def top_after(discard: int | None, ace: int) -> int:
    """Return the top of the Ace Pile after a discard (B6, B9); the code of an ace is its suit."""
    return discard if discard is not None and is_ace(discard) else ace


def solution_of(hand: Hand, found: Found, *, rules: Rules, engine: str) -> Solution:
    """Lay out what was found, check it, and put it in the words of the contract.

    Raises
    ------
    InternalError
        If the arrangement breaks a rule, or its points are not what was found.
    """
    kept = tuple(code for code in hand.codes if code != found.discard)
    top = top_after(found.discard, hand.ace)
    groups, loose = lay_out(kept, found.sets, top)
    if (confirm(kept, groups, loose, top, rules), len(loose)) != (found.points, found.cards):
        raise InternalError(f"the arrangement of {text_of(kept)} does not cost what {engine} found")
    return Solution(
        hand=text_of(hand.codes),
        ace=None if hand.ace < 0 else SUITS[hand.ace],
        deck=hand.deck,
        rules=rules.name,
        declare=not loose,
        penalty=found.points,
        groups=groups,
        loose=tuple(NAMES[code] for code in loose),
        declaration=None if loose else groups,
        folds=None if found.folds is None else tuple(NAMES[code] for code in found.folds),
        discard=None if found.discard is None else NAMES[found.discard],
        engine=engine,
    )
