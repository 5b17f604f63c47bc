"""What a discard hands the opponent, estimated over random hands of the unseen cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from solver.bharg.cards import HAND_SIZE, is_ace
from solver.bharg.evaluate import discards, evaluate
from solver.bharg.rules import Rules
from solver.draw import Draw


@dataclass(frozen=True, slots=True)
class Gift:
    """An estimate of what a discard is worth to the opponent.

    Attributes
    ----------
    points : float
        Mean of the unbound points that the opponent loses by it: by taking the card, or, if it is an ace, by
        what it binds and unbinds on the Ace Pile. Negative where it unbinds more.
    error : float
        Standard error of that mean.
    completes : float
        Share of the hands that are bound by it and were not before.
    hands : int
        Random hands tried.
    """

    points: float
    error: float
    completes: float
    hands: int

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as a JSON object."""
        return {
            "points": self.points,
            "error": self.error,
            "completes": self.completes,
            "hands": self.hands,
        }


def gifts_of(
    cards: Sequence[int], ace: int, unseen: Sequence[int], rules: Rules, *, hands: int, seed: int
) -> list[Gift] | None:
    """Return what each discard is worth to the opponent, over the same random hands.

    Parameters
    ----------
    cards : sequence of int
        The discards.
    ace : int
        The top of the Ace Pile before, or -1.
    unseen : sequence of int
        Codes that are not seen: the opponent holds 7 of them.
    rules : Rules
        The rules.
    hands, seed : int
        How many random hands, and their seed.

    Returns
    -------
    list of Gift or None
        None if fewer than 7 cards are left unseen.
    """
    if len(unseen) < HAND_SIZE:
        return None
    held = np.array(unseen, np.uint8)[Draw([seed]).subsets(len(unseen), HAND_SIZE, hands).T]
    before = evaluate(held, ace, rules).penalty.astype(np.int64)
    gifts = []
    for card in cards:
        if is_ace(card):
            after = evaluate(held, card, rules).penalty
        else:
            taken = np.concatenate((held, np.full((hands, 1), card, np.uint8)), axis=1)
            # the card may go again, so that taking it never costs
            after = discards(taken, ace, rules).min(axis=1)
        drop = before - after
        done = (after == 0) & (before > 0)
        gifts.append(Gift(float(drop.mean()), float(drop.std()) / sqrt(hands), float(done.mean()), hands))
    return gifts
