"""The rules of Bharg as data: options, presets, overrides and decks (B1–B11)."""

from dataclasses import dataclass

from solver.bharg.cards import EXTRAS, NAMES, extra_of
from solver.errors import Defect, HandError
from solver.options import Option, Rulebook, validate
from solver.text import printable

OPTIONS: dict[str, Option] = {
    "sets": Option("B2", ("disjoint", "overlapping"), "a card belongs to at most one set, or to any number"),
    "target": Option("B10", ("36",), "points that end the match"),
}
"""Every option by name, its values default first; flat keys of a rule file and of ``--rule``."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One choice for every option; frozen and validated.

    The values are the words a user types. See `OPTIONS` for the label and the meaning of each.

    Raises
    ------
    RulesError
        For every value that does not exist, with the list of those that do.
    """

    sets: str = "disjoint"
    target: str = "36"

    def __post_init__(self) -> None:
        validate(self, OPTIONS)

    @property
    def name(self) -> str:
        """The name in output: the nearest preset, then what differs.

        >>> Rules(sets="overlapping").name
        'standard,sets=overlapping'
        """
        return _BOOK.name(self)


PRESETS: dict[str, Rules] = {"standard": Rules()}
"""The rule sets with a name; ``standard`` is what runs when nothing is said."""

_BOOK = Rulebook(OPTIONS, PRESETS)

difference = _BOOK.difference
"""The options that differ between two rules, as ``{name: (old value, new value)}``."""

override = _BOOK.override
"""Rules with ``NAME=VALUE`` texts applied: ``override(Rules(), ["sets=overlapping"])``."""

parse_rules = _BOOK.parse
"""The rules of ``PRESET[,NAME=VALUE…]``, as in files and output: ``parse_rules("standard")``."""

preset = _BOOK.preset
"""A preset by its name."""

load_rules = _BOOK.load
"""The rules of a TOML file: flat keys, optionally from a ``preset``."""

BASIC = "basic"
FULL_DECK = "+".join([BASIC, *EXTRAS.values()])
"""The deck of all 45 cards: what questions about one hand take when no deck is named (B8)."""


def parse_deck(text: str | None, where: str = "deck") -> str:
    """Return the name of a deck, its extras in the order excuse, pawns, courts (B8).

    Parameters
    ----------
    text : str or None
        ``basic``, or ``basic+…`` with any of the extras in any order; None is all 45 cards.

    Raises
    ------
    HandError
        For each part that does not exist or comes twice, or if ``basic`` is not the first.

    >>> parse_deck("basic+courts+excuse")
    'basic+excuse+courts'
    """
    if text is None:
        return FULL_DECK
    first, *extras = (part.strip().lower() for part in text.split("+"))
    names = ", ".join(EXTRAS.values())
    defects = []
    if first != BASIC:
        defects.append(f"{printable(text)!r} does not start with basic")
        extras = [part for part in (first, *extras) if part != BASIC]
    for part in dict.fromkeys(extras):
        if part not in EXTRAS.values():
            defects.append(f"no extra {printable(part)!r}; extras: {names}")
        elif extras.count(part) > 1:
            defects.append(f"{part} is named {extras.count(part)} times")
    if defects:
        raise HandError(Defect(where, message) for message in defects)
    return "+".join([BASIC, *(extra for extra in EXTRAS.values() if extra in extras)])


def cards_of(deck: str) -> tuple[int, ...]:
    """Return the codes of a deck that `parse_deck` named, ascending.

    >>> len(cards_of("basic")), len(cards_of("basic+pawns"))
    (36, 40)
    """
    return tuple(code for code in range(len(NAMES)) if has(deck, code))


def has(deck: str, code: int) -> bool:
    """Tell whether a card is in a deck that `parse_deck` named."""
    extra = extra_of(code)
    return extra is None or extra in deck.split("+")
