"""Why cards are no group, or groups no declaration: each rule broken, by label and in plain words (R1–R7)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.rummy.cards import HAND_SIZE, NAMES, RANKS
from solver.rummy.confirm import spans
from solver.rummy.groups import PLACES
from solver.rummy.judge import form_of, split, spread, within
from solver.rummy.rules import Rules
from solver.verdict import listed

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
Told = tuple[str, str]
"""A label and a message."""

_NUMBERS = ("no", "one", "two", "three", "four")


@dataclass(frozen=True, slots=True)
class _Reading:
    """How many cards are amiss if the cards are meant as one kind of group, and what words the faults."""

    amiss: int
    tell: Callable[[], tuple[Told, ...]]


def faults_of(cards: tuple[int, ...], wild: int, rules: Rules) -> tuple[Told, ...]:
    """Return ``(label, message)`` for each rule that cards which are no group break.

    They are judged as a sequence and as a trio or set; what has fewer cards amiss is what was meant, and
    both are told if that is the same.

    Parameters
    ----------
    cards : tuple of int
        The codes, ascending; no group under the rules.
    wild : int
        The wild rank, or -1.

    >>> from solver.rummy.cards import CODES
    >>> faults_of(tuple(sorted(CODES[name] for name in ("KH", "AH", "2H"))), -1, Rules())
    (('R1', 'AH is in the middle, K-A-2; the ace is low or high'),)
    """
    return _faults(cards, wild, form_of(rules))


@lru_cache(maxsize=1 << 15)
def _faults(cards: tuple[int, ...], wild: int, rules: Rules) -> tuple[Told, ...]:
    if len(cards) < 3:
        plural = "s" if len(cards) != 1 else ""
        return (("R1", f"{_number(len(cards))} card{plural}; a group has three at least"),)
    plain, ranked, _ = split(cards, wild)
    if not plain and (not ranked or rules.wild_natural == "no"):
        why = "" if not ranked else f"; wild {RANKS[wild]}s are never natural here"
        return (("R3" if not ranked else "R2", f"wildcards alone are no group: no natural card{why}"),)
    sequence, kind = _as_sequence(plain, ranked, len(cards), rules), _as_set(plain, ranked, len(cards), rules)
    told = sequence.tell() if sequence.amiss <= kind.amiss else ()
    if kind.amiss <= sequence.amiss:
        told += kind.tell()
    return tuple(dict.fromkeys(told))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _names(codes: Sequence[int]) -> str:
    return listed([NAMES[code] for code in codes])


def _as_sequence(plain: list[int], ranked: list[int], size: int, rules: Rules) -> _Reading:
    """Judge the cards as a sequence, a wild-rank card as natural where that has fewer cards amiss (R2)."""
    held = [code // 13 for code in plain or ranked]
    suit = max(sorted(set(held)), key=held.count)
    own = sorted({code for code in ranked if code // 13 == suit}) if rules.wild_natural == "yes" else []
    reading = _sequence(plain, suit, size, rules)
    if own:
        other = _sequence(sorted([*plain, *own]), suit, size, rules)
        return other if other.amiss < reading.amiss else reading
    return reading


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Cards meant as a sequence: naturals of its suit, each once; those of other suits; those held twice."""

    mine: list[int]
    strange: list[int]
    twice: list[int]
    wilds: int
    size: int
    rules: Rules

    @property
    def doubles(self) -> int:
        """Naturals of the suit that are there again."""
        return self.size - self.wilds - len(self.strange) - len(self.mine)

    @property
    def fillers(self) -> int:
        """Cards that fill a place: those of other suits as well, since each has a fault of its own."""
        return self.wilds + len(self.strange) + self.doubles

    @property
    def is_identical(self) -> bool:
        """Whether three of the exact same card are among them, which are complete (R5)."""
        alone = self.doubles >= 2 and len(self.mine) == 1 and not self.strange
        return alone and self.rules.identical == "pure"

    @property
    def outside(self) -> int:
        """How many cards are amiss since places between the naturals are vacant."""
        if not self.mine or spread(self.mine) <= len(self.mine) + self.fillers:
            return 0
        return len(self.mine) - _most_within(self.mine, len(self.mine) + self.fillers)

    @property
    def surplus(self) -> int:
        """How many wildcards are too many (R3)."""
        return 0 if within(self.rules.max_wild, self.wilds) else self.wilds - int(self.rules.max_wild)

    @property
    def lacking(self) -> int:
        """How many natural cards are missing (R3)."""
        return max(0, int(self.rules.min_natural) - len(self.mine)) if self.wilds else 0

    @property
    def amiss(self) -> int:
        """How many cards are amiss in all."""
        if self.is_identical:
            return self.size - 3
        long = max(0, self.size - HAND_SIZE)
        return len(self.strange) + self.doubles + self.outside + self.surplus + self.lacking + long

    def tell(self) -> tuple[Told, ...]:
        """Word the faults."""
        mine, faults = self.mine, []
        if self.is_identical:
            words = "three of the exact same card are complete; nothing goes with them"
            return (("R5", f"{NAMES[mine[0]]} {_number(self.doubles + 1)} times: {words}"),)
        if self.strange:
            kept = f"{_names(mine)} {'is' if len(mine) == 1 else 'are'} {SUIT_NAMES[mine[0] // 13]}"
            faults.append(("R1", f"the suits differ: {_names(self.strange)}, while {kept}"))
        faults += [("R1", f"{NAMES[code]} is in the sequence twice") for code in self.twice]
        if self.outside:
            faults.append(("R1", _shortage(mine, self.fillers)))
        if self.size > HAND_SIZE:
            faults.append(("R1", f"{self.size} cards in one sequence: the ace would stand at both ends"))
        if self.surplus:
            faults.append(("R3", _too_many_wild(self.wilds, int(self.rules.max_wild))))
        if self.lacking:
            few = f"{_number(len(mine))} natural card{'s' * (len(mine) != 1)}"
            fewest = _number(int(self.rules.min_natural))
            faults.append(("R3", f"{few}; an impure sequence has {fewest} at least"))
        return tuple(faults)


def _sequence(naturals: list[int], suit: int, size: int, rules: Rules) -> _Reading:
    strange = [code for code in naturals if code // 13 != suit]
    suited = [code for code in naturals if code // 13 == suit]
    mine = sorted(set(suited))
    twice = [code for code in mine if suited.count(code) > 1] if len(mine) < len(suited) else []
    meant = _Sequence(mine, strange, twice, size - len(naturals), size, rules)
    return _Reading(meant.amiss, meant.tell)


def _shortage(mine: list[int], fillers: int) -> str:
    """Word the places between the naturals that nothing fills."""
    if _round_the_corner(mine):
        return f"{NAMES[mine[0] // 13 * 13]} is in the middle, K-A-2; the ace is low or high"
    vacant = listed([NAMES[code] for code in _vacant(mine)])
    held = f"; {_number(fillers)} wildcard{'s' * (fillers != 1)} cannot fill it" if fillers else ""
    return f"not consecutive: {vacant} missing{held}"


def _most_within(mine: list[int], size: int) -> int:
    """Return the most of some naturals of a suit that one run of `size` cards holds."""
    places = {code % 13 for code in mine} | ({PLACES - 1} if mine[0] % 13 == 0 else set())
    return max(
        [sum([first <= place < first + size for place in places]) for first in range(PLACES - size + 1)]
    )


def _round_the_corner(mine: list[int]) -> bool:
    """Tell whether a run goes through the ace: consecutive if the ranks were a circle."""
    ranks = {code % 13 for code in mine}
    return {0, 1, 12} <= ranks and any(
        ranks == {(first + step) % 13 for step in range(len(ranks))} for first in range(1, 13)
    )


def _vacant(mine: list[int]) -> Iterator[int]:
    """Yield the codes missing between the first and the last of a run, the ace low or high."""
    suit = mine[0] // 13 * 13
    places = [code % 13 for code in mine]
    high = sorted(place or PLACES - 1 for place in places)
    if high[-1] - high[0] < places[-1] - places[0]:
        places = high
    return (suit + place for place in range(places[0], places[-1]) if place not in places)


def _too_many_wild(wilds: int, most: int) -> str:
    """Word more wildcards than a sequence may have."""
    nth = {2: "a second wildcard", 3: "a third wildcard", 4: "a fourth wildcard"}
    words = nth.get(wilds, f"{wilds} wildcards")
    return f"{words}: {_number(most)} at most stand{'s' * (most == 1)} in within a sequence"


def _as_set(plain: list[int], ranked: list[int], size: int, rules: Rules) -> _Reading:
    """Judge the cards as a trio, or under ``sets=distinct`` as a set."""
    naturals = plain or ranked
    held = [code % 13 for code in naturals]
    rank = max(sorted(set(held)), key=held.count)
    strange = [code for code in naturals if code % 13 != rank]
    mine = [code for code in naturals if code % 13 == rank]
    if rules.sets == "distinct":
        return _as_distinct_set(mine, strange, size, again=not ranked or bool(plain))
    surplus = max(0, size - 3)
    wilds = size - len(naturals)
    spare = max(0, min(wilds, 3) - 1)

    def tell() -> tuple[Told, ...]:
        faults = _ranks_differ(mine, strange)
        if surplus > len(strange):
            faults.append(("R4", f"{size} cards; a trio has exactly three"))
        if spare:
            faults.append(("R4", f"{_number(wilds)} wildcards; a trio takes one at most"))
        return tuple(faults)

    return _Reading(max(len(strange), surplus, spare), tell)


def _as_distinct_set(mine: list[int], strange: list[int], size: int, *, again: bool) -> _Reading:
    """Judge cards as a set; `again` tells whether a suit that is there twice is a fault."""
    surplus = max(0, size - 4)
    suits = _suits(mine) if again else Counter()
    twice = sum(count - 1 for count in suits.values())

    def tell() -> tuple[Told, ...]:
        faults = _ranks_differ(mine, strange)
        if surplus > len(strange):
            faults.append(("R4", f"{size} cards; a set has three or four"))
        for suit, count in suits.items():
            if count > 1:
                faults.append(("R4", f"{_number(count)} {SUIT_NAMES[suit]}; the suits of a set all differ"))
        return tuple(faults)

    return _Reading(max(len(strange), surplus) + twice, tell)


def _ranks_differ(mine: list[int], strange: list[int]) -> list[Told]:
    if not strange:
        return []
    beside = _names(sorted(dict.fromkeys(mine)))
    return [("R4", f"the ranks differ: {_names(strange)} beside {beside}")]


def _suits(codes: Sequence[int]) -> Counter[int]:
    return Counter(code // 13 for code in codes)


def declaration_faults(
    pure: Sequence[int], impure: Sequence[int], trios: int, rules: Rules
) -> tuple[Told, ...]:
    """Return ``(label, message)`` for what groups of these sizes lack as a declaration (R6, R7).

    >>> declaration_faults([5, 8], [], 0, Rules())
    (('R6', 'the two sequences cover 13 cards together; 6 or 7 are needed'),)
    """
    found = []
    if not pure:
        found.append(("R6", "no pure sequence"))
    if len(pure) + len(impure) < 2:
        found.append(("R6", "only one sequence; a second is needed" if pure or impure else "no sequence"))
    if not found and not spans(pure, impure, rules):
        found.append(("R6", _span_words(pure, impure, rules)))
    if rules.max_trios != "any" and trios > int(rules.max_trios):
        word = "sets" if rules.sets == "distinct" else "trios"
        found.append(("R7", f"{trios} {word}; {rules.max_trios} at most"))
    return tuple(found)


def _span_words(pure: Sequence[int], impure: Sequence[int], rules: Rules) -> str:
    if rules.span == "life4":
        return "neither of two sequences has four cards"
    pairs = [a + b for at, a in enumerate(pure) for b in (*pure[at + 1 :], *impure)]
    if len(pure) + len(impure) == 2:
        return f"the two sequences cover {pairs[0]} cards together; 6 or 7 are needed"
    covers = listed([str(size) for size in sorted(set(pairs))], "or")
    return f"a pure and a second sequence cover {covers} cards together; 6 or 7 are needed"
