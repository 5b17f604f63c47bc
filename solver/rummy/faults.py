"""Why cards are no group, or groups no declaration: each rule broken, by label and in plain words (R1–R7)."""

from collections import Counter
from collections.abc import Iterator, Sequence
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
    """What is wrong if the cards are meant as one kind of group, and how many cards are amiss."""

    amiss: int
    faults: tuple[Told, ...]


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
    meant = sorted(
        (_as_sequence(cards, wild, rules), _as_set(cards, wild, rules)), key=lambda reading: reading.amiss
    )
    told = meant if meant[0].amiss == meant[1].amiss else meant[:1]
    return tuple(dict.fromkeys(fault for reading in told for fault in reading.faults))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _names(codes: Sequence[int]) -> str:
    return listed([NAMES[code] for code in codes])


def _as_sequence(cards: tuple[int, ...], wild: int, rules: Rules) -> _Reading:
    """Judge the cards as a sequence, a wild-rank card as natural where that has fewer cards amiss (R2)."""
    plain, ranked, _ = split(cards, wild)
    suits = Counter(code // 13 for code in plain or ranked)
    suit = max(suits, key=lambda one: (suits[one], -one))
    own = sorted({code for code in ranked if code // 13 == suit}) if rules.wild_natural == "yes" else []
    readings = [_sequence(sorted([*plain, *natural]), suit, len(cards), rules) for natural in ([], own)]
    return min(readings, key=lambda reading: reading.amiss)


def _sequence(naturals: list[int], suit: int, size: int, rules: Rules) -> _Reading:
    strange = [code for code in naturals if code // 13 != suit]
    mine = sorted({code for code in naturals if code // 13 == suit})
    twice = sorted(code for code, count in Counter(naturals).items() if code // 13 == suit and count > 1)
    doubles = len(naturals) - len(strange) - len(mine)
    wilds = size - len(naturals)
    faults = []
    if strange:
        kept = f"{_names(mine)} {'is' if len(mine) == 1 else 'are'} {SUIT_NAMES[suit]}"
        faults.append(("R1", f"the suits differ: {_names(strange)}, while {kept}"))
    if rules.identical == "pure" and doubles >= 2 and len(mine) == 1 and not strange:
        words = "three of the exact same card are complete; nothing goes with them"
        return _Reading(size - 3, (("R5", f"{NAMES[mine[0]]} {_number(doubles + 1)} times: {words}"),))
    faults += [("R1", f"{NAMES[code]} is in the sequence twice") for code in twice]
    short = _shortage(mine, wilds + len(strange) + doubles, faults)
    if size > HAND_SIZE:
        faults.append(("R1", f"{size} cards in one sequence: the ace would stand at both ends"))
    surplus = _too_many_wild(wilds, rules, faults)
    lacking = max(0, int(rules.min_natural) - len(mine)) if wilds else 0
    if lacking:
        few = f"{_number(len(mine))} natural card{'s' * (len(mine) != 1)}"
        faults.append(("R3", f"{few}; an impure sequence has {_number(int(rules.min_natural))} at least"))
    amiss = len(strange) + doubles + short + surplus + lacking + max(0, size - HAND_SIZE)
    return _Reading(amiss, tuple(faults))


def _shortage(mine: list[int], fillers: int, faults: list[Told]) -> int:
    """Add the fault of places between the naturals that nothing fills; return how many
    cards are amiss for that.

    Cards of other suits count as fillers here, since each has a fault of its own.
    """
    if not mine:
        return 0
    short = spread(tuple(mine)) - len(mine) - fillers
    if short <= 0:
        return 0
    outside = len(mine) - _most_within(mine, len(mine) + fillers)
    if _round_the_corner(mine):
        ace = mine[0] // 13 * 13
        faults.append(("R1", f"{NAMES[ace]} is in the middle, K-A-2; the ace is low or high"))
        return outside
    vacant = listed([NAMES[code] for code in _vacant(mine)])
    held = f"; {_number(fillers)} wildcard{'s' * (fillers != 1)} cannot fill it" if fillers else ""
    faults.append(("R1", f"not consecutive: {vacant} missing{held}"))
    return outside


def _most_within(mine: list[int], size: int) -> int:
    """Return the most of some naturals of a suit that one run of `size` cards holds."""
    places = {code % 13 for code in mine} | ({PLACES - 1} if mine[0] % 13 == 0 else set())
    return max(len(places & set(range(first, first + size))) for first in range(PLACES - size + 1))


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


def _too_many_wild(wilds: int, rules: Rules, faults: list[Told]) -> int:
    """Add the fault of more wildcards than a sequence may have; return how many are too many."""
    if within(rules.max_wild, wilds):
        return 0
    most = int(rules.max_wild)
    nth = {2: "a second wildcard", 3: "a third wildcard", 4: "a fourth wildcard"}
    words = nth.get(wilds, f"{wilds} wildcards")
    faults.append(("R3", f"{words}: {_number(most)} at most stand{'s' * (most == 1)} in within a sequence"))
    return wilds - most


def _as_set(cards: tuple[int, ...], wild: int, rules: Rules) -> _Reading:
    """Judge the cards as a trio, or under ``sets=distinct`` as a set."""
    plain, ranked, _ = split(cards, wild)
    naturals = list(plain or ranked)
    wilds = len(cards) - len(naturals)
    ranks = Counter(code % 13 for code in naturals)
    rank = max(ranks, key=lambda one: (ranks[one], -one))
    strange = [code for code in naturals if code % 13 != rank]
    mine = [code for code in naturals if code % 13 == rank]
    faults = []
    if strange:
        faults.append(
            ("R4", f"the ranks differ: {_names(strange)} beside {_names(sorted(dict.fromkeys(mine)))}")
        )
    if rules.sets == "distinct":
        surplus = max(0, len(cards) - 4)
        if surplus > len(strange):
            faults.append(("R4", f"{len(cards)} cards; a set has three or four"))
        again = [] if ranked and not plain else [suit for suit, count in _suits(mine).items() if count > 1]
        for suit in again:
            count = _number(_suits(mine)[suit])
            faults.append(("R4", f"{count} {SUIT_NAMES[suit]}; the suits of a set all differ"))
        twice = sum(_suits(mine)[suit] - 1 for suit in again)
        return _Reading(max(len(strange), surplus) + twice, tuple(faults))
    surplus = max(0, len(cards) - 3)
    if surplus > len(strange):
        faults.append(("R4", f"{len(cards)} cards; a trio has exactly three"))
    spare = max(0, min(wilds, 3) - 1)
    if spare:
        faults.append(("R4", f"{_number(wilds)} wildcards; a trio takes one at most"))
    return _Reading(max(len(strange), surplus, spare), tuple(faults))


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
