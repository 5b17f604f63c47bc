"""The tables at hand: those of two wild ranks in memory, others in the user's folder, the rest built."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

from solver import cache
from solver.rummy.lanes import Second, gates_of
from solver.rummy.rules import Rules
from solver.rummy.tables.numbering import numbering_of
from solver.rummy.tables.table import Parts, Table, new_table

VERSION = 2
"""To be raised whenever a row of a table changes, so that files of before are left alone."""

_RESIDENT = 2

FEW = 300
"""Hands that are sooner answered one by one than a table is built."""

_asked: Counter[str] = Counter()
"""By name of a table, the hands that were asked for while it was not there."""


P = ParamSpec("P")
R = TypeVar("R")

_lock = RLock()


def alone(function: Callable[P, R]) -> Callable[P, R]:
    """Let one thread at a time run a function: tables take in long suits as they are met."""

    @wraps(function)
    def locked(*arguments: P.args, **options: P.kwargs) -> R:
        with _lock:
            return function(*arguments, **options)

    return locked


def worth_it(rules: Rules, wild: int, copies: int, hands: int) -> bool:
    """Tell whether some hands are better answered by tables: they are at hand, or many hands are asked for.

    Parameters
    ----------
    rules, wild, copies
        As in `tables_of`.
    hands : int
        Number of hands; those asked for before count too.
    """
    gates = gates_of(rules)
    name = _name(_suit_rules(rules), wild, gates.base_second, copies)
    if _asked[name] <= FEW:
        _asked[name] += FEW + 1 if cache.holds(name) else hands
    return _asked[name] > FEW


def tables_of(rules: Rules, wild: int, copies: int) -> tuple[Table, Table]:
    """Return the tables for a loser's sequences and for his trios, which are mostly the same.

    Parameters
    ----------
    rules : Rules
        The rules.
    wild : int
        The wild rank in the suits, or -1.
    copies : int
        Most copies of a card, 1 to 3.
    """
    gates = gates_of(rules)
    return _tables(_suit_rules(rules), wild, copies, gates.base_second, gates.trio_second)


@lru_cache(maxsize=_RESIDENT)
def _tables(rules: Rules, wild: int, copies: int, base: Second, trio: Second) -> tuple[Table, Table]:
    table = _table(rules, wild, base, copies)
    return table, table if trio == base else _table(rules, wild, trio, copies)


def _suit_rules(rules: Rules) -> Rules:
    """Return the rules with every option that does not concern the sequences of a suit at its default."""
    return Rules(
        max_wild=rules.max_wild, min_natural=rules.min_natural, identical=rules.identical, span=rules.span
    )


def _table(rules: Rules, wild: int, second: Second, copies: int) -> Table:
    """Return a table of the folder, or build it and leave it there."""
    name = _name(rules, wild, second, copies)
    arrays = cache.load(name)
    if arrays is not None and set(arrays) == set(Parts.__slots__):
        parts = Parts(**arrays)
        if parts.fits(copies):
            return Table(rules, wild, second, numbering_of(copies), parts)
    table = new_table(rules, wild, second, copies)
    cache.store(name, {key: getattr(table.parts, key) for key in Parts.__slots__})
    return table


def _name(rules: Rules, wild: int, second: Second, copies: int) -> str:
    words = (rules.max_wild, rules.min_natural, rules.identical, rules.span, second)
    return f"rummy-{VERSION}-{copies}-{wild}-{'-'.join(words)}"


def clear_memory() -> None:
    """Let go of the tables in memory."""
    _tables.cache_clear()
    _asked.clear()


def in_memory() -> int:
    """Return of how many rules and wild ranks there are tables in memory."""
    return _tables.cache_info().currsize
