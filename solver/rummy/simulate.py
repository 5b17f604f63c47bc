"""Many rounds of rummy side by side, in arrays: every seat plays by a policy, nobody packs.

As nobody packs, the same seat is to move in all rounds at once. A round goes as the referee has it (see
`solver.rummy.rounds`), which the tests hold move by move.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.draw import Draw
from solver.rummy.cards import HAND_SIZE
from solver.rummy.evaluate import penalty
from solver.rummy.policy import Choice, Policy
from solver.rummy.rules import Rules

TURN_LIMIT = 400
"""Turns after which a round ends without a winner."""

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Deal:
    """Rounds as they begin.

    Attributes
    ----------
    hands : (P, R, 13) uint8
        The hands, by seat in order of play and by round.
    stock : (R, S) uint8
        The stock; the first column is drawn first.
    open : (R,) uint8
        The top card of the open pile.
    first_turn : bool
        Whether nobody has acted yet, so that a declaration at once halves (R12).
    """

    hands: Codes
    stock: Codes
    open: Codes
    first_turn: bool = True


@dataclass(frozen=True, slots=True)
class Setting:
    """What all rounds of a simulation share: the wild rank (-1: none), the decks and the rules."""

    wild: int
    decks: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rounds as they ended.

    Attributes
    ----------
    winner : (R,) int64
        The seat that declared; -1 for a round without a winner (R16, or the limit on turns).
    points : (P, R) float64
        What each seat pays.
    turns : (R,) int64
        Turns played.
    hands : (P, R, 13) uint8
        The last hands.
    """

    winner: Ints
    points: NDArray[np.float64]
    turns: Ints
    hands: Codes


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in one turn of every round that was still being played.

    Attributes
    ----------
    rounds : (L,) int64
        The rounds.
    seat : int
        Who moved.
    opened : (L,) bool
        Whether the open card was taken.
    discard : (L,) uint8
        The card that went.
    declared : (L,) bool
        Whether it was folded.
    shuffled : dict
        By round, the new stock of a pile that was shuffled before the turn, the first drawn first (R16).
    """

    rounds: Ints
    seat: int
    opened: NDArray[np.bool_]
    discard: Codes
    declared: NDArray[np.bool_]
    shuffled: dict[int, bytes]


def deal_rounds(
    hand: Sequence[int],
    unseen: Sequence[int],
    *,
    players: int,
    rounds: int,
    draw: Draw,
    open_card: int | None = None,
    first_turn: bool = True,
) -> Deal:
    """Deal the unseen cards at random, so often: 13 to each other player, the rest to the stock.

    Parameters
    ----------
    hand : sequence of int
        The 13 codes of seat 0, or none to deal it too.
    unseen : sequence of int
        How many of each of the 53 codes are dealt.
    players, rounds : int
        Seats and rounds.
    draw : Draw
        The stream of chance.
    open_card : int, optional
        The open card; left out, it is dealt too.
    first_turn : bool
        Whether nobody has acted yet.
    """
    cards = np.repeat(np.arange(len(unseen), dtype=np.uint8), unseen)
    # an order by random keys of 64 bits is an order as random
    order = draw.words(rounds * len(cards)).reshape(rounds, len(cards)).argsort(axis=1, kind="stable")
    dealt = cards[order]
    hands = np.empty((players, rounds, HAND_SIZE), np.uint8)
    own = len(hand) // HAND_SIZE
    if own:
        hands[0] = np.array(hand, np.uint8)
    at = HAND_SIZE * (players - own)
    hands[own:] = dealt[:, :at].reshape(rounds, players - own, HAND_SIZE).transpose(1, 0, 2)
    if open_card is not None:
        return Deal(hands, dealt[:, at:], np.full(rounds, open_card, np.uint8), first_turn)
    return Deal(hands, dealt[:, at + 1 :], dealt[:, at], first_turn)


def play(
    deal: Deal,
    policies: Sequence[Policy],
    setting: Setting,
    draw: Draw,
    *,
    limit: int = TURN_LIMIT,
    log: list[Turn] | None = None,
) -> Outcome:
    """Play rounds to their ends.

    Parameters
    ----------
    deal : Deal
        The rounds.
    policies : sequence of Policy
        Who plays each seat.
    setting : Setting
        What the rounds share.
    draw : Draw
        The stream of chance, for shuffles and for policies that want luck.
    limit : int
        Turns after which a round ends without a winner.
    log : list of Turn, optional
        Where each turn is noted.
    """
    table = _Rounds(deal, policies, draw)
    for turn in range(limit):
        if not len(table.live):
            break
        noted = table.turn(turn % len(policies))
        if log is not None:
            log.append(noted)
    return Outcome(table.winner, _points(table, deal, setting), table.turns, table.hands)


class _Rounds:
    """Rounds being played: the piles and hands of each, and which are live."""

    def __init__(self, deal: Deal, policies: Sequence[Policy], draw: Draw) -> None:
        rounds, size = deal.stock.shape
        self.policies = policies
        self.draw = draw
        self.hands = deal.hands.copy()
        self.stock = deal.stock.copy()
        self.drawn = np.zeros(rounds, np.int64)
        self.ends = np.full(rounds, size)
        # the pile cannot outgrow what is dealt besides the hands
        self.pile = np.zeros((rounds, size + 2), np.uint8)
        self.pile[:, 0] = deal.open
        self.laid = np.ones(rounds, np.int64)
        self.live = np.arange(rounds)
        self.winner = np.full(rounds, -1)
        self.turns = np.zeros(rounds, np.int64)
        self.standing = [policy.standing(hands) for policy, hands in zip(policies, self.hands, strict=True)]

    def turn(self, seat: int) -> Turn:
        """Let a seat move in every live round."""
        shuffled = self._restock()
        live = self.live
        opened, choice = self._draw_card(seat)
        self.hands[seat, live] = choice.kept
        self.standing[seat][live] = choice.value
        self.pile[live, self.laid[live]] = choice.discard
        # a card that is folded never lies on the open pile, but then the round is over
        self.laid[live] += 1
        self.turns[live] += 1
        self.winner[live[choice.declare]] = seat
        self.live = live[~choice.declare]
        return Turn(live, seat, opened, choice.discard, choice.declare, shuffled)

    def _draw_card(self, seat: int) -> tuple[NDArray[np.bool_], Choice]:
        """Take the open card where the policy does, else the next of the stock; choose what goes."""
        policy, live = self.policies[seat], self.live
        held = self.hands[seat, live]
        choice = policy.choose(_with(held, self.pile[live, self.laid[live] - 1]), self.draw)
        opened = policy.takes(choice, self.standing[seat][live], self.draw)
        rest = np.flatnonzero(~opened)
        rows = live[rest]
        cards = self.stock[rows, self.drawn[rows]]
        self.drawn[rows] += 1
        self.laid[live[opened]] -= 1
        choice.put(rest, policy.choose(_with(held[rest], cards), self.draw))
        return opened, choice

    def _restock(self) -> dict[int, bytes]:
        """Shuffle the open pile under its top card into a new stock where that is empty (R16).

        Rounds in which there is nothing to shuffle are void.
        """
        empty = self.live[self.drawn[self.live] >= self.ends[self.live]]
        if not len(empty):
            return {}
        shuffled = {}
        for row in empty.tolist():
            under = int(self.laid[row]) - 1
            if under:
                new = self.pile[row, :under][self.draw.words(under).argsort(kind="stable")]
                self.stock[row, :under], self.drawn[row], self.ends[row] = new, 0, under
                self.pile[row, 0], self.laid[row] = self.pile[row, under], 1
                shuffled[row] = new.tobytes()
        self.live = self.live[self.drawn[self.live] < self.ends[self.live]]
        return shuffled


def _with(hands: Codes, cards: Codes) -> Codes:
    """Return hands with one card more, the last."""
    return np.concatenate((hands, cards[:, None]), axis=1)


def _points(table: _Rounds, deal: Deal, setting: Setting) -> NDArray[np.float64]:
    """Return what each seat pays: the winner nothing, nor anyone in a round without a winner (R10, R12)."""
    points = np.zeros(table.hands.shape[:2])
    for seat, hands in enumerate(table.hands):
        lost = np.flatnonzero((table.winner >= 0) & (table.winner != seat))
        if len(lost):
            points[seat, lost] = penalty(hands[lost], setting.wild, setting.decks, setting.rules)
    if deal.first_turn:
        at_once = (table.turns == 1) & (table.winner >= 0)
        points[:, at_once] = halved(points[:, at_once], setting.rules)
    return points


def halved(points: NDArray[np.float64], rules: Rules) -> NDArray[np.float64]:
    """Return half of the points, as the rules round them (R12).

    >>> [halved(np.array([77.0]), Rules(halving=word)).item() for word in ("exact", "up", "down", "off")]
    [38.5, 39.0, 38.0, 77.0]
    """
    if rules.halving == "off":
        return points
    half: NDArray[np.float64] = points / 2
    if rules.halving == "exact":
        return half
    return np.ceil(half) if rules.halving == "up" else np.floor(half)
