"""What is asked of rummy hands beside their answer: how far from a declaration, and what to do at a turn."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import NO_CARD, Answers
from solver.batch.extras import Extra, Known, bits_of
from solver.batch.rummy import shown_of
from solver.errors import HandError
from solver.rummy.advise_many import Advices, advise_many
from solver.rummy.cards import HAND_SIZE, MAX_DECKS, NAMES
from solver.rummy.distance import distances
from solver.rummy.opening import fewest_decks_of
from solver.rummy.rules import Rules
from solver.rummy.tables.encode import fewest_of
from solver.rummy.unseen import DEFAULT_PLAYERS, position_of

Ints = NDArray[np.int64]


def away(known: Known, answers: Answers) -> NDArray[np.uint8]:
    """Return how many cards each hand has to exchange to declare; see `games.Game.away`."""
    places = _Places.of(known, known.codes)
    decks = np.where(places.named > 0, places.named, places.fewest)
    kept = known.codes[:, :HAND_SIZE].copy()
    large = np.flatnonzero(known.sizes > HAND_SIZE)
    kept[large] = _without(known.codes[large], answers.discard[known.rows[large]])
    # one card of a hand that declares is folded
    far = answers.folds[known.rows] == 0
    found = np.zeros(len(known), np.uint8)
    for rules, rows in _by_rules(known, np.flatnonzero(far)):
        for number in np.unique(decks[rows]).tolist():
            some = rows[decks[rows] == number]
            found[some] = distances(kept[some], places.ranks[some], number, rules)
    return found


def advise(known: Known, opens: Ints, extras: Mapping[str, Extra], answers: Answers) -> None:
    """Write advice for the turns of hands; see `games.Game.advise`."""
    held = np.column_stack([known.codes, np.where(opens < 0, NO_CARD, opens).astype(np.uint8)])
    places = _Places.of(known, held)
    # what `advise` takes for granted where no decks are named
    usual = np.maximum(places.fewest, fewest_decks_of(DEFAULT_PLAYERS))
    decks = np.where(places.named > 0, places.named, usual)
    fit = places.fewest <= np.minimum(decks, MAX_DECKS)
    for at in np.flatnonzero(~fit).tolist():
        _refuse(known, at, NAMES[opens[at]], answers)
    for rules, rows in _by_rules(known, np.flatnonzero(fit)):
        for size in (HAND_SIZE, HAND_SIZE + 1):
            some = rows[known.sizes[rows] == size]
            if len(some):
                found = advise_many(
                    known.codes[some, :size],
                    places.ranks[some],
                    decks[some],
                    rules,
                    shown=places.cards[some],
                    open_card=opens[some],
                )
                rows_of = known.rows[some]
                for name in ("unseen", "expected_penalty", "declare_copies", "declare_chance"):
                    extras[name].put(rows_of, getattr(found, name))
                extras["declare_cards"].put(rows_of, bits_of(found.declare_cards))
                if isinstance(found, Advices):
                    _put_open(rows_of, opens[some] >= 0, found, extras)
                else:
                    extras["advised_discard"].put(rows_of, found.discard)


def _put_open(
    rows: NDArray[np.intp], told: NDArray[np.bool_], found: Advices, extras: Mapping[str, Extra]
) -> None:
    """Write what the open card brings, where there is one."""
    for name in ("open_penalty", "open_declare", "open_discard", "take_open"):
        extras[name].put(rows[told], getattr(found, name)[told])


def _refuse(known: Known, at: int, top: str, answers: Answers) -> None:
    """Note what is wrong with the cards that a player sees."""
    codes = known.codes[at, : known.sizes[at]].tolist()
    try:
        position_of(codes, open_card=top, **known.settings[known.which[at]].values)
    except HandError as error:
        answers.errors[int(known.rows[at])] = error.defects


def _without(codes: NDArray[np.uint8], gone: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return hands of 14 cards less one copy of a card each."""
    place = (codes == gone[:, None]).argmax(axis=1)
    kept: NDArray[np.uint8] = codes[np.arange(codes.shape[1]) != place[:, None]].reshape(-1, HAND_SIZE)
    return kept


def _by_rules(known: Known, places: NDArray[np.intp]) -> Iterator[tuple[Rules, NDArray[np.intp]]]:
    """Yield some of the hands by their rules."""
    rules_of = [setting.values["rules"] for setting in known.settings]
    for rules in dict.fromkeys(rules_of):
        same = known.by_setting([other == rules for other in rules_of], np.bool_)
        yield rules, places[same[places]]


class _Places:
    """The Wild Cards and decks of hands.

    Attributes
    ----------
    ranks, cards : NDArray[int64], shape (M,)
        Wild rank, and code of the Wild Card shown; -1 for none.
    named : NDArray[int64], shape (M,)
        Decks that are named, or 0.
    fewest : NDArray[int64], shape (M,)
        The fewest decks that hold the cards and the Wild Card; 4 for more than 3.
    """

    def __init__(self, ranks: Ints, cards: Ints, named: Ints, fewest: Ints) -> None:
        self.ranks, self.cards, self.named, self.fewest = ranks, cards, named, fewest

    @classmethod
    def of(cls, known: Known, held: NDArray[np.uint8]) -> "_Places":
        """Return those of hands, given all cards that are seen of each."""
        shown = [shown_of(setting) for setting in known.settings]
        cards = known.by_setting([wild.card for wild in shown], np.int64)
        ranks = known.by_setting([wild.rank for wild in shown], np.int64)
        named = known.by_setting([setting.values["decks"] or 0 for setting in known.settings], np.int64)
        return cls(ranks, cards, named, fewest_of(held, (cards % 256).astype(np.uint8)).astype(np.int64))
