"""The errors a user can cause or meet; each one carries all its defects."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.answer import Group


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong, and where.

    Attributes
    ----------
    where : str
        The place: ``hand``, ``hand, card 3``, ``--wild``, ``row 17`` …
    message : str
        What is wrong there, in words.
    """

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class SolverError(Exception):
    """Base of every error that the input, the options or a stated limit causes.

    Parameters
    ----------
    defects : iterable of Defect
        All that is wrong, in reading order; at least one.
    """

    def __init__(self, defects: Iterable[Defect]) -> None:
        self.defects = tuple(defects)
        super().__init__("; ".join(str(defect) for defect in self.defects))

    @classmethod
    def at(cls, where: str, message: str) -> "SolverError":
        """Make the error of a single defect."""
        return cls([Defect(where, message)])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.defects,)


class HandError(SolverError):
    """A hand, card, Wild Card or array of codes that cannot be."""


class RulesError(SolverError):
    """An unknown rule option, value, preset or rule file."""


class ConditionsError(SolverError):
    """Conditions of a player that no arrangement of a loser meets.

    Parameters
    ----------
    conditions : str
        The conditions in words.
    declaration : tuple of Group, optional
        A declaration that meets them all the same: trios need no gates there (R6 to R9).
    folds : tuple of str, optional
        Of 14 cards, those that may be folded for such a declaration.
    """

    def __init__(
        self,
        conditions: str,
        declaration: "tuple[Group, ...] | None" = None,
        folds: tuple[str, ...] | None = None,
    ) -> None:
        self.conditions, self.declaration, self.folds = conditions, declaration, folds
        message = f"impossible: no arrangement {conditions}"
        if declaration is not None:
            message = f"impossible: no loser's arrangement {conditions}; it can declare so"
        super().__init__([Defect("conditions", message)])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.conditions, self.declaration, self.folds)


class EngineError(SolverError):
    """An engine that does not hold what was asked of it, by name."""


class LimitError(SolverError):
    """A deterministic limit was reached before the answer was proved."""


class FileError(SolverError):
    """A file that cannot be read, written or understood."""


class InternalError(Exception):
    """A fault of ours: an answer that failed its own check."""


def first_line(error: Exception) -> str:
    """Return the first line of what an error says.

    >>> first_line(ValueError("no such column\\n  at line 3")), first_line(ValueError())
    ('no such column', 'no reason given')
    """
    return (str(error).strip().splitlines() or ["no reason given"])[0]
