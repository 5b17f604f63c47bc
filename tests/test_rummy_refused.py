"""Hands in bulk that cannot be (R13): marked, and without a trace in the answers of the others."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import HandError
from solver.rummy.cards import JOKER
from solver.rummy.evaluate import evaluate
from solver.rummy.rules import Rules, override
from solver.rummy.tables import bulk, readings
from solver.rummy.tables.encode import fewest_of

COUNT = 3_000


def codes_of(decks: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return hands dealt from more decks than there are, some full of jokers, some with codes of no card."""
    pack = np.repeat(np.arange(54) % 53, decks + 1).astype(np.uint8)  # a joker more of each deck
    hands = np.stack([rng.permutation(pack)[:13] for _ in range(COUNT)])
    hands[: COUNT // 3] = hands[: COUNT // 3] % 20  # copies are many among few cards
    hands[::50, : 2 * decks + 2] = JOKER
    hands[7::90, 4] = 200
    return hands


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("ranks", ["none", "one", "each"])
@pytest.mark.parametrize("natural", ["yes", "no"])
def test_marked_and_left_out(decks: int, ranks: str, natural: str) -> None:
    """What the decks do not hold is marked; the other hands are answered as without it."""
    rng = np.random.default_rng(decks)
    codes = codes_of(decks, rng)
    wild = {"none": np.int8(-1), "one": np.int8(7), "each": rng.integers(-1, 13, COUNT).astype(np.int8)}[
        ranks
    ]
    rules = override(Rules(), [f"wild_natural={natural}"])
    expected = fewest_of(codes, np.full(COUNT, 255, np.uint8)) > decks
    expected |= (codes > JOKER).any(axis=1)
    good = np.flatnonzero(~expected)
    assert 0 < len(good) < COUNT
    some = wild if wild.ndim == 0 else wild[good]
    right = evaluate(codes[good], some, decks, rules)
    for answers in (readings.answers, bulk.answers):
        refused = np.zeros(COUNT, np.bool_)
        found = answers(codes, wild, decks, rules, declaring=True, refused=refused)
        assert refused.tolist() == expected.tolist()
        assert found.declare[good].tolist() == right.declare.tolist()
        assert found.loss[good].tolist() == right.penalty.tolist()
        with pytest.raises(HandError, match="row"):
            answers(codes, wild, decks, rules, declaring=True)


def test_few_hands_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tables are not worth while, all hands are answered one by one but those that cannot be."""
    codes = codes_of(1, np.random.default_rng(5))[:40]
    refused = np.zeros(len(codes), np.bool_)
    with monkeypatch.context() as patch:
        patch.setattr(bulk, "worth_it", lambda *_: False)
        found = bulk.answers(codes, 3, 1, Rules(), declaring=True, refused=refused)
    good = np.flatnonzero(~refused)
    assert 0 < len(good) < len(codes)
    right = evaluate(codes[good], 3, 1)
    assert found.declare[good].tolist() == right.declare.tolist()
    assert found.loss[good].tolist() == right.penalty.tolist()
