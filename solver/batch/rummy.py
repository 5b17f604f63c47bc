"""The thirteen-card rummy, as a batch sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers, Arrangement
from solver.batch.extras import Extra, Known
from solver.batch.games import Answer, Setting, by_row, overlaid
from solver.batch.spelling import Read, Speller
from solver.errors import Defect, SolverError
from solver.rummy.cards import HAND_SIZE, JOKER, MAX_DECKS, NAMES, SUITS, is_wild
from solver.rummy.groups import KINDS
from solver.rummy.referee import Laying, Referee
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.solve import solve
from solver.rummy.tables.arrange import arrange
from solver.rummy.tables.blocks import capped
from solver.rummy.tables.discards import discarded
from solver.rummy.tables.encode import fewest_of
from solver.rummy.tables.folds import evaluate_folds
from solver.rummy.tables.laid import Arrangements
from solver.rummy.tables.readings import answers as outcomes
from solver.rummy.tables.spread import spread
from solver.rummy.text import WildCard, fewest_decks, parse_hand, parse_wild, read_cards
from solver.rummy.verify import read_laying
from solver.text import printable

LEAST_BULK = 200
"""Rows under the same rules and wild rank that are worth a table; fewer are solved one by one.

Of hands of 14 cards a quarter is enough, as each takes as long as several of 13.
"""


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


def shown_of(setting: Setting) -> WildCard:
    """Return the Wild Card of a setting without defects."""
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


def _answer(
    rows: NDArray[np.intp] | slice,
    codes: NDArray[np.uint8],
    ranks: NDArray[np.int8],
    decks: int,
    rules: Rules,
    answers: Answers,
) -> NDArray[np.bool_]:
    """Answer some rows from the tables, and tell which; of those left, so many decks do not hold the hand."""
    refused = np.zeros(len(codes), np.bool_)
    if codes.shape[1] > HAND_SIZE:
        if answers.arrangement is None:
            folds = evaluate_folds(codes, ranks, decks, rules)
        else:
            left = discarded(codes, ranks, rules)
            folds, answers.discard[rows] = left.folds, left.discard
            _lay_out(rows, left.kept, left.made, ranks, rules, answers.arrangement)
        answers.declare[rows], answers.penalty[rows] = folds.declare, capped(folds.loss, rules)
        answers.larger[rows], answers.folds[rows] = True, folds.folds
    elif answers.arrangement is None:
        rank = ranks[0] if (ranks == ranks[0]).all() else ranks
        found = outcomes(codes, rank, decks, rules, declaring=True, refused=refused)
        answers.declare[rows], answers.penalty[rows] = found.declare, capped(found.loss, rules)
    else:
        made = arrange(codes, ranks, decks, rules)
        answers.declare[rows], answers.penalty[rows] = made.declare, made.penalty
        _lay_out(rows, codes, made, ranks, rules, answers.arrangement)
    return ~refused


def _lay_out(
    rows: NDArray[np.intp] | slice,
    codes: NDArray[np.uint8],
    made: Arrangements,
    ranks: NDArray[np.int8],
    rules: Rules,
    to: Arrangement,
) -> None:
    """Write the arrangements of some rows, in cards."""
    laid = spread(codes, made, ranks, rules)
    to.cards[rows], to.group[rows] = laid.cards, laid.group
    to.stands_for[rows], to.kinds[rows] = laid.stands_for, laid.kind


def _counts(which: NDArray[np.intp], rows: NDArray[np.intp], settings: int) -> NDArray[np.intp]:
    """Return how many of some rows each setting has."""
    return np.array([len(rows)]) if settings == 1 else np.bincount(which[rows], minlength=settings)


def _together(counts: NDArray[np.intp], ranks: NDArray[np.int8]) -> NDArray[np.intp]:
    """Return for each setting the rows of all settings of its wild rank."""
    found: NDArray[np.intp] = np.bincount(ranks + 1, counts, minlength=14).astype(np.intp)[ranks + 1]
    return found


@dataclass(frozen=True, slots=True)
class _Rummy:
    name: str = "rummy"
    size: int = HAND_SIZE
    options: tuple[str, ...] = ("wild", "decks", "rules")
    names: tuple[str, ...] = NAMES
    kinds: tuple[str, ...] = KINDS
    traits: tuple[str, ...] = ("decks", "wildcards")

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
        self,
        read: Read,
        which: NDArray[np.intp],
        settings: Sequence[Setting],
        answers: Answers,
        *,
        always: bool = False,
    ) -> NDArray[np.bool_]:
        """Answer what the tables answer together; return which rows that are, shape (N,)."""
        shown = [shown_of(setting) for setting in settings]
        rank_of = np.array([wild.rank for wild in shown], np.int8)
        limit_of = np.array([setting.values["decks"] or MAX_DECKS for setting in settings], np.uint8)
        fit = by_row([not setting.defects for setting in settings], which) & (read.sizes > 0)
        # the tables themselves refuse hands of 13 cards that the same decks for all do not hold
        told = fit
        if answers.arrangement is None and len(set(limit_of)) == 1 and all(wild.card < 0 for wild in shown):
            told = fit & (read.sizes > HAND_SIZE)
        rows = np.flatnonzero(told)
        if len(rows):
            cards = by_row([wild.card % 256 for wild in shown], which[rows], np.uint8)
            limits = by_row(limit_of, which[rows])
            fit[rows] = fewest_of(read.codes[rows], cards, int(limits.max())) <= limits
        done = np.zeros(len(fit), np.bool_)
        rules_of = [setting.values["rules"] for setting in settings]
        for rules in dict.fromkeys(rules_of):
            same = fit & by_row([other == rules for other in rules_of], which)
            for size, least in ((HAND_SIZE, LEAST_BULK), (HAND_SIZE + 1, LEAST_BULK // 4)):
                rows = np.flatnonzero(same & (read.sizes == size))
                counts = _counts(which, rows, len(settings))
                # without arrangements, one table serves all wild ranks
                apart = size > HAND_SIZE or answers.arrangement is not None
                enough = _together(counts, rank_of if apart else 0 * rank_of) >= (1 if always else least)
                rows = rows if enough.all() else rows[by_row(enough, which[rows])]
                if len(rows):
                    some = slice(None) if len(rows) == len(fit) else rows
                    most = int(limit_of[enough & (counts > 0)].max())
                    ranks = by_row(rank_of, which[some])
                    done[some] = _answer(some, read.codes[some, :size], ranks, most, rules, answers)
        return done

    def trait(
        self, name: str, read: Read, which: NDArray[np.intp], settings: Sequence[Setting]
    ) -> NDArray[np.int64]:
        """Return the decks in play, or the wildcards held, of each hand; -1 for rows that are no hands."""
        found = np.full(len(which), -1, np.int64)
        shown = [None if setting.defects else shown_of(setting) for setting in settings]
        for row in np.flatnonzero(read.sizes).tolist():
            wild, codes = shown[which[row]], read.codes[row, : read.sizes[row]].tolist()
            if wild is not None and name == "decks":
                found[row] = settings[which[row]].values["decks"] or fewest_decks(codes, wild)
            elif wild is not None:
                found[row] = sum(is_wild(code, wild.rank) for code in codes)
        return found

    def check(self, hand: str, setting: Setting) -> None:
        """Read a hand without solving it."""
        parse_hand(hand, **setting.values)

    def solve(self, hand: str, setting: Setting, engine: str) -> Answer:
        """Return the answer for one hand."""
        return solve(hand, engine=engine, **setting.values)

    def cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of a text, adding its defects."""
        return read_cards(text, defects, where)

    def lay(
        self, grouping: str, loose: str, fold: str, hand: tuple[int, ...] | None, defects: list[Defect]
    ) -> Laying:
        """Read a grouping as `verify` does, adding its defects."""
        return read_laying(grouping, loose, fold, hand, defects)

    def referee(self, setting: Setting) -> Referee:
        """Return what judges groupings."""
        return Referee(shown_of(setting), setting.values["decks"], setting.values["rules"])

    def away(self, known: Known, answers: Answers) -> NDArray[np.uint8]:
        """Return how many cards each hand has to exchange to declare."""
        from solver.batch.rummy_extras import away

        return away(known, answers)

    def advise(
        self, known: Known, opens: NDArray[np.int64], extras: Mapping[str, Extra], answers: Answers
    ) -> None:
        """Write advice for the turns of hands."""
        from solver.batch.rummy_extras import advise

        advise(known, opens, extras, answers)


RUMMY = _Rummy()
