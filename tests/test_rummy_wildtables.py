"""Rows of suits for hands of any wild rank, and the sets that goals may hold."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.rummy.kept import SuitTables
from solver.rummy.rules import PRESETS, parse_rules
from solver.rummy.setkinds import NO_RANK, kinds_of
from solver.rummy.wildtables import WildTables


class StepByStep(SuitTables):
    """Rows made one way and one number of wildcards after the other."""

    def _keep(
        self,
        best: NDArray[np.int8],
        rest: NDArray[np.int8],
        ranks: tuple[int, ...],
        ways: list[tuple[int, tuple[int, ...], list[tuple[int, int]]]],
    ) -> None:
        own = ranks.count(self.wild)
        for _, wilds, steps in ways:
            for count in (count for count in wilds if own + count <= self.most_wild):
                used, gain = own + count, np.int8(len(ranks) + count)
                for state, new in steps:
                    more = rest[state, : self.most_wild + 1 - used] + gain
                    best[new, used:] = np.maximum(best[new, used:], more)


RULES = [*PRESETS, "trio,wild_natural=no", "trio,max_wild=any,min_natural=2"]


@pytest.mark.parametrize("name", RULES)
def test_rows_are_those_of_the_wild_rank(name: str) -> None:
    """Rows made from those for no wild rank are what tables for one rank work out step by step."""
    rules, wild, decks, pool = parse_rules(name), 4, 3, 3
    rng = np.random.default_rng(5)
    counts = np.minimum(rng.poisson(0.4, (4, 13, 30)), decks).astype(np.int8)
    never = rules.wild_natural == "no"
    if never:
        counts[:, wild] = 0
    suits = np.einsum("srn,r->sn", counts, (decks + 1) ** np.arange(13, dtype=np.int64))
    ranks = np.full(30, wild, np.int8)
    tables = WildTables(rules, wild if never else -1, decks).with_rows_for(suits)
    found = tables.natural_rows_of(suits, tables.natural_wilds(counts, ranks), ranks, pool, 13)
    whole = StepByStep(rules, wild, decks).with_rows_for(suits).rows_of(suits, pool, 13)
    for mine, other in zip(found, whole, strict=True):
        assert (np.maximum(mine, -1) == np.maximum(other, -1)).all()


@pytest.mark.parametrize("distinct", [False, True])
def test_kinds_fit_their_copies(distinct: bool) -> None:
    """Every set listed for copies of a rank takes no more than they are, and is of that rank."""
    decks, pool = 2, 2
    kinds = kinds_of(distinct, True, decks, pool)
    for wild, rank, signature in np.ndindex(kinds.counts.shape):
        start = kinds.starts[wild, rank, signature]
        listed = kinds.listed[start : start + kinds.counts[wild, rank, signature]]
        held = signature // (decks + 1) ** np.arange(4) % (decks + 1) if rank < NO_RANK else np.zeros(4)
        assert (kinds.rank[listed] == rank).all()
        assert (kinds.takes[:, listed] <= held[:, None]).all()
        assert (kinds.takes[:, listed].sum(axis=0) <= kinds.size[kinds.group[listed]]).all()
        assert ((kinds.wild_takes[:, listed] > 0).any(axis=0) == bool(wild and rank < NO_RANK)).all()
