"""Hands of Bharg in bulk: with and without the table, against one hand, CP-SAT and the naive checker."""

import numpy as np
import pytest
from bruteforce import bharg as naive
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import bharg, cache
from solver.bharg import Rules, shelf
from solver.bharg.arrange import ACE, DISCARDED, EXCUSED, LOOSE, arrange
from solver.bharg.cards import NAMES, SUITS
from solver.bharg.evaluate import discards, evaluate
from solver.bharg.solve import by_cpsat, solve
from solver.errors import HandError

DISJOINT, OVERLAPPING = Rules(), Rules(sets="overlapping")
BOTH = pytest.mark.parametrize("rules", [DISJOINT, OVERLAPPING], ids=["disjoint", "overlapping"])


@pytest.fixture(params=["table", "looking"])
def road(request, monkeypatch):
    """Answer by the table, or by looking at every subset, whatever the number of hands."""
    if request.param == "table":
        monkeypatch.setattr(shelf, "PAYS_AT", 0)
    else:
        look_only(monkeypatch)
    return request.param


def look_only(monkeypatch):
    """Take all tables away and let none pay."""
    monkeypatch.setattr(shelf, "_tables", {})
    monkeypatch.setattr(shelf, "LOADS_AT", 1 << 60)
    monkeypatch.setattr(shelf, "PAYS_AT", 1 << 60)


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory):
    """Build the tables anew once, in a folder of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("tables")))
        shelf.clear_memory()
        yield
    shelf.clear_memory()


def random_hands(seed, count, size, deck=45):
    """Return random hands as (N, size) uint8, in no order, and for each a top ace that it does not hold."""
    rng = np.random.default_rng(seed)
    codes = np.argsort(rng.random((count, deck)), axis=1)[:, :size].astype(np.uint8)
    ace = rng.integers(-1, 6, count)
    ace[(codes == ace[:, None]).any(axis=1)] = -1
    return codes, ace


def rich_hands(seed, count, size):
    """Return hands mostly of two or three sets' cards, and for each a top ace that it does not hold."""
    rng = np.random.default_rng(seed)
    sets = [cards for cards in naive.sets_of_deck(naive.deck("basic+pawns+courts")) if len(cards) <= 4]
    hands = []
    while len(hands) < count:
        chosen = {NAMES.index(card) for pick in rng.integers(len(sets), size=3) for card in sets[pick]}
        others = [code for code in rng.permutation(45).tolist() if code not in chosen]
        hands.append(([*chosen, *others])[:size])
    codes = np.array(hands, np.uint8)
    ace = rng.integers(-1, 6, count)
    ace[(codes == ace[:, None]).any(axis=1)] = -1
    return codes, ace


@BOTH
@pytest.mark.parametrize("size", [7, 8])
@pytest.mark.parametrize("hands", [random_hands, rich_hands])
def test_bulk_is_one_by_one(road, rules, size, hands):
    """In bulk each hand has the answer that it has alone, whatever the road."""
    codes, ace = hands(11, 1000, size)
    found = evaluate(codes, ace, rules)
    alone = [
        solve(hand, ace=top, rules=rules) for hand, top in zip(codes.tolist(), ace.tolist(), strict=True)
    ]
    assert found.penalty.tolist() == [one.penalty for one in alone]
    assert found.declare.tolist() == [one.declare for one in alone]
    assert found.penalty.dtype == np.uint8
    assert found.declare.dtype == bool


@BOTH
def test_both_roads_agree_on_many_hands(rules):
    """The table and looking at every subset give the same points for each discard of many hands."""
    codes, ace = random_hands(12, 40_000, 8)
    table = shelf.warm(rules)
    by_table = discards(codes, ace, rules)
    with pytest.MonkeyPatch.context() as patch:
        look_only(patch)
        by_looking = discards(codes, ace, rules)
    assert shelf.warm(rules) is table
    assert np.array_equal(by_table, by_looking)
    assert np.array_equal(evaluate(codes, ace, rules).penalty, by_table.min(axis=1))


@st.composite
def hands_of_a_deck(draw):
    """Draw a few hands of one size from a deck with any extras, and for each a top ace not held."""
    extras = draw(st.sets(st.sampled_from(["excuse", "pawns", "courts"])))
    deck = [NAMES.index(name) for name in naive.deck("+".join(["basic", *sorted(extras)]))]
    size = draw(st.sampled_from([7, 8]))
    hands = draw(st.lists(st.permutations(deck).map(lambda cards: cards[:size]), min_size=1, max_size=6))
    tops = [draw(st.sampled_from([-1, *(ace for ace in range(6) if ace not in hand)])) for hand in hands]
    return np.array(hands, np.uint8), np.array(tops)


@settings(max_examples=150, deadline=None)
@given(hands_of_a_deck(), st.sampled_from([DISJOINT, OVERLAPPING]))
def test_tables_cpsat_and_naive_checker_agree(hands_and_tops, rules):
    """Tables, CP-SAT and the naive checker find the same points and number of loose cards."""
    codes, tops = hands_and_tops
    shelf.warm(rules)
    found = evaluate(codes, tops, rules)
    arranged = arrange(codes, tops, rules)
    for row, (hand, top) in enumerate(zip(codes.tolist(), tops.tolist(), strict=True)):
        ace = SUITS[top] if top >= 0 else None
        expected = naive.solve([NAMES[code] for code in hand], ace, overlapping=rules.sets == "overlapping")
        assert found.penalty[row] == arranged.points[row] == expected.penalty
        assert found.declare[row] == expected.declare
        assert arranged.cards[row] == expected.loose
        solved = solve(hand, ace=top, rules=rules, engine="cpsat")
        assert (solved.penalty, len(solved.loose)) == (expected.penalty, expected.loose)
        if len(hand) == 7:
            least = by_cpsat(tuple(sorted(hand)), top, rules)
            assert (least.points, least.cards) == (expected.penalty, expected.loose)


@BOTH
@pytest.mark.parametrize("size", [7, 8])
def test_arrangements_in_bulk_are_those_of_single_hands(rules, size):
    """In bulk each hand has the very arrangement, discard and folds that it has alone."""
    codes, ace = rich_hands(14, 1500, size)
    found = arrange(codes, ace, rules)
    labels = found.labels()
    for row, (hand, top) in enumerate(zip(codes.tolist(), ace.tolist(), strict=True)):
        alone = solve(hand, ace=top, rules=rules)
        groups, loose = found.laid_out(row)
        assert groups == alone.groups
        assert tuple(NAMES[code] for code in loose) == alone.loose
        assert (found.points[row], found.cards[row]) == (alone.penalty, len(alone.loose))
        shown = {"ace": ACE, "excuse": EXCUSED}
        names = np.array(NAMES)[found.codes[row]]
        for number, group in enumerate(groups, start=1):
            assert tuple(names[labels[row] == shown.get(group.kind, number)]) == group.cards
        assert tuple(names[labels[row] == LOOSE]) == alone.loose
        if size == 8:
            assert names[found.discard[row]] == alone.discard
            assert names[labels[row] == DISCARDED].tolist() == [alone.discard]
            assert tuple(names[found.folds[row]]) == alone.folds


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint32, np.int64])
def test_any_whole_numbers_will_do(road, dtype):
    """Codes and aces of any integer type, lists, strided and read-only arrays are read alike."""
    codes, ace = random_hands(15, 200, 7)
    expected = evaluate(codes, ace).penalty
    assert np.array_equal(evaluate(codes.astype(dtype), ace.astype(np.int8)).penalty, expected)
    assert np.array_equal(evaluate(codes.tolist(), ace.tolist()).penalty, expected)
    wide = np.zeros((400, 9), dtype)
    wide[::2, 1:8] = codes
    assert np.array_equal(evaluate(wide[::2, 1:8], ace).penalty, expected)
    codes.flags.writeable = False
    assert np.array_equal(evaluate(codes, ace).penalty, expected)
    turned = codes[:, np.random.default_rng(1).permutation(7)]
    assert np.array_equal(evaluate(turned, ace).penalty, expected)


def test_no_hands_and_one_hand(road):
    """No hands have no answers, and one hand is a batch like any other."""
    for size in (7, 8):
        assert evaluate(np.empty((0, size), np.uint8)).penalty.shape == (0,)
        assert arrange(np.empty((0, size), np.uint8)).points.shape == (0,)
    assert evaluate([[6, 7, 8, 9, 10, 11, 44]], ace=None).declare.tolist() == [True]
    assert bharg.evaluate([[6, 7, 8, 9, 10, 11, 44]]).penalty.tolist() == [0]


@pytest.mark.parametrize("count", [8191, 8193, 32_768, 32_769, 65_537])
def test_blocks_make_no_difference(road, count):
    """The answers do not depend on where blocks of hands begin and end."""
    codes, ace = random_hands(16, 700, 7)
    expected = evaluate(codes, ace).penalty
    rows = np.arange(count) % 700
    assert np.array_equal(evaluate(codes[rows], ace[rows]).penalty, expected[rows])


@pytest.mark.parametrize(
    ("cards", "top", "messages"),
    [
        ([0, 1, 2, 3, 4, 5, 45], -1, ["card 7: 45 is not a code"]),
        ([255, 1, 2, 3, 4, 5, 200], -1, ["card 1: 255 is not a code", "card 7: 200 is not a code"]),
        ([6, 7, 8, 9, 10, 11, 6], -1, ["2MK is held 2 times"]),
        ([44, 44, 44, 9, 10, 11, 6], -1, ["E is held 3 times"]),
        ([14, 14, 29, 29, 43, 43, 42], 2, ["is held 2 times", "is held 2 times", "is held 2 times"]),
        ([0, 1, 2, 3, 4, 5, 6], 5, ["AK is the top of the Ace Pile"]),
        ([5, 5, 6, 7, 8, 9, 60], 5, ["60 is not a code", "AK is the top", "AK is held 2 times"]),
    ],
)
@pytest.mark.parametrize("extra", [[], [20]])
def test_the_row_that_is_no_hand_is_named(road, cards, top, messages, extra):
    """A row that is no hand is refused with its number and all its defects, wherever it stands."""
    codes, ace = random_hands(17, 40_000, 7 + len(extra))
    row = 34_567
    codes[row], ace[row] = [*cards, *extra], top
    for road_of in (evaluate, arrange):
        with pytest.raises(HandError) as caught:
            road_of(codes, ace)
        assert {defect.where for defect in caught.value.defects} == {f"row {row}"}
        assert len(caught.value.defects) == len(messages)
        for defect, message in zip(caught.value.defects, messages, strict=True):
            assert message in defect.message


@settings(max_examples=200, deadline=None)
@given(st.integers(7, 8).flatmap(lambda size: st.lists(st.integers(0, 44), min_size=size, max_size=size)))
def test_no_hand_with_a_card_twice_passes(cards):
    """The numbering of the table tells hands with a card twice from all others."""
    shelf.warm(DISJOINT)
    if len(set(cards)) == len(cards):
        evaluate([cards])
    else:
        with pytest.raises(HandError, match="times"):
            evaluate([cards])


@pytest.mark.parametrize(
    ("codes", "ace", "message"),
    [
        ([1, 2, 3, 4, 5, 6, 7], None, r"shape \(7,\)"),
        (np.zeros((3, 9), np.uint8), None, r"shape \(3, 9\)"),
        (np.zeros((2, 7)), None, "numbers of type float64"),
        ([[300, 1, 2, 3, 4, 5, 6]], None, "row 0: card 1: 300 is not a code"),
        ([[-1, 1, 2, 3, 4, 5, 6]], None, "row 0: card 1: -1 is not a code"),
        ([[6, 7, 8, 9, 10, 11, 12]], 6, "ace: top ace 6"),
        ([[6, 7, 8, 9, 10, 11, 12]] * 2, [0, -2], "row 1: top ace -2"),
        ([[6, 7, 8, 9, 10, 11, 12]], [0, 1], "one for each hand"),
        ([[6, 7, 8, 9, 10, 11, 12]], 0.5, "float64"),
        ([[6, 7, 8, 9, 10, 11, 12]], "K", "a suit, or one for each hand"),
    ],
)
def test_arrays_that_cannot_be(codes, ace, message):
    """A shape, type or top ace that cannot be is refused in words."""
    with pytest.raises(HandError, match=message):
        evaluate(codes, ace)


def test_discards_want_eight_cards():
    """Hands of 7 have nothing to discard."""
    with pytest.raises(HandError, match="8 are wanted"):
        discards([[6, 7, 8, 9, 10, 11, 12]])
