"""What trios gain a loser: they are laid in front of the sequences where the gates allow them (R7, R9)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.rummy.choices import Choices, Menu, choices_of, menu_of, without
from solver.rummy.encode import Planes
from solver.rummy.lanes import Gates
from solver.rummy.losses import lane_losses
from solver.rummy.rowing import Rower
from solver.rummy.tables import NO_LOSS

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Level:
    """Hands with some trios laid: what is left of each, and its loss.

    Attributes
    ----------
    hand : (R,) int64
        Number of the hand, ascending.
    last : (R,) int64
        The trio laid last, as a row of the choices.
    planes, pool : Planes, (R,) uint8
        What is left.
    points : (R,) uint8
        Points of the trios laid.
    loss : (R,) uint8
        Least loss of what is left, in the lane of the trios.
    """

    hand: NDArray[np.int64]
    last: NDArray[np.int64]
    planes: Planes
    pool: Bytes
    points: Bytes
    loss: Bytes

    def chosen(self, places: NDArray[np.int64] | NDArray[np.bool_]) -> "Level":
        """Return some of the rows."""
        return Level(
            self.hand[places],
            self.last[places],
            [plane[places] for plane in self.planes],
            self.pool[places],
            self.points[places],
            self.loss[places],
        )


def lower_by_trios(rower: Rower, gates: Gates, planes: Planes, pool: Bytes, need: Bytes, best: Bytes) -> None:
    """Lower the losses of hands, in place, to what they are with trios where that is less.

    Parameters
    ----------
    rower : Rower
        Rows of the table whose second sequence is the gate's.
    gates : Gates
        The lane that trios need, and how many may be laid.
    planes, pool : Planes, (N,) uint8
        The hands, with up to 7 wildcards.
    need : (N,) uint8
        Least wildcards with which they open the gate, at most their pool.
    best : (N,) uint8
        Their losses without trios.
    """
    menu = menu_of(rower.rules, thrifty=True)
    choices = choices_of(planes, pool - need, rower.table.wild, menu, with_wild=False)
    level = _first(rower, gates, planes, pool, choices, menu)
    _lower(best, level)
    singles = level.chosen(level.loss < NO_LOSS)
    choices = choices.chosen(singles.last)
    singles = Level(
        singles.hand, np.arange(len(choices)), singles.planes, singles.pool, singles.points, singles.loss
    )
    level = singles
    for more in range(gates.most_trios - 2, -1, -1):
        level = _next(rower, gates, level, singles, choices, menu, best, more)
        _lower(best, level)


def _lower(best: Bytes, level: Level) -> None:
    """Lower the losses of hands to the least of their rows."""
    if len(level.hand):
        starts = np.flatnonzero(np.diff(level.hand, prepend=-1))
        hands = level.hand[starts]
        best[hands] = np.minimum(best[hands], np.minimum.reduceat(level.loss, starts))


def _first(rower: Rower, gates: Gates, planes: Planes, pool: Bytes, choices: Choices, menu: Menu) -> Level:
    """Lay one trio."""
    left, _ = without([plane[choices.hand] for plane in planes], choices, menu)
    rest = pool[choices.hand] - choices.pool
    loss = lane_losses(rower.table.parts, rower.rows(left), rest, gates.trio)
    return Level(choices.hand, np.arange(len(choices)), left, rest, choices.points, loss)


def _next(
    rower: Rower,
    gates: Gates,
    level: Level,
    singles: Level,
    choices: Choices,
    menu: Menu,
    best: Bytes,
    more: int,
) -> Level:
    """Lay one trio more, of those not before the last, where it may yet win; `more` can follow.

    A trio saves no more than its points, as its cards could be laid back loose.
    """
    ends = np.searchsorted(singles.hand, level.hand, side="right")
    number = ends - level.last
    row = np.repeat(np.arange(len(level.hand)), number)
    single = np.arange(len(row)) - np.repeat(np.cumsum(number) - number - level.last, number)
    bound = np.maximum(
        level.loss[row].astype(np.int16) - singles.points[single],
        singles.loss[single].astype(np.int16) - level.points[row],
    )
    worth = (bound < best[level.hand[row]] + np.int16(40 * more)) & (level.pool[row] >= choices.pool[single])
    row, single = row[worth], single[worth]
    laid = choices.chosen(single)
    left, fits = without([plane[row] for plane in level.planes], laid, menu)
    rest = level.pool[row] - laid.pool
    row, single, rest = row[fits], single[fits], rest[fits]
    left = [plane[fits] for plane in left]
    loss = lane_losses(rower.table.parts, rower.rows(left), rest, gates.trio)
    points = level.points[row] + singles.points[single]
    return Level(level.hand[row], single, left, rest, points, loss)
