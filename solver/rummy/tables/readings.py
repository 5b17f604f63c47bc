"""Hands of many wild ranks by one table: as if no rank were wild, each wild-rank card read in either way.

In one reading it is a natural card, in another a printed joker, and the best reading counts (R2). That is
more hands, but one table and one call serve all wild ranks: sooner done unless there are very many hands.
"""

import numpy as np
from numpy.typing import NDArray

from solver.rummy.cards import JOKER, MAX_DECKS
from solver.rummy.rules import Rules
from solver.rummy.tables import bulk
from solver.rummy.tables.blocks import check_ranks
from solver.rummy.tables.bulk import Answers
from solver.rummy.tables.encode import encode

MANY = 200_000
"""From so many hands on, those of each wild rank are answered by a table of their own."""

Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]


def answers(
    codes: Codes,
    wild: int | NDArray[np.integer],
    decks: int | None,
    rules: Rules,
    *,
    declaring: bool,
    refused: NDArray[np.bool_] | None = None,
) -> Answers:
    """Return which hands declare (none unless asked), and their losses before any cap.

    Parameters
    ----------
    codes : (N, 13) uint8
        The hands.
    wild, decks, rules
        As in `evaluate`.
    refused : (N,) bool, optional
        Where given, hands that cannot be are marked here instead of an error; their answers are void.
    """
    ranks = check_ranks(len(codes), wild)
    if ranks.ndim and len(ranks) and (ranks == ranks[0]).all():
        ranks = ranks[0]
    if ranks.ndim == 0 or len(ranks) >= MANY:
        return bulk.answers(codes, ranks, decks, rules, declaring=declaring, refused=refused)
    bad = np.zeros(len(codes), np.bool_)
    for start in range(0, len(codes), bulk.BLOCK):
        block = slice(start, start + bulk.BLOCK)
        encode(codes[block], -1, decks, start, None if refused is None else bad[block])
    if refused is None or not bad.any():
        return _read_both_ways(codes, ranks, decks, rules, declaring=declaring)
    refused[:] = bad
    made, good = Answers.blank(len(codes)), np.flatnonzero(~bad)
    found = _read_both_ways(codes[good], ranks[good], decks, rules, declaring=declaring)
    made.declare[good], made.loss[good] = found.declare, found.loss
    return made


def _read_both_ways(
    codes: Codes, ranks: NDArray[np.integer], decks: int | None, rules: Rules, *, declaring: bool
) -> Answers:
    """Return the answers of hands that can be, each with its wild rank."""
    row, read = _readings(codes, ranks, natural=rules.wild_natural == "yes")
    # a reading may have more jokers than any decks have
    far = np.unique(row[(read == JOKER).sum(axis=1) > 2 * MAX_DECKS])
    near = np.flatnonzero(~np.isin(row, far)) if len(far) else np.arange(len(row))
    row = row[near]
    found = bulk.answers(read[near], -1, None, rules, declaring=declaring)
    made = Answers.blank(len(codes))
    made.loss[:] = bulk.MOST_LOSS
    np.minimum.at(made.loss, row, found.loss)
    made.declare[row[found.declare]] = True
    if len(far):
        rest = bulk.answers(codes[far], ranks[far], decks, rules, declaring=declaring)
        made.declare[far], made.loss[far] = rest.declare, rest.loss
    return made


def _readings(hands: Codes, wild: NDArray[np.integer], *, natural: bool) -> tuple[Ints, Codes]:
    """Return hands with some of their wild-rank cards read as jokers, or with all, and the row of each."""
    is_wild = (hands % 13 == wild[:, None]) & (hands != JOKER)
    if not natural:
        return np.arange(len(hands)), np.where(is_wild, np.uint8(JOKER), hands)
    row, read = np.arange(len(hands)), hands
    for place in range(hands.shape[1]):
        more = np.flatnonzero(is_wild[:, place].take(row))
        stands_in = read[more]
        stands_in[:, place] = JOKER
        row, read = np.concatenate((row, row[more])), np.concatenate((read, stands_in))
    return row, read
