"""The hands of some rows, as codes and as text, wherever they come from."""

import numpy as np
from numpy.typing import NDArray

from solver.batch.games import Game
from solver.batch.rows import Rows
from solver.batch.spelling import NO_CARD, Read
from solver.errors import Defect


class Hands:
    """The hands of N rows.

    Attributes
    ----------
    read : Read
        The hands that are read; a size of 0 is for those that are not, or that are none.
    laid : NDArray[bool], shape (N,)
        The rows whose hand is what their grouping holds.
    """

    def __init__(self, game: Game, rows: Rows) -> None:
        self._game = game
        self._texts = rows.hands
        self._coded = rows.read is not None
        self.read = rows.read or game.speller.read(rows.hands)
        self.laid: NDArray[np.bool_] = np.zeros(len(rows), np.bool_)

    def given(self, row: int) -> bool:
        """Tell whether a row brings a hand of its own, good or bad."""
        return bool(self.read.sizes[row]) or bool((self._texts.text(row) or "").strip())

    def codes(self, row: int) -> list[int]:
        """Return the codes of a hand that is read, in the order of the text; empty for others."""
        codes: list[int] = self.read.codes[row, : self.read.sizes[row]].tolist()
        return codes

    def text(self, row: int) -> str | None:
        """Return a hand as text: as it was typed, or of its codes."""
        if self._coded or self.laid[row]:
            return " ".join(self._game.names[code] for code in self.codes(row))
        return self._texts.text(row)

    def cards(self, row: int) -> tuple[int, ...] | None:
        """Return the codes of a hand in any spelling, ascending; None if it holds what is no card."""
        defects: list[Defect] = []
        codes = self._game.cards(self.text(row) or "", defects, "hand")
        return None if defects else tuple(sorted(codes))

    def lay(self, row: int, codes: tuple[int, ...]) -> None:
        """Take the cards of a grouping for the hand; they may be too few or too many for one."""
        self.laid[row] = True
        if len(codes) in (self.read.codes.shape[1] - 1, self.read.codes.shape[1]):
            self.put(row, codes)

    def put(self, row: int, codes: tuple[int, ...]) -> None:
        """Write the codes of a hand."""
        self.read.codes[row] = NO_CARD
        self.read.codes[row, : len(codes)] = codes
        self.read.sizes[row] = len(codes)

    def only(self, rows: NDArray[np.bool_]) -> Read:
        """Return the hands of some rows as read; the sizes of the others are 0."""
        return Read(self.read.codes, np.where(rows, self.read.sizes, 0).astype(np.uint8))
