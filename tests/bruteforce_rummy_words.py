"""The rules of thirteen-card rummy as plain words: what is a group, a declaration, a counted arrangement.

Cards are texts (``"4H"``, ``"JK"``).  Nothing here comes from the packages under test, on purpose: these
judges are what the fast roads are compared with.  Every judge tries every reading of the cards it is given
and is as literal as it can be.

``wild`` is the Wild Card shown (R11): ``"8H"``, a bare rank ``"8"``, ``"JK"``, or ``None`` / ``"none"``.
``options`` is a mapping from option name to word (``{"max_wild": "any"}``); what is missing is the default.
Options that do not concern one hand (``halving``, ``pack_points``) are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "JK"
PLACES = RANKS + "A"  # the ace is both the lowest and the highest place of a run

DEFAULTS = {
    "wild_natural": "yes",
    "max_wild": "2",
    "min_natural": "1",
    "sets": "trio",
    "identical": "pure",
    "span": "6-7",
    "max_trios": "2",
    "life_gate": "none",
    "trio_gate": "pure+impure",
    "cap": "none",
    "joker_reveals": "ace",
}
OPTION_WORDS = {
    "wild_natural": ["yes", "no"],
    "max_wild": ["1", "2", "any"],
    "min_natural": ["1", "2"],
    "sets": ["trio", "distinct"],
    "identical": ["pure", "no"],
    "span": ["6-7", "any", "life4"],
    "max_trios": ["2", "any"],
    "life_gate": ["none", "pure", "both"],
    "trio_gate": ["pure+impure", "two-sequences", "impure"],
    "cap": ["none", "80"],
    "joker_reveals": ["ace", "none"],
}
PRESETS: dict[str, dict[str, str]] = {
    "trio": {},
    "club": {"span": "any", "trio_gate": "two-sequences", "life_gate": "pure"},
    "online": {
        "sets": "distinct",
        "max_wild": "any",
        "identical": "no",
        "span": "any",
        "max_trios": "any",
        "trio_gate": "two-sequences",
        "life_gate": "both",
        "cap": "80",
    },
}

Options = Mapping[str, object]
GroupWords = tuple[tuple[str, str], ...]  # the options that decide what is a group, as (name, word)


def rules(text: str) -> dict[str, str]:
    """Return the options of a rules text such as ``"club"`` or ``"trio,max_wild=1,cap=80"``."""
    preset, *changes = text.split(",")
    return {**PRESETS[preset], **dict(change.split("=") for change in changes)}


def complete(options: Options | None) -> dict[str, str]:
    """Return all options as words, those not given at their defaults."""
    return {**DEFAULTS, **{name: str(word) for name, word in (options or {}).items()}}


def group_words(options: Options | None = None) -> GroupWords:
    """Return the five options that decide what is a group; the others decide what counts."""
    words = complete(options)
    names = ("wild_natural", "max_wild", "min_natural", "sets", "identical")
    return tuple((name, words[name]) for name in names)


def cards_of(text: str | Sequence[str]) -> list[str]:
    """Return the cards of ``"4H 5H JK"``, or of a list of such cards."""
    return text.split() if isinstance(text, str) else list(text)


def wild_rank(wild: str | None, options: Options | None = None) -> str | None:
    """Return the rank that is wild when ``wild`` is shown (R11), None when only printed jokers are."""
    if wild is None or wild == "none":
        return None
    if wild == JOKER:
        return "A" if complete(options)["joker_reveals"] == "ace" else None
    return wild[0]


def is_wildcard(card: str, wild: str | None, options: Options | None = None) -> bool:
    """Whether the card is a printed joker or of the wild rank."""
    return card == JOKER or card[0] == wild_rank(wild, options)


def points(card: str, wild: str | None, options: Options | None = None) -> int:
    """Return what the card counts when it is left loose: a wildcard 0, A K Q J T 10, the rest their face."""
    if is_wildcard(card, wild, options):
        return 0
    return 10 if card[0] in "AKQJT" else int(card[0])


# --- one group ----------------------------------------------------------------------------------------------


def judge_group(
    cards: str | Sequence[str], wild: str | None, options: Options | None = None
) -> frozenset[str]:
    """Return every kind these physical cards can be as one group, in any order, under any reading.

    The kinds are ``"pure"``, ``"impure"``, and ``"trio"``, which is named ``"set"`` under ``sets=distinct``.
    The empty set means that the cards are no group.
    """
    return kinds_of(tuple(sorted(cards_of(cards))), wild_rank(wild, options), group_words(options))


@lru_cache(maxsize=300_000)
def kinds_of(cards: tuple[str, ...], rank: str | None, words: GroupWords) -> frozenset[str]:
    """Return the kinds of sorted cards under a wild rank; kept, since equal subsets come up often."""
    wild_natural, max_wild, min_natural, sets, identical = (word for _, word in words)
    kinds: set[str] = set()
    if len(cards) < 3:
        return frozenset()
    # Two cards of one rank never stand in their own places in one run, so at most one wild-rank card does.
    for naturals, wildcards in _readings(cards, rank, wild_natural, most_natural_wilds=1):
        if _is_run(naturals, len(cards)):
            if wildcards == 0:
                kinds.add("pure")
            elif len(naturals) >= int(min_natural) and (max_wild == "any" or wildcards <= int(max_wild)):
                kinds.add("impure")
    same = len(cards) == 3 and len(set(cards)) == 1  # R5: three of the exact same card
    if len(cards) <= 4:
        for naturals, wildcards in _readings(cards, rank, wild_natural, most_natural_wilds=4):
            if same and identical == "pure":
                if len(naturals) == 3:
                    kinds.add("pure")
            elif sets == "trio" and _is_trio(naturals, wildcards):
                kinds.add("trio")
            elif sets == "distinct" and _is_distinct_set(naturals):
                kinds.add("set")
    return frozenset(kinds)


def _readings(
    cards: tuple[str, ...], rank: str | None, wild_natural: str, *, most_natural_wilds: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield (naturals, number of wildcards) for every choice of wild-rank cards read as naturals (R2)."""
    plain = tuple(card for card in cards if card != JOKER and card[0] != rank)
    wild_ranked = [card for card in cards if card != JOKER and card[0] == rank]
    most = min(most_natural_wilds, len(wild_ranked)) if wild_natural == "yes" else 0
    for number in range(most + 1):
        for chosen in sorted(set(combinations(wild_ranked, number))):
            naturals = plain + chosen
            yield naturals, len(cards) - len(naturals)


def _is_run(naturals: tuple[str, ...], length: int) -> bool:
    """Whether the naturals take places of their own in a run of one suit (R1), wildcards filling the rest."""
    ranks = {card[0] for card in naturals}
    if not naturals or len(ranks) < len(naturals) or len({card[1] for card in naturals}) > 1:
        return False
    if length > len(RANKS):
        return False  # it would hold the ace both low and high
    windows = (PLACES[first : first + length] for first in range(len(PLACES) - length + 1))
    return any(ranks <= set(window) for window in windows)


def _is_trio(naturals: tuple[str, ...], wildcards: int) -> bool:
    """Whether these are three naturals of one rank, or two and one wildcard (R4)."""
    return len({card[0] for card in naturals}) == 1 and (len(naturals), wildcards) in {(3, 0), (2, 1)}


def _is_distinct_set(naturals: tuple[str, ...]) -> bool:
    """Whether the naturals, one or more, are of one rank and of different suits (R4, ``sets=distinct``)."""
    suits = {card[1] for card in naturals}
    return len({card[0] for card in naturals}) == 1 and len(suits) == len(naturals)


# --- a whole hand laid out ----------------------------------------------------------------------------------


def is_declaration(groups: Sequence[tuple[str, int]], options: Options | None = None) -> bool:
    """Whether groups of these (kind, size), which cover the hand, make a declaration (R6, R7)."""
    words = complete(options)
    sequences = [(kind, size) for kind, size in groups if kind in ("pure", "impure")]
    trios = len(groups) - len(sequences)
    if words["max_trios"] != "any" and trios > int(words["max_trios"]):
        return False
    for first, second in combinations(sequences, 2):
        if first[0] != "pure" and second[0] != "pure":
            continue
        if words["span"] == "any":
            return True
        if words["span"] == "6-7" and first[1] + second[1] in (6, 7):
            return True
        if words["span"] == "life4" and max(first[1], second[1]) >= 4:
            return True
    return False


def all_counted(pure: int, impure: int, trios: int, options: Options | None = None) -> bool:
    """Whether a loser's groups, so many of each kind, all count as grouped (R7, R8, R9).

    The question is asked of groups that are all to count, so each opens gates for the others.
    """
    words = complete(options)
    sequences = pure + impure
    if words["life_gate"] == "pure" and impure > 0 and pure == 0:
        return False
    if words["life_gate"] == "both" and sequences + trios > 0 and not (pure >= 1 and sequences >= 2):
        return False
    if trios == 0:
        return True
    if words["max_trios"] != "any" and trios > int(words["max_trios"]):
        return False
    gate = words["trio_gate"]
    if gate == "pure+impure":
        return pure >= 1 and impure >= 1
    if gate == "two-sequences":
        return pure >= 1 and sequences >= 2
    assert gate == "impure", gate
    return impure >= 1


def judge_declaration(
    groups: Sequence[str | Sequence[str]], wild: str | None, options: Options | None = None
) -> bool:
    """Whether this very grouping of 13 cards is a valid declaration (R6, R7)."""
    laid = [cards_of(group) for group in groups]
    if sum(map(len, laid)) != 13:
        return False
    choices = [sorted(judge_group(group, wild, options)) for group in laid]
    sizes = [len(group) for group in laid]
    return any(is_declaration(list(zip(kinds, sizes, strict=True)), options) for kinds in product(*choices))


def judge_arrangement(
    groups: Sequence[str | Sequence[str]],
    loose: str | Sequence[str],
    wild: str | None,
    options: Options | None = None,
) -> int | None:
    """Return the raw points of a loser's arrangement all of whose groups count, None if one does not.

    Raw means before the cap (R10).
    """
    choices = [sorted(judge_group(group, wild, options)) for group in groups]
    for kinds in product(*choices):
        pure, impure = kinds.count("pure"), kinds.count("impure")
        if all_counted(pure, impure, len(kinds) - pure - impure, options):
            return sum(points(card, wild, options) for card in cards_of(loose))
    return None


def laid_points(
    groups: Sequence[str | Sequence[str]],
    loose: str | Sequence[str],
    wild: str | None,
    options: Options | None = None,
) -> int:
    """Return the raw points of groups as laid, where a group that does not count, or is none, is loose."""
    laid = [cards_of(group) for group in groups]
    best = None
    for kept in product((True, False), repeat=len(laid)):
        counted = [group for group, keep in zip(laid, kept, strict=True) if keep]
        rest = [card for group, keep in zip(laid, kept, strict=True) if not keep for card in group]
        total = judge_arrangement(counted, [*rest, *cards_of(loose)], wild, options)
        if total is not None and (best is None or total < best):
            best = total
    assert best is not None  # nothing kept is always allowed
    return best


def capped(raw: int, options: Options | None = None) -> int:
    """Return the penalty of a hand with so many raw points (R10)."""
    cap = complete(options)["cap"]
    return raw if cap == "none" else min(raw, int(cap))
