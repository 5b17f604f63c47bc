"""A grouping judged as it lies: every group, the hand as a whole, and the points as laid (B1–B8)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from solver.bharg.cards import EXCUSE, HAND_SIZE, NAMES, SUIT_MASKS, SUIT_NAMES, SUITS, loose_points
from solver.bharg.confirm import is_set
from solver.bharg.rules import Rules
from solver.bharg.solve import top_after
from solver.bharg.text import card_defects
from solver.verdict import Fault, Judgement, listed

Cards = tuple[int, ...]
Told = tuple[str, str]
"""A label and a message."""


@dataclass(frozen=True, slots=True)
class Laying:
    """What lies on the table, in codes.

    Attributes
    ----------
    groups : tuple of tuple of int
        The groups, in any order of cards: sets, ace-bound cards, the Excuse. With overlapping sets a card
        may be in several.
    loose : tuple of int
        Cards said to be left over.
    fold : int or None
        The discard, of 8.
    hand : tuple of int or None
        What the player holds, ascending, if that is known.
    """

    groups: tuple[Cards, ...]
    loose: Cards = ()
    fold: int | None = None
    hand: Cards | None = None

    @property
    def kept(self) -> Cards:
        """The cards in groups or loose, ascending, each once: with overlapping sets it lies in several."""
        return tuple(sorted(set(self.loose).union(*self.groups)))

    @property
    def cards(self) -> Cards:
        """All cards of the player, ascending: the hand, or what is laid, loose and discarded."""
        if self.hand is not None:
            return self.hand
        return self.kept if self.fold is None else tuple(sorted({*self.kept, self.fold}))


@lru_cache(maxsize=1 << 16)
def _kind(group: Cards, top: int) -> str | None:
    if is_set([NAMES[code] for code in group]):
        return "set"
    if group == (EXCUSE,):
        return "excuse"
    return "ace" if group and top >= 0 and all(SUIT_MASKS[code] >> top & 1 for code in group) else None


@lru_cache(maxsize=64)
def _faulty_cards(ace: int, deck: str | None) -> frozenset[int]:
    """Return the cards that are out of play (B8)."""
    return frozenset(code for code in range(len(NAMES)) if card_defects([(1, code)], ace, deck))


class Referee:
    """Judges groupings under one choice of rules, Ace Pile and deck.

    Parameters
    ----------
    ace : int
        The suit on top of the Ace Pile before the discard, or -1.
    deck : str or None
        The deck in play (B8); None takes any card.
    rules : Rules
        The rules.
    """

    def __init__(self, ace: int, deck: str | None, rules: Rules) -> None:
        self.ace = ace
        self.deck = deck
        self.overlapping = rules.sets == "overlapping"
        self._faulty = _faulty_cards(ace, deck)

    def kind(self, group: Cards, top: int) -> str | None:
        """Return what cards are as a group: ``set``, ``ace``, ``excuse`` or None (B1, B3, B5).

        Cards that are both a set and ace-bound are a set.
        """
        return _kind(group, top)

    def judge(self, laying: Laying) -> Judgement:
        """Judge a grouping.

        A card is bound by its group, or without one if it is ace-bound or the Excuse. A set that takes a
        card of an earlier group, when sets are disjoint, does not stand (B2).
        """
        laying = _with_plain_fold(laying)
        top = top_after(laying.fold, self.ace)
        kinds = self._standing(laying, top)
        bound = {code for group, kind in zip(laying.groups, kinds, strict=True) if kind for code in group}
        kept = [code for code in laying.cards if code != laying.fold]
        points = sum([loose_points(code, top) for code in kept if code not in bound])
        tell = partial(self._faults, laying, top, kinds)
        return Judgement(not (None in kinds or any(self._card_faults(laying, top, bound))), points, tell)

    def _standing(self, laying: Laying, top: int) -> list[str | None]:
        """Return the kind of each group that stands; None for one that is none, or takes a card again."""
        kinds = []
        taken: dict[int, str] = {}
        for group in laying.groups:
            kind = self.kind(group, top)
            if kind and self._takes_again(group, kind, taken):
                kind = None
            if kind:
                taken.update(dict.fromkeys(group, kind))
            kinds.append(kind)
        return kinds

    def _takes_again(self, group: Cards, kind: str, taken: dict[int, str]) -> bool:
        if len(set(group)) < len(group):
            return True
        shares = [taken[code] for code in group if code in taken]
        return any(not self.overlapping or kind != "set" or other != "set" for other in shares)

    def _faults(self, laying: Laying, top: int, kinds: Sequence[str | None]) -> tuple[Fault, ...]:
        """Return all that is wrong, group by group, then as a whole."""
        faults: list[Fault] = []
        earlier: set[int] = set()
        for index, (group, kind) in enumerate(zip(laying.groups, kinds, strict=True)):
            if kind is None and self.kind(group, top) is None:
                faults += [Fault(index, *told) for told in group_faults(group, top)]
            elif kind is None:
                again = listed([NAMES[code] for code in sorted({*group} & earlier) or group[:1]])
                faults.append(Fault(index, "B2", f"{again}: laid before; a card belongs to one group"))
            earlier |= {*group}
        bound = {code for group, kind in zip(laying.groups, kinds, strict=True) if kind for code in group}
        faults += [Fault(None, *told) for told in self._card_faults(laying, top, bound)]
        return tuple(faults)

    def _card_faults(self, laying: Laying, top: int, bound: set[int]) -> Iterator[Told]:
        """Yield what is wrong with the cards: their number, which they are, and what is unbound."""
        if laying.hand is not None:
            yield from _hand_faults(laying, laying.hand)
        else:
            yield from _number_faults(laying)
            # cards are told apart here, so that none is there twice
            if not self._faulty.isdisjoint(laying.cards):
                for defect in card_defects(list(enumerate(laying.cards, start=1)), self.ace, self.deck):
                    yield "B8", defect.message
        in_groups = {code for group in laying.groups for code in group}
        rest = [code for code in laying.cards if code not in in_groups and code != laying.fold]
        unbound = [code for code in rest if loose_points(code, top)]
        if unbound:
            names = listed([NAMES[code] for code in unbound])
            shows = f" and {_show(unbound)} no {SUIT_NAMES[top]}" if top >= 0 else "; the Ace Pile is empty"
            yield "B7", f"{names} {'is' if len(unbound) == 1 else 'are'} in no set{shows}: unbound"


def _show(cards: Sequence[int]) -> str:
    return "shows" if len(cards) == 1 else "show"


def _with_plain_fold(laying: Laying) -> Laying:
    """Take the one card of 8 that is laid nowhere as discarded, when no discard is named."""
    if laying.hand is None or laying.fold is not None or len(laying.hand) != HAND_SIZE + 1:
        return laying
    rest = set(laying.hand) - set(laying.kept)
    if len(rest) == 1 and set(laying.kept) < set(laying.hand):
        return Laying(laying.groups, laying.loose, rest.pop(), laying.hand)
    return laying


def _number_faults(laying: Laying) -> Iterator[Told]:
    """Yield the fault of a number of cards that no hand has (B6), or of a discard that is still laid."""
    kept = laying.kept
    count = len(kept)
    if laying.fold in kept:
        yield "B6", f"{NAMES[laying.fold or 0]} is discarded, and laid as well"
    if count == HAND_SIZE + 1 and laying.fold is None:
        yield "B6", "8 cards lie here; one has to be discarded first"
    elif count < HAND_SIZE:
        missing = HAND_SIZE - count
        yield "B6", f"{missing} card{'s' * (missing != 1)} missing: a hand is judged with 7, here lie {count}"
    elif count > HAND_SIZE:
        yield "B6", f"{count} cards lie here; a hand is judged with 7"


def _hand_faults(laying: Laying, hand: Cards) -> Iterator[Told]:
    """Yield what is laid without being held, and what was discarded wrongly."""
    strange = [NAMES[code] for code in (*laying.kept, laying.fold) if code is not None and code not in hand]
    if strange:
        yield "B6", f"{listed(strange)} {'is' if len(strange) == 1 else 'are'} laid, but not in the hand"
    if len(hand) > HAND_SIZE and laying.fold is None:
        yield "B6", "no card is discarded of 8"
    if len(hand) == HAND_SIZE and laying.fold is not None:
        yield "B6", "a card is discarded of 8, but the hand has 7"
    if laying.fold in laying.kept:
        yield "B6", f"{NAMES[laying.fold or 0]} is discarded, and laid as well"


@lru_cache(maxsize=1 << 16)
def group_faults(group: Cards, top: int) -> tuple[Told, ...]:
    """Return ``(label, message)`` for each rule that cards which are no group break.

    >>> from solver.bharg.cards import CODES
    >>> group_faults(tuple(CODES[name] for name in ("2MK", "2SY", "3MW")), -1)
    (('B1', 'two cards show Moons'), ('B1', 'no card shows Leaves'))
    """
    faults: list[Told] = []
    others = [code for code in group if code != EXCUSE]
    if EXCUSE in group:
        faults.append(("B5", "the Excuse is never part of a set, and is bound by itself"))
    if len(set(group)) < len(group):
        faults.append(("B8", "a card is laid twice; every card exists once"))
    if top >= 0 and _mostly_bound(others, top):
        strange = [NAMES[code] for code in others if not SUIT_MASKS[code] >> top & 1]
        if strange:
            faults.append(("B3", f"not ace-bound, since no {SUIT_NAMES[top]} on {listed(strange)}"))
    elif len(others) == 1:
        where = "with an empty Ace Pile only sets bind" if top < 0 else f"it shows no {SUIT_NAMES[top]}"
        faults.append(("B4" if top < 0 else "B3", f"{NAMES[others[0]]} alone is not bound: {where}"))
    else:
        faults += _set_faults(others)
    return tuple(faults)


def _set_faults(cards: Sequence[int]) -> Iterator[Told]:
    """Yield why two or more cards are no set (B1)."""
    if len(cards) == 2:
        yield "B1", "two cards are never a set"
    shown = Counter(suit for code in cards for suit in NAMES[code][1:])
    for at, suit in enumerate(SUITS):
        if shown[suit] > 1:
            words = {2: "two", 3: "three", 4: "four"}.get(shown[suit], str(shown[suit]))
            yield "B1", f"{words} cards show {SUIT_NAMES[at]}"
    lacking = [SUIT_NAMES[at] for at, suit in enumerate(SUITS) if suit not in shown]
    if lacking:
        yield "B1", f"no card shows {listed(lacking, 'or')}"


def _mostly_bound(cards: Sequence[int], top: int) -> bool:
    """Tell whether cards are meant as ace-bound ones: two thirds of them are."""
    return bool(cards) and 3 * sum(SUIT_MASKS[code] >> top & 1 for code in cards) >= 2 * len(cards)
