"""The errors a user can cause or meet; each one carries all its defects."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

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

    def __reduce__(self) -> tuple[type["SolverError"], tuple[tuple[Defect, ...]]]:
        return type(self), (self.defects,)


class HandError(SolverError):
    """A hand, card, Wild Card or array of codes that cannot be."""


class RulesError(SolverError):
    """An unknown rule option, value, preset or rule file."""


class ConditionsError(SolverError):
    """Conditions of a player that no arrangement of a loser meets.

    Attributes
    ----------
    declaration : tuple of Group or None
        A declaration that meets them all the same: trios need no gates there (R6 to R9).
    folds : tuple of str or None
        Of 14 cards, those that may be folded for such a declaration.
    """

    _UNMET = "impossible: no arrangement "
    declaration: "tuple[Group, ...] | None" = None
    folds: tuple[str, ...] | None = None

    @classmethod
    def unmet(cls, words: str) -> "ConditionsError":
        """Make the error of conditions, as they are in words."""
        return cls([Defect("conditions", cls._UNMET + words)])

    @property
    def conditions(self) -> str:
        """The conditions in words."""
        return self.defects[0].message.removeprefix(self._UNMET)


class EngineError(SolverError):
    """An engine that does not hold what was asked of it, by name."""


class LimitError(SolverError):
    """A deterministic limit was reached before the answer was proved."""


class FileError(SolverError):
    """A file that cannot be read, written or understood."""


class InternalError(Exception):
    """A fault of ours: an answer that failed its own check."""
