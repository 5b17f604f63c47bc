"""The notation of rummy: what is a card, and how every defect is told."""

import pytest

from solver.errors import HandError
from solver.rummy.cards import NAMES, text_of
from solver.rummy.rules import Rules
from solver.rummy.text import hand_of, parse_card, parse_hand, parse_wild

HAND = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"


def defects_of(text: str, **options: object) -> list[str]:
    """Return the defects of a hand as lines."""
    with pytest.raises(HandError) as caught:
        parse_hand(text, **options)  # type: ignore[arg-type]
    return [str(defect) for defect in caught.value.defects]


@pytest.mark.parametrize("code", range(53))
def test_names_are_read_back(code: int) -> None:
    """Each card's name, in either case, is that card."""
    assert parse_card(NAMES[code]) == parse_card(NAMES[code].lower()) == code


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("10h", "TH"),
        ("TH", "TH"),
        ("10♥", "TH"),
        ("a♠", "AS"),
        ("K♦\ufe0f", "KD"),
        ("♣".join("9 ").strip(), "9C"),
        ("joker", "JK"),
        ("Jk", "JK"),
        ("🃏", "JK"),
    ],
)
def test_other_spellings(text: str, name: str) -> None:
    """10 is T, a suit symbol is its letter, with a variation selector or not; a joker has three names."""
    assert NAMES[parse_card(text) or 0] == name


@pytest.mark.parametrize(
    "text", ["1H", "11H", "H4", "4", "H", "TT", "noTHing", "4HH", "ſS", "4Н", "J", "100H", ""]
)
def test_what_is_no_card(text: str) -> None:
    """Nothing that merely resembles a card is read as one."""
    assert parse_card(text) is None


def test_separators() -> None:
    """Spaces, commas, line ends and group bars separate cards, in any mix."""
    spaced = parse_hand(HAND, wild="8H")
    assert parse_hand(HAND.replace(" ", " , "), wild="8H") == spaced
    assert parse_hand(HAND.replace(" ", ","), wild="8H") == spaced
    assert parse_hand("4H 5H 6H 7H | 9C TC JK\r\n| QS QD QH |2D 2S 2C|", wild="8H") == spaced


def test_canonical_order() -> None:
    """A hand is held by suit S H D C, then A 2 … Q K, jokers last."""
    assert text_of(parse_hand(HAND).codes) == "2S QS 4H 5H 6H 7H QH 2D QD 2C 9C TC JK"


def test_an_unknown_token_is_named_with_place_and_character() -> None:
    """A token that is no card is told with its position, and the character that no card has."""
    assert defects_of(HAND.replace("TC", "noTHing")) == [
        "hand, card 6: 'noTHing' is not a card: 'n' (LATIN SMALL LETTER N) is in no card's name"
    ]


def test_look_alikes_are_named() -> None:
    """A Cyrillic letter that looks like a suit or rank is told by its Unicode name."""
    (defect,) = defects_of(HAND.replace("QH", "QН"))
    assert "CYRILLIC CAPITAL LETTER EN" in defect
    (defect,) = defects_of(HAND.replace("TC", "ТC"))
    assert "CYRILLIC CAPITAL LETTER TE" in defect
    (defect,) = defects_of(HAND.replace("2S", "2ſ"))
    assert "LATIN SMALL LETTER LONG S" in defect


def test_all_defects_come_together() -> None:
    """Unknown tokens, the number of cards, copies, the Wild Card and the decks are told in one error."""
    lines = defects_of("4H 4H 4H 4H XX 5Я JK JK JK", wild="9X", decks=7)
    assert lines == [
        "hand, card 5: 'XX' is not a card: 'X' (LATIN CAPITAL LETTER X) is in no card's name",
        "hand, card 6: '5Я' is not a card: 'Я' (CYRILLIC CAPITAL LETTER YA) is in no card's name",
        "hand: 9 cards; a hand has 13 or 14",
        "wild: '9X' is no Wild Card: a card (8H), a rank (8), JK or none",
        "decks: 7 decks; the game is played with 1 to 3",
        "hand: 4H is held 4 times; 3 decks have 3",
    ]


@pytest.mark.parametrize("size", [0, 1, 12, 15])
def test_wrong_numbers_of_cards(size: int) -> None:
    """12 and 15 cards are no hand."""
    cards = " ".join((NAMES * 2)[:size])
    assert defects_of(cards) == [f"hand: {size} card{'s' * (size != 1)}; a hand has 13 or 14"]


def test_a_card_five_times() -> None:
    """No number of decks holds a card five times (R13)."""
    rest = "AS 2S 3S 4S 5S 6S 7S 8S"
    assert defects_of(f"5H 5H 5H 5H 5H {rest}") == ["hand: 5H is held 5 times; 3 decks have 3"]


def test_the_wild_card_is_a_copy_out_of_play() -> None:
    """A Wild Card all of whose copies are in the hand cannot have been shown (R13)."""
    assert defects_of(HAND, wild="4H", decks=1) == [
        "hand: 4H is held 1 time; 1 deck has 1, one of which is the Wild Card shown"
    ]
    assert parse_hand(HAND, wild="4H").decks == 2
    assert parse_hand(HAND, wild="4", decks=1).decks == 1


def test_fewest_decks() -> None:
    """Left out, the decks are the fewest that hold the hand and the Wild Card shown (R13)."""
    run = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"
    assert parse_hand(f"{run} JK JK JS").decks == 1
    assert parse_hand(f"{run} JK JK JS", wild="JK").decks == 2
    assert parse_hand(f"{run} JK JK JK").decks == 2
    assert parse_hand(f"{run} JS JS JS").decks == 3


@pytest.mark.parametrize(
    ("text", "rank", "card"),
    [
        ("8H", 7, 20),
        ("8", 7, -1),
        ("10", 9, -1),
        ("t", 9, -1),
        ("JK", 0, 52),
        ("none", -1, -1),
        (None, -1, -1),
    ],
)
def test_wild_cards(text: str | None, rank: int, card: int) -> None:
    """The Wild Card is a card, a rank, a printed joker (aces are wild, R11) or none."""
    wild = parse_wild(text, Rules())
    assert (wild.rank, wild.card) == (rank, card)


def test_a_joker_shown_may_make_nothing_wild() -> None:
    """Under joker_reveals=none a printed joker shown makes no rank wild (R11)."""
    assert parse_wild("JK", Rules(joker_reveals="none")).rank == -1


def test_codes_are_checked_as_text_is() -> None:
    """A hand given as codes meets the same checks, by place."""
    with pytest.raises(HandError) as caught:
        hand_of([0, 53, -1])
    assert [defect.where for defect in caught.value.defects] == ["hand, card 2", "hand, card 3", "hand"]
