"""A player's conditions on an arrangement: cards to keep, to leave out, to lay together."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from solver.errors import Defect, HandError
from solver.packing import AtLeast, Gate, Packing
from solver.rummy.cards import NAMES, is_wild, text_of
from solver.rummy.groups import Meld
from solver.rummy.text import read_cards


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an arrangement has to meet beside the rules.

    Wildcards are alike: a condition on one of them is met by any other of the hand.

    Attributes
    ----------
    keep : tuple of int
        Codes that are in groups: not loose, discarded, folded or exchanged.
    without : tuple of int
        Codes that are in no group.
    together : tuple of tuple of int
        Codes of which each lot is in one group.
    """

    keep: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    together: tuple[tuple[int, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keep or self.without or self.together)

    def may_go(self, code: int, codes: Sequence[int], wild: int) -> bool:
        """Tell whether a card of a hand may be let go without one that is to be kept."""
        alike = _alike(code, wild)
        return sum(map(alike, codes)) > sum(map(alike, self.keep))

    def after(self, code: int, wild: int) -> "Conditions":
        """Return the conditions on the cards that stay when one goes: it is left out already."""
        alike = _alike(code, wild)
        left_out = list(self.without)
        gone = code if code in left_out else next((one for one in left_out if alike(one)), None)
        if gone is not None:
            left_out.remove(gone)
        return replace(self, without=tuple(left_out))

    def words(self) -> str:
        """Return the conditions in words."""
        parts = [f"keeping {text_of(self.keep)}"] if self.keep else []
        parts += [f"without {text_of(self.without)}"] if self.without else []
        parts += [f"{text_of(cards)} together" for cards in self.together]
        return ", ".join(parts)


def _alike(code: int, wild: int) -> Callable[[int], bool]:
    """Return what tells whether a card is as good as another: the same, or both wildcards."""
    return (lambda one: is_wild(one, wild)) if is_wild(code, wild) else (lambda one: one == code)


def read_conditions(
    keep: str | None, without: str | None, together: Sequence[str], codes: Sequence[int]
) -> Conditions:
    """Return the conditions of texts.

    Raises
    ------
    HandError
        For pieces that are no card, cards that the hand does not hold, and cards both kept and left out.
    """
    defects: list[Defect] = []
    kept = tuple(sorted(read_cards(keep or "", defects, "keep")))
    left_out = tuple(sorted(read_cards(without or "", defects, "without")))
    lots = tuple(tuple(sorted(read_cards(text, defects, "together"))) for text in together)
    held = Counter(codes)
    for where, cards in (
        ("keep", kept),
        ("without", left_out),
        *(("together", lot) for lot in lots),
        ("keep and without", (*kept, *left_out)),
    ):
        for code in sorted(Counter(cards) - held):
            if not any(f"{NAMES[code]} is" in defect.message for defect in defects):
                words = f"{NAMES[code]} is not in the hand" if not held[code] else f"{NAMES[code]} is held"
                count = "" if not held[code] else f" {held[code]} time{'s' * (held[code] != 1)} only"
                defects.append(Defect(where, words + count))
    if defects:
        raise HandError(defects)
    return Conditions(kept, left_out, lots)


def imposed(
    packing: Packing, melds: Sequence[Meld], codes: Sequence[int], wild: int, conditions: Conditions
) -> Packing | None:
    """Return the packing problem under the conditions, or None if they cannot be met by any groups.

    The problem is one of `solver.rummy.groups`: a resource a value, ascending, then the pool of wildcards.
    """
    if not conditions:
        return packing
    if conditions.without and packing.cover:
        return None
    resource = {code: index for index, code in enumerate(sorted(set(codes)))}
    pool = len(resource)
    capacities = list(packing.capacities)
    for code in conditions.without:
        capacities[pool if is_wild(code, wild) else resource[code]] -= 1
    floors = Counter(pool if is_wild(code, wild) else resource[code] for code in conditions.keep)
    candidates = list(packing.candidates)
    gates = list(packing.gates)
    for number, lot in enumerate(conditions.together):
        tag = f"together {number}"
        holding = [at for at, meld in enumerate(melds) if _holds(meld, lot, wild)]
        if not holding:
            return None
        for at in holding:
            candidates[at] = replace(candidates[at], tags=candidates[at].tags | {tag})
        gates.append(Gate(None, ((AtLeast(tag),),)))
    if any(not any(r == at for c in candidates for r, _ in c.uses) for at in floors):
        return None
    return replace(
        packing,
        capacities=tuple(capacities),
        candidates=tuple(candidates),
        gates=tuple(gates),
        floors=dict(floors),
    )


def _holds(meld: Meld, lot: Sequence[int], wild: int) -> bool:
    """Tell whether a group holds all cards of a lot, any wildcard doing for another."""
    needed = Counter(code for code in lot if not is_wild(code, wild))
    wilds = len(lot) - sum(needed.values())
    pool = meld.wilds + sum(is_wild(code, wild) for code in meld.naturals)
    return needed <= Counter(meld.naturals) and wilds <= pool


def held_together(goal: Sequence[Meld], conditions: Conditions, held: Sequence[int], wild: int) -> bool:
    """Tell whether the groups of a goal meet the conditions, given the copies of the hand by code."""
    if not conditions:
        return True
    used = Counter(code for meld in goal for code in meld.naturals if not is_wild(code, wild))
    wilds = sum(meld.size for meld in goal) - sum(used.values())
    kept = Counter(code for code in conditions.keep if not is_wild(code, wild))
    out = Counter(code for code in conditions.without if not is_wild(code, wild))
    return (
        kept <= used
        and wilds >= len(conditions.keep) - sum(kept.values())
        and all(used[code] <= held[code] - count for code, count in out.items())
        and all(any(_holds(meld, lot, wild) for meld in goal) for lot in conditions.together)
    )
