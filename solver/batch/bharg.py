"""Bharg, as a batch sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import LOOSE, NO_CARD, Answers, Arrangement
from solver.batch.extras import Extra, Known
from solver.batch.games import Answer, Setting, by_row, overlaid
from solver.batch.spelling import Read, Speller
from solver.bharg.arrange import ACE, DISCARDED, EXCUSED, MOST_SETS, Arrangements, arrange
from solver.bharg.arrange import LOOSE as LABEL_LOOSE
from solver.bharg.cards import HAND_SIZE, NAMES, SUITS
from solver.bharg.evaluate import evaluate
from solver.bharg.groups import KINDS
from solver.bharg.referee import Laying, Referee
from solver.bharg.rules import Rules, cards_of, parse_deck, parse_rules
from solver.bharg.solve import solve
from solver.bharg.text import parse_ace, parse_hand, read_cards
from solver.bharg.verify import read_laying
from solver.errors import Defect

LEAST_BULK = 500
"""Rows under the same rules that are worth a table; fewer are solved one by one."""

_KIND_OF = {**dict.fromkeys(range(1, MOST_SETS + 1), "set"), ACE: "ace", EXCUSED: "excuse"}
_KINDS = np.array(
    [KINDS.index(_KIND_OF.get(label, KINDS[0])) for label in range(max(_KIND_OF) + 1)], np.uint8
)


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


def _answer(
    rows: NDArray[np.intp],
    codes: NDArray[np.uint8],
    aces: NDArray[np.int8],
    rules: Rules,
    answers: Answers,
) -> None:
    """Answer some rows from the tables."""
    if codes.shape[1] == HAND_SIZE and answers.arrangement is None:
        found = evaluate(codes, aces, rules)
        answers.declare[rows], answers.penalty[rows] = found.declare, found.penalty
        return
    made = arrange(codes, aces, rules)
    answers.declare[rows], answers.penalty[rows] = made.points == 0, made.points
    if made.discard is not None and made.folds is not None:
        bits = np.where(made.folds, np.uint64(1) << made.codes.astype(np.uint64), np.uint64(0))
        answers.folds[rows], answers.larger[rows] = np.bitwise_or.reduce(bits, axis=1), True
        answers.declare[rows] = made.folds.any(axis=1)
        answers.discard[rows] = made.codes[np.arange(len(rows)), made.discard]
    if answers.arrangement is not None:
        _lay_out(rows, made, answers.arrangement)


def _lay_out(rows: NDArray[np.intp], made: Arrangements, to: Arrangement) -> None:
    """Write arrangements: sets (a shared card in the first), what the ace binds, the Excuse, loose cards."""
    labels = made.labels()
    last = max(_KIND_OF) + 1
    # loose cards come last, and behind them the discard, which falls off the end
    place = np.where(labels == LABEL_LOOSE, last, np.where(labels == DISCARDED, last + 1, labels))
    order = np.argsort(place, axis=1, kind="stable")[:, :HAND_SIZE]
    place = np.take_along_axis(place, order, axis=1)
    cards = np.take_along_axis(made.codes, order, axis=1)
    grouped = place < last
    number = np.cumsum(np.diff(place, axis=1, prepend=place[:, :1]) > 0, axis=1)
    to.cards[rows] = cards
    to.group[rows] = np.where(grouped, number, LOOSE)
    to.stands_for[rows] = np.where(grouped, cards, NO_CARD)
    kinds = np.full(place.shape, NO_CARD, np.uint8)
    row, at = np.nonzero(grouped)
    kinds[row, number[row, at]] = _KINDS[place[row, at]]
    to.kinds[rows] = kinds


@dataclass(frozen=True, slots=True)
class _Bharg:
    name: str = "bharg"
    size: int = HAND_SIZE
    options: tuple[str, ...] = ("ace", "deck", "rules")
    names: tuple[str, ...] = NAMES
    kinds: tuple[str, ...] = KINDS
    traits: tuple[str, ...] = ("aces",)

    def setting(self, base: Setting, texts: Mapping[str, str | None]) -> Setting:
        """Return the options of a row; a text that is None leaves what `base` says."""
        return overlaid(base, texts, {"ace": _ace, "deck": _deck, "rules": parse_rules})

    @property
    def speller(self) -> Speller:
        """What reads hands in bulk."""
        return _speller()

    def bulk(
        self,
        read: Read,
        which: NDArray[np.intp],
        settings: Sequence[Setting],
        answers: Answers,
        *,
        always: bool = False,
    ) -> NDArray[np.bool_]:
        """Answer what the tables answer together; return which rows that are, shape (N,)."""
        aces = by_row([parse_ace(setting.values["ace"]) for setting in settings], which, np.int8)
        in_play = by_row([_in_play(setting) for setting in settings], which, np.uint64)
        fit = by_row([not setting.defects for setting in settings], which) & _possible(read, in_play)
        done = np.zeros(len(which), np.bool_)
        rules_of = [setting.values["rules"] for setting in settings]
        for rules in dict.fromkeys(rules_of):
            same = fit & by_row([other == rules for other in rules_of], which)
            for size in (HAND_SIZE, HAND_SIZE + 1):
                rows = np.flatnonzero(same & (read.sizes == size))
                if len(rows) >= (1 if always else LEAST_BULK):
                    _answer(rows, read.codes[rows, :size], aces[rows], rules, answers)
                    done[rows] = True
        return done

    def trait(
        self, name: str, read: Read, which: NDArray[np.intp], settings: Sequence[Setting]
    ) -> NDArray[np.int64]:
        """Return the number of aces of each hand; -1 for rows that are no hands."""
        return np.where(read.sizes > 0, (read.codes < len(SUITS)).sum(axis=1), -1)

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, ace=setting.values["ace"], deck=setting.values["deck"])

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)

    def cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of a text, adding its defects."""
        return [code for _, code in read_cards(text, defects, where)]

    def lay(
        self, grouping: str, loose: str, fold: str, hand: tuple[int, ...] | None, defects: list[Defect]
    ) -> Laying:
        """Read a grouping as `verify` does, adding its defects."""
        return read_laying(grouping, loose, fold, hand, defects)

    def referee(self, setting: Setting) -> Referee:
        """Return what judges groupings."""
        values = setting.values
        return Referee(parse_ace(values["ace"]), parse_deck(values["deck"]), values["rules"])

    def away(self, known: Known, answers: Answers) -> NDArray[np.uint8]:
        """Return how many cards each hand has to exchange to be bound."""
        from solver.batch.bharg_extras import away

        return away(known, answers)

    def advise(
        self, known: Known, opens: NDArray[np.int64], extras: Mapping[str, Extra], answers: Answers
    ) -> None:
        """Write advice for the turns of hands."""
        from solver.batch.bharg_extras import advise

        advise(known, opens, extras, answers)


BHARG = _Bharg()
