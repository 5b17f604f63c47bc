"""What a batch needs to know of a game; each game's own module says it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from solver.answer import Group
from solver.errors import Defect, SolverError
from solver.verdict import Judgement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.batch.answers import Answers
    from solver.batch.extras import Extra, Known
    from solver.batch.spelling import Read, Speller


class Answer(Protocol):
    """The part of a game's solution that a batch writes."""

    @property
    def declare(self) -> bool: ...
    @property
    def penalty(self) -> int: ...
    @property
    def groups(self) -> tuple[Group, ...]: ...
    @property
    def loose(self) -> tuple[str, ...]: ...
    @property
    def folds(self) -> tuple[str, ...] | None: ...
    @property
    def discard(self) -> str | None: ...
    @property
    def engine(self) -> str: ...


class Laying(Protocol):
    """What lies on the table, as a game's referee takes it."""

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards of the player, ascending."""


class Referee(Protocol):
    """A game's referee under one setting."""

    def judge(self, laying: Any) -> Judgement: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for a hand beside its cards: the options of its row over those of the command line.

    Attributes
    ----------
    values : mapping of str to Any
        The game's options by name, as its `solve` takes them.
    defects : tuple of Defect
        What is wrong with the options of the row; `values` holds the good ones.
    """

    values: Mapping[str, Any]
    defects: tuple[Defect, ...] = ()


def by_row(values: "ArrayLike", which: "NDArray[np.intp]", kind: Any = None) -> "NDArray[Any]":
    """Return for each row what its setting has, given what each setting has; not to be written to.

    >>> import numpy as np
    >>> by_row([7, 9], np.array([0, 1, 0])).tolist(), by_row([7], np.array([0, 0])).tolist()
    ([7, 9, 7], [7, 7])
    """
    import numpy as np

    of_setting = np.array(values, kind)
    # mostly there is one setting for all
    return np.broadcast_to(of_setting, which.shape) if len(of_setting) == 1 else of_setting[which]


def overlaid(
    base: Setting, texts: Mapping[str, str | None], readers: Mapping[str, Callable[[str], Any]]
) -> Setting:
    """Return the options of a row over those of the command line.

    Parameters
    ----------
    base : Setting
        The options of the command line.
    texts : mapping of str to str or None
        What the row says; None leaves what `base` says.
    readers : mapping of str to callable
        For each option, what turns its text into a value or raises `SolverError`.
    """
    values = dict(base.values)
    defects: list[Defect] = []
    for name, text in texts.items():
        if text is not None:
            try:
                values[name] = readers[name](text)
            except SolverError as error:
                defects.extend(error.defects)
    return Setting(values, tuple(defects))


class Game(Protocol):
    """One game, as a batch sees it.

    Attributes
    ----------
    name : str
        ``rummy`` or ``bharg``.
    size : int
        Cards of a hand after the discard.
    options : tuple of str
        The columns that are read as options of their row.
    names : tuple of str
        The text of each card, by code.
    kinds : tuple of str
        The kinds of groups, in the order of the contract.
    traits : tuple of str
        What hands can be told apart by beside columns.
    """

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...
    @property
    def traits(self) -> tuple[str, ...]: ...

    def setting(self, base: Setting, texts: Mapping[str, str | None]) -> Setting:
        """Return the options of a row; a text that is None leaves what `base` says."""

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it.

        Raises
        ------
        SolverError
            With all defects of the hand.
        """

    @property
    def speller(self) -> "Speller":
        """What reads hands in bulk."""

    def bulk(
        self,
        read: "Read",
        which: "NDArray[np.intp]",
        settings: Sequence[Setting],
        answers: "Answers",
        *,
        always: bool = False,
    ) -> "NDArray[np.bool_]":
        """Answer the rows that can be answered together.

        Parameters
        ----------
        read : Read
            The hands, N of them; a size of 0 is for rows that are not to be touched.
        which : NDArray[intp], shape (N,)
            The number of each row's setting.
        settings : sequence of Setting
            The settings.
        answers : Answers
            Where the answers go.
        always : bool
            Whether rows that are too few to be worth a table are answered by it all the same.

        Returns
        -------
        NDArray[bool], shape (N,)
            Which rows are answered; the others want to be solved one by one.
        """

    def trait(
        self, name: str, read: "Read", which: "NDArray[np.intp]", settings: Sequence[Setting]
    ) -> "NDArray[np.int64]":
        """Return a trait of each hand, shape (N,); -1 for rows that are no hands.

        The parameters are those of `bulk`.
        """

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand.

        Raises
        ------
        SolverError
            With all defects of the hand.
        """

    def cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of a text, adding its defects."""

    def lay(
        self, grouping: str, loose: str, fold: str, hand: tuple[int, ...] | None, defects: list[Defect]
    ) -> Laying:
        """Read a grouping as `verify` does, adding its defects."""

    def referee(self, setting: Setting) -> Referee:
        """Return what judges groupings."""

    def away(self, known: "Known", answers: "Answers") -> "NDArray[np.uint8]":
        """Return how many cards each hand has to exchange to declare, shape (M,).

        A hand with a card too many is that without the card it may fold, or without its best discard.
        """

    def advise(
        self, known: "Known", opens: "NDArray[np.int64]", extras: "Mapping[str, Extra]", answers: "Answers"
    ) -> None:
        """Write advice for the turns of hands.

        Parameters
        ----------
        known : Known, M hands
            The hands.
        opens : NDArray[int64], shape (M,)
            The code of each one's open card, or -1.
        extras : mapping of str to Extra
            Where the answers go; all columns of `columns.ADVICE`.
        answers : Answers
            Where the defects go of cards that cannot be seen together.
        """


def game_of(name: str) -> Game:
    """Return a game by its name, importing no other."""
    if name == "rummy":
        from solver.batch.rummy import RUMMY

        return RUMMY
    from solver.batch.bharg import BHARG

    return BHARG
