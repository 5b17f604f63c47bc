"""What the next one or two cards from the stock bring, exactly, over all unseen cards.

A card that lets the hand declare counts 0; any other counts the least loose points after the best discard.
All sums are of whole numbers, so that equal outlooks are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.advice import TwoDraws
from solver.chances import Ints, firsts_of, keys_of, sure_key, two_draws_of
from solver.rummy.exchange import Combo, Judge, combos, draws_of, followers, levels_of

Values = NDArray[np.int16]

_I = TypeVar("_I", np.int16, np.int64)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next card brings to 13 cards.

    Attributes
    ----------
    total : int
        Points summed over all unseen cards.
    copies : int
        Unseen cards that let the hand declare.
    codes : tuple of int
        Those cards, each once, ascending.
    """

    total: int
    copies: int
    codes: tuple[int, ...]


class Outlook:
    """The future of a hand of 13 cards, or of each 13 that a discard leaves of 14.

    Parameters
    ----------
    hand : sequence of int
        13 or 14 codes, ascending.
    unseen : sequence of int
        How many of each of the 53 codes are not seen.
    judge : Judge
        What judges the hands.

    Attributes
    ----------
    now : Level
        The hand as it is, or after each discard: ``now.drops`` in canonical order, ``()`` alone for 13 cards.
    """

    def __init__(self, hand: Sequence[int], unseen: Sequence[int], judge: Judge) -> None:
        self.hand = tuple(hand)
        self.unseen = tuple(unseen)
        self.judge = judge
        self.now, self._one = levels_of(self.hand, [((),), draws_of(unseen, 1)], judge)
        self._number = np.array([left for left in unseen if left], np.int64)

    @cached_property
    def _follow(self) -> Ints:
        return followers(self.now.drops, self.hand, self._one.places())

    @cached_property
    def _best(self) -> Values:
        """Return by draw and discard the least points after the draw, -1 where the hand declares then."""
        best: Values = np.minimum(_least(self._one.value, self._follow), self.now.value)
        return best

    def ahead(self) -> list[Ahead]:
        """Return, by discard, what the next card brings."""
        wins = self._best < 0
        totals = self._number @ np.maximum(self._best, 0)
        copies = self._number @ wins
        codes = np.array(self._one.draws)[:, 0]
        return [
            Ahead(total, number, tuple(codes[win].tolist()))
            for total, number, win in zip(totals.tolist(), copies.tolist(), wins.T, strict=True)
        ]

    def two_ahead(self, *, most_hands: int, seed: int) -> list[TwoDraws]:
        """Return, by discard, what the next two cards bring.

        Parameters
        ----------
        most_hands : int
            Hands that may be judged; if more are needed, first cards are sampled.
        seed : int
            Seed of the sample.
        """
        pairs = draws_of(self.unseen, 2)
        if not pairs:
            return [TwoDraws(ahead.total, ahead.copies) for ahead in self.ahead()]
        hands = len(pairs) * len(combos(self.hand, len(self.now.drops[0]) + 2))
        if hands <= most_hands:
            return self._two(pairs, dict(enumerate(self._number.tolist())), sampled=None)
        wanted = max(2, most_hands * len(self._number) // hands)
        firsts = firsts_of(self._number.tolist(), wanted, seed)
        codes = {self._one.draws[first][0] for first in firsts}
        some = tuple(pair for pair in pairs if codes.intersection(pair))
        return self._two(some, firsts, sampled=wanted)

    def _two(
        self, pairs: tuple[Combo, ...], firsts: Mapping[int, int], *, sampled: int | None
    ) -> list[TwoDraws]:
        """Return the means over first draws, given as places in ``_one.draws`` with their weights."""
        (seconds,) = levels_of(self.hand, [pairs], self.judge)
        best = _least(seconds.value, followers(self._one.drops, self.hand, seconds.places()))
        places = {pair: place for place, pair in enumerate(pairs)}
        keys = np.array([self._after(first, best, places) for first in firsts])
        return two_draws_of(keys, firsts, sum(self.unseen) - 1, sampled)

    def _after(self, first: int, best: Values, places: Mapping[Combo, int]) -> Ints:
        """Return, by discard, the key of the best way to go on after a first draw.

        See `keys_of`: fewer points first, then more cards that declare.
        """
        one = self._one
        number = self._number.copy()
        number[first] -= 1
        drawn = one.draws[first][0]
        rows = [places.get(_pair(drawn, draw[0]), 0) for draw in one.draws]
        # of the two cards drawn both may stay, or either may go
        value = np.minimum(best[rows], np.minimum(one.value[first], one.value))
        keeping = _least(_keys(number, value)[None], self._follow)[0]
        letting_go = _keys(number, self._best)
        keys = np.minimum(keeping, letting_go)
        done: Ints = np.where(self._best[first] < 0, sure_key(int(number.sum())), keys)
        return done


def _pair(one: int, other: int) -> Combo:
    return (one, other) if one <= other else (other, one)


def _keys(number: Ints, value: Values) -> Ints:
    return keys_of(number, np.maximum(value, 0), value < 0)


def _least(value: NDArray[_I], follow: Ints) -> NDArray[_I]:
    """Return by row and drop the least over the drops that follow."""
    padded = np.concatenate((value, np.full((len(value), 1), np.iinfo(value.dtype).max, value.dtype)), axis=1)
    # place -1, for none, is the column added
    least = padded[:, follow[:, 0]]
    for column in follow.T[1:]:
        np.minimum(least, padded[:, column], out=least)
    return least
