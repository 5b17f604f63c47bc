"""Rows on their way: read from a file, not yet answered."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from solver.batch.spelling import Read
from solver.batch.texts import Distinct, Texts
from solver.errors import Defect

Cells = list[list[str | None]]
"""Texts of pass-through columns: a list of rows for each column."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of an input, in its order.

    Attributes
    ----------
    hands : Texts, shape (N,)
        The hands as typed.
    options : dict of str to Distinct
        The game's options that the input gives per row (``wild``, ``decks`` …).
    names : tuple of str
        The pass-through columns, `hand` and the options among them.
    texts : dict of str to Texts
        What is read beside hand and options, as `columns.columns_read` tells: groupings, open cards.
    cells : callable
        Returns the texts of the pass-through columns.
    defects : dict of int to list of Defect
        Rows that cannot be read at all, and why.
    read : Read or None
        The hands as codes, where the input holds codes; `hands` is empty then.
    columns : pieces.Columns or None
        The columns as they stand in an Arrow or Parquet input.
    raw : list of bytes or None
        The records as they stand in the file, without their ends.
    keys : frozenset of str
        The keys of all records that are JSON objects.
    """

    hands: Texts
    names: tuple[str, ...]
    cells: Callable[[], Cells]
    options: dict[str, Distinct] = field(default_factory=dict)
    defects: dict[int, list[Defect]] = field(default_factory=dict)
    read: Read | None = None
    columns: Any = None
    raw: list[bytes] | None = None
    texts: dict[str, Texts] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.hands)

    def keeping(self, names: tuple[str, ...]) -> "Rows":
        """Return the rows with only some of the pass-through columns."""
        if names == self.names:
            return self
        return replace(self, names=names, cells=self._some(names))

    def _some(self, names: tuple[str, ...]) -> Callable[[], Cells]:
        places = [self.names.index(name) for name in names]
        everything = self.cells

        def cells() -> Cells:
            table = everything()
            return [table[place] for place in places]

        return cells
