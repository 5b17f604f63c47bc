"""Answers beside those for a hand: arrays for the columns of `columns.EXTRA`, and what they are made from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.batch.columns import EXTRA
from solver.batch.games import Setting

_TYPES: dict[str, Any] = {
    "flag": np.bool_,
    "count": np.int32,
    "number": np.float64,
    "card": np.uint8,
    "cards": np.uint64,
    "faults": np.object_,
}


@dataclass(frozen=True, slots=True)
class Extra:
    """One column of N rows.

    Attributes
    ----------
    values : array, shape (N,)
        By the kind of the column: bool, int32, float64, a code, a bit for each code, or tuples of faults.
    given : NDArray[bool], shape (N,)
        The rows that have a value; it does not apply to the others.
    """

    values: NDArray[Any]
    given: NDArray[np.bool_]

    @classmethod
    def of(cls, name: str, count: int) -> "Extra":
        """Return a column without values."""
        return cls(np.zeros(count, _TYPES[EXTRA[name].kind]), np.zeros(count, np.bool_))

    def put(self, rows: NDArray[np.intp], values: Any) -> None:
        """Write the values of some rows."""
        self.values[rows] = values
        self.given[rows] = True


@dataclass(frozen=True, slots=True)
class Known:
    """M hands that have an answer.

    Attributes
    ----------
    rows : NDArray[intp], shape (M,)
        Their rows.
    codes : NDArray[uint8], shape (M, size + 1)
        Their cards, then 255.
    sizes : NDArray[uint8], shape (M,)
        Cards of each.
    which : NDArray[intp], shape (M,)
        The number of each one's setting.
    settings : sequence of Setting
        The settings.
    """

    rows: NDArray[np.intp]
    codes: NDArray[np.uint8]
    sizes: NDArray[np.uint8]
    which: NDArray[np.intp]
    settings: Sequence[Setting]

    def __len__(self) -> int:
        return len(self.rows)

    def by_setting(self, values: Sequence[Any], kind: Any) -> NDArray[Any]:
        """Return for each hand what its setting has, given what each setting has."""
        return np.array(values, kind)[self.which]


def bits_of(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the flags of each row as bits, the first the lowest.

    >>> bits_of(np.array([[True, False, True]]))
    array([5], dtype=uint64)
    """
    powers = np.uint64(1) << np.arange(flags.shape[1], dtype=np.uint64)
    bits: NDArray[np.uint64] = np.where(flags, powers, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return bits
