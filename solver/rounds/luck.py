"""All chance of a round, from its seed and number alone: the deal, shuffles in play, and a number a move.

Every number has its own place, so a round that is resumed meets the same luck as one played in one go.
"""

from collections.abc import Sequence

from solver.draw import Draw

# from 1: a zero at the end of a key names the same stream as the key without it
_DEAL, _SHUFFLE, _CHOICES = 1, 2, 3
_BLOCK = 128


class Luck:
    """The luck of one round.

    Parameters
    ----------
    seed : int
        At least 0.
    number : int
        The number of the round, from 1: rounds of one seed differ.
    """

    __slots__ = ("_draw", "_halves", "number", "seed")

    def __init__(self, seed: int, number: int = 1) -> None:
        self.seed = seed
        self.number = number
        self._draw: Draw | None = None
        self._halves: list[int] = []

    def deck(self, cards: bytes) -> bytes:
        """Return a whole deck shuffled for the deal."""
        return shuffled(cards, Draw([self.seed, self.number, _DEAL]))

    def order(self, cards: bytes, turn: int) -> bytes:
        """Return the cards in the order of the shuffle that is due when `turn` turns have ended."""
        return shuffled(cards, Draw([self.seed, self.number, _SHUFFLE, turn]))

    def choice(self, place: int, count: int) -> int:
        """Return one of ``0 … count - 1`` by the number that belongs to a place in the round."""
        while place >= len(self._halves):
            self._draw = self._draw or Draw([self.seed, self.number, _CHOICES])
            self._halves += self._draw.halves(_BLOCK).tolist()
        return self._halves[place] * count >> 32


def shuffled(cards: Sequence[int], draw: Draw) -> bytes:
    """Return the cards in a random order (Fisher and Yates), one number of the stream a card.

    >>> list(shuffled([1, 2, 3, 4], Draw([8])))
    [2, 3, 1, 4]
    """
    order = list(cards)
    numbers = draw.halves(len(order)).tolist()
    for last in range(len(order) - 1, 0, -1):
        other = numbers[last] * (last + 1) >> 32
        order[last], order[other] = order[other], order[last]
    return bytes(order)
