"""Tables of Bharg: when they are built, stored, and trusted."""

from collections import Counter

import numpy as np
import pytest

from solver import cache
from solver.bharg import Rules, shelf
from solver.bharg.ranks import HANDS
from solver.bharg.tables import Table

DISJOINT, OVERLAPPING = Rules(), Rules(sets="overlapping")


@pytest.fixture
def empty_shelf(monkeypatch, tmp_path):
    """Start with no table in memory and an empty folder; tables of other tests come back afterwards."""
    monkeypatch.setattr(shelf, "_tables", {})
    monkeypatch.setattr(shelf, "_looked", Counter())
    monkeypatch.setattr(shelf, "_missing", set())
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path


def test_a_table_is_built_only_when_it_pays(empty_shelf, monkeypatch):
    """Few hands do not wait for a table; when many have come, the next ones get it."""
    monkeypatch.setattr(shelf, "PAYS_AT", 1000)
    built = []
    table = Table(np.zeros(HANDS, np.uint16), np.zeros((7, 1), np.uint8))
    monkeypatch.setattr(shelf, "build", lambda rules: built.append(rules) or table)
    assert [shelf.table_for(DISJOINT, 400) for _ in range(3)] == [None, None, table]
    assert shelf.table_for(OVERLAPPING, 999) is None
    assert shelf.table_for(DISJOINT, 1) is table
    assert built == [DISJOINT]
    assert shelf.in_memory() == 1
    shelf.clear_memory()
    assert shelf.table_for(DISJOINT, 1) is None


def test_a_stored_table_is_read_and_a_bad_one_is_built_anew(empty_shelf, monkeypatch):
    """A table of the folder comes back sooner than one is built; what does not fit is never trusted."""
    table = Table(np.full(HANDS, 3, np.uint16), np.arange(28, dtype=np.uint8).reshape(7, 4))
    monkeypatch.setattr(shelf, "build", lambda rules: table)
    shelf.warm(DISJOINT)
    (path,) = empty_shelf.iterdir()
    shelf.clear_memory()
    assert shelf.table_for(DISJOINT, 1) is None
    read = shelf.table_for(DISJOINT, shelf.LOADS_AT)
    assert read is not table
    assert np.array_equal(read.savings, table.savings)
    for bad in (
        Table(table.classes + np.uint16(1), table.savings),
        Table(table.classes[1:], table.savings),
        Table(table.classes, table.savings[1:]),
        Table(table.classes, table.savings.astype(np.int16)),
    ):
        shelf.clear_memory()
        cache.store(path.stem, {"classes": bad.classes, "savings": bad.savings})
        assert shelf.table_for(DISJOINT, shelf.LOADS_AT) is None
        assert shelf.warm(DISJOINT) is table
    path.write_bytes(path.read_bytes()[:-1])
    shelf.clear_memory()
    assert shelf.warm(DISJOINT) is table
