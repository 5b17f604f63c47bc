"""Arrangements in bulk, as compact arrays that are turned to cards only when asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.answer import Group
from solver.bharg.bulk import checked, refuse
from solver.bharg.cards import EXCUSE, HAND_SIZE, NAMES
from solver.bharg.groups import fewest_cover
from solver.bharg.layout import lay_out
from solver.bharg.look import Looker, are_hands, discarded, top_after
from solver.bharg.many import (
    BLOCK,
    WEIGHT_OF_POINT,
    Sets,
    are_sets,
    best_disjoint,
    best_overlapping,
    in_order,
    sets_in,
    useful,
    weights_of,
)
from solver.bharg.rules import Rules
from solver.errors import InternalError

LOOSE, ACE, EXCUSED, DISCARDED = 0, 5, 6, 7
"""Labels of cards beside 1 to 4, the number of the set that lists the card."""

MOST_SETS = 4
"""No arrangement has more: 7 cards hold two disjoint sets, and of overlapping ones four are never too few."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Best arrangements of many hands; the same that `solve` finds one by one.

    Attributes
    ----------
    codes : (N, K) uint8
        The hands, 7 or 8 cards, each ascending; *places* are its columns.
    ace : (N,) int64
        Top of the Ace Pile of each, after the discard; -1 for none.
    sets : (N, 4) uint8
        Masks of the places of each set's cards (bit 0 the first), in canonical order, then 0.
    points, cards : (N,) uint8
        Loose points, and number of loose cards.
    discard : (N,) uint8 or None
        With 8 cards the place of the discard that leaves the least.
    folds : (N, 8) bool or None
        With 8 cards which discards leave all others bound.
    """

    codes: NDArray[np.uint8]
    ace: NDArray[np.int64]
    sets: NDArray[np.uint8]
    points: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    discard: NDArray[np.uint8] | None = None
    folds: NDArray[np.bool_] | None = None

    def labels(self) -> NDArray[np.uint8]:
        """Return ``(N, K)`` for each card the set 1 to 4 that lists it, or what else becomes of it."""
        labels = np.full(self.codes.shape, ACE, np.uint8)
        for start in range(0, len(labels), BLOCK):
            block = slice(start, start + BLOCK)
            labels[block][weights_of(self.codes[block], self.ace[block]).T > 0] = LOOSE
        labels[self.codes == EXCUSE] = EXCUSED
        places = np.arange(self.codes.shape[1])
        # the first set is written last, as a card of several is listed by the first
        for number in range(self.sets.shape[1], 0, -1):
            masks = self.sets[:, number - 1]
            rows = np.flatnonzero(masks)
            listed = (masks[rows, None] >> places & 1).astype(bool)
            labels[rows] = np.where(listed, number, labels[rows])
        if self.discard is not None:
            labels[np.arange(len(labels)), self.discard] = DISCARDED
        return labels

    def laid_out(self, row: int) -> tuple[tuple[Group, ...], tuple[int, ...]]:
        """Return the groups and the loose codes of one hand, as `layout.lay_out` does."""
        codes = self.codes[row].tolist()
        sets = [
            tuple(code for place, code in enumerate(codes) if mask >> place & 1)
            for mask in self.sets[row].tolist()
            if mask
        ]
        gone = None if self.discard is None else int(self.discard[row])
        kept = [code for place, code in enumerate(codes) if place != gone]
        return lay_out(kept, sets, int(self.ace[row]))


def arrange(codes: ArrayLike, ace: ArrayLike | None = None, rules: Rules | None = None) -> Arrangements:
    """Return a best arrangement of each hand: fewest loose points, then cards, then sets.

    Parameters and errors are those of `evaluate`.

    >>> found = arrange([[6, 7, 8, 44, 14, 15, 24]], ace=5)
    >>> found.points.tolist(), found.labels().tolist()
    ([7], [[5, 0, 1, 1, 0, 1, 6]])
    """
    hands, tops = checked(codes, ace)
    blocks = [
        _arrange(hands[start : start + BLOCK], tops[start : start + BLOCK].astype(np.int64), rules, start)
        for start in range(0, max(len(hands), 1), BLOCK)
    ]
    return blocks[0] if len(blocks) == 1 else _joined(blocks)


def _joined(blocks: Sequence[Arrangements]) -> Arrangements:
    """Return the arrangements of all blocks as one."""

    def join(name: str) -> Any:
        parts = [getattr(block, name) for block in blocks]
        return None if parts[0] is None else np.concatenate(parts)

    return Arrangements(**{field.name: join(field.name) for field in fields(Arrangements)})


def _arrange(
    hands: NDArray[np.uint8], ace: NDArray[np.int64], rules: Rules | None, start: int
) -> Arrangements:
    rules = rules or Rules()
    if hands.max(initial=0) >= len(NAMES) or not are_hands(hands, ace + 1).all():
        refuse(hands, ace + 1, start)
    hands = in_order(hands)
    sets = sets_in(hands)
    if hands.shape[1] == HAND_SIZE:
        return Arrangements(hands, ace, *_least(hands, sets, weights_of(hands, ace), rules))
    lefts = Looker(rules).after_discards(hands, ace)
    discard = np.argmin(lefts, axis=0)
    least = _least(hands, *discarded(hands, ace, sets, discard), rules)
    top = top_after(hands, ace, discard)
    return Arrangements(hands, top, *least, discard.astype(np.uint8), lefts.T == 0)


def _least(
    hands: NDArray[np.uint8], found: Sets, weights: NDArray[np.uint16], rules: Rules
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the sets of a best arrangement of each hand, its loose points and loose cards."""
    some, saved = useful(found, weights)
    sets = np.zeros((len(hands), MOST_SETS), np.uint8)
    if rules.sets == "overlapping":
        gain, _ = best_overlapping(found, weights)
        _cover(some, weights, sets)
    else:
        gain, sets[:, :2] = best_disjoint(some, saved, len(hands))
    left = weights.sum(axis=0, dtype=np.int64) - gain
    _confirm(hands, weights, sets, left, rules)
    points, cards = np.divmod(left, WEIGHT_OF_POINT)
    return sets, points.astype(np.uint8), cards.astype(np.uint8)


def _cover(sets: Sets, weights: NDArray[np.uint16], out: NDArray[np.uint8]) -> None:
    """Write the fewest overlapping sets that bind what all sets of a hand bind."""
    needed = np.zeros(weights.shape[1], np.uint8)
    for place, plane in enumerate(weights):
        needed |= (plane > 0).astype(np.uint8) << place
    counts = np.bincount(sets.hand, minlength=len(out))
    ends = np.cumsum(counts)
    alone = np.flatnonzero(counts == 1)
    out[alone, 0] = sets.mask[ends[alone] - 1]
    for hand in np.flatnonzero(counts > 1).tolist():
        masks = sets.mask[ends[hand] - counts[hand] : ends[hand]]
        chosen = fewest_cover(tuple((masks & needed[hand]).tolist()))
        out[hand, : len(chosen)] = masks[list(chosen)]


def _confirm(
    codes: NDArray[np.uint8],
    weights: NDArray[np.uint16],
    sets: NDArray[np.uint8],
    left: NDArray[np.int64],
    rules: Rules,
) -> None:
    """Check the arrangements that are about to be returned.

    Raises
    ------
    InternalError
        If what is called a set is none (B1), sets overlap that may not (B2), or other cards are left.
    """
    bound = np.zeros(len(codes), np.uint8)
    sound = np.ones(len(codes), bool)
    for masks in sets.T:
        rows = np.flatnonzero(masks)
        one = masks[rows]
        apart = (bound[rows] & one == 0) | (rules.sets == "overlapping")
        sound[rows] &= apart & are_sets(codes[rows], one)
        bound |= masks
    loose = left.copy()
    for place, plane in enumerate(weights):
        loose -= np.where(bound >> place & 1, 0, plane)
    sound &= loose == 0
    if not sound.all():
        raise InternalError(f"the arrangement of hand {codes[np.argmin(sound)].tolist()} breaks the rules")
