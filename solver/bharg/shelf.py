"""The tables at hand: in memory, in the user's folder, or built when so many hands come that they pay."""

from collections import Counter

from solver import cache
from solver.bharg.rules import Rules
from solver.bharg.tables import Table, build

VERSION = 1
"""To be raised whenever a table changes, so that files of before are left alone."""

LOADS_AT = 500_000
"""Hands to look at without a table in the time that reading and checking its file takes, some 0.1 seconds."""

PAYS_AT = 10_000_000
"""Hands to look at without a table in the time that building it takes, some 2 seconds."""

_tables: dict[str, Table] = {}
_looked: Counter[str] = Counter()
_missing: set[str] = set()


def table_for(rules: Rules, hands: int) -> Table | None:
    """Return the table of the rules if it pays by now; the answers are the same without.

    Parameters
    ----------
    rules : Rules
        Only whether sets may overlap matters.
    hands : int
        Hands about to be judged; they count with those judged before.
    """
    if rules.sets in _tables:
        return _tables[rules.sets]
    _looked[rules.sets] += hands
    if _looked[rules.sets] >= PAYS_AT:
        return warm(rules)
    if _looked[rules.sets] >= LOADS_AT and rules.sets not in _missing:
        return _loaded(rules)
    return None


def warm(rules: Rules) -> Table:
    """Return the table of the rules, building it now if need be: who knows that many hands will come."""
    table = _tables.get(rules.sets) or _loaded(rules)
    if table is None:
        table = _tables[rules.sets] = build(rules)
        cache.store(_name(rules), {"classes": table.classes, "savings": table.savings})
    return table


def _loaded(rules: Rules) -> Table | None:
    """Return the table of the folder, if there is one that fits."""
    arrays = cache.load(_name(rules))
    if arrays is not None and set(arrays) == {"classes", "savings"}:
        table = Table(**arrays)
        if table.fits():
            _tables[rules.sets] = table
            return table
    _missing.add(rules.sets)
    return None


def _name(rules: Rules) -> str:
    return f"bharg-{VERSION}-{rules.sets}"


def clear_memory() -> None:
    """Let go of the tables in memory and of the count of hands, as in a new process."""
    _tables.clear()
    _looked.clear()
    _missing.clear()


def in_memory() -> int:
    """Return how many tables are in memory."""
    return len(_tables)
