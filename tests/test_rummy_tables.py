"""The tables of all suits: a dense numbering, and rows that are what the search of one suit finds."""

import random
from pathlib import Path

import numpy as np
import pytest

from solver import cache
from solver.rummy.rules import PRESETS, Rules
from solver.rummy.suits import IMPOSSIBLE as NEVER
from solver.rummy.suits import suits_of
from solver.rummy.tables import shelf
from solver.rummy.tables.numbering import LONG, numbering_of, planes_of
from solver.rummy.tables.runtable import IMPOSSIBLE
from solver.rummy.tables.table import SPARE_ROWS, Table, TableFull, new_table

RULES = [
    *PRESETS.values(),
    Rules(max_wild="1"),
    Rules(min_natural="2", span="life4"),
    Rules(max_wild="any", min_natural="2"),
]


@pytest.mark.parametrize(("copies", "size"), [(1, 8192), (2, 100_296), (3, 172_628)])
def test_every_suit_has_a_row_of_its_own(copies: int, size: int) -> None:
    """Rows run from 0 without a gap, and both ways of looking one up lead to it."""
    numbering = numbering_of(copies)
    rows = np.arange(size)
    assert numbering.size == size
    assert len(np.unique(numbering.keys)) == size
    assert np.array_equal(numbering.rows_of(numbering.keys), rows)
    if copies > 1:
        found = numbering.look_up(*planes_of(numbering.keys))
        assert np.array_equal(found & (1 << 24) - 1, rows)
        assert not (found & LONG).any()


def test_long_suits_are_flagged() -> None:
    """The look-up of a suit with nine cards or more has the flag set."""
    rng = random.Random(1)
    keys = np.array([long_key(rng, 3, rng.randrange(9, 14)) for _ in range(200)])
    assert (numbering_of(3).look_up(*planes_of(keys)) & LONG).all()


def long_key(rng: random.Random, copies: int, cards: int) -> int:
    """Return a random suit of so many cards."""
    deck = [rank for rank in range(13) for _ in range(copies)]
    return sum(1 << 2 * rank for rank in rng.sample(deck, cards))


def check_row(table: Table, row: int, key: int) -> None:
    """Compare one row with the search of its suit."""
    suits = suits_of(table.rules, table.wild, table.second, 8)
    for lane, vector in enumerate(suits.row(key)):
        wanted = [IMPOSSIBLE] * 8 if vector is None else [IMPOSSIBLE if x >= NEVER else x for x in vector]
        assert table.parts.cost[row, lane].tolist() == wanted
        losses = [127 if cost == IMPOSSIBLE else cost // 16 for cost in wanted]
        assert table.parts.wide[lane, row : row + 1].view(np.uint8).tolist() == losses
        assert table.parts.narrow[lane, row : row + 1].view(np.uint8).tolist() == losses[:4]
    cover = suits.cover(key)
    assert table.parts.cover[row].tolist()[: len(cover)] == list(cover)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("copies", "wild"), [(1, 12), (2, 7), (3, 0)])
def test_rows_are_what_the_search_finds(rules: Rules, copies: int, wild: int) -> None:
    """Rows, and those added for long suits, equal the search of one suit in costs and covers."""
    table = new_table(rules, wild, "impure" if wild else "any", copies)
    rng = random.Random(copies)
    for row in rng.sample(range(table.numbering.size), 100):
        check_row(table, row, int(table.numbering.keys[row]))
    if copies > 1:
        keys = [long_key(rng, copies, rng.choice([9, 9, 10, 11, 13])) for _ in range(20)]
        rows = table.add(np.array(keys))
        assert np.array_equal(table.keys(rows), keys)
        for row, key in zip(rows.tolist(), keys, strict=True):
            check_row(table, row, key)


def test_long_suits_have_only_so_much_room() -> None:
    """A table that is full says so, adds nothing, and has room again after it was reset."""
    table = new_table(Rules(), -1, "impure", 2)
    rng = random.Random(3)
    some = np.array([long_key(rng, 2, 9) for _ in range(SPARE_ROWS // 2 + 100)])
    table.add(some)
    many = np.array([long_key(rng, 2, 11) for _ in range(SPARE_ROWS)])
    with pytest.raises(TableFull):
        table.add(many)
    check_row(table, int(table.add(some[:1])[0]), int(some[0]))
    table.reset()
    rows = table.add(many[:1000])
    check_row(table, int(rows[500]), int(many[500]))


def test_tables_come_back_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that was built is loaded the next time; if its file is damaged it is built again."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    built = []

    def counted(*arguments: object) -> Table:
        built.append(arguments)
        return new_table(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(shelf, "new_table", counted)
    tables = []
    for damage in (False, False, True):
        shelf.clear_memory()
        if damage:
            path = next(tmp_path.iterdir())
            data = bytearray(path.read_bytes())
            data[-1000] ^= 255
            path.unlink()  # the table of before is still mapped
            path.write_bytes(data)
        tables.append(shelf.tables_of(Rules(), 4, 1)[0])
    shelf.clear_memory()
    assert len(built) == 2
    for table in tables[1:]:
        for name in type(table.parts).__slots__:
            assert np.array_equal(getattr(table.parts, name), getattr(tables[0].parts, name))


def test_only_two_wild_ranks_stay_in_memory() -> None:
    """Whatever is asked for, no more than two wild ranks' tables are kept."""
    for wild in range(-1, 6):
        shelf.tables_of(Rules(), wild, 1)
    assert shelf.in_memory() <= 2
