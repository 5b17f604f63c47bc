"""Hands read in bulk: the codes that the parser finds, and nothing that it would refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.bharg import BHARG
from solver.batch.games import Game
from solver.batch.rummy import RUMMY
from solver.batch.spelling import NO_CARD
from solver.batch.texts import Texts
from solver.bharg.text import read_cards as read_bharg
from solver.errors import Defect
from solver.rummy.text import read_cards as read_rummy

PIECES = [
    "4H",
    "10D",
    "td",
    "TS",
    "jk",
    "JK",
    "Joker",
    "🃏",
    "♠",
    "A♠",
    "a♥\ufe0f",
    "10♣",
    "2",
    "1H",
    "XX",
    "noTHing",
]
PIECES += ["4Н", "♥4", "JKJK", "52", "\0", "KС", "9c9", "10♦\ufe0f", "ſ"]
BHARG_PIECES = [
    "2MK",
    "2km",
    "E",
    "e",
    "AM",
    "XK",
    "PMSL",
    "plsm",
    "Cwmk",
    "AA",
    "the",
    "Author",
    "2MKX",
    "É",
]
BETWEEN = st.sampled_from([" ", ",", ", ", "  ", "\t", "\u00a0", "|", ""])


def hands_of(pieces: list[str], size: int) -> st.SearchStrategy[str]:
    """Return texts of hands, most of them with about the right number of cards, some of them no hands."""
    good = [piece for piece in pieces if piece in ("4H", "10D", "JK", "TS", "2MK", "E", "AM", "2km", "jk")]
    card = st.one_of(st.sampled_from(good), st.sampled_from(good), st.sampled_from(pieces))
    several = st.lists(st.tuples(card, BETWEEN), min_size=size - 1, max_size=size + 2)
    clean = st.lists(st.sampled_from(good), min_size=size, max_size=size + 1).map(" ".join)
    return st.one_of(clean, several.map(lambda parts: "".join(piece + end for piece, end in parts)))


def check(game: Game, texts: list[str | None], parsed: list[list[int] | None]) -> None:
    """Check that what is read in bulk is what the parser says, and that nothing else is read."""
    read = game.speller.read(Texts.of(texts))
    for row, codes in enumerate(parsed):
        size = int(read.sizes[row])
        assert (read.codes[row, size:] == NO_CARD).all()
        if size:
            assert read.codes[row, :size].tolist() == codes, texts[row]
        elif codes is not None and texts[row] is not None and str(texts[row]).isascii() and game is RUMMY:
            assert len(codes) not in (game.size, game.size + 1), texts[row]


@given(st.lists(hands_of(PIECES, 13), min_size=1, max_size=4))
def test_rummy_as_parsed(texts: list[str]) -> None:
    """Whatever separators, case, symbols and odd pieces, the codes are those of the parser, or none."""
    parsed: list[list[int] | None] = []
    for text in texts:
        defects: list[Defect] = []
        codes = read_rummy(text, defects)
        parsed.append(None if defects else codes)
    check(RUMMY, list(texts), parsed)


@given(st.lists(hands_of(BHARG_PIECES, 7), min_size=1, max_size=4))
def test_bharg_as_parsed(texts: list[str]) -> None:
    """Suits in any order and either case, the codes are those of the parser, or none."""
    parsed: list[list[int] | None] = []
    for text in texts:
        defects: list[Defect] = []
        codes = [code for _, code in read_bharg(text, defects)]
        parsed.append(None if defects else codes)
    check(BHARG, list(texts), parsed)


@pytest.mark.parametrize(
    "text",
    [
        "4h 5H 6H 7H 9C 10C JK QS QD QH 2D 2S 2C",
        "4H,5H,6H,7H,9C,TC,JK,QS,QD,QH,2D,2S,2C",
        " 4♥ 5♥\ufe0f 6H 7H 9C 10♣ joker Q♠ QD QH 2♦ 2S 2C ",
        "4H, 5H, 6H, 7H, 9C, TC, 🃏, QS, QD, QH, 2D, 2S, 2C",
    ],
)
def test_ways_to_write_a_hand(text: str) -> None:
    """Every usual way to write a hand is read in bulk, not left to the parser."""
    read = RUMMY.speller.read(Texts.of([text, None, text]))
    assert read.sizes.tolist() == [13, 0, 13]
    assert read.codes[0, :13].tolist() == read_rummy(text, [])


def test_texts_anywhere_in_a_buffer() -> None:
    """Texts may lie in any order in a buffer, touch each other and its ends."""
    hands = ["4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C", "AS AS AS AS AS AS AS AS AS AS AS AS AS"]
    data = np.frombuffer("".join(hands).encode(), np.uint8)
    texts = Texts(data, np.array([38, 0]), np.array([76, 38]))
    assert RUMMY.speller.read(texts).codes[0, 0] == 0
    assert RUMMY.speller.read(texts).codes[1, 0] == 16


@given(
    st.lists(st.sampled_from([None, "", "8", "8H", "none", "trio,max_wild=1", "é", "8\n8", "JK"]), max_size=9)
)
def test_distinct_texts(texts: list[str | None]) -> None:
    """Each row's number leads to its text, empty ones to none, however long the texts are."""
    numbers, found = Texts.of(texts).distinct()
    assert [found[number] for number in numbers] == [text or None for text in texts]
    assert Texts.of(texts).tolist() == texts
