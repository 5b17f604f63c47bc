"""What is asked of Bharg hands beside their answer: how far from being bound, and what to do at a turn."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import Answers
from solver.batch.extras import Extra, Known, bits_of
from solver.bharg.advise_many import Advices, advise_many
from solver.bharg.cards import EXTRAS, HAND_SIZE, NAMES, SUITS, extra_of
from solver.bharg.nearest import distances
from solver.bharg.rules import BASIC, cards_of, parse_deck
from solver.bharg.text import parse_ace
from solver.bharg.unseen import position_of
from solver.errors import HandError

DECKS = [
    "+".join([BASIC, *(extra for bit, extra in enumerate(EXTRAS.values()) if number >> bit & 1)])
    for number in range(1 << len(EXTRAS))
]
"""Every deck, by the bits of its extras."""

Ints = NDArray[np.int64]


def away(known: Known, answers: Answers) -> NDArray[np.uint8]:
    """Return how many cards each hand has to exchange to be bound; see `games.Game.away`."""
    aces = _aces(known)
    kept = known.codes[:, :HAND_SIZE].copy()
    large = np.flatnonzero(known.sizes > HAND_SIZE)
    gone = answers.discard[known.rows[large]]
    place = (known.codes[large] == gone[:, None]).argmax(axis=1)
    columns = np.arange(known.codes.shape[1])
    kept[large] = known.codes[large][columns != place[:, None]].reshape(-1, HAND_SIZE)
    # a discarded ace is the new top (B6)
    aces[large] = np.where(gone < len(SUITS), gone, aces[large])
    found = np.zeros(len(known), np.uint8)
    kinds = [(parse_deck(setting.values["deck"]), setting.values["rules"]) for setting in known.settings]
    for kind in dict.fromkeys(kinds):
        rows = np.flatnonzero(known.by_setting([other == kind for other in kinds], np.bool_))
        found[rows] = distances(kept[rows], aces[rows], *kind)
    return found


def advise(known: Known, opens: Ints, extras: Mapping[str, Extra], answers: Answers) -> None:
    """Write advice for the turns of hands; see `games.Game.advise`."""
    aces = _aces(known)
    decks = _decks(known, opens)
    fit = _fit(known, opens, decks)
    for at in np.flatnonzero(~fit).tolist():
        _refuse(known, at, NAMES[opens[at]], answers)
    rules_of = [setting.values["rules"] for setting in known.settings]
    for rules in dict.fromkeys(rules_of):
        same = fit & known.by_setting([other == rules for other in rules_of], np.bool_)
        for number in np.unique(decks[same]).tolist():
            for size in (HAND_SIZE, HAND_SIZE + 1):
                some = np.flatnonzero(same & (decks == number) & (known.sizes == size))
                if len(some):
                    codes = known.codes[some, :size]
                    found = advise_many(codes, aces[some], DECKS[number], rules, open_card=opens[some])
                    _put(known.rows[some], opens[some] >= 0, found, extras)


def _put(
    rows: NDArray[np.intp], told: NDArray[np.bool_], found: Advices, extras: Mapping[str, Extra]
) -> None:
    """Write the advice for some rows."""
    for name in ("unseen", "expected_penalty", "declare_copies", "declare_chance"):
        extras[name].put(rows, getattr(found, name))
    extras["declare_cards"].put(rows, bits_of(found.declare_cards))
    if found.discard is not None:
        extras["advised_discard"].put(rows, found.discard)
        return
    extras["open_declare"].put(rows[told], found.open_penalty[told] == 0)
    for name in ("open_penalty", "open_discard", "take_open"):
        extras[name].put(rows[told], getattr(found, name)[told])


def _aces(known: Known) -> Ints:
    """Return the suit on top of the Ace Pile of each hand, or -1."""
    return known.by_setting([parse_ace(setting.values["ace"]) for setting in known.settings], np.int64)


def _decks(known: Known, opens: Ints) -> Ints:
    """Return the deck of each hand, as a place in `DECKS`: that named, else with the extras seen (B8)."""
    seen = np.zeros(len(known), np.int64)
    for bit, extra in enumerate(EXTRAS.values()):
        codes = [code for code in range(len(NAMES)) if extra_of(code) == extra]
        seen |= (np.isin(known.codes, codes).any(axis=1) | np.isin(opens, codes)).astype(np.int64) << bit
    decks = [setting.values["deck"] for setting in known.settings]
    named = known.by_setting(
        [-1 if deck is None else DECKS.index(parse_deck(deck)) for deck in decks], np.int64
    )
    return np.where(named < 0, seen, named)


def _fit(known: Known, opens: Ints, decks: Ints) -> NDArray[np.bool_]:
    """Tell whose open card can lie there: no ace, in the deck, and not in the hand (B8, B9)."""
    fit = (opens < 0) | ((opens >= len(SUITS)) & (known.codes != opens[:, None]).all(axis=1))
    for number in np.unique(decks).tolist():
        fit &= (decks != number) | np.isin(opens, [-1, *cards_of(DECKS[number])])
    return np.asarray(fit)


def _refuse(known: Known, at: int, top: str, answers: Answers) -> None:
    """Note what is wrong with the cards that a player sees."""
    values = known.settings[known.which[at]].values
    codes = known.codes[at, : known.sizes[at]].tolist()
    try:
        position_of(codes, ace=values["ace"], deck=values["deck"], open_card=top)
    except HandError as error:
        answers.errors[int(known.rows[at])] = error.defects
