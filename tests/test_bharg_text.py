"""Notation of Bharg: codes and names in, every defect of a hand out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.bharg import hand_of, parse_ace, parse_hand
from solver.bharg.cards import NAMES, TITLES, text_of
from solver.bharg.text import parse_card
from solver.errors import HandError


def defects_of(text, **options):
    """Return the defects of a hand as (where, message)."""
    with pytest.raises(HandError) as caught:
        parse_hand(text, **options)
    return [(defect.where, defect.message) for defect in caught.value.defects]


@pytest.mark.parametrize(
    "text",
    [
        "2MK 2SY 2WL 4YK 5YK 9MS E",
        "e,9sm,5ky,4ky,2lw,2ys,2km",
        "  2MK,2SY ,\t2WL | 4YK 5YK | 9MS E\n",
        "the Author the Desert the Origin the Battle the Soldier the Pact the Excuse",
        "AUTHOR desert Origin battle, SOLDIER, The Pact, excuse",
    ],
)
def test_spellings(text):
    """Suits in any order, either case, names with or without the article: all are the same hand."""
    assert text_of(parse_hand(text).codes) == "2MK 2SY 2WL 4YK 5YK 9MS E"


def test_every_name_is_its_card():
    """Each card is known by its code and by its name, with and without the article."""
    for code, (name, title) in enumerate(zip(NAMES, TITLES, strict=True)):
        assert parse_card(name.lower()) == code
        assert parse_card(title) == code
        assert parse_card(title.removeprefix("the ").upper()) == code


def test_names_of_several_words_need_no_quotes():
    """Names are matched longest first; only spaces may stand within a name."""
    hand = parse_hand("Chance Meeting the Light  Keeper, Ace of Moons 2MK 2SY 2WL XM")
    assert text_of(hand.codes) == "AM 2MK 2SY 2WL 7ML PSWK XM"
    assert ("hand, card 1", "'Chance' is not a card: it ends too soon") in defects_of("Chance, Meeting 2MK")


@given(st.permutations(range(45)), st.integers(7, 8), st.randoms())
def test_any_mixture_of_spellings_is_read(order, size, random):
    """A hand is read from any mixture of codes and names in any order, and comes out in canonical order."""
    codes = order[:size]
    words = [
        random.choice([NAMES[code], TITLES[code], TITLES[code][4:], NAMES[code].lower()]) for code in codes
    ]
    assert parse_hand(random.choice([" ", ", "]).join(words)).codes == tuple(sorted(codes))


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("2МK", "character 2 is 'М' (CYRILLIC CAPITAL LETTER EM)"),
        ("ХM", "character 1 is 'Х' (CYRILLIC CAPITAL LETTER HA)"),
        ("4Mſ", "character 3 is 'ſ' (LATIN SMALL LETTER LONG S)"),
        ("2MX", "character 3 is 'X' (LATIN CAPITAL LETTER X)"),
        ("2MS", "character 3 is 'S' (LATIN CAPITAL LETTER S)"),
        ("2M", "it ends too soon"),
        ("2MKK", "character 4 is 'K' (LATIN CAPITAL LETTER K)"),
        ("10MK", "character 1 is '1' (DIGIT ONE)"),
        ("2MK\u200b", "character 4 is '�' (ZERO WIDTH SPACE)"),
        ("Authοr", "character 5 is 'ο' (GREEK SMALL LETTER OMICRON)"),
        ("Authors", "character 7 is 's' (LATIN SMALL LETTER S)"),
        ("🂡", "character 1 is '🂡' (PLAYING CARD ACE OF SPADES)"),
        ('"2MK"', "character 1 is '\"' (QUOTATION MARK)"),
    ],
)
def test_unknown_words(word, message):
    """What is not a card is named with its text, its place in the hand and the character that is wrong."""
    ((where, found),) = defects_of(f"2SY 2WL {word} 3MW 3SK 3LY 9MS")
    assert where == "hand, card 3"
    assert found.endswith(message)
    assert "is not a card" in found


def test_long_nonsense_is_cut():
    """A word of any length makes a message of one line."""
    ((_, message), _) = defects_of("2" + "Q" * 100_000)
    assert len(message) < 120


def test_all_defects_at_once():
    """A hand reports all its defects together, in the order unknown, number, ace, deck, cards."""
    assert defects_of("2MK 2MK 3XX E AK PMSL", ace="K", deck="basic+pawns") == [
        ("hand, card 3", "'3XX' is not a card: character 2 is 'X' (LATIN CAPITAL LETTER X)"),
        ("hand", "6 cards; a hand has 7 or 8"),
        ("hand, card 4", "E is not in the deck basic+pawns (B8)"),
        ("hand, card 5", "AK is the top of the Ace Pile, so it is out of play (B8)"),
        ("hand", "2MK is held 2 times; every card exists once"),
    ]
    assert [where for where, _ in defects_of("", ace="Q", deck="full")] == ["hand", "ace", "deck", "deck"]


@pytest.mark.parametrize("count", [0, 1, 6, 9])
def test_wrong_number_of_cards(count):
    """A hand has 7 cards, or 8 before the discard (B6)."""
    ((where, message),) = defects_of(" ".join(NAMES[6 : 6 + count]))
    assert where == "hand"
    assert message.startswith(f"{count} card")


def test_extras_that_are_off():
    """A card of an extra is refused if the deck is named without it, and taken if no deck is named (B8)."""
    text = "E PMSL CMWK 2MK 2SY 2WL XM"
    assert parse_hand(text).deck == "basic+excuse+pawns+courts"
    assert [where for where, _ in defects_of(text, deck="basic")] == [f"hand, card {n}" for n in (1, 2, 3)]
    assert [where for where, _ in defects_of(text, deck="basic+courts")] == ["hand, card 1", "hand, card 2"]


def test_top_of_the_ace_pile():
    """The top of the Ace Pile is a suit or its ace in any spelling, none or nothing (B3, B4)."""
    assert [parse_ace(text) for text in ("M", "am", "the Ace of Suns", "K", "none", None)] == [
        0,
        0,
        1,
        5,
        -1,
        -1,
    ]
    assert [parse_ace(number) for number in range(-1, 6)] == list(range(-1, 6))
    for bad in ("Q", "2MK", "", "К", "MS", 6, -2):
        with pytest.raises(HandError, match="is no top of the Ace Pile"):
            parse_ace(bad)


def test_codes_are_checked_like_text():
    """A hand of codes meets the same checks as a hand of text."""
    assert hand_of([44, 0, 6, 7, 8, 9, 10], ace=5).codes == (0, 6, 7, 8, 9, 10, 44)
    with pytest.raises(HandError) as caught:
        hand_of([45, -1, 0, 0, 1], ace="M", deck="basic")
    assert [defect.where for defect in caught.value.defects] == [
        "hand, card 1",
        "hand, card 2",
        "hand",
        "hand, card 3",
        "hand",
    ]
