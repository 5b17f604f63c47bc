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
    hands : int
        Rows that are not rejected and hold a hand; the cards of a grouping may be none.
    judged, valid : int
        Rows whose grouping was asked about, and those where it stands.
    """

    rows: int = 0
    rejected: int = 0
    declared: int = 0
    points: int = 0
    engines: dict[str, int] = field(default_factory=dict)
    hands: int = 0
    judged: int = 0
    valid: int = 0

    @classmethod
    def of(cls, answers: Answers) -> "Tally":
        """Count the answers of some rows."""
        good = answers.good()
        valid = answers.extras.get("valid")
        return cls(
            rows=len(answers),
            rejected=len(answers.errors),
            declared=int((answers.declare & good).sum()),
            points=int(answers.penalty[good].sum(dtype="int64")),
            engines=dict(answers.engines),
            hands=int(good.sum()),
            judged=0 if valid is None else int(valid.given.sum()),
            valid=0 if valid is None else int(valid.values[valid.given].sum()),
        )

    def __add__(self, other: "Tally") -> "Tally":
        names = sorted(self.engines.keys() | other.engines.keys())
        return Tally(
            self.rows + other.rows,
            self.rejected + other.rejected,
            self.declared + other.declared,
            self.points + other.points,
            {name: self.engines.get(name, 0) + other.engines.get(name, 0) for name in names},
            self.hands + other.hands,
            self.judged + other.judged,
            self.valid + other.valid,
        )

    @property
    def mean_penalty(self) -> float | None:
        """Mean penalty of the hands, if there are any."""
        return self.points / self.hands if self.hands else None

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON object.

        >>> Tally(rows=4, rejected=1, points=30, hands=3).to_json()["mean_penalty"]
        10.0
        """
        found = asdict(self)
        del found["points"]
        if not self.judged:
            del found["judged"], found["valid"]
        return {**found, "mean_penalty": self.mean_penalty}
