"""What a batch counts as it goes."""

from dataclasses import asdict, dataclass, field
from typing import Any

from solver.batch.answers import Answers


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some rows; tallies add up.

    Attributes
    ----------
    rows, rejected, declared : int
        All rows, those with an error, and those that can declare.
    points : int
        Sum of the penalties of the rows that are not rejected.
    engines : dict of str to int
        How many rows each engine answered.
    """

    rows: int = 0
    rejected: int = 0
    declared: int = 0
    points: int = 0
    engines: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, answers: Answers) -> "Tally":
        """Count the answers of some rows."""
        good = answers.good()
        return cls(
            rows=len(answers),
            rejected=len(answers.errors),
            declared=int((answers.declare & good).sum()),
            points=int(answers.penalty[good].sum(dtype="int64")),
            engines=dict(answers.engines),
        )

    def __add__(self, other: "Tally") -> "Tally":
        names = sorted(self.engines.keys() | other.engines.keys())
        return Tally(
            self.rows + other.rows,
            self.rejected + other.rejected,
            self.declared + other.declared,
            self.points + other.points,
            {name: self.engines.get(name, 0) + other.engines.get(name, 0) for name in names},
        )

    @property
    def mean_penalty(self) -> float | None:
        """Mean penalty of the rows that are not rejected, if there are any."""
        good = self.rows - self.rejected
        return self.points / good if good else None

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON object.

        >>> Tally(rows=4, rejected=1, points=30).to_json()["mean_penalty"]
        10.0
        """
        found = asdict(self)
        del found["points"]
        return {**found, "mean_penalty": self.mean_penalty}
