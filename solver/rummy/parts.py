"""What the groups of a declaration keep of some cards, tried in turn at a distance from them.

A *part* is what a group of the declaration keeps of the cards: groups of one size and kind that keep the same
cards and hold as many wildcards are one part, whatever new cards they take. Parts are tried fewest lacking
cards first.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from solver.rummy.cards import HAND_SIZE, JOKER, NAMES, counts_of, is_wild
from solver.rummy.confirm import spans
from solver.rummy.goals import goal_melds
from solver.rummy.groups import Meld
from solver.rummy.plan import cuts_short
from solver.rummy.rules import Rules
from solver.rummy.walk import rules_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BITS = 4
SPARE = sum(8 << BITS * code for code in range(JOKER))  # a bit above each count, which a loan would take
_FAR = HAND_SIZE + 1


@dataclass(slots=True)
class Part:
    """Groups that keep the same cards of a hand, and hold as many wildcards.

    Attributes
    ----------
    kept : int
        Cards kept, a count for each code, four bits each.
    kind : str
        Of the groups.
    size : int
        Cards of a group.
    new : int
        Natural cards that are new.
    drawn : int
        Wildcards of it, natural wild-rank cards that are kept among them.
    ways : list
        The groups, each with its new natural cards.
    """

    kept: int
    kind: str
    size: int
    new: int
    drawn: int
    ways: list[tuple[tuple[int, ...], Meld]] = field(default_factory=list)


class _Share(NamedTuple):
    """What a group may keep of a hand, packed; how many cards are new and how many wild-rank cards are kept
    as natural; and the new codes."""

    kept: int
    new: int
    own: int
    codes: tuple[int, ...]


class State(NamedTuple):
    """Parts chosen so far: what they keep, cards that are not grouped yet, new naturals, wildcards, trios."""

    kept: int
    left: int
    new: int
    drawn: int
    trios: int
    chosen: tuple[Part, ...]


@lru_cache(maxsize=32)
def _table(
    never: int, decks: int, rules: Rules
) -> "tuple[tuple[Meld, ...], NDArray[np.int8], NDArray[np.int8]]":
    """Return the groups of all goals, how often each holds each code below the joker, and their sizes.

    `never` is the rank that is never natural, or -1 (R2).
    """
    import numpy as np

    melds = goal_melds(never, decks, rules)
    if cuts_short(rules):
        melds = tuple(meld for meld in melds if meld.size <= 4)
    counts = np.zeros((len(melds), JOKER), np.int8)
    for at, meld in enumerate(melds):
        for code in meld.naturals:
            counts[at, code] += 1
    return melds, counts, np.array([meld.size for meld in melds], np.int8)


class PartSearch(ABC):
    """The declarations at some distance from cards, as parts.

    Whether there are copies enough of a card that several groups take in is not asked here.

    Parameters
    ----------
    codes : sequence of int
        13 or more codes.
    wild : int
        The wild rank, or -1.
    decks : int
        Decks in play.
    rules : Rules
        The rules.
    """

    def __init__(self, codes: Sequence[int], wild: int, decks: int, rules: Rules) -> None:
        import numpy as np

        self.rules, self.rank = rules, wild
        self.held = counts_of(codes)
        self.wild = [is_wild(code, wild) for code in range(len(NAMES))]
        self.pool = sum(self.wild[code] for code in codes)
        self.distance = self.steps = self.limit = 0
        self._most_trios = HAND_SIZE if rules.max_trios == "any" else int(rules.max_trios)
        self._kept_all = SPARE + sum(self.held[code] << BITS * code for code in range(JOKER))
        never = wild if rules.wild_natural == "no" else -1
        self._melds, counts, self._sizes = _table(never, decks, rules_of(rules))
        held = np.array(self.held[:JOKER], np.int8)
        if wild >= 0:
            held[wild::13] = 0
        self._lack = self._sizes - np.minimum(counts, held).sum(axis=1, dtype=np.int8)
        self._least = [
            int(self._lack[self._sizes == size].min(initial=_FAR)) for size in range(HAND_SIZE + 1)
        ]
        self._parts: dict[tuple[int, int], list[Part]] = {}
        self._shares: dict[int, list[_Share]] = {}
        self._rest = [self._lacking(need) for need in range(HAND_SIZE + 1)]
        self._near = [
            [size for size in range(3, HAND_SIZE + 1) if self._least[size] <= need]
            for need in range(HAND_SIZE + 1)
        ]

    @property
    def nearest(self) -> int:
        """A distance that no declaration is below."""
        return max(0, self._rest[0][HAND_SIZE] - self.pool)

    @abstractmethod
    def tell(self, state: State) -> None:
        """Take note of parts that make a declaration at the distance."""

    def is_worth(self, state: State) -> bool:
        """Tell whether what starts with some parts is of interest."""
        return True

    def search(self, distance: int, limit: int) -> None:
        """Tell all declarations at a distance, in at most so many steps."""
        self.distance, self.steps, self.limit = distance, 0, limit
        self._extend((0, 3, 0), State(0, HAND_SIZE, 0, 0, 0, ()))

    @property
    def is_over(self) -> bool:
        """Whether the limit of the steps is reached."""
        return self.steps >= self.limit

    def _lacking(self, need: int) -> list[int]:
        """Return by number of cards the fewest that groups of them lack, if each lacks `need` or more."""
        least = [0, *[10 * _FAR] * HAND_SIZE]
        for cards in range(3, HAND_SIZE + 1):
            least[cards] = min(
                max(need, self._least[size]) + least[cards - size] for size in range(3, cards + 1)
            )
        return least

    def _extend(self, first: tuple[int, int, int], state: State) -> None:
        """Try one more part, none before the `first` by cards lacking, size and place."""
        room = self.distance + self.pool - state.new - state.drawn
        spare = self._kept_all - state.kept
        for need in range(first[0], min(room, HAND_SIZE) + 1):
            rests = self._rest[need]
            for size in self._near[need]:
                if size > state.left or need + rests[state.left - size] > room or (need, size) < first[:2]:
                    continue
                parts = self._parts_of(need, size)
                start = first[2] if (need, size) == first[:2] else 0
                self.steps += len(parts) - start
                for at in range(start, len(parts)):
                    if (spare - parts[at].kept) & SPARE == SPARE:
                        self._take(parts[at], (need, size, at), state)
                if self.is_over:
                    return

    def _take(self, part: Part, at: tuple[int, int, int], state: State) -> None:
        new, trios = state.new + part.new, state.trios + (part.kind in ("trio", "set"))
        if new > self.distance or trios > self._most_trios or self.is_over:
            return
        rest = state.left - part.size
        after = State(
            state.kept + part.kept, rest, new, state.drawn + part.drawn, trios, (*state.chosen, part)
        )
        if rest and self.is_worth(after):
            self._extend(at, after)
        elif (
            not rest
            and new + max(0, after.drawn - self.pool) == self.distance
            and self._declares(after.chosen)
        ):
            self.tell(after)

    def _declares(self, parts: Sequence[Part]) -> bool:
        pure = [part.size for part in parts if part.kind == "pure"]
        impure = [part.size for part in parts if part.kind == "impure"]
        return spans(pure, impure, self.rules)

    def _parts_of(self, need: int, size: int) -> list[Part]:
        """Return the parts of groups of some size that lack so many cards of the hand."""
        parts = self._parts.get((need, size))
        if parts is None:
            found: dict[tuple[int, str, int], Part] = {}
            for at in ((self._sizes == size) & (self._lack <= need)).nonzero()[0].tolist():
                meld = self._melds[at]
                for kept, new, own, codes in self._shares_of(at):
                    drawn = meld.wilds + own
                    if new + drawn == need:
                        part = found.get((kept, meld.kind, drawn))
                        if part is None:
                            part = found[kept, meld.kind, drawn] = Part(kept, meld.kind, size, new, drawn)
                        part.ways.append((codes, meld))
            parts = self._parts[need, size] = list(found.values())
        return parts

    def _shares_of(self, at: int) -> list[_Share]:
        """Return all that a group may keep of the hand."""
        shares = self._shares.get(at)
        if shares is None:
            shares = [_Share(0, 0, 0, ())]
            for code, count in Counter(self._melds[at].naturals).items():
                most = min(count, self.held[code])
                shares = [
                    _Share(
                        share.kept + (kept << BITS * code),
                        share.new + count - kept,
                        share.own + self.wild[code] * kept,
                        (*share.codes, *(code,) * (count - kept)),
                    )
                    for share in shares
                    for kept in range(most + 1)
                ]
            self._shares[at] = shares
        return shares
