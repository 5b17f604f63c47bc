"""Text built in bulk: rows of bytes with gaps, which are squeezed out at the end.

A block is an array (N, width) of uint8 in which 0 is a gap. Blocks are laid side by side and become one
text; no text of ours holds a zero byte.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.uint8]


def name_table(names: Sequence[str], after: str = "") -> Block:
    """Return the bytes of the name of each code, `after` added, shape (256, width); no name, no bytes.

    >>> name_table(["AS", "E"])[1].tobytes()
    b'E\\x00'
    """
    texts = [(name + after).encode() for name in names]
    width = max(map(len, texts))
    table = np.zeros((256, width), np.uint8)
    for code, text in enumerate(texts):
        table[code, : len(text)] = np.frombuffer(text, np.uint8)
    return table


def constant(text: str, count: int) -> Block:
    """Return the same text for each of `count` rows."""
    return np.broadcast_to(np.frombuffer(text.encode(), np.uint8), (count, len(text.encode())))


def digits(numbers: NDArray[np.integer]) -> Block:
    """Return numbers, at least 0, in decimal, shape (N, width).

    >>> squeezed([digits(np.array([7, 10])), constant(";", 2)])
    b'7;10;'
    """
    width = len(str(int(numbers.max(initial=0))))
    block = np.empty((len(numbers), width), np.uint8)
    rest = numbers.astype(np.uint64)
    for place in range(width - 1, -1, -1):
        rest, digit = np.divmod(rest, np.uint64(10))
        block[:, place] = digit + 48
    for place in range(width - 1):
        block[:, place] *= numbers >= 10 ** (width - 1 - place)
    return block


def squeezed(blocks: Sequence[Block]) -> bytes:
    """Return the text of blocks laid side by side, row by row, without the gaps."""
    return np.concatenate(blocks, axis=1).tobytes().translate(None, b"\0")
