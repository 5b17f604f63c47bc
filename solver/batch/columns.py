"""The columns that a batch can add, each with its kind and meaning, and the input columns that it reads."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from solver.errors import Defect, EngineError, FileError

Kind = Literal["flag", "count", "number", "card", "cards", "faults"]
"""What a column holds: yes or no, a whole number, a mean or chance, a card, cards each once, or faults."""


class Column(NamedTuple):
    """A column that is added only when it is asked for: what it holds, and what that means."""

    kind: Kind
    meaning: str


HAND = ("declare", "penalty", "groups", "loose", "folds", "discard")
"""The answers for a hand."""

COLUMNS = (*HAND, "error")
"""What a batch adds to hands if nothing is said, in order."""

VERDICT = {
    "valid": Column("flag", "whether the grouping is a valid declaration"),
    "faults": Column("faults", "the rules that the grouping breaks"),
    "points": Column("count", "loose points of the grouping as laid"),
    "best": Column("count", "least loose points that its cards allow; none if they are no hand"),
}
"""What `verify` says of a grouping."""

NEAR = {"away": Column("count", "cards to exchange to declare; with a card too many, after the discard")}
"""How far `explain` finds a hand from a declaration."""

ADVICE = {
    "unseen": Column(
        "count", "unseen cards: the decks less the hand, the Wild Card or top ace, and the open card"
    ),
    "expected_penalty": Column(
        "number", "mean over the unseen cards of the least loose points after the best discard"
    ),
    "declare_copies": Column("count", "how many unseen cards let the hand declare"),
    "declare_chance": Column("number", "the share of the unseen cards that do"),
    "declare_cards": Column("cards", "the cards that do"),
    "advised_discard": Column(
        "card", "with a card too many, what to let go; the counts are then of the cards kept"
    ),
    "open_penalty": Column("count", "least loose points with the open card; 0 if it lets the hand declare"),
    "open_declare": Column("flag", "whether the open card lets the hand declare"),
    "open_discard": Column("card", "what to let go for the open card"),
    "take_open": Column("flag", "whether the open card leaves less for certain than a draw on average"),
}
"""What `advise` says of a turn."""

EXTRA: dict[str, Column] = {**VERDICT, **NEAR, **ADVICE}
"""The columns that are added only when they are asked for, or when the input has groupings."""

ALL = (*HAND, *EXTRA, "error")
"""All columns, in order."""

ARRANGED = frozenset({"groups", "loose", "discard", "away"})
"""The columns that need an arrangement."""

GROUPING = ("grouping", "loose", "fold")
"""The input columns that a grouping is read from."""

OPEN = "open"
"""The input column of the open card."""


def check_columns(columns: Sequence[str], engine: str, where: str) -> None:
    """Refuse columns that do not exist, none at all, one twice, or one that the engine does not answer.

    Raises
    ------
    FileError
        With the columns that exist.
    EngineError
        For what only tables count.
    """
    unknown = [name for name in columns if name not in ALL]
    if unknown or not columns or len(set(columns)) < len(columns):
        wrong = f"no column {unknown[0]!r}" if unknown else "a column is wanted, and each only once"
        raise FileError.at(where, f"{wrong}; columns: {', '.join(ALL)}")
    counted = [name for name in columns if name in NEAR or name in ADVICE]
    if engine == "cpsat" and counted:
        raise EngineError.at("engine", f"cpsat does not count {counted[0]!r} for files; tables do")


def missing_column(names: Sequence[str], needs: Sequence[str], where: str) -> list[Defect]:
    """Return the defect of an input that has none of some columns of which it needs one."""
    if not set(needs).isdisjoint(names):
        return []
    wanted = " or ".join(map(repr, needs))
    return [Defect(where, f"no column {wanted}; columns: {', '.join(map(repr, names))}")]


def default_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that are added to an input with these columns if nothing is said.

    >>> default_columns(["id", "grouping"])
    ('valid', 'faults', 'points', 'best', 'error')
    """
    if "grouping" not in names:
        return COLUMNS
    hand = HAND if "hand" in names else ()
    # loose cards of the grouping are no answer
    return (*(name for name in hand if name not in GROUPING or name not in names), *VERDICT, "error")


def judges(columns: Sequence[str] | None) -> bool:
    """Tell whether columns, if any are named, ask what a grouping is."""
    return columns is not None and not VERDICT.keys().isdisjoint(columns)


def columns_read(columns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the input columns that are read beside the hand and the options.

    A grouping is read if it shall be judged, or if it is all that tells the hands.

    >>> columns_read(["penalty", "take_open"], ["hand", "grouping", "open"])
    ('open',)
    """
    groupings = judges(columns) or ("hand" not in names and "grouping" in names)
    return (*(GROUPING if groupings else ()), *(() if ADVICE.keys().isdisjoint(columns) else (OPEN,)))
