"""A player's conditions on an arrangement: cards to keep bound, to leave out of sets, to lay together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.bharg.cards import HAND_SIZE, NAMES, POINTS, text_of
from solver.bharg.groups import Found, needs_set
from solver.bharg.reasons import families
from solver.bharg.rules import Rules
from solver.bharg.solve import top_after
from solver.bharg.text import read_cards
from solver.errors import ConditionsError, Defect, HandError

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an arrangement has to meet: cards that are bound, cards in no set, cards in one set together."""

    keep: Cards = ()
    without: Cards = ()
    together: tuple[Cards, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keep or self.without or self.together)

    def words(self) -> str:
        """Return the conditions in words."""
        parts = [f"keeping {text_of(self.keep)}"] if self.keep else []
        parts += [f"without {text_of(self.without)}"] if self.without else []
        parts += [f"{text_of(cards)} together" for cards in self.together]
        return ", ".join(parts)

    def met_by(self, sets: Sequence[Cards], codes: Sequence[int], ace: int) -> bool:
        """Tell whether sets of a hand meet the conditions."""
        in_sets = {code for cards in sets for code in cards}
        return (
            all(code in codes and (code in in_sets or not needs_set(code, ace)) for code in self.keep)
            and in_sets.isdisjoint(self.without)
            and all(any(set(lot) <= set(cards) for cards in sets) for lot in self.together)
        )


def read_conditions(
    keep: str | None, without: str | None, together: Sequence[str], codes: Sequence[int]
) -> Conditions:
    """Return the conditions of texts.

    Raises
    ------
    HandError
        For pieces that are no card, and cards that the hand does not hold.
    """
    defects: list[Defect] = []
    lots = []
    for where, text in (("keep", keep), ("without", without), *(("together", lot) for lot in together)):
        cards = tuple(sorted({code for _, code in read_cards(text or "", defects, where)}))
        strange = [NAMES[code] for code in cards if code not in codes]
        defects += [Defect(where, f"{name} is not in the hand") for name in strange]
        lots.append(cards)
    if defects:
        raise HandError(defects)
    return Conditions(lots[0], lots[1], tuple(lots[2:]))


def find_under(codes: Cards, ace: int, rules: Rules, conditions: Conditions) -> Found:
    """Solve 7 or 8 ascending codes under conditions, by trying every choice of sets.

    A card to keep is never discarded; one that is to be in no set may be.

    Parameters
    ----------
    codes : tuple of int
        7 or 8 codes.
    ace : int
        The suit on top of the Ace Pile before the discard, or -1.
    rules : Rules
        Whether sets may overlap (B2).
    conditions : Conditions
        What the arrangement has to meet.

    Raises
    ------
    ConditionsError
        If no arrangement meets them.
    """
    if len(codes) == HAND_SIZE:
        ways = [_least(codes, ace, rules, conditions)]
    else:
        ways = [_after(codes, code, ace, rules, conditions) for code in codes if code not in conditions.keep]
    found = [way for way in ways if way is not None]
    if not found:
        raise ConditionsError(conditions.words())
    best = min(found, key=lambda one: (one.points, one.cards))
    if len(codes) == HAND_SIZE:
        return best
    return replace(
        best, folds=tuple(one.discard for one in found if one.cards == 0 and one.discard is not None)
    )


def _after(codes: Cards, code: int, ace: int, rules: Rules, conditions: Conditions) -> Found | None:
    """Return the least after a discard; a discarded ace is the new top at once (B6)."""
    if any(code in lot for lot in conditions.together):
        return None
    kept = tuple(one for one in codes if one != code)
    found = _least(kept, top_after(code, ace), rules, conditions)
    return None if found is None else replace(found, discard=code)


def _least(codes: Cards, ace: int, rules: Rules, conditions: Conditions) -> Found | None:
    """Return the least of 7 cards; None if no choice of sets meets the conditions."""
    open_cards = [code for code in codes if needs_set(code, ace)]
    best: Found | None = None
    for sets in families(codes, rules):
        if conditions.met_by(sets, codes, ace):
            loose = [code for code in open_cards if all(code not in cards for cards in sets)]
            points = sum(POINTS[code] for code in loose)
            if best is None or (points, len(loose), len(sets)) < (best.points, best.cards, len(best.sets)):
                best = Found(sets, points, len(loose))
    return best
