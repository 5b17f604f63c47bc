"""Bharg, as a batch sees it."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.batch.games import Answer, Setting, overlaid
from solver.bharg.cards import HAND_SIZE, NAMES
from solver.bharg.groups import KINDS
from solver.bharg.rules import Rules, parse_deck, parse_rules
from solver.bharg.solve import solve
from solver.bharg.text import parse_ace, parse_hand


def base_setting(*, ace: str | None = None, deck: str | None = None, rules: Rules | None = None) -> Setting:
    """Return what holds where a row says nothing.

    Raises
    ------
    HandError
        If the ace or the deck does not exist.
    """
    parse_ace(ace)
    return Setting(
        {"ace": ace, "deck": None if deck is None else parse_deck(deck), "rules": rules or Rules()}
    )


def _ace(text: str) -> str:
    parse_ace(text)
    return text


def _deck(text: str) -> str | None:
    return None if text.strip().lower() == "none" else parse_deck(text)


@dataclass(frozen=True, slots=True)
class _Bharg:
    name: str = "bharg"
    size: int = HAND_SIZE
    options: tuple[str, ...] = ("ace", "deck", "rules")
    names: tuple[str, ...] = NAMES
    kinds: tuple[str, ...] = KINDS

    def setting(self, base: Setting, texts: Mapping[str, str | None]) -> Setting:
        """Return the options of a row; a text that is None leaves what `base` says."""
        return overlaid(base, texts, {"ace": _ace, "deck": _deck, "rules": parse_rules})

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, ace=setting.values["ace"], deck=setting.values["deck"])

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)


BHARG = _Bharg()
