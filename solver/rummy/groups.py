"""Which groups the rules allow (R1–R5), and the candidates of a hand as a packing problem."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Literal

from solver.packing import AtLeast, Candidate, Gate, Packing
from solver.rummy.cards import HAND_SIZE, counts_of, is_wild, points_of
from solver.rummy.rules import Rules

Kind = Literal["pure", "impure", "trio", "set"]
KINDS: tuple[Kind, ...] = ("pure", "impure", "trio", "set")

DISCARD = "discard"
PLACES = 14
"""Places of a run: A 2 … K, and the ace once more behind the king (R1)."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A group in values: which natural cards it holds and how many wildcards stand in.

    Attributes
    ----------
    kind : Kind
        ``pure``, ``impure``, ``trio``, or ``set`` under ``sets=distinct``.
    naturals : tuple of int
        Codes of the cards that count as natural, ascending, copies repeated. A wild-rank card
        that is natural in its own place (R2) is among them.
    wilds : int
        Wildcards (printed jokers or wild-rank cards) that stand in.
    """

    kind: Kind
    naturals: tuple[int, ...]
    wilds: int = 0

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.naturals) + self.wilds

    @property
    def order(self) -> tuple[int, tuple[int, ...], int]:
        """Sort key: kind, then cards."""
        return KINDS.index(self.kind), self.naturals, self.wilds


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found for one hand, in values.

    Attributes
    ----------
    least : tuple of Meld
        An arrangement with the least loose points and, among those, the fewest loose cards.
    declaration : tuple of Meld or None
        A valid declaration (of the hand less one fold, for 14 cards).
    discard : int or None
        For 14 cards, the code let go in `least`.
    folds : tuple of int or None
        For 14 cards, every code that may be folded to declare (R15), ascending.
    """

    least: tuple[Meld, ...]
    declaration: tuple[Meld, ...] | None
    discard: int | None = None
    folds: tuple[int, ...] | None = None


def longest_run(rules: Rules) -> int:
    """Return the longest run that must be a candidate: longer ones cut into shorter with no loss.

    A run of 6 or more cuts into 3s, 4s and 5s, and each piece has a natural, as at most two wildcards
    stand in. Not so with more wildcards; with two naturals a piece (N W W N N N); nor when a run of
    four or more is needed beside others (R6, ``life4``): 6 cuts into 3+3 only.
    """
    if rules.max_wild == "any":
        return HAND_SIZE
    return 6 if rules.min_natural == "2" or rules.span == "life4" else 5


def melds_of(codes: Sequence[int], wild: int, rules: Rules) -> list[Meld]:
    """Return every group that the cards allow, in canonical order, each once.

    Parameters
    ----------
    codes : sequence of int
        The cards.
    wild : int
        The wild rank, or -1.
    rules : Rules
        Options R2 to R5 govern.
    """
    hand = _Naturals(codes, wild, rules)
    melds = [*_sequences(hand, rules), *_identical(hand, rules), *_sets(hand, rules)]
    return sorted(melds, key=lambda meld: meld.order)


class _Naturals:
    """The cards of a hand that may be natural, with the size of the pool of wildcards."""

    def __init__(self, codes: Sequence[int], wild: int, rules: Rules) -> None:
        self.wild = wild
        self.counts = counts_of(codes)
        self.pool = sum(is_wild(code, wild) for code in codes)
        self.counts[52] = 0
        if rules.wild_natural == "no" and wild >= 0:
            for code in range(wild, 52, 13):
                self.counts[code] = 0

    def spare(self, naturals: Sequence[int]) -> int:
        """Return the wildcards left when these are natural: a wild-rank one leaves the pool (R2)."""
        return self.pool - sum(code % 13 == self.wild for code in naturals)


def _sequences(hand: _Naturals, rules: Rules) -> Iterator[Meld]:
    """Yield the pure and impure sequences (R1, R3)."""
    longest = longest_run(rules)
    most_wild = hand.pool if rules.max_wild == "any" else min(hand.pool, int(rules.max_wild))
    fewest = int(rules.min_natural)
    for naturals, gaps in _spreads(hand, longest, most_wild):
        for wilds in range(max(gaps, 3 - len(naturals)), min(most_wild, hand.spare(naturals)) + 1):
            if len(naturals) + wilds > longest:
                break
            if wilds == 0:
                yield Meld("pure", naturals)
            elif len(naturals) >= fewest:
                yield Meld("impure", naturals, wilds)


def _spreads(hand: _Naturals, longest: int, most_gaps: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the sets of naturals of one suit that a run can hold, with the vacant places inside."""
    for suit in range(4):
        held = [hand.counts[suit * 13 + place % 13] > 0 for place in range(PLACES)]
        seen: dict[tuple[int, ...], int] = {}
        for places in _spreads_of(held, longest, most_gaps):
            naturals = tuple(sorted(suit * 13 + place % 13 for place in places))
            gaps = places[-1] - places[0] + 1 - len(places)
            seen[naturals] = min(gaps, seen.get(naturals, gaps))
        yield from seen.items()


def _spreads_of(held: list[bool], longest: int, most_gaps: int) -> Iterator[tuple[int, ...]]:
    """Yield ascending places that are held, within `longest` and `most_gaps`; no ace at both ends."""
    open_ends: list[tuple[int, ...]] = [(place,) for place in range(PLACES) if held[place]]
    while open_ends:
        places = open_ends.pop()
        yield places
        gaps = places[-1] - places[0] + 1 - len(places)
        reach = min(places[0] + min(longest, HAND_SIZE), places[-1] + 2 + most_gaps - gaps, PLACES)
        open_ends.extend((*places, place) for place in range(places[-1] + 1, reach) if held[place])


def _identical(hand: _Naturals, rules: Rules) -> Iterator[Meld]:
    """Yield three of the exact same card as a pure sequence (R5)."""
    if rules.identical == "pure":
        for code, count in enumerate(hand.counts):
            if count >= 3:
                yield Meld("pure", (code, code, code))


def _sets(hand: _Naturals, rules: Rules) -> Iterator[Meld]:
    """Yield the trios or, under ``sets=distinct``, the sets of 3 and 4 (R4)."""
    for rank in range(13):
        held = [code for code in range(rank, 52, 13) if hand.counts[code]]
        if held:
            yield from _distinct_sets(hand, held) if rules.sets == "distinct" else _trios(hand, held, rules)


def _distinct_sets(hand: _Naturals, held: list[int]) -> Iterator[Meld]:
    for size in range(1, len(held) + 1):
        for naturals in combinations(held, size):
            for wilds in range(max(0, 3 - size), min(4 - size, hand.spare(naturals)) + 1):
                yield Meld("set", naturals, wilds)


def _trios(hand: _Naturals, held: list[int], rules: Rules) -> Iterator[Meld]:
    for size in (3, 2):
        for naturals in combinations_with_replacement(held, size):
            if any(naturals.count(code) > hand.counts[code] for code in naturals):
                continue
            # three identical are a pure sequence, never a trio (R5)
            identical = size == 3 and naturals[0] == naturals[2]
            if not (identical and rules.identical == "pure") and hand.spare(naturals) >= 3 - size:
                yield Meld("trio", naturals, 3 - size)


def loser_packing(codes: Sequence[int], wild: int, rules: Rules, melds: Sequence[Meld]) -> Packing:
    """Return the problem of the least loose points (R7–R9) of 13 cards, or of 14 less one discard."""
    return _packing(codes, wild, melds, (*_life_gates(rules), _trio_gate(rules)), _limits(rules), cover=False)


def declaration_packing(codes: Sequence[int], wild: int, rules: Rules, melds: Sequence[Meld]) -> Packing:
    """Return the problem of a declaration (R6, R7) of 13 cards, or of 14 less one fold (R15)."""
    return _packing(codes, wild, melds, (_span_gate(rules),), _limits(rules), cover=True)


def _limits(rules: Rules) -> dict[str, int]:
    return {} if rules.max_trios == "any" else {"trio": int(rules.max_trios)}


_PURE = AtLeast("pure")
_TWO_SEQUENCES = (_PURE, AtLeast("sequence", 2))


def _life_gates(rules: Rules) -> tuple[Gate, ...]:
    """R8: what sequences (and under ``both`` everything) need in order to count."""
    if rules.life_gate == "pure":
        return (Gate("impure", ((_PURE,),)),)
    if rules.life_gate == "both":
        return (Gate("sequence", (_TWO_SEQUENCES,)), Gate("trio", (_TWO_SEQUENCES,)))
    return ()


def _trio_gate(rules: Rules) -> Gate:
    """R9: what trios need in order to count."""
    needs = {
        "pure+impure": (_PURE, AtLeast("impure")),
        "two-sequences": _TWO_SEQUENCES,
        "impure": (AtLeast("impure"),),
    }
    return Gate("trio", (needs[rules.trio_gate],))


def _span_gate(rules: Rules) -> Gate:
    """R6: a pure sequence and a second sequence, which together span what the rules ask."""
    spans = {
        "any": (_TWO_SEQUENCES,),
        "life4": ((*_TWO_SEQUENCES, AtLeast("long")),),
        # 3+3 and 3+4 with the 3 pure; 4+3 with the 4 pure
        "6-7": ((AtLeast("pure 3"), AtLeast("short", 2)), (AtLeast("pure 4"), AtLeast("sequence 3"))),
    }
    return Gate(None, spans[rules.span])


@cache
def _tags(kind: Kind, size: int) -> frozenset[str]:
    if kind in ("trio", "set"):
        return frozenset({"trio"})
    length = "short" if size <= 4 else "other"
    tags = {kind, "sequence", length, f"{kind} {size}", f"sequence {size}"}
    return frozenset(tags | {"long"} if size >= 4 else tags)


def _packing(
    codes: Sequence[int],
    wild: int,
    melds: Sequence[Meld],
    gates: tuple[Gate, ...],
    limits: dict[str, int],
    *,
    cover: bool,
) -> Packing:
    """Turn melds to candidates: one resource per card value, and one for the pool of wildcards.

    A wild-rank card that is natural takes from its own resource and from the pool, since it is then no
    wildcard any more; its own resource only bounds, the pool is what has to be covered.
    """
    values = sorted(set(codes))
    counts = counts_of(codes)
    resource = {code: index for index, code in enumerate(values)}
    pool = len(values)
    worth = {code: points_of(code, wild) for code in values}
    wilds = {code for code in values if is_wild(code, wild)}

    def candidate(cards: tuple[int, ...], stand_in: int, tags: frozenset[str]) -> Candidate:
        drawn = stand_in + sum(code in wilds for code in cards)
        uses = [(resource[code], amount) for code, amount in Counter(cards).items()]
        if drawn:
            uses.append((pool, drawn))
        return Candidate(tuple(uses), sum(worth[code] for code in cards), len(cards) + stand_in, tags)

    candidates = [candidate(meld.naturals, meld.wilds, _tags(meld.kind, meld.size)) for meld in melds]
    let_go = len(codes) - HAND_SIZE
    if let_go:
        candidates += [candidate((code,), 0, frozenset({DISCARD})) for code in values]
    return Packing(
        capacities=(*(counts[code] for code in values), sum(counts[code] for code in wilds)),
        candidates=tuple(candidates),
        points=sum(worth[code] for code in codes),
        cards=len(codes),
        gates=gates,
        limits=limits,
        exactly={DISCARD: let_go} if let_go else {},
        cover=cover,
        slack=frozenset(resource[code] for code in wilds),
    )
