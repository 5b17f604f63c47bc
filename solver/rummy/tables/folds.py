"""Many hands of 14 cards at once: the best discard, and every card that may be folded to declare (R15)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, JOKER, without
from solver.rummy.rules import Rules
from solver.rummy.tables.blocks import blocks, capped
from solver.rummy.tables.blocksolver import Solver, natural_rank
from solver.rummy.tables.bounds import points_by_code
from solver.rummy.tables.bulk import answer, loose_points
from solver.rummy.tables.encode import Hands, check_shape, encode
from solver.rummy.tables.ragged import starts_of
from solver.rummy.tables.runtable import WIDTH
from solver.rummy.tables.shelf import alone, worth_it

BLOCK = 1 << 16
"""Hands that are worked on at a time; each has up to 14 discards."""

_LIKELY = 3
"""Discards that are tried one after the other before all others at once."""

Codes = NDArray[np.uint8]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Folds:
    """Answers for N hands of 14 cards.

    Attributes
    ----------
    declare : (N,) bool
        Whether some card may be folded to declare.
    penalty : (N,) uint8
        Least loose points of the 13 cards that the best discard leaves.
    discard : (N,) uint8
        Code of a discard that leaves them.
    folds : (N,) uint64
        Bit c is set if card c may be folded to declare.
    loss, whole : (N,) uint8
        The penalty before any cap, and what all 14 cards leave loose; 0 where that is not known. Less the
        points of a discard, it is the least that the discard can leave: it could be laid back loose.
    """

    declare: Bools
    penalty: Bytes
    discard: Codes
    folds: NDArray[np.uint64]
    loss: Bytes
    whole: Bytes


@alone
def evaluate_folds(
    codes: Codes,
    wild: int | NDArray[np.integer] = -1,
    decks: int | None = None,
    rules: Rules | None = None,
) -> Folds:
    """Tell of many hands of 14 cards what may be folded and what is best let go.

    Parameters
    ----------
    codes : (N, 14) uint8
        Card codes, in any order.
    wild, decks, rules
        As in `evaluate`.

    Raises
    ------
    HandError
        As in `evaluate`.

    >>> from solver.rummy.cards import CODES
    >>> hand = [CODES[name] for name in "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C KH".split()]
    >>> found = evaluate_folds(np.array([hand], np.uint8), wild=7, decks=2)
    >>> found.declare, found.penalty, [code for code in range(53) if int(found.folds[0]) >> code & 1]
    (array([ True]), array([36], dtype=uint8), [25])
    """
    codes, rules = np.asarray(codes), rules or Rules()
    check_shape(codes, (HAND_SIZE + 1,))
    loss, discard, whole = (np.zeros(len(codes), np.uint8) for _ in range(3))
    folds = np.zeros(len(codes), np.uint64)
    for block, rank, first in blocks(len(codes), wild, BLOCK):
        found = _block(codes[block], rank, decks, rules, first)
        loss[block], discard[block], folds[block], whole[block] = found
    return Folds(folds != 0, capped(loss, rules), discard, folds, loss, whole)


def _block(
    codes: Codes, wild: int, decks: int | None, rules: Rules, first: int | Ints
) -> tuple[Bytes, Codes, NDArray[np.uint64], Bytes]:
    hands = encode(codes, wild, decks, first)
    codes = np.sort(codes, axis=1)
    loss, discard = np.full(len(codes), 255, np.uint8), np.zeros(len(codes), np.uint8)
    folds, whole = np.zeros(len(codes), np.uint64), np.zeros(len(codes), np.uint8)
    alone = np.arange(len(codes))
    if worth_it(rules, natural_rank(rules, wild), len(hands.planes), len(codes)):
        search = _Search(codes, hands, wild, rules)
        for _ in range(_LIKELY):
            search.discard_likely()
        search.discard_others()
        search.fold()
        loss, discard, folds, whole = search.loss, search.discard, search.folds, search.whole
        alone = np.flatnonzero(hands.pool >= WIDTH)
        whole[alone] = 0
    for row in alone.tolist():
        loss[row], discard[row], folds[row] = _walked(tuple(codes[row].tolist()), wild, rules)
    return loss, discard, folds, whole


def _walked(codes: tuple[int, ...], wild: int, rules: Rules) -> tuple[int, int, int]:
    """Return loss, discard and folds of one hand by the road that needs no table."""
    found = walk.find(codes, wild, rules)
    assert found.discard is not None
    assert found.folds is not None
    loss = loose_points(without(codes, found.discard), found.least, wild)
    return loss, found.discard, sum(1 << code for code in found.folds)


class _Search:
    """The discards of a block of hands.

    What 14 cards leave loose, less the points of a discard, is the least that it can leave: the discard could
    be laid back loose. So few discards have to be tried.
    """

    def __init__(self, codes: Codes, hands: Hands, wild: int, rules: Rules) -> None:
        self.codes = codes
        self.hands = hands
        self.wild = wild
        self.rules = rules
        self.solver = Solver.of(rules, wild, len(hands.planes))
        self.whole = answer(self.solver, self.solver.natural(hands), declaring=False).loss
        self.points = points_by_code(wild).astype(np.uint8)
        self.loss = np.full(len(codes), 255, np.uint8)
        self.discard = np.zeros(len(codes), np.uint8)
        self.folds = np.zeros(len(codes), np.uint64)
        self.firsts = self._firsts()
        self.untried = self.firsts.copy()
        self.score = self._score()

    def discard_likely(self) -> None:
        """Try, where more than one could leave less, the card of most points with the least company."""
        worth = self._worth()
        hand = np.flatnonzero(worth.any(axis=1))
        score = np.where(worth, self.score, np.int16(-1000))[hand]
        self._try(hand, self.codes[hand, score.argmax(axis=1)])

    def _score(self) -> NDArray[np.int16]:
        """Return how likely each card is the best discard: its points, less neighbours in suit and rank."""
        plane = self.hands.planes[0]
        near = plane << np.uint64(1) | plane >> np.uint64(1)
        wider = near | plane << np.uint64(2) | plane >> np.uint64(2)
        for turn in (13, 26, 39):
            wider |= plane << np.uint64(turn) | plane >> np.uint64(turn)
        place = self.codes.astype(np.uint64)
        company = (wider[:, None] >> place & np.uint64(1)) + (near[:, None] >> place & np.uint64(1))
        score: NDArray[np.int16] = self.points[self.codes].astype(np.int16) * 4 - company.astype(np.int16)
        return score

    def discard_others(self) -> None:
        """Try every other card that could leave less."""
        hand, place = np.nonzero(self._worth())
        self._try(hand, self.codes[hand, place])

    def _worth(self) -> Bools:
        """Tell which cards, not tried yet, could leave less than is known."""
        points = self.points[self.codes].astype(np.int16)
        return (self.whole[:, None] < points + self.loss[:, None]) & self.untried & (self.loss > 0)[:, None]

    def fold(self) -> None:
        """Try every card that may be folded: the rest leaves nothing loose, or its trios do not count."""
        natural = self.solver.natural(self.hands)
        pure = self.solver.pure(natural.planes)
        most = self.solver.most_uncounted(natural, spare=1)
        points = self.points[self.codes].astype(np.int16)
        worth = (self.whole[:, None] <= points + most[:, None]) & pure[:, None]
        hand, place = np.nonzero(worth & self.firsts)
        code = self.codes[hand, place]
        declare = answer(self.solver, self._without(hand, code), declaring=True).declare
        bits = np.uint64(1) << code[declare].astype(np.uint64)
        np.bitwise_or.at(self.folds, hand[declare], bits)

    def _firsts(self) -> Bools:
        """Return of each card whether it is the first of its copies."""
        firsts = np.ones(self.codes.shape, np.bool_)
        np.not_equal(self.codes[:, 1:], self.codes[:, :-1], out=firsts[:, 1:])
        return firsts

    def _try(self, hand: Ints, code: Codes) -> None:
        """Let hands discard cards, and keep what leaves less than before; hands come in order."""
        if len(hand) == 0:
            return
        self.untried[hand] &= self.codes[hand] != code[:, None]
        loss = answer(self.solver, self._without(hand, code), declaring=False).loss
        # the least loss of a hand, and of equal ones the first card
        order = np.lexsort((code, loss, hand))
        first = order[starts_of(hand[order])]
        better = first[loss[first] < self.loss[hand[first]]]
        self.loss[hand[better]] = loss[better]
        self.discard[hand[better]] = code[better]

    def _without(self, hand: Ints, code: Codes) -> Hands:
        """Return hands less a card each, as tables read them."""
        kept = self.hands.chosen(hand)
        bit = np.where(code == JOKER, np.uint64(0), np.uint64(1) << code.astype(np.uint64))
        for plane in reversed(kept.planes):
            taken = plane & bit
            plane ^= taken
            bit ^= taken
        joker = (code == JOKER).view(np.uint8)
        stand_in = joker | (code % 13 == self.wild).view(np.uint8)
        return self.solver.natural(Hands(kept.planes, kept.pool - stand_in, kept.jokers - joker))
