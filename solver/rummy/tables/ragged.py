"""Lists of different lengths, one behind the other in flat arrays."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def starts_of(owner: Ints) -> Ints:
    """Return where the entries of each owner start; the owners ascend.

    >>> starts_of(np.array([4, 4, 5, 9, 9]))
    array([0, 2, 3])
    """
    if len(owner) == 0:
        return np.zeros(0, np.int64)
    found = np.flatnonzero(owner[1:] != owner[:-1])
    found += 1
    return np.concatenate((_ZERO, found))


def listed(first: Ints, number: Ints) -> tuple[Ints, Ints]:
    """Return, for lists of a length that start somewhere, the list and the place of each entry.

    >>> listed(np.array([7, 0, 3]), np.array([2, 0, 1]))
    (array([0, 0, 2]), array([7, 8, 3]))
    """
    source = np.repeat(np.arange(len(number)), number)
    place = (first + number - np.cumsum(number)).take(source)
    place += np.arange(len(place))
    return source, place


_ZERO = np.zeros(1, np.int64)
