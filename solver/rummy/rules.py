"""The rules of the thirteen-card rummy as data: options, presets and overrides (R1–R16)."""

from dataclasses import dataclass

from solver.options import Option, Rulebook, validate

OPTIONS: dict[str, Option] = {
    "wild_natural": Option("R2", ("yes", "no"), "a wild-rank card may be a natural card in its own place"),
    "max_wild": Option("R3", ("2", "1", "any"), "most wildcards that stand in within one sequence"),
    "min_natural": Option("R3", ("1", "2"), "fewest natural cards of an impure sequence"),
    "sets": Option(
        "R4", ("trio", "distinct"), "three of a rank, suits may repeat; or 3–4 of a rank, suits differ"
    ),
    "identical": Option("R5", ("pure", "no"), "three of the exact same card are a pure sequence"),
    "span": Option("R6", ("6-7", "any", "life4"), "cards that the two sequences of a declaration cover"),
    "max_trios": Option("R7", ("2", "any"), "most trios (sets) of a declaration or an arrangement"),
    "life_gate": Option("R8", ("none", "pure", "both"), "what a loser needs for sequences to count"),
    "trio_gate": Option(
        "R9", ("pure+impure", "two-sequences", "impure"), "what a loser needs for trios to count"
    ),
    "cap": Option("R10", ("none", "80"), "most points a hand can cost"),
    "joker_reveals": Option("R11", ("ace", "none"), "the wild rank when the Wild Card is a printed joker"),
    "halving": Option(
        "R12", ("exact", "up", "down", "off"), "a declaration on the first turn halves the rest"
    ),
    "pack_points": Option("R14", ("20,40",), "points of a pack on the first turn, and later"),
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

    wild_natural: str = "yes"
    max_wild: str = "2"
    min_natural: str = "1"
    sets: str = "trio"
    identical: str = "pure"
    span: str = "6-7"
    max_trios: str = "2"
    life_gate: str = "none"
    trio_gate: str = "pure+impure"
    cap: str = "none"
    joker_reveals: str = "ace"
    halving: str = "exact"
    pack_points: str = "20,40"

    def __post_init__(self) -> None:
        validate(self, OPTIONS)

    @property
    def name(self) -> str:
        """The name in output: the nearest preset, then what differs (``trio,max_wild=1``).

        >>> Rules(max_wild="1").name
        'trio,max_wild=1'
        """
        return _BOOK.name(self)


PRESETS: dict[str, Rules] = {
    "trio": Rules(),
    "club": Rules(span="any", trio_gate="two-sequences", life_gate="pure"),
    "online": Rules(
        sets="distinct",
        max_wild="any",
        identical="no",
        span="any",
        max_trios="any",
        trio_gate="two-sequences",
        life_gate="both",
        cap="80",
        halving="off",
    ),
}
"""The rule sets with a name; ``trio`` is what runs when nothing is said."""

_BOOK = Rulebook(OPTIONS, PRESETS)

difference = _BOOK.difference
"""The options that differ between two rules: ``difference(Rules(), PRESETS["club"])``."""

override = _BOOK.override
"""Rules with ``NAME=VALUE`` texts applied: ``override(PRESETS["club"], ["cap=80"])``."""

parse_rules = _BOOK.parse
"""The rules of ``PRESET[,NAME=VALUE…]``, as in files and output: ``parse_rules("trio, max_wild=1")``."""

preset = _BOOK.preset
"""A preset by its name."""

load_rules = _BOOK.load
"""The rules of a TOML file: flat keys, optionally from a ``preset``."""
