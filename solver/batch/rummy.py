"""The thirteen-card rummy, as a batch sees it."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.batch.games import Answer, Setting, overlaid
from solver.errors import SolverError
from solver.rummy.cards import HAND_SIZE, MAX_DECKS, NAMES
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.solve import solve
from solver.rummy.text import parse_hand, parse_wild
from solver.text import printable


def base_setting(*, wild: str | None = None, decks: int | None = None, rules: Rules | None = None) -> Setting:
    """Return what holds where a row says nothing.

    Raises
    ------
    HandError
        If the Wild Card or the number of decks does not exist.
    """
    rules = rules or Rules()
    parse_wild(wild, rules)
    return Setting({"wild": wild, "decks": None if decks is None else _decks(str(decks)), "rules": rules})


def _decks(text: str) -> int | None:
    if text.strip().lower() == "none":
        return None
    if text.strip() not in map(str, range(1, MAX_DECKS + 1)):
        message = f"{printable(text)!r} is no number of decks: 1 to {MAX_DECKS}, or none"
        raise SolverError.at("decks", message)
    return int(text)


@dataclass(frozen=True, slots=True)
class _Rummy:
    name: str = "rummy"
    size: int = HAND_SIZE
    options: tuple[str, ...] = ("wild", "decks", "rules")
    names: tuple[str, ...] = NAMES
    kinds: tuple[str, ...] = ("pure", "impure", "trio", "set")

    def setting(self, base: Setting, texts: Mapping[str, str | None]) -> Setting:
        """Return the options of a row; a text that is None leaves what `base` says."""
        setting = overlaid(base, texts, {"wild": str, "decks": _decks, "rules": parse_rules})
        try:
            parse_wild(setting.values["wild"], setting.values["rules"])
        except SolverError as error:
            return Setting({**setting.values, "wild": None}, (*error.defects, *setting.defects))
        return setting

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, **setting.values)

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)


RUMMY = _Rummy()
