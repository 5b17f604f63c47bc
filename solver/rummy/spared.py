"""How far each 13 cards that a discard leaves of 14 are from a declaration, all in one search."""

from collections.abc import Sequence

import numpy as np

from solver.rummy.cards import HAND_SIZE, JOKER, without
from solver.rummy.distance import distances
from solver.rummy.parts import BITS, PartSearch, State
from solver.rummy.rules import Rules

_LIMIT = 40_000
"""Steps after which the tables take over."""


def distances_after(codes: Sequence[int], wild: int, decks: int, rules: Rules) -> dict[int, int]:
    """Return by discard the distance of the cards kept, as `distances` tells it.

    Parameters
    ----------
    codes : sequence of int
        14 codes, ascending.
    wild : int
        The wild rank, or -1.
    decks : int
        Decks in play.
    rules : Rules
        The rules.

    >>> from solver.rummy.cards import CODES
    >>> hand = sorted(CODES[card] for card in "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 3C 9S".split())
    >>> found = distances_after(hand, -1, 2, Rules())
    >>> found[CODES["9S"]], found[CODES["4H"]], found[CODES["5H"]]
    (1, 2, 2)
    """
    search = _Spared(codes, wild, decks, rules)
    for distance in range(search.nearest, HAND_SIZE + 1):
        search.search(distance, _LIMIT)
        if search.is_over and search.needed:
            break
        if search.is_found:
            # one card less costs one exchange at most
            return {code: distance + (code in search.needed) for code in sorted(set(codes))}
    kept = {code: without(tuple(codes), code) for code in codes}
    far = distances(np.array(list(kept.values()), np.uint8), wild, decks, rules)
    return dict(zip(kept, far.tolist(), strict=True))


class _Spared(PartSearch):
    """The cards that every declaration nearest to 14 cards keeps."""

    def __init__(self, codes: Sequence[int], wild: int, decks: int, rules: Rules) -> None:
        super().__init__(codes, wild, decks, rules)
        self.needed = set(codes)
        self.is_found = False

    def is_worth(self, state: State) -> bool:
        """Tell whether a card that was needed so far might be spared."""
        return any(self._spares(code, state) for code in self.needed)

    def tell(self, state: State) -> None:
        """Take out the cards that a declaration does without."""
        self.is_found = True
        self.needed -= {code for code in self.needed if self._spares(code, state)}
        if not self.needed:
            self.limit = self.steps

    def _spares(self, code: int, state: State) -> bool:
        """Tell whether parts leave one copy of a card to be let go."""
        if self.wild[code] and state.drawn >= self.pool:
            return False
        return code == JOKER or (state.kept >> BITS * code & 7) < self.held[code]
