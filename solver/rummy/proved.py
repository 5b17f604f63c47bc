"""One hand by CP-SAT alone, with or without a player's conditions on the packing problem."""

from collections.abc import Sequence

from solver import cpsat
from solver.packing import Choice
from solver.rummy.arrangements import all_melds
from solver.rummy.cards import HAND_SIZE, without
from solver.rummy.conditions import Conditions, imposed
from solver.rummy.groups import Found, Meld, declaration_packing, loser_packing, melds_of
from solver.rummy.rules import Rules


def find(codes: tuple[int, ...], wild: int, rules: Rules) -> Found:
    """Solve a hand by CP-SAT alone.

    Parameters
    ----------
    codes : tuple of int
        13 or 14 codes, ascending.
    wild : int
        The wild rank, or -1.
    """
    melds = melds_of(codes, wild, rules)
    least = cpsat.best(loser_packing(codes, wild, rules, melds))
    assert least is not None  # the empty arrangement always stands
    groups, discard = _chosen(least, melds, codes)
    if len(codes) == HAND_SIZE:
        return Found(groups, _declaration(codes, wild, rules, melds))
    folds = _folds(codes, wild, rules, melds)
    if not folds:
        return Found(groups, None, discard, ())
    kept = without(codes, folds[0])
    return Found(groups, _declaration(kept, wild, rules, melds_of(kept, wild, rules)), discard, folds)


def _chosen(choice: Choice, melds: list[Meld], codes: Sequence[int]) -> tuple[tuple[Meld, ...], int | None]:
    """Split a choice in its melds and its discard; the discards are the last candidates, by value."""
    values = sorted(set(codes))
    discards = [values[index - len(melds)] for index in choice.chosen if index >= len(melds)]
    groups = tuple(melds[index] for index in choice.chosen if index < len(melds))
    return groups, discards[0] if discards else None


def _declaration(
    codes: tuple[int, ...], wild: int, rules: Rules, melds: list[Meld]
) -> tuple[Meld, ...] | None:
    choice = cpsat.best(declaration_packing(codes, wild, rules, melds))
    return None if choice is None else _chosen(choice, melds, codes)[0]


def _folds(codes: tuple[int, ...], wild: int, rules: Rules, melds: list[Meld]) -> tuple[int, ...]:
    """Return every value that may be folded (R15): one model tells whether any may, then one a value."""
    if cpsat.best(declaration_packing(codes, wild, rules, melds)) is None:
        return ()
    folds = []
    for code in sorted(set(codes)):
        kept = without(codes, code)
        if _declaration(kept, wild, rules, melds_of(kept, wild, rules)) is not None:
            folds.append(code)
    return tuple(folds)


def find_under(codes: tuple[int, ...], wild: int, rules: Rules, conditions: Conditions) -> Found | None:
    """Solve a hand of 13 cards, or of 14 before the fold (R15), under conditions.

    A card to keep is never let go; one that is to be in no group may be.

    Parameters
    ----------
    codes : tuple of int
        13 or 14 codes, ascending.
    wild : int
        The wild rank, or -1.
    rules : Rules
        The rules.
    conditions : Conditions
        What an arrangement, or a declaration, has to meet beside them.

    Returns
    -------
    Found or None
        None if no arrangement of a loser meets the conditions; a declaration still may, see `declared_under`.

    >>> from solver.rummy.conditions import read_conditions
    >>> from solver.rummy.text import parse_hand
    >>> hand = parse_hand("4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C").codes
    >>> found = find_under(hand, -1, Rules(), read_conditions(None, "JK", [], hand))
    >>> found.declaration, [meld.size for meld in found.least]
    (None, [4])
    """
    if len(codes) == HAND_SIZE:
        least = _least(codes, wild, rules, conditions)
        if least is None:
            return None
        declaration, _ = declared_under(codes, wild, rules, conditions)
        return Found(least[1], declaration)
    found = {
        code: _least(kept, wild, rules, after) for code, kept, after in _discards(codes, wild, conditions)
    }
    bounds = {code: one for code, one in found.items() if one is not None}
    if not bounds:
        return None
    discard = min(bounds, key=lambda code: bounds[code][0])
    declaration, folds = declared_under(codes, wild, rules, conditions)
    return Found(bounds[discard][1], declaration, discard, folds)


def declared_under(
    codes: tuple[int, ...], wild: int, rules: Rules, conditions: Conditions
) -> tuple[tuple[Meld, ...] | None, tuple[int, ...] | None]:
    """Return a declaration under conditions, or None, and of 14 cards all that may be folded for one.

    The declaration is that of the first fold.
    """
    if len(codes) == HAND_SIZE:
        return _declaration_under(codes, wild, rules, conditions), None
    tried = (
        (code, _declaration_under(kept, wild, rules, after))
        for code, kept, after in _discards(codes, wild, conditions)
    )
    declared = {code: melds for code, melds in tried if melds is not None}
    return next(iter(declared.values()), None), tuple(declared)


def _least(
    codes: Sequence[int], wild: int, rules: Rules, conditions: Conditions
) -> tuple[tuple[int, int], tuple[Meld, ...]] | None:
    """Return the loose points and cards of a best arrangement, and its groups; None if there is none."""
    melds = all_melds(codes, wild, rules)
    packing = imposed(loser_packing(codes, wild, rules, melds), melds, codes, wild, conditions)
    choice = None if packing is None else cpsat.best(packing)
    if choice is None:
        return None
    return (choice.points, choice.cards), tuple(melds[at] for at in choice.chosen)


def _declaration_under(
    codes: Sequence[int], wild: int, rules: Rules, conditions: Conditions
) -> tuple[Meld, ...] | None:
    melds = all_melds(codes, wild, rules)
    packing = imposed(declaration_packing(codes, wild, rules, melds), melds, codes, wild, conditions)
    choice = None if packing is None else cpsat.best(packing)
    return None if choice is None else tuple(melds[at] for at in choice.chosen)


def _discards(
    codes: tuple[int, ...], wild: int, conditions: Conditions
) -> list[tuple[int, tuple[int, ...], Conditions]]:
    """Return each card that may go of 14, with the cards kept and the conditions on them."""
    found = []
    for code in sorted(set(codes)):
        if conditions.may_go(code, codes, wild):
            found.append((code, without(codes, code), conditions.after(code, wild)))
    return found
