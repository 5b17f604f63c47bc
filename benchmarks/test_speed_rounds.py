"""Rounds of bots side by side: fixed seeds, fixed work, known answers, one core.

Must: 300 four-player rounds of rummy a second with the least loose bot. What is held is a ratio of processor
time to the bulk evaluation of random hands, timed in turn with it; rounds a second are told beside.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver import cache
from solver.bharg import bots as bharg_bots
from solver.bharg import rounds as bharg
from solver.bharg.record import GAME as BHARG
from solver.bharg.rules import Rules as BhargRules
from solver.rounds.game import Played
from solver.rounds.luck import Luck
from solver.rounds.run import play_all, seat
from solver.rummy.bots import LeastLooseBot
from solver.rummy.evaluate import evaluate
from solver.rummy.record import GAME
from solver.rummy.rounds import State, deal
from solver.rummy.rules import Rules

ROUNDS = 2000
HANDS = 100_000


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tables in a folder of these benchmarks, so that none is there before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("tables")))
        yield


def rounds_of(count: int) -> list[Played[State]]:
    """Play rounds of four least loose bots."""
    bot = LeastLooseBot()

    def dealt(names: Sequence[str], luck: Luck) -> State:
        return deal(names, decks=2, rules=Rules(), luck=luck)

    rounds = (seat(dealt, "ABCD", [bot] * 4, seed=1, number=number) for number in range(1, count + 1))
    return list(play_all(GAME, rounds))


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def test_four_player_rounds(benchmark: BenchmarkFixture) -> None:
    """A round costs no more than the evaluation of 8,000 random hands; nearly all end by a declaration."""
    rng = np.random.default_rng(1)
    deck = np.array([*range(52)] * 2 + [52] * 4, np.uint8)
    hands = deck[rng.random((HANDS, len(deck))).argpartition(13, axis=1)[:, :13]]
    played = rounds_of(ROUNDS)  # builds the one table that serves every wild rank
    evaluate(hands, 7, 2)
    ratios, rates = [], []
    for _ in range(3):
        base = seconds_of(lambda: evaluate(hands, 7, 2)) / HANDS
        spent = seconds_of(lambda: rounds_of(ROUNDS)) / ROUNDS
        ratios.append(spent / base)
        rates.append(1 / spent)
    benchmark.extra_info["rounds a second of processor time"] = round(statistics.median(rates))
    benchmark.extra_info["hands evaluated in the time of a round"] = round(statistics.median(ratios))
    benchmark.pedantic(rounds_of, args=(ROUNDS,), rounds=1)
    assert (
        sum(one.state.end is not None and one.state.end.how == "declared" for one in played) > 0.99 * ROUNDS
    )
    assert 13 < statistics.mean(one.state.turn for one in played) < 17
    assert statistics.median(ratios) < 8_000


def test_two_player_rounds_of_bharg(benchmark: BenchmarkFixture) -> None:
    """2,000 rounds of two least loose bots of Bharg all end with a hand that is bound."""
    bot = bharg_bots.LeastLooseBot()

    def dealt(names: Sequence[str], luck: Luck) -> bharg.State:
        return bharg.deal(names, deck="basic", rules=BhargRules(), luck=luck)

    def run() -> list[Played[bharg.State]]:
        seats = (seat(dealt, "AB", [bot] * 2, seed=1, number=number) for number in range(1, ROUNDS + 1))
        return list(play_all(BHARG, seats))

    run()
    start = time.process_time()
    played = benchmark.pedantic(run, rounds=1)
    spent = time.process_time() - start
    benchmark.extra_info["rounds a second of processor time"] = round(ROUNDS / spent)
    assert all(one.state.end is not None and one.state.end.how == "bound" for one in played)
