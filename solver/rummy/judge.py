"""What a handful of cards can be as a group, in any order: the readings of a group (R1–R5)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.groups import PLACES, Meld
from solver.rummy.rules import Rules


def readings_of(cards: tuple[int, ...], wild: int, rules: Rules) -> tuple[Meld, ...]:
    """Return what the cards are as one group: a meld for each kind, the best kind for a declaration first.

    Parameters
    ----------
    cards : tuple of int
        The codes, ascending.
    wild : int
        The wild rank, or -1.
    rules : Rules
        Options R2 to R5 govern.

    Returns
    -------
    tuple of Meld
        At most one pure, one impure, and one trio or set, in this order; empty if the cards are no group.

    >>> from solver.rummy.cards import CODES
    >>> cards = tuple(sorted(CODES[name] for name in ("9H", "7H", "8H")))
    >>> [meld.kind for meld in readings_of(cards, 7, Rules())]
    ['pure', 'impure']
    >>> readings_of((4, 4, 5), -1, Rules())
    ()
    """
    if not 3 <= len(cards) <= HAND_SIZE + 1:
        return ()
    plain, ranked, _ = split(cards, wild)
    own = ranked if rules.wild_natural == "yes" else []
    found: dict[str, Meld] = {}
    for meld in _runs(cards, plain, own, rules):
        found.setdefault(meld.kind, meld)
    if len(cards) <= 4:
        for meld in _of_a_rank(cards, plain or own, rules, wild=not plain):
            found.setdefault(meld.kind, meld)
    return tuple(sorted(found.values(), key=lambda meld: meld.order)) if found else ()


def form_of(rules: Rules) -> Rules:
    """Return the rules with all that does not concern single groups at its default."""
    return _form(rules.wild_natural, rules.max_wild, rules.min_natural, rules.sets, rules.identical)


@lru_cache(maxsize=64)
def _form(wild_natural: str, max_wild: str, min_natural: str, sets: str, identical: str) -> Rules:
    return Rules(wild_natural, max_wild, min_natural, sets, identical)


def split(cards: Sequence[int], wild: int) -> tuple[list[int], list[int], int]:
    """Split cards in those that are never wild, those of the wild rank, and the number of jokers."""
    plain = [code for code in cards if code != JOKER and code % 13 != wild]
    ranked = [code for code in cards if code % 13 == wild and code != JOKER]
    return plain, ranked, len(cards) - len(plain) - len(ranked)


def _runs(cards: tuple[int, ...], plain: list[int], own: list[int], rules: Rules) -> Iterator[Meld]:
    """Yield the sequences (R1, R3); at most one of the wild-rank cards can be natural there (R2)."""
    if plain and plain[0] // 13 != plain[-1] // 13:
        return
    for natural in ([], *([code] for code in dict.fromkeys(own))):
        naturals = sorted(plain + natural) if natural else plain
        wilds = len(cards) - len(naturals)
        if not fits_run(naturals, len(cards)):
            continue
        if wilds == 0:
            yield Meld("pure", tuple(naturals))
        elif within(rules.max_wild, wilds) and len(naturals) >= int(rules.min_natural):
            yield Meld("impure", tuple(naturals), wilds)


def within(option: str, count: int) -> bool:
    """Tell whether a count is within an option that is a number or ``any``."""
    return option == "any" or count <= int(option)


def fits_run(naturals: Sequence[int], size: int) -> bool:
    """Tell whether ascending naturals, one or more, have places of their own in a run of `size` (R1)."""
    if not naturals or size > HAND_SIZE or len(set(naturals)) < len(naturals):
        return False
    return naturals[0] // 13 == naturals[-1] // 13 and spread(naturals) <= size


def spread(naturals: Sequence[int]) -> int:
    """Return the places that ascending naturals of a suit span, the ace low or high (R1)."""
    low = naturals[-1] - naturals[0] + 1
    if naturals[0] % 13 or len(naturals) == 1:
        return low
    return min(low, PLACES - naturals[1] % 13)


def _of_a_rank(cards: tuple[int, ...], natural: list[int], rules: Rules, *, wild: bool) -> Iterator[Meld]:
    """Yield what three or four cards of a rank are (R4, R5), given those that may be natural.

    Wild-rank cards are naturals of their own rank only (R2), so `natural` holds none beside others.
    """
    if not natural or any(code % 13 != natural[0] % 13 for code in natural):
        return
    same = len(cards) == 3 and cards[0] == cards[2] != JOKER
    if same and rules.identical == "pure":
        if len(natural) == 3:
            yield Meld("pure", cards)
    elif rules.sets == "distinct":
        distinct = tuple(sorted(set(natural)))
        # a wild-rank card twice is a natural and a wildcard; any other card twice is no set
        if wild or len(distinct) == len(natural):
            yield Meld("set", distinct, len(cards) - len(distinct))
    elif len(cards) == 3 and len(natural) >= 2:
        yield Meld("trio", tuple(natural), 3 - len(natural))
