"""Bharg, as a batch sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers
from solver.batch.games import Answer, Setting, overlaid
from solver.batch.spelling import Read, Speller
from solver.bharg.cards import HAND_SIZE, NAMES
from solver.bharg.evaluate import evaluate
from solver.bharg.groups import KINDS
from solver.bharg.rules import Rules, cards_of, parse_deck, parse_rules
from solver.bharg.solve import solve
from solver.bharg.text import parse_ace, parse_hand

LEAST_BULK = 500
"""Rows under the same rules that are worth a table; fewer are solved one by one."""


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


@lru_cache(maxsize=1)
def _speller() -> Speller:
    spellings = {
        name[0] + "".join(suits): code for code, name in enumerate(NAMES) for suits in permutations(name[1:])
    }
    return Speller(spellings, HAND_SIZE)


def _in_play(setting: Setting) -> int:
    """Return the cards that a hand may hold as bits: the deck less the ace on top (B8)."""
    ace = parse_ace(setting.values["ace"])
    return sum(1 << code for code in cards_of(parse_deck(setting.values["deck"])) if code != ace)


def _possible(read: Read, in_play: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Tell which hands hold only cards in play, each once (B8)."""
    held = np.zeros(len(in_play), np.uint64)
    for column in read.codes.T:
        held |= np.uint64(1) << column.astype(np.uint64)  # a shift by 64 and more leaves nothing
    possible: NDArray[np.bool_] = (held & ~in_play == 0) & (np.bitwise_count(held) == read.sizes)
    return possible & (read.sizes > 0)


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

    @property
    def speller(self) -> Speller:
        """What reads hands in bulk."""
        return _speller()

    def bulk(
        self, read: Read, which: NDArray[np.intp], settings: Sequence[Setting], answers: Answers
    ) -> NDArray[np.bool_]:
        """Answer what the tables answer together; return which rows that are, shape (N,)."""
        done = np.zeros(len(which), np.bool_)
        if answers.arrangement is not None:
            return done
        aces = np.array([parse_ace(setting.values["ace"]) for setting in settings], np.int8)[which]
        fit = np.array([not setting.defects for setting in settings])[which]
        fit &= _possible(read, np.array([_in_play(setting) for setting in settings], np.uint64)[which])
        rules_of = [setting.values["rules"] for setting in settings]
        for rules in dict.fromkeys(rules_of):
            same = fit & np.array([other == rules for other in rules_of])[which]
            rows = np.flatnonzero(same & (read.sizes == HAND_SIZE))
            if len(rows) >= LEAST_BULK:
                found = evaluate(read.codes[rows, :HAND_SIZE], aces[rows], rules)
                answers.declare[rows], answers.penalty[rows] = found.declare, found.penalty
                done[rows] = True
        return done

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, ace=setting.values["ace"], deck=setting.values["deck"])

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)


BHARG = _Bharg()
