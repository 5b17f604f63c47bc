"""The thirteen-card rummy, as a batch sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers
from solver.batch.games import Answer, Setting, overlaid
from solver.batch.spelling import Read, Speller
from solver.errors import SolverError
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, NAMES, SUITS
from solver.rummy.evaluate import evaluate
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.solve import solve
from solver.rummy.text import WildCard, parse_hand, parse_wild
from solver.text import printable

LEAST_BULK = 500
"""Rows under the same rules and wild rank that are worth a table; fewer are solved one by one."""


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


def _shown(setting: Setting) -> WildCard:
    return parse_wild(setting.values["wild"], setting.values["rules"])


@lru_cache(maxsize=1)
def _speller() -> Speller:
    symbols = dict(zip(SUITS, "♠♥♦♣", strict=True))
    spellings = dict.fromkeys(("JK", "JOKER", "🃏", "🃏\ufe0f"), JOKER)
    for code, name in enumerate(NAMES[:JOKER]):
        rank, suit = name[0], name[1]
        for face in (rank, "10") if rank == "T" else (rank,):
            for mark in (suit, symbols[suit], symbols[suit] + "\ufe0f"):
                spellings[face + mark] = code
    return Speller(spellings, HAND_SIZE)


def _possible(
    codes: NDArray[np.uint8], decks: NDArray[np.uint8], shown: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Tell which hands their decks hold, the Wild Card shown being one copy out of play (R13).

    Parameters
    ----------
    codes : NDArray[uint8], shape (N, size)
        Cards; codes over 52 are no cards and count as none.
    decks : NDArray[uint8], shape (N,)
        Decks of each hand, 1–3.
    shown : NDArray[uint8], shape (N,)
        Code of the Wild Card shown with each hand, or a code over 52.
    """
    once, twice, thrice, more = (np.zeros(len(codes), np.uint64) for _ in range(4))
    for column in (shown, *codes.T):
        bit = np.uint64(1) << column.astype(np.uint64)  # a shift by 64 and more leaves nothing
        bit &= np.uint64((1 << JOKER) - 1)
        more |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    jokers = (codes == JOKER).sum(axis=1, dtype=np.uint8) + (shown == JOKER)
    excess = np.choose(decks - 1, [twice, thrice, more])
    return np.asarray((excess == 0) & (jokers <= 2 * decks))


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

    @property
    def speller(self) -> Speller:
        """What reads hands in bulk."""
        return _speller()

    def bulk(
        self, read: Read, which: NDArray[np.intp], settings: Sequence[Setting], answers: Answers
    ) -> NDArray[np.bool_]:
        """Answer what the tables answer together; return which rows that are, shape (N,)."""
        shown = [_shown(setting) for setting in settings]
        limits = np.array([setting.values["decks"] or MAX_DECKS for setting in settings], np.uint8)[which]
        cards = np.array([wild.card % 256 for wild in shown], np.uint8)[which]
        ranks = np.array([wild.rank for wild in shown], np.int8)[which]
        fit = np.array([not setting.defects for setting in settings])[which]
        fit &= (read.sizes == HAND_SIZE) & _possible(read.codes[:, :HAND_SIZE], limits, cards)
        if answers.arrangement is not None:
            fit[:] = False
        done = np.zeros(len(fit), np.bool_)
        rules_of = [setting.values["rules"] for setting in settings]
        for rules in dict.fromkeys(rules_of):
            same = fit & np.array([other == rules for other in rules_of])[which]
            counts = np.bincount(ranks[same] + 1, minlength=14)
            rows = np.flatnonzero(same & (counts >= LEAST_BULK)[ranks + 1])
            if len(rows):
                found = evaluate(read.codes[rows, :HAND_SIZE], ranks[rows], MAX_DECKS, rules)
                answers.declare[rows], answers.penalty[rows] = found.declare, found.penalty
                done[rows] = True
        return done

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, **setting.values)

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)


RUMMY = _Rummy()
