"""One hand: its answer by either engine, checked against the rules before it is returned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from solver.answer import Group
from solver.errors import ConditionsError, EngineError
from solver.rummy.cards import CODES, NAMES, points_of, text_of, without
from solver.rummy.conditions import Conditions, read_conditions
from solver.rummy.confirm import confirm
from solver.rummy.groups import Found, Meld
from solver.rummy.layout import lay_out
from solver.rummy.rules import Rules
from solver.rummy.text import Hand, hand_of, parse_hand

ENGINES = ("auto", "tables", "cpsat")


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer for one hand, in the words of the contract.

    Attributes
    ----------
    hand : str
        All cards in canonical order.
    wild : str or None
        The Wild Card as given (``8H``, ``8``, ``JK``).
    wild_rank : int
        The wild rank 0–12, or -1.
    decks : int
        Decks in play (R13).
    rules : str
        Name of the rules.
    declare : bool
        Whether the hand can declare (R6, R7; with 14 cards after some fold, R15).
    penalty : int
        Least loose points of a loser (R7–R10; with 14 cards after the best discard).
    groups, loose : tuple
        An arrangement with that penalty and, among those, the fewest loose cards.
    declaration : tuple of Group or None
        A valid declaration (with 14 cards of the hand less the first of `folds`).
    folds : tuple of str or None
        With 14 cards, every card that may be folded to declare.
    discard : str or None
        With 14 cards, the discard that leaves the least.
    engine : str
        ``tables`` or ``cpsat``.
    conditions : str or None
        In words, the player's conditions that the answer meets.
    """

    hand: str
    wild: str | None
    wild_rank: int
    decks: int
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
    game: ClassVar[str] = "rummy"

    def points_of(self, card: str) -> int:
        """Return the loose points of one of the cards; 0 for a wildcard."""
        return points_of(CODES[card], self.wild_rank)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object, keys in its order."""
        declaration = self.declaration
        conditions = {} if self.conditions is None else {"conditions": self.conditions}
        return {
            "game": self.game,
            "hand": self.hand,
            "wild": self.wild,
            "decks": self.decks,
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
        from solver.rummy.picture import picture_of

        return picture_of(self)

    def _repr_html_(self) -> str:
        """Draw the answer for a notebook, with the same in words."""
        from solver.rummy.picture import notebook_of

        return notebook_of(self)


def solve(
    hand: str | Sequence[int],
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    engine: str = "auto",
    keep: str | None = None,
    without: str | None = None,
    together: Sequence[str] = (),
) -> Solution:
    """Solve one hand of 13 cards, or of 14 before the fold.

    Parameters
    ----------
    hand : str or sequence of int
        Cards as text (``4H 5H …``) or as codes 0–52.
    wild : str, optional
        The Wild Card shown: ``8H``, ``8``, ``JK`` or ``none`` (R11).
    decks : int, optional
        Decks in play; left out, the fewest that hold the hand and the Wild Card (R13).
    rules : Rules, optional
        The rules; left out, the preset ``trio``.
    engine : {"auto", "tables", "cpsat"}
        ``auto`` uses tables, and CP-SAT for what they do not hold: conditions.
    keep, without : str, optional
        Cards that have to be in groups (not loose, discarded or folded), or in none.
    together : sequence of str, optional
        Cards of which each lot has to be in one group.

    Raises
    ------
    HandError
        With all defects of the hand, or of the conditions.
    ConditionsError
        If no arrangement of a loser meets the conditions; its `declaration` tells whether one meets them.
    EngineError
        If the engine does not exist, or ``tables`` does not hold what was asked.
    LimitError
        If CP-SAT proved nothing within its deterministic limit.

    >>> answer = solve("4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C", wild="8H")
    >>> answer.declare, answer.penalty, [str(group) for group in answer.groups]
    (True, 36, ['4H 5H 6H 7H', '9C TC JC'])
    """
    rules = rules or Rules()
    if isinstance(hand, str):
        read = parse_hand(hand, wild=wild, decks=decks, rules=rules)
    else:
        read = hand_of(list(hand), wild=wild, decks=decks, rules=rules)
    if keep is None and without is None and not together:
        return solve_hand(read, rules=rules, engine=engine)
    return _solve_under(read, rules, engine, read_conditions(keep, without, together, read.codes))


def solve_hand(hand: Hand, *, rules: Rules, engine: str = "auto") -> Solution:
    """Solve a hand that has been read; see `solve`."""
    found, used = _find(hand, rules, engine)
    return _solution(hand, found, rules, used)


def _solve_under(hand: Hand, rules: Rules, engine: str, conditions: Conditions) -> Solution:
    """Solve a hand under a player's conditions."""
    if not conditions:
        return solve_hand(hand, rules=rules, engine=engine)
    check_engine(engine)
    if engine == "tables":
        raise EngineError.at("engine", "tables hold no conditions; cpsat does")
    from solver.rummy.proved import declared_under, find_under

    found = find_under(hand.codes, hand.wild.rank, rules, conditions)
    if found is None:
        declared, folds = declared_under(hand.codes, hand.wild.rank, rules, conditions)
        raise ConditionsError(conditions.words(), _declared(hand, declared, folds, rules), _names(folds))
    return replace(_solution(hand, found, rules, "cpsat"), conditions=conditions.words())


def check_engine(engine: str) -> None:
    """Refuse an engine that does not exist.

    Raises
    ------
    EngineError
        Naming those that do.
    """
    if engine not in ENGINES:
        raise EngineError.at("engine", f"no engine {engine!r}; engines: {', '.join(ENGINES)}")


def _find(hand: Hand, rules: Rules, engine: str) -> tuple[Found, str]:
    """Return what the engine finds, and the engine that found it."""
    check_engine(engine)
    if engine == "cpsat":
        from solver.rummy import proved

        return proved.find(hand.codes, hand.wild.rank, rules), "cpsat"
    from solver.rummy import walk

    return walk.find(hand.codes, hand.wild.rank, rules), "tables"


def _solution(hand: Hand, found: Found, rules: Rules, engine: str) -> Solution:
    """Lay out what was found, check it, and put it in the words of the contract."""
    wild = hand.wild.rank
    kept = hand.codes if found.discard is None else without(hand.codes, found.discard)
    groups, loose = lay_out(kept, found.least, wild, rules)
    points = confirm(kept, groups, loose, wild, rules, declares=False)
    declaration = _declared(hand, found.declaration, found.folds, rules)
    return Solution(
        hand=text_of(hand.codes),
        wild=hand.wild.text,
        wild_rank=wild,
        decks=hand.decks,
        rules=rules.name,
        declare=declaration is not None,
        penalty=points if rules.cap == "none" else min(points, int(rules.cap)),
        groups=groups,
        loose=tuple(NAMES[code] for code in loose),
        declaration=declaration,
        folds=_names(found.folds),
        discard=None if found.discard is None else NAMES[found.discard],
        engine=engine,
    )


def _declared(
    hand: Hand, melds: tuple[Meld, ...] | None, folds: tuple[int, ...] | None, rules: Rules
) -> tuple[Group, ...] | None:
    """Lay out a declaration, of 14 cards less the first fold, and check it."""
    if melds is None:
        return None
    covered = without(hand.codes, folds[0]) if folds else hand.codes
    groups, left = lay_out(covered, melds, hand.wild.rank, rules)
    confirm(covered, groups, left, hand.wild.rank, rules, declares=True)
    return groups


def _names(codes: tuple[int, ...] | None) -> tuple[str, ...] | None:
    return None if codes is None else tuple(NAMES[code] for code in codes)
