"""What the next one or two cards from the deck bring, exactly, over all unseen cards.

Discards are taken one after the other, as a discarded ace binds anew (B6).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.advice import TwoDraws
from solver.bharg.cards import HAND_SIZE, SUITS
from solver.bharg.evaluate import discards
from solver.bharg.rules import Rules
from solver.bharg.solve import find, top_after
from solver.chances import Ints, firsts_of, keys_of, sure_key, two_draws_of

_EIGHT = HAND_SIZE + 1


@dataclass(frozen=True, slots=True)
class Judge:
    """What judges hands of 8: the rules and the engine, ``tables`` or ``cpsat``."""

    rules: Rules
    engine: str = "tables"

    def discards(self, hands: NDArray[np.uint8], tops: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return the points after each discard, (N, 8), for a top of the Ace Pile each (N,)."""
        if self.engine == "tables":
            return discards(hands, tops, self.rules)
        points = [
            [
                find(
                    tuple(sorted(hand[:place] + hand[place + 1 :])),
                    top_after(code, top),
                    self.rules,
                    engine="cpsat",
                ).points
                for place, code in enumerate(hand)
            ]
            for hand, top in zip(hands.tolist(), tops.tolist(), strict=True)
        ]
        return np.array(points, np.uint8)


class Kept(NamedTuple):
    """Seven cards, the discard that left them (None: none), and the top of the Ace Pile then (-1: empty)."""

    discard: int | None
    codes: tuple[int, ...]
    top: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next card brings to 7 cards.

    Attributes
    ----------
    total : int
        Points summed over all unseen cards.
    codes : tuple of int
        The unseen cards that let all be bound, ascending.
    """

    total: int
    codes: tuple[int, ...]


class Outlook:
    """The future of a hand of 7 cards, or of each 7 that a discard leaves of 8.

    Parameters
    ----------
    hand : sequence of int
        7 or 8 codes, ascending.
    ace : int
        The top of the Ace Pile, or -1.
    unseen : sequence of int
        Codes that are not seen, ascending.
    judge : Judge
        What judges the hands.

    Attributes
    ----------
    ways : tuple of Kept
        The hand as it is, or after each discard in canonical order.
    """

    def __init__(self, hand: Sequence[int], ace: int, unseen: Sequence[int], judge: Judge) -> None:
        self.judge = judge
        self.unseen = np.array(unseen, np.uint8)
        codes = tuple(hand)
        if len(codes) == HAND_SIZE:
            self.ways: tuple[Kept, ...] = (Kept(None, codes, ace),)
        else:
            self.ways = tuple(
                Kept(code, codes[:place] + codes[place + 1 :], top_after(code, ace))
                for place, code in enumerate(codes)
            )

    def ahead(self) -> list[Ahead]:
        """Return, by discard, what the next card brings."""
        kept = np.array([way.codes for way in self.ways], np.uint8)
        best = self._after_draw(kept, np.array([way.top for way in self.ways])).min(axis=2)
        return [
            Ahead(int(points.sum()), tuple(self.unseen[points == 0].tolist()))
            for points in best.astype(np.int64)
        ]

    def _after_draw(self, kept: NDArray[np.uint8], tops: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return the points of hands (N, 7) by unseen card drawn and place of the discard, (N, U, 8).

        The last place is that of the card drawn.
        """
        hands = np.empty((len(kept), len(self.unseen), _EIGHT), np.uint8)
        hands[..., :-1] = kept[:, None]
        hands[..., -1] = self.unseen
        points = self.judge.discards(hands.reshape(-1, _EIGHT), np.repeat(tops, len(self.unseen)))
        return points.reshape(hands.shape)

    def two_ahead(self, *, most_hands: int, seed: int) -> list[TwoDraws]:
        """Return, by discard, what the next two cards bring.

        Parameters
        ----------
        most_hands : int
            Hands of 8 that may be judged; if more are needed, first cards are sampled.
        seed : int
            Seed of the sample.
        """
        number = len(self.unseen)
        if number == 1:
            return [TwoDraws(ahead.total, len(ahead.codes)) for ahead in self.ahead()]
        each = len(self.ways) * _EIGHT * (number - 1)
        if each * number <= most_hands:
            firsts, sampled = dict.fromkeys(range(number), 1), None
        else:
            sampled = max(2, most_hands // each)
            firsts = firsts_of([1] * number, sampled, seed)
        columns = [self._keys_after(way, list(firsts)) for way in self.ways]
        return two_draws_of(np.stack(columns, axis=1), firsts, number - 1, sampled)

    def _keys_after(self, way: Kept, firsts: Sequence[int]) -> Ints:
        """Return, by first draw, the key of the best way to go on (see `keys_of`)."""
        drawn = self.unseen[list(firsts)]
        hands = np.empty((len(drawn), _EIGHT), np.uint8)
        hands[:, :-1] = way.codes
        hands[:, -1] = drawn
        bound = (self.judge.discards(hands, np.full(len(hands), way.top)) == 0).any(axis=1)
        others = np.array([np.delete(np.arange(_EIGHT), place) for place in range(_EIGHT)])
        kept = hands[:, others].reshape(-1, HAND_SIZE)
        tops = np.where(hands < len(SUITS), hands, way.top).astype(np.int64).reshape(-1)
        best = self._after_second(kept, tops, np.repeat(drawn, _EIGHT))
        keys = keys_of(np.ones(len(best), np.int64), best, best == 0).reshape(len(drawn), _EIGHT).min(axis=1)
        return np.where(bound, sure_key(len(best)), keys)

    def _after_second(
        self, kept: NDArray[np.uint8], tops: NDArray[np.integer], drawn: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """Return the least points by second card and hand, (U - 1, N); `drawn` is the first card of each."""
        seconds = np.array([np.delete(self.unseen, np.flatnonzero(self.unseen == code)) for code in drawn])
        hands = np.empty((*seconds.shape, _EIGHT), np.uint8)
        hands[..., :-1] = kept[:, None]
        hands[..., -1] = seconds
        points = self.judge.discards(hands.reshape(-1, _EIGHT), np.repeat(tops, seconds.shape[1]))
        least: Ints = points.min(axis=1).reshape(seconds.shape).T.astype(np.int64)
        return least
