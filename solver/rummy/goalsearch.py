"""All ways to exchange so many cards of a hand for a declaration, by what its groups keep of the hand.

A *part* is what a group of the declaration keeps of the hand: groups of one size and kind that keep the same
cards and hold as many wildcards are one part, whatever new cards they take. Parts are tried in turn, fewest
lacking cards first, and only those that fit are told apart by their new cards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE, JOKER, NAMES, counts_of, is_wild
from solver.rummy.conditions import Conditions, held_together
from solver.rummy.confirm import spans
from solver.rummy.goals import copies_in_play, goal_melds
from solver.rummy.groups import Meld
from solver.rummy.rules import Rules
from solver.rummy.text import Hand
from solver.rummy.walk import rules_of

Need = tuple[tuple[int, ...], int]
"""Natural codes to take in, ascending, and the number of wildcards beside them."""

_BITS = 4
_SPARE = sum(8 << _BITS * code for code in range(JOKER))  # a bit above each count, which a loan would take
_FAR = HAND_SIZE + 1


@dataclass(slots=True)
class _Part:
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


class _State(NamedTuple):
    """Parts chosen so far: what they keep, cards that are not grouped yet, new naturals, wildcards, trios."""

    kept: int
    left: int
    new: int
    drawn: int
    trios: int
    chosen: tuple[_Part, ...]


@lru_cache(maxsize=32)
def _table(
    never: int, decks: int, rules: Rules
) -> tuple[tuple[Meld, ...], NDArray[np.int8], NDArray[np.int8]]:
    """Return the groups of all goals, how often each holds each code below the joker, and their sizes.

    `never` is the rank that is never natural, or -1 (R2).
    """
    melds = goal_melds(never, decks, rules)
    if rules.span == "6-7":
        melds = tuple(meld for meld in melds if meld.size <= 4)  # a declaration cuts into 3, 3, 3 and 4 (R6)
    counts = np.zeros((len(melds), JOKER), np.int8)
    for at, meld in enumerate(melds):
        for code in meld.naturals:
            counts[at, code] += 1
    return melds, counts, np.array([meld.size for meld in melds], np.int8)


class GoalSearch:
    """The declarations at some distance from a hand of 13 cards.

    Parameters
    ----------
    hand : Hand
        The hand, the Wild Card and the decks.
    rules : Rules
        The rules.
    conditions : Conditions
        What a declaration has to meet beside them.
    most_steps : int
        Parts and groups tried after the first find that end a search; without a find, 20 times as many do.
    """

    def __init__(self, hand: Hand, rules: Rules, conditions: Conditions, most_steps: int) -> None:
        self.hand, self.rules, self.conditions, self.most_steps = hand, rules, conditions, most_steps
        self.rank = hand.wild.rank
        self.held = counts_of(hand.codes)
        self.wild = [is_wild(code, self.rank) for code in range(len(NAMES))]
        self.pool = sum(self.wild[code] for code in hand.codes)
        self.copies = copies_in_play(hand.wild, hand.decks)
        self.most_trios = HAND_SIZE if rules.max_trios == "any" else int(rules.max_trios)
        self._kept_all = _SPARE + sum(self.held[code] << _BITS * code for code in range(JOKER))
        never = self.rank if rules.wild_natural == "no" else -1
        self._melds, counts, sizes = _table(never, hand.decks, rules_of(rules))
        held = np.array(self.held[:JOKER], np.int8)
        if self.rank >= 0:
            held[self.rank :: 13] = 0
        self._lack = sizes - np.minimum(counts, held).sum(axis=1, dtype=np.int8)
        self._sizes = sizes
        self._least = [int(self._lack[sizes == size].min(initial=_FAR)) for size in range(HAND_SIZE + 1)]
        self._parts: dict[tuple[int, int], list[_Part]] = {}
        self._shares: dict[int, list[_Share]] = {}
        self._rest = [self._lacking(need) for need in range(HAND_SIZE + 1)]
        self._near = [
            [size for size in range(3, HAND_SIZE + 1) if self._least[size] <= need]
            for need in range(HAND_SIZE + 1)
        ]
        pairs = zip(self.copies, self.held, self.wild, strict=True)
        self._unseen_wilds = sum(count - held for count, held, wild in pairs if wild)

    def _lacking(self, need: int) -> list[int]:
        """Return by number of cards the fewest that groups of them lack, if each lacks `need` or more."""
        least = [0, *[10 * _FAR] * HAND_SIZE]
        for cards in range(3, HAND_SIZE + 1):
            least[cards] = min(
                max(need, self._least[size]) + least[cards - size] for size in range(3, cards + 1)
            )
        return least

    @property
    def nearest(self) -> int:
        """A distance that no declaration is below."""
        return max(0, self._rest[0][HAND_SIZE] - self.pool)

    def targets(self, distance: int) -> tuple[dict[Need, tuple[Meld, ...]], bool]:
        """Return what to take in at some distance, each with a goal, and whether that is all."""
        self.distance = distance
        self.found: dict[Need, tuple[Meld, ...]] = {}
        # one card away there are few targets, so that all can be told
        self._patience = self.most_steps * (5 if distance == 1 else 1)
        self.steps, self.limit = 0, 20 * self.most_steps
        self._extend((0, 3, 0), _State(0, HAND_SIZE, 0, 0, 0, ()))
        return self.found, not self._is_over()

    def _is_over(self) -> bool:
        """Tell whether to stop: at the limit, which is near once some target is found."""
        return self.steps >= self.limit

    def _extend(self, first: tuple[int, int, int], state: _State) -> None:
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
                    if (spare - parts[at].kept) & _SPARE == _SPARE:
                        self._take(parts[at], (need, size, at), state)
                if self._is_over():
                    return

    def _take(self, part: _Part, at: tuple[int, int, int], state: _State) -> None:
        new, trios = state.new + part.new, state.trios + (part.kind in ("trio", "set"))
        if new > self.distance or trios > self.most_trios or self._is_over():
            return
        rest = state.left - part.size
        after = _State(
            state.kept + part.kept, rest, new, state.drawn + part.drawn, trios, (*state.chosen, part)
        )
        if rest:
            self._extend(at, after)
        elif new + max(0, after.drawn - self.pool) == self.distance and self._declares(after.chosen):
            self._tell(after)

    def _declares(self, parts: Sequence[_Part]) -> bool:
        pure = [part.size for part in parts if part.kind == "pure"]
        impure = [part.size for part in parts if part.kind == "impure"]
        return spans(pure, impure, self.rules)

    def _parts_of(self, need: int, size: int) -> list[_Part]:
        """Return the parts of groups of some size that lack so many cards of the hand."""
        parts = self._parts.get((need, size))
        if parts is None:
            found: dict[tuple[int, str, int], _Part] = {}
            for at in np.flatnonzero((self._sizes == size) & (self._lack <= need)).tolist():
                meld = self._melds[at]
                for kept, new, own, codes in self._shares_of(at):
                    drawn = meld.wilds + own
                    if new + drawn == need:
                        part = found.get((kept, meld.kind, drawn))
                        if part is None:
                            part = found[kept, meld.kind, drawn] = _Part(kept, meld.kind, size, new, drawn)
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
                        share.kept + (kept << _BITS * code),
                        share.new + count - kept,
                        share.own + self.wild[code] * kept,
                        (*share.codes, *(code,) * (count - kept)),
                    )
                    for share in shares
                    for kept in range(most + 1)
                ]
            self._shares[at] = shares
        return shares

    def _tell(self, state: _State) -> None:
        """Add what the groups of some parts take in, where it is to be had."""
        for ways in product(*(part.ways for part in state.chosen)):
            self.steps += 1
            new = tuple(sorted(code for codes, _ in ways for code in codes))
            need = new, self.distance - len(new)
            if need not in self.found and self._is_to_be_had(need, state.kept):
                goal = tuple(meld for _, meld in ways)
                if held_together(goal, self.conditions, self.held, self.rank):
                    if not self.found:
                        self.limit = self.steps + self._patience
                    self.found[need] = goal
            if self._is_over():
                return

    def _is_to_be_had(self, need: Need, kept: int) -> bool:
        """Tell whether new cards are unseen, and the hand has none of them to spare."""
        new, wilds = need
        for code in new:
            held = self.held[code]
            if held + new.count(code) > self.copies[code] or held > (kept >> _BITS * code & 7):
                return False
        return wilds <= self.free_wilds(new)

    def free_wilds(self, new: Sequence[int]) -> int:
        """Return how many wildcards are unseen beside some new cards."""
        return self._unseen_wilds - sum([self.wild[code] for code in new])
