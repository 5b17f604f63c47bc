"""Where the time of a rummy hand goes: the stages of penalty and declare, as Markdown.

Run with ``python benchmarks/stages.py`` on an idle machine. Each stage is timed without the stages that it
calls; figures are nanoseconds a hand, medians of several runs.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from solver.rummy.deal import deal, table_of
from solver.rummy.evaluate import evaluate
from solver.rummy.lanes import ANY
from solver.rummy.tables import blocksolver, bulk, declare, gains
from solver.rummy.tables.rowing import Rower

EIGHTS = 7
HANDS = 200_000
RUNS = 7
STAGES: dict[str, list[tuple[object, str]]] = {
    "encoding the cards as planes of bits": [(bulk, "encode")],
    "pure sequences": [(blocksolver.Solver, "pure")],
    "numbering the rows of the suits": [(Rower, "rows_and_long")],
    "joining the suits over the shared wildcards": [(blocksolver, "lane_losses"), (declare, "lane_losses")],
    "least wildcards that open the gate of the trios": [
        (blocksolver, "least_needs"),
        (gains, "least_needs"),
    ],
    "listing the trios": [(gains, "choices_of"), (declare, "choices_of")],
    "taking the cards of trios away": [(gains, "laid"), (declare, "laid")],
    "pairing trios": [(gains.Laying, "_next")],
    "choosing among trios": [(gains.Laying, "settle"), (gains.Laying, "_first")],
    "covers and trios of declarations": [
        (blocksolver, "covered"),
        (bulk, "covered"),
        (bulk, "declares"),
        (blocksolver.Solver, "most_uncounted"),
    ],
}
GATE = "joining them with the demand of the gate"
REST = "the rest"


class Timer:
    """Times functions, each without those that it calls.

    Attributes
    ----------
    spent : dict of str to float
        Seconds by stage.
    """

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def timed(self, stage: Callable[..., str], function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that is timed under the stage that its arguments tell."""

        def work(*arguments: Any, **options: Any) -> Any:
            start = time.perf_counter()
            self._inner.append(0.0)
            try:
                return function(*arguments, **options)
            finally:
                whole = time.perf_counter() - start
                self.spent[stage(*arguments)] += whole - self._inner.pop()
                self._inner[-1] += whole

        return work

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Time all stages."""
        patches = []
        for stage, places in STAGES.items():
            for owner, name in places:
                function = self.timed(lambda *_, stage=stage: stage, getattr(owner, name))
                patches.append(patch.object(owner, name, function))
        least = self.timed(_stage_of_lane, gains.LOSS.least)
        loss = gains.Measure(least, gains.LOSS.gain, gains.LOSS.most_gain, thrifty=gains.LOSS.thrifty)
        patches.append(patch.object(blocksolver, "LOSS", loss))
        for one in patches:
            one.start()
        try:
            yield
        finally:
            patch.stopall()


def _stage_of_lane(*arguments: Any) -> str:
    """Return the stage of a join: with no demand it is that of the first."""
    return "joining the suits over the shared wildcards" if arguments[3] == ANY else GATE


def stages_of(decks: int, *, rich: bool) -> dict[str, float]:
    """Return nanoseconds a hand by stage."""
    table = table_of(decks=decks, wild="8")
    hands = np.concatenate([part.codes for part in deal(HANDS, table, seed=decks, rich=rich)])
    evaluate(hands, EIGHTS, decks)
    runs: dict[str, list[float]] = defaultdict(list)
    for _ in range(RUNS):
        timer = Timer()
        with timer.watching():
            timer.timed(lambda *_: REST, evaluate)(hands, EIGHTS, decks)
        for stage in (*STAGES, GATE, REST):
            runs[stage].append(timer.spent[stage])
    return {stage: statistics.median(times) / HANDS * 1e9 for stage, times in runs.items()}


def main() -> None:
    """Print the stages of random and rich hands."""
    kinds = [(1, False), (2, False), (3, False), (2, True)]
    found = [stages_of(decks, rich=rich) for decks, rich in kinds]
    names = ["one deck", "two decks", "three decks", "two decks, rich"]
    print("| stage |", " | ".join(names), "|")
    print("|", " | ".join(["---"] * (1 + len(names))), "|")
    for stage in sorted(found[1], key=lambda stage: -found[1][stage]):
        print(f"| {stage} |", " | ".join(f"{one[stage]:.0f}" for one in found), "|")
    print("| all |", " | ".join(f"{sum(one.values()):.0f}" for one in found), "|")


if __name__ == "__main__":
    main()
