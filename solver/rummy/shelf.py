"""The tables at hand: a few in memory, the others built when they are asked for."""

from functools import lru_cache

from solver.rummy.lanes import Second
from solver.rummy.rules import Rules
from solver.rummy.tables import Table, new_table


def table_of(rules: Rules, wild: int, second: Second, copies: int) -> Table:
    """Return a table."""
    return _table(rules, wild, second, copies)


@lru_cache(maxsize=4)
def _table(rules: Rules, wild: int, second: Second, copies: int) -> Table:
    return new_table(rules, wild, second, copies)
