"""Hands as text to codes, many at a time; what does not fit is left to the parser that words the defects.

Every piece of text of up to 8 bytes is one 64-bit number, and every way to write a card is one too, so a
whole column of hands is looked up at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.batch.texts import Texts

NO_CARD = 255
_LONGEST = 8
_BYTES = np.arange(256, dtype=np.uint8)
_UPPER = np.where((_BYTES >= 97) & (_BYTES <= 122), _BYTES - 32, _BYTES).astype(np.uint8)
_SEPARATES = np.isin(_BYTES, np.frombuffer(b" ,\t\n\v\f\r\x1c\x1d\x1e\x1f", np.uint8))
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_LONGEST + 1)], np.uint64)


@dataclass(frozen=True, slots=True)
class Read:
    """Hands that were read.

    Attributes
    ----------
    codes : NDArray[uint8], shape (N, size + 1)
        Cards in the order of the text, then `NO_CARD`.
    sizes : NDArray[uint8], shape (N,)
        Cards of each hand; 0 for a text that is left to the parser.
    """

    codes: NDArray[np.uint8]
    sizes: NDArray[np.uint8]


class Speller:
    """Reads hands of `size` or one more cards.

    Parameters
    ----------
    spellings : mapping of str to int
        The code of each way to write a card, in upper case; of at most 8 bytes each.
    size : int
        Cards of a hand after the discard.
    """

    def __init__(self, spellings: Mapping[str, int], size: int) -> None:
        self._size = size
        keys = {int.from_bytes(text.encode(), "little"): code for text, code in spellings.items()}
        self._keys = np.array(sorted(keys), np.uint64)
        self._codes = np.array([keys[key] for key in sorted(keys)], np.uint8)
        pairs = np.full(1 << 16, NO_CARD, np.uint8)
        for key, code in keys.items():
            if 256 <= key < 1 << 16:
                pairs[key] = code
        every = np.arange(1 << 16)
        self._pairs = pairs[_UPPER[every & 255] | _UPPER[every >> 8].astype(np.int64) << 8]

    def read(self, texts: Texts) -> Read:
        """Read a column of hands."""
        count = len(texts)
        codes = np.full((count, self._size + 1), NO_CARD, np.uint8)
        sizes = np.zeros(count, np.uint8)
        lengths = texts.ends - texts.starts
        rest = np.ones(count, np.bool_)
        for size in (self._size, self._size + 1):
            rows = np.flatnonzero(lengths == 3 * size - 1)
            if len(rows):
                found, good = self._pairs_of(texts, rows, size)
                codes[rows[good], :size] = found[good]
                sizes[rows[good]] = size
                rest[rows[good]] = False
        rest &= (lengths > 0) & (lengths < 1 << 12)
        rows = np.flatnonzero(rest)
        if len(rows):
            self._pieces_of(texts, rows, codes, sizes)
        if texts.missing is not None:
            sizes[texts.missing] = 0
        return Read(codes, sizes)

    def _pairs_of(
        self, texts: Texts, rows: NDArray[np.intp], size: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Read texts that may be cards of two characters with one between: their codes, and which are."""
        width = 3 * size - 1
        window = np.lib.stride_tricks.sliding_window_view(texts.data, width)[texts.starts[rows]]
        first, second = window[:, 0::3], window[:, 1::3]
        codes = self._pairs[first | second.astype(np.uint16) << np.uint16(8)]
        between = window[:, 2::3]
        good = ((between == 32) | (between == 44)).all(axis=1) & (codes != NO_CARD).all(axis=1)
        return codes, good

    def _pieces_of(
        self, texts: Texts, rows: NDArray[np.intp], codes: NDArray[np.uint8], sizes: NDArray[np.uint8]
    ) -> None:
        """Read texts of any kind, piece by piece."""
        flat, starts = _joined(texts, rows)
        inside = ~_SEPARATES[flat]
        edges = np.flatnonzero(np.diff(inside, prepend=False))
        begins, lasts = edges[0::2], edges[1::2]
        lengths = lasts - begins
        keys = np.ndarray((len(flat) - _LONGEST + 1,), "<u8", flat, strides=(1,))[begins]
        keys = keys & _MASKS[np.minimum(lengths, _LONGEST)]
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known = (self._keys[at] == keys) & (lengths <= _LONGEST)
        found = np.where(known, self._codes[at], np.uint8(NO_CARD))
        bounds = np.searchsorted(begins, starts)
        counts = np.diff(bounds)
        for size in (self._size, self._size + 1):
            places = np.flatnonzero(counts == size)
            cards = found[bounds[places][:, None] + np.arange(size)]
            good = (cards != NO_CARD).all(axis=1)
            codes[rows[places[good]], :size] = cards[good]
            sizes[rows[places[good]]] = size


def _joined(texts: Texts, rows: NDArray[np.intp]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return texts in upper case with a space after each, and where each starts (one more: the end)."""
    lengths = texts.ends[rows] - texts.starts[rows] + 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    source = np.arange(starts[-1]) + np.repeat(texts.starts[rows] - starts[:-1], lengths)
    padded = np.concatenate([texts.data, np.frombuffer(b" ", np.uint8)])
    flat = _UPPER[padded[source]]
    flat[starts[1:] - 1] = 32
    return np.concatenate([flat, np.full(_LONGEST, 32, np.uint8)]), starts
