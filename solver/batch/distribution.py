"""How the penalties of many hands are spread."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_NORMAL_95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution on both sides of its mean."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts over some hands; distributions add up.

    Attributes
    ----------
    rows, rejected, declared : int
        All rows, those without an answer, and those that can declare.
    counts : tuple of int
        How many hands have each penalty, from 0 points on.
    """

    rows: int = 0
    rejected: int = 0
    declared: int = 0
    counts: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, declare: NDArray[np.bool_], penalty: NDArray[np.integer], good: NDArray[np.bool_]
    ) -> "Distribution":
        """Count hands; only the good ones have an answer."""
        counts = np.bincount(penalty[good]) if good.any() else np.zeros(0, np.int64)
        return cls(len(good), int((~good).sum()), int((declare & good).sum()), tuple(counts.tolist()))

    def __add__(self, other: "Distribution") -> "Distribution":
        size = max(len(self.counts), len(other.counts))
        pairs = zip(
            self.counts + (0,) * (size - len(self.counts)),
            other.counts + (0,) * (size - len(other.counts)),
            strict=True,
        )
        return Distribution(
            self.rows + other.rows,
            self.rejected + other.rejected,
            self.declared + other.declared,
            tuple(first + second for first, second in pairs),
        )

    @property
    def hands(self) -> int:
        """Hands with an answer."""
        return self.rows - self.rejected

    @property
    def share(self) -> float | None:
        """Share of the hands that can declare."""
        return self.declared / self.hands if self.hands else None

    @property
    def mean(self) -> float | None:
        """Mean penalty."""
        return (
            sum(points * count for points, count in enumerate(self.counts)) / self.hands
            if self.hands
            else None
        )

    @property
    def variance(self) -> float | None:
        """Variance of the penalty, by hands less one."""
        if self.mean is None or self.hands < 2:
            return None
        mean = self.mean
        return sum((points - mean) ** 2 * count for points, count in enumerate(self.counts)) / (
            self.hands - 1
        )

    def quantile(self, share: float) -> int | None:
        """Return the least penalty that at least this share of the hands do not exceed.

        >>> Distribution(rows=4, counts=(1, 0, 2, 1)).quantile(0.5)
        2
        """
        below = 0
        for points, count in enumerate(self.counts):
            below += count
            if count and below >= share * self.hands:
                return points
        return None

    def to_json(self) -> dict[str, Any]:
        """Return counts, shares, quantiles and the histogram as a JSON object."""
        return {
            "rows": self.rows,
            "rejected": self.rejected,
            "declared": self.declared,
            "declare_share": self.share,
            "mean_penalty": self.mean,
            "deviation": None if self.variance is None else sqrt(self.variance),
            "quantiles": {f"{share:g}": self.quantile(share) for share in QUANTILES},
            "histogram": list(self.counts),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two means or shares, and how far it may be off (95 %)."""

    value: float
    error: float

    def to_json(self) -> dict[str, float]:
        """Return the difference and its interval as a JSON object."""
        return {"difference": self.value, "low": self.value - self.error, "high": self.value + self.error}


def mean_difference(first: Distribution, second: Distribution) -> Difference | None:
    """Return by how much the second mean penalty is above the first, if both have hands enough."""
    if first.mean is None or second.mean is None or first.variance is None or second.variance is None:
        return None
    error = sqrt(first.variance / first.hands + second.variance / second.hands)
    return Difference(second.mean - first.mean, _NORMAL_95 * error)


def share_difference(first: Distribution, second: Distribution) -> Difference | None:
    """Return by how much the second share that declares is above the first, if both have hands."""
    if first.share is None or second.share is None:
        return None
    variances = (one.share * (1 - one.share) / one.hands for one in (first, second) if one.share is not None)
    return Difference(second.share - first.share, _NORMAL_95 * sqrt(sum(variances)))


@dataclass(frozen=True, slots=True)
class Pairs:
    """Sums over hands that two files answer, each hand in both; sums add up.

    Attributes
    ----------
    hands : int
        Hands with an answer in both.
    points, points_squared : int
        Sum of the differences of the penalties, second less first, and of their squares.
    declared, declared_squared : int
        The same for whether the hand declares (0 or 1).
    """

    hands: int = 0
    points: int = 0
    points_squared: int = 0
    declared: int = 0
    declared_squared: int = 0

    @classmethod
    def of(cls, points: NDArray[np.integer], declared: NDArray[np.integer]) -> "Pairs":
        """Sum the differences of some hands."""
        sums = (int(array.sum()) for array in (points, points * points, declared, declared * declared))
        return cls(len(points), *sums)

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(
            self.hands + other.hands,
            self.points + other.points,
            self.points_squared + other.points_squared,
            self.declared + other.declared,
            self.declared_squared + other.declared_squared,
        )

    def mean_difference(self) -> Difference | None:
        """Return by how much the second mean penalty is above the first, if there are hands enough."""
        return self._difference(self.points, self.points_squared)

    def share_difference(self) -> Difference | None:
        """Return by how much the second share that declares is above the first, if there are hands enough."""
        return self._difference(self.declared, self.declared_squared)

    def _difference(self, total: int, squared: int) -> Difference | None:
        if self.hands < 2:
            return None
        variance = (squared - total * total / self.hands) / (self.hands - 1)
        return Difference(total / self.hands, _NORMAL_95 * sqrt(max(0.0, variance) / self.hands))
