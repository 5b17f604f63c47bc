"""What each unseen card would bring to many hands of 13, by bounds that leave few hands to judge.

Of a hand with a card more, the hand as it was gives a first answer, and the likely discards a better one;
what 14 cards leave loose bounds all others, of which few are left to try.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.evaluate import Evaluation, evaluate, penalty
from solver.rummy.rules import Rules
from solver.rummy.tables.blocksolver import Solver
from solver.rummy.tables.bounds import OTHERS, bounds_of, points_by_code
from solver.rummy.tables.bulk import answer
from solver.rummy.tables.encode import encode
from solver.rummy.tables.folds import evaluate_folds
from solver.rummy.tables.runtable import WIDTH

Codes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_CODES = JOKER + 1

_LIKELY = 3
"""Discards that are tried one after the other before all others at once."""


def _near() -> NDArray[np.bool_]:
    """Return which natural cards may lie in one group of three with each: its rank, or two places around."""
    near = np.zeros((_CODES, _CODES), np.bool_)
    for code in range(JOKER):
        suit, rank = divmod(code, 13)
        near[code, rank:JOKER:13] = True
        # places 0 to 13: the ace comes once more behind the king
        for place in {rank, 13} if rank == 0 else {rank}:
            for other in range(max(0, place - 2), min(13, place + 2) + 1):
                near[code, 13 * suit + other % 13] = True
    return near


_NEAR = _near()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What draws bring.

    Attributes
    ----------
    points : (N, 53) int64
        By hand and card drawn, the least loose points after the best discard, 0 where the hand can declare.
    declare : (N, 53) bool
        Whether it can.
    """

    points: Ints
    declare: Bools


class Drawing:
    """Hands of 13 under one wild rank, decks and rules, about to draw.

    Parameters
    ----------
    codes : (N, 13) uint8
        The hands.
    wild, decks, rules
        As in `evaluate`.
    """

    def __init__(self, codes: Codes, wild: int, decks: int, rules: Rules) -> None:
        self.codes = codes
        self.wild = wild
        self.decks = decks
        self.cap = rules.cap
        self.rules = replace(rules, cap="none")
        self.value = points_by_code(wild)
        self.now: Evaluation = evaluate(codes, wild, decks, self.rules)
        is_wild = (codes == JOKER) | (codes % 13 == wild)
        self.wildcards: Ints = is_wild.sum(axis=1)

    def draw(self, able: Bools) -> Drawn:
        """Draw every card that a hand is able to draw, (N, 53) bool; elsewhere the answers are void."""
        points = np.repeat(self.now.penalty.astype(np.int64)[:, None], _CODES, axis=1)
        declare = np.repeat(self.now.declare[:, None], _CODES, axis=1)
        # with so many wildcards the tables are not enough
        far = self.wildcards >= WIDTH - 1
        likely, least = self._of_twelve()
        # a card that fits in no group is loose beside the others, or goes again
        points = np.minimum(points, least[:, None] + self.value)
        row, card = np.nonzero(able & self._fits() & ~far[:, None])
        points[row, card], declare[row, card] = self._judged(row, card.astype(np.uint8), likely)
        row, card = np.nonzero(able & far[:, None])
        found = evaluate_folds(self._with(row, card.astype(np.uint8)), self.wild, self.decks, self.rules)
        points[row, card], declare[row, card] = found.penalty, found.declare
        if self.cap != "none":
            points = np.minimum(points, int(self.cap))
        return Drawn(np.where(declare, 0, points), declare)

    def _fits(self) -> Bools:
        """Return which cards may be in a group with cards of a hand, (N, 53): not if `_NEAR` has too few."""
        company = np.zeros((len(self.codes), _CODES), np.int64)
        for column in self.codes.T:
            company += _NEAR[column]
        fits: Bools = company + self.wildcards[:, None] >= 2
        fits[:, JOKER] = True
        if self.wild >= 0:
            fits[:, self.wild : JOKER : 13] = True
        return fits

    def _with(self, row: Ints, card: Codes) -> Codes:
        """Return hands with a card each as their last, (M, 14)."""
        return np.concatenate((self.codes[row], card[:, None]), axis=1)

    def _of_twelve(self) -> tuple[Ints, Ints]:
        """Return the places of the cards that are best let go of 13, and the least that 12 leave loose."""
        twelve = self.codes[:, OTHERS[:-1, :-1]].reshape(-1, HAND_SIZE - 1)
        coded = encode(twelve, self.wild, self.decks)
        solver = Solver.of(self.rules, self.wild, len(coded.planes))
        loss = answer(solver, solver.natural(coded), declaring=False).loss
        each = loss.reshape(self.codes.shape)
        key = _CODES * each.astype(np.int64) - self.value[self.codes]
        return key.argsort(axis=1, kind="stable")[:, :_LIKELY], each.min(axis=1).astype(np.int64)

    def _judged(self, row: Ints, card: Codes, likely: Ints) -> tuple[Ints, Bools]:
        """Return the least points of hands with a card more, and whether they can declare."""
        hands = self._with(row, card)
        whole, most = bounds_of(hands, self.wild, self.decks, self.rules)
        best = self.now.penalty[row].astype(np.int64)
        bound = whole[:, None] - self.value[hands]
        untried = np.ones(hands.shape, np.bool_)
        untried[:, -1] = False
        for guess in likely[row].T:
            pair = np.flatnonzero(bound[np.arange(len(row)), guess] < best)
            place = guess[pair]
            best[pair] = np.minimum(best[pair], self._without(hands, pair, place))
            untried[pair, place] = False
        pair, place = np.nonzero((bound < best[:, None]) & untried)
        np.minimum.at(best, pair, self._without(hands, pair, place))
        declare = self.now.declare[row]
        pair, place = np.nonzero((bound <= most[:, None]) & ~declare[:, None])
        kept = hands[pair[:, None], OTHERS[place]]
        declare[pair[evaluate(kept, self.wild, self.decks, self.rules).declare]] = True
        return best, declare

    def _without(self, hands: Codes, row: Ints, place: Ints) -> Ints:
        """Return the points of hands of 14 less a card each."""
        kept = hands[row[:, None], OTHERS[place]]
        return penalty(kept, self.wild, self.decks, self.rules).astype(np.int64)
