"""What staying in a round costs, estimated by playing it to its end many times (R14)."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import erf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.draw import Draw
from solver.errors import HandError
from solver.rummy.cards import HAND_SIZE
from solver.rummy.policy import GreedyPolicy
from solver.rummy.rules import Rules
from solver.rummy.simulate import Setting, deal_rounds, play
from solver.rummy.unseen import Position

FIRST, BATCH = 1_000, 4_000
"""Rounds that are played side by side, each batch by a stream of its own; the first tells something soon."""

_SURE = 1.96
"""Standard errors to either side that hold the mean 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Stay:
    """An estimate of staying, every seat playing the greedy policy and nobody packing.

    Attributes
    ----------
    expected_points : float
        Mean of the points paid at the end of the round; the winner pays 0.
    error : float
        Standard error of that mean.
    low, high : float
        The interval that holds the mean with 95 % confidence.
    won : float
        Share of the rounds won.
    rounds : int
        Rounds played.
    seed : int
        The seed: the same seed and rounds give the same estimate.
    stopped : bool
        Whether it was interrupted before all rounds were played.
    """

    expected_points: float
    error: float
    low: float
    high: float
    won: float
    rounds: int
    seed: int
    stopped: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as a JSON object."""
        return {
            "expected_points": self.expected_points,
            "error": self.error,
            "low": self.low,
            "high": self.high,
            "won": self.won,
            "rounds": self.rounds,
            "seed": self.seed,
            "stopped": self.stopped,
            "policy": "greedy",
        }

    def confidence(self, cost: int) -> float:
        """Return how sure it is that the mean lies on that side of a cost where the estimate is."""
        if not self.error:
            return 1.0
        return (1 + erf(abs(self.expected_points - cost) / self.error / sqrt(2))) / 2


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker needs to play rounds from a position."""

    position: Position
    rules: Rules
    first_turn: bool
    seed: int

    def play(self, batch: int, rounds: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return what the player pays, and whether he wins, in the rounds of a batch."""
        position = self.position
        wild, decks = position.hand.wild.rank, position.hand.decks
        draw = Draw([self.seed, batch, 1])
        deal = deal_rounds(
            position.hand.codes,
            position.unseen,
            players=position.players,
            rounds=rounds,
            draw=draw,
            open_card=position.open,
            first_turn=self.first_turn,
        )
        policies = [GreedyPolicy(wild, decks, self.rules)] * position.players
        outcome = play(deal, policies, Setting(wild, decks, self.rules), draw)
        return outcome.points[0], outcome.winner == 0


def estimate(
    question: Question,
    *,
    rounds: int | None,
    seconds: float | None,
    workers: int = 1,
    watch: Callable[[Stay], None] | None = None,
) -> Stay:
    """Estimate what staying costs; Ctrl-C gives the estimate so far, if a batch was played.

    Parameters
    ----------
    question : Question
        The position, 13 cards at the start of a turn.
    rounds : int or None
        Rounds to play; None: as many as the seconds allow.
    seconds : float or None
        Seconds after which no more rounds are begun; None: no limit.
    workers : int
        Processes; the estimate does not depend on them.
    watch : callable, optional
        Is told the estimate so far after each batch.

    Raises
    ------
    HandError
        If too few cards are left unseen to deal every player a hand.
    """
    _check(question.position)
    tally = _Tally(question.seed)
    start = time.monotonic()
    try:
        for points, won in _batches(question, rounds, workers):
            tally.add(points, won)
            if watch is not None:
                watch(tally.stay(stopped=False))
            if seconds is not None and time.monotonic() - start >= seconds:
                break
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
        return tally.stay(stopped=True)
    return tally.stay(stopped=False)


def _check(position: Position) -> None:
    """Refuse a position in which the other players cannot hold 13 cards each."""
    wanted = HAND_SIZE * (position.players - 1) + (position.open is None)
    if sum(position.unseen) < wanted:
        words = f"{sum(position.unseen)} cards are left unseen; {position.players} players need {wanted}"
        raise HandError.at("players", words)


class _Tally:
    """Sums over the rounds so far."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rounds = 0
        self._points = self._squares = 0.0
        self._won = 0

    def add(self, points: NDArray[np.float64], won: NDArray[np.bool_]) -> None:
        """Add the rounds of a batch."""
        self.rounds += len(points)
        self._points += float(points.sum())
        self._squares += float((points * points).sum())
        self._won += int(won.sum())

    def stay(self, *, stopped: bool) -> Stay:
        """Return the estimate so far."""
        mean = self._points / self.rounds
        spread = max(0.0, self._squares / self.rounds - mean * mean)
        error = sqrt(spread / max(1, self.rounds - 1))
        low, high = max(0.0, mean - _SURE * error), mean + _SURE * error
        return Stay(mean, error, low, high, self._won / self.rounds, self.rounds, self.seed, stopped)


def _sizes(rounds: int | None) -> Iterator[tuple[int, int]]:
    """Yield the number and the size of each batch.

    >>> list(_sizes(6_000))
    [(0, 1000), (1, 4000), (2, 1000)]
    """
    batch = played = 0
    while rounds is None or played < rounds:
        size = BATCH if batch else FIRST
        size = size if rounds is None else min(size, rounds - played)
        yield batch, size
        batch, played = batch + 1, played + size


def _batches(
    question: Question, rounds: int | None, workers: int
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Yield the outcome of each batch, in order."""
    if workers == 1 or (rounds is not None and rounds <= FIRST):
        for batch, size in _sizes(rounds):
            yield question.play(batch, size)
        return
    import multiprocessing
    import signal

    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.Pool(workers, initializer=ignore) as pool:
        waiting: deque[Any] = deque()
        for batch, size in _sizes(rounds):
            waiting.append(pool.apply_async(question.play, (batch, size)))
            if len(waiting) > workers:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()
