"""A grouping judged as it lies: every group, the declaration as a whole, and the points as laid (R1–R13)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, NAMES, points_of
from solver.rummy.confirm import all_count
from solver.rummy.faults import Told, declaration_faults, faults_of
from solver.rummy.groups import Meld
from solver.rummy.judge import form_of, readings_of
from solver.rummy.rules import Rules
from solver.rummy.text import WildCard, copy_defects
from solver.verdict import Fault, Judgement, listed

Cards = tuple[int, ...]
_REMEMBERED = 1 << 17


@dataclass(frozen=True, slots=True)
class Laying:
    """What lies on the table, in codes.

    Attributes
    ----------
    groups : tuple of tuple of int
        The groups, in any order of cards.
    loose : tuple of int
        Cards said to be left over.
    fold : int or None
        The card folded, of 14.
    hand : tuple of int or None
        What the player holds, ascending, if that is known.
    """

    groups: tuple[Cards, ...]
    loose: Cards = ()
    fold: int | None = None
    hand: Cards | None = None

    @property
    def cards(self) -> Cards:
        """All cards of the player, ascending: the hand, or what is laid, loose and folded."""
        if self.hand is not None:
            return self.hand
        cards = [*self.loose, *(() if self.fold is None else (self.fold,))]
        for group in self.groups:
            cards += group
        return tuple(sorted(cards))


class _Piece(NamedTuple):
    """A group with what it is: a meld for each kind, best first; size and kinds; and its loose points."""

    cards: Cards
    readings: tuple[Meld, ...]
    shape: "_Shape"
    worth: int


_Shape = tuple[int, tuple[str, ...]]
"""Number of cards, and the kinds that they may be, the best for a declaration first."""


class _Standing(NamedTuple):
    """What groups of some shapes amount to, whatever their cards.

    `lacks` is what they lack as a declaration; `counting` the largest choices of them that count together.
    """

    lacks: tuple[Told, ...]
    counting: tuple[tuple[int, ...], ...]


class _Known:
    """What was found out about groups, and about shapes of groupings: shared by all that judge alike."""

    def __init__(self) -> None:
        self.pieces: dict[Cards, _Piece] = {}
        self.readings: dict[Cards, tuple[Meld, ...]] = {}
        self.faults: dict[Cards, tuple[Told, ...]] = {}
        self.standings: dict[tuple[_Shape, ...], _Standing] = {}

    def forget(self) -> None:
        """Forget all when it grows too large."""
        if max(len(self.pieces), len(self.standings)) >= _REMEMBERED:
            for memory in (self.pieces, self.readings, self.faults, self.standings):
                memory.clear()


@lru_cache(maxsize=16)
def _known(wild: int, rules: Rules) -> _Known:
    return _Known()


class Referee:
    """Judges groupings under one choice of rules, Wild Card and decks.

    Parameters
    ----------
    shown : WildCard
        The Wild Card (R11).
    decks : int or None
        Decks in play (R13); None stands for as many as there may be.
    rules : Rules
        The rules.
    """

    def __init__(self, shown: WildCard, decks: int | None, rules: Rules) -> None:
        self.shown = shown
        self.decks = decks
        self.rules = rules
        self._form = form_of(rules)
        self._points = [points_of(code, shown.rank) for code in range(len(NAMES))]
        self._copies = [decks or MAX_DECKS] * JOKER + [2 * (decks or MAX_DECKS)]
        if shown.card >= 0:
            self._copies[shown.card] -= 1
        self._known = _known(shown.rank, rules)

    def readings(self, group: Cards) -> tuple[Meld, ...]:
        """Return what a group is: a meld for each kind, none if it is no group."""
        return self._piece(group).readings

    def _piece(self, group: Cards) -> _Piece:
        piece = self._known.pieces.get(group)
        if piece is None:
            self._known.forget()
            cards = tuple(sorted(group))
            readings = self._known.readings.get(cards)
            if readings is None:
                readings = self._known.readings[cards] = readings_of(cards, self.shown.rank, self._form)
            worth = sum([self._points[code] for code in group])
            piece = _Piece(group, readings, (len(group), tuple([meld.kind for meld in readings])), worth)
            self._known.pieces[group] = piece
        return piece

    def judge(self, laying: Laying) -> Judgement:
        """Judge a grouping.

        The points are the least that the groups as laid allow: a group that is none, or that does not
        count (R7–R9), is loose, and so are loose and missing cards.
        """
        laying = _with_plain_fold(laying)
        pieces = [self._piece(group) for group in laying.groups]
        standing = self._standing(pieces)
        sound = (
            not standing.lacks
            and all(piece.readings for piece in pieces)
            and not any(self._card_faults(laying))
        )
        raw = self._raw_points(laying, pieces, standing)
        points = raw if self.rules.cap == "none" else min(raw, int(self.rules.cap))
        return Judgement(sound, points, partial(self._faults, laying, pieces))

    def _standing(self, pieces: Sequence[_Piece]) -> _Standing:
        key = tuple([piece.shape for piece in pieces])
        standing = self._known.standings.get(key)
        if standing is None:
            best = [(size, kinds[0]) for size, kinds in key if kinds]
            pure = [size for size, kind in best if kind == "pure"]
            impure = [size for size, kind in best if kind == "impure"]
            lacks = declaration_faults(pure, impure, len(best) - len(pure) - len(impure), self.rules)
            counting = tuple(_counting([kinds for _, kinds in key], self.rules))
            standing = self._known.standings[key] = _Standing(lacks, counting)
        return standing

    def _faults(self, laying: Laying, pieces: Sequence[_Piece]) -> tuple[Fault, ...]:
        """Return all that is wrong, group by group, then as a whole."""
        of_groups = [
            Fault(index, rule, message)
            for index, piece in enumerate(pieces)
            if not piece.readings
            for rule, message in self._faults_of(piece.cards)
        ]
        whole = (*self._card_faults(laying), *self._standing(pieces).lacks)
        return (*of_groups, *(Fault(None, *told) for told in whole))

    def _faults_of(self, group: Cards) -> tuple[Told, ...]:
        told = self._known.faults.get(group)
        if told is None:
            told = faults_of(tuple(sorted(group)), self.shown.rank, self._form)
            self._known.faults[group] = told
        return told

    def _card_faults(self, laying: Laying) -> Iterator[Told]:
        """Yield what is wrong with the cards: their number, their copies, and those left over (R6, R13)."""
        if laying.hand is not None:
            yield from _hand_faults(laying, laying.hand)
        else:
            yield from _number_faults(laying)
            if self._too_many_copies(laying):
                for defect in copy_defects(list(laying.cards), self.shown, self.decks):
                    yield "R13", defect.message
        if laying.loose:
            verb = "is" if len(laying.loose) == 1 else "are"
            yield "R6", f"{_names(laying.loose)} {verb} in no group"

    def _too_many_copies(self, laying: Laying) -> bool:
        left = self._copies.copy()
        for group in (*laying.groups, laying.loose, () if laying.fold is None else (laying.fold,)):
            for code in group:
                if not left[code]:
                    return True
                left[code] -= 1
        return False

    def _raw_points(self, laying: Laying, pieces: Sequence[_Piece], standing: _Standing) -> int:
        """Return the points of all cards, less those of the groups that count and save most."""
        values = self._points
        if laying.hand is None:
            worth = [piece.worth for piece in pieces]
            total = sum(worth) + sum([values[code] for code in laying.loose])
        else:
            held = Counter(laying.hand)
            if laying.fold is not None:
                held.subtract((laying.fold,))
            total = sum(values[code] * count for code, count in held.items())
            # a group of cards that are not held does not stand
            stands = [piece if _take(held, piece.cards) else self._piece(()) for piece in pieces]
            worth = [piece.worth for piece in stands]
            standing = self._standing(stands)
        return total - max([sum([worth[at] for at in chosen]) for chosen in standing.counting])


def _names(codes: Sequence[int]) -> str:
    return listed([NAMES[code] for code in codes])


def _with_plain_fold(laying: Laying) -> Laying:
    """Take the one card of 14 that is laid nowhere as folded, when no fold is named."""
    if laying.hand is None or laying.fold is not None or len(laying.hand) != HAND_SIZE + 1:
        return laying
    left = Counter(laying.hand)
    left.subtract(code for group in laying.groups for code in group)
    left.subtract(laying.loose)
    rest = [code for code, count in left.items() if count]
    if len(rest) == 1 and left[rest[0]] == 1:
        return Laying(laying.groups, laying.loose, rest[0], laying.hand)
    return laying


def _take(held: Counter[int], group: Cards) -> bool:
    """Take the cards of a group from those held, if all are still there."""
    needed = Counter(group)
    if not needed <= held:
        return False
    held.subtract(needed)
    return True


def _number_faults(laying: Laying) -> Iterator[Told]:
    """Yield the fault of a number of cards that no hand has."""
    count = sum(map(len, laying.groups)) + len(laying.loose)
    if count == HAND_SIZE:
        return
    if count == HAND_SIZE + 1 and laying.fold is None:
        yield "R15", "14 cards lie here; one has to be folded to declare"
    elif count < HAND_SIZE:
        missing = HAND_SIZE - count
        yield "R6", f"{missing} card{'s' * (missing != 1)} missing: a declaration groups 13, here lie {count}"
    else:
        yield "R6", f"{count} cards lie here; a declaration groups 13"


def _hand_faults(laying: Laying, hand: Cards) -> Iterator[Told]:
    """Yield what is laid without being held, and what is held without being laid."""
    used = Counter(code for group in laying.groups for code in group)
    used.update(laying.loose)
    used.update(() if laying.fold is None else (laying.fold,))
    held = Counter(hand)
    for code, count in sorted(used.items()):
        if count > held[code]:
            words = f"held {_times(held[code])}" if held[code] else "not in the hand"
            yield "R6", f"{NAMES[code]} is laid {_times(count)}, but {words}"
    missing = sorted((held - used).elements())
    if missing:
        yield "R6", f"{_names(missing)} of the hand {'is' if len(missing) == 1 else 'are'} missing"
    if len(hand) == HAND_SIZE and laying.fold is not None:
        yield "R15", "a card is folded of 14, but the hand has 13"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _counting(kinds: Sequence[tuple[str, ...]], rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield the largest choices of groups that count together under some reading of each (R7–R9).

    Groups come as the kinds that each may be; a choice within one that was met before saves no more.
    """
    found: list[set[int]] = []
    able = [at for at, some in enumerate(kinds) if some]
    for size in range(len(able), -1, -1):
        for chosen in combinations(able, size):
            if any(larger.issuperset(chosen) for larger in found):
                continue
            for read in product(*(kinds[at] for at in chosen)):
                pure, impure = read.count("pure"), read.count("impure")
                if all_count(pure, impure, size - pure - impure, rules):
                    found.append(set(chosen))
                    yield chosen
                    break
