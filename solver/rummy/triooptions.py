"""Trios and sets as they draw on the suits and the wildcards of one hand."""

from dataclasses import dataclass
from functools import lru_cache

from solver.rummy.joins import Keys
from solver.rummy.rules import Rules
from solver.rummy.suits import cost_of
from solver.rummy.trios import Trio, trios_of


@dataclass(frozen=True, slots=True)
class Option:
    """A trio as it draws on the suits and the pool; `gain` is the most cost that it can save."""

    takes: Keys
    pool: int
    gain: int
    rank: int
    trio: Trio


@lru_cache(maxsize=65536)
def options_of(counts: tuple[int, ...], rank: int, wild: bool, rules: Rules) -> tuple[Option, ...]:
    """Return the trios of one rank as options."""
    options = []
    for trio in sorted(trios_of(counts, rules), key=lambda trio: trio.wilds):
        takes = [trio.suits.count(suit) << 2 * rank for suit in range(4)]
        pool = trio.wilds + (len(trio.suits) if wild else 0)
        gain = pool + (0 if wild else len(trio.suits) * cost_of(rank, -1))
        options.append(Option((takes[0], takes[1], takes[2], takes[3]), pool, gain, rank, trio))
    return tuple(options)


def fits(keys: Keys, option: Option) -> bool:
    """Tell whether suits hold what a trio takes."""
    shift = 2 * option.rank
    return all(key >> shift & 3 >= take >> shift for key, take in zip(keys, option.takes, strict=True))


def without(keys: Keys, option: Option) -> Keys:
    """Return suits less what a trio takes."""
    a, b, c, d = keys
    w, x, y, z = option.takes
    return a - w, b - x, c - y, d - z
