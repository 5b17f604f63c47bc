"""The packing problem and its CP-SAT adapter, without any card."""

import pytest

from solver import cpsat
from solver.errors import LimitError
from solver.packing import AtLeast, Candidate, Choice, Gate, Packing


def problem(*candidates: Candidate, capacities: tuple[int, ...] = (1, 1, 1, 1), **more: object) -> Packing:
    """Return a problem in which everything loose costs 10 points for 4 cards."""
    return Packing(capacities=capacities, candidates=candidates, points=10, cards=4, **more)  # type: ignore[arg-type]


def group(*resources: int, points: int, tag: str = "plain") -> Candidate:
    """Return a candidate that takes one of each resource."""
    return Candidate(tuple((resource, 1) for resource in resources), points, len(resources), frozenset({tag}))


def test_nothing_to_choose() -> None:
    """Without candidates everything is loose, and only an empty hand is covered."""
    assert cpsat.best(problem()) == Choice((), 10, 4)
    assert cpsat.best(problem(cover=True)) is None


def test_points_before_cards() -> None:
    """Fewest points decide, and fewest cards among equals."""
    rich, wide = group(0, points=5), group(0, 1, 2, points=4)
    assert cpsat.best(problem(rich, wide)) == Choice((0,), 5, 3)
    small, large = group(0, points=5), group(0, 1, points=5)
    assert cpsat.best(problem(small, large)) == Choice((1,), 5, 2)


def test_a_candidate_may_be_chosen_as_often_as_it_fits() -> None:
    """With two copies of everything one candidate serves twice."""
    pair = group(0, 1, points=2)
    assert cpsat.best(problem(pair, capacities=(2, 2))) == Choice((0, 0), 6, 0)


def test_a_resource_is_never_used_twice() -> None:
    """Candidates that overlap exclude each other, unless sharing is allowed."""
    first, second = group(0, 1, points=3), group(1, 2, points=4)
    assert cpsat.best(problem(first, second)) == Choice((1,), 6, 2)
    shared = problem(first, second, shared=True, values=(1, 2, 3, 4))
    assert cpsat.best(shared) == Choice((0, 1), 4, 1)


def test_cover_uses_everything_up_except_slack() -> None:
    """A cover leaves no card; a slack resource only bounds."""
    left, right = group(0, 1, points=1), group(2, 3, points=1)
    assert cpsat.best(problem(left, right, cover=True)) == Choice((0, 1), 8, 0)
    assert cpsat.best(problem(left, cover=True)) is None
    assert cpsat.best(problem(left, capacities=(1, 1, 5), slack=frozenset({2}), cover=True)) is not None


def test_gates_limits_and_exact_numbers() -> None:
    """A gate closes what it guards, a limit caps it, and an exact number is met."""
    plain, guarded = group(0, points=1), group(1, points=5, tag="guarded")
    gate = Gate("guarded", ((AtLeast("plain"),),))
    assert cpsat.best(problem(plain, guarded, gates=(gate,))) == Choice((0, 1), 4, 2)
    assert cpsat.best(problem(guarded, gates=(gate,))) == Choice((), 10, 4)
    assert cpsat.best(problem(plain, guarded, limits={"guarded": 0})) == Choice((0,), 9, 3)
    assert cpsat.best(problem(plain, guarded, exactly={"plain": 0})) == Choice((1,), 5, 3)
    assert cpsat.best(problem(plain, gates=(Gate(None, ((AtLeast("plain", 2),),)),))) is None


def test_a_gate_guards_a_candidate_that_is_chosen_twice() -> None:
    """A guarded candidate with several copies needs its gate as well."""
    twice = group(0, points=5, tag="guarded")
    gate = Gate("guarded", ((AtLeast("plain"),),))
    assert cpsat.best(problem(twice, capacities=(2, 1), gates=(gate,))) == Choice((), 10, 4)
    both = problem(twice, group(1, points=0), capacities=(2, 1), gates=(gate,))
    assert cpsat.best(both) == Choice((0, 0, 1), 0, 1)


def test_alternatives_of_a_gate() -> None:
    """One alternative of a gate is enough, and one must hold."""
    gate = Gate(None, ((AtLeast("a"), AtLeast("b")), (AtLeast("c"),)))
    a, b, c = (group(at, points=-1, tag=tag) for at, tag in enumerate("abc"))
    assert cpsat.best(problem(a, b, c, gates=(gate,))) == Choice((2,), 11, 3)
    assert cpsat.best(problem(a, b, gates=(gate,))) == Choice((0, 1), 12, 2)


def test_an_unproved_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the deterministic limit is hit, an error says so, and no answer is given."""
    monkeypatch.setattr(cpsat, "DETERMINISTIC_LIMIT", 0.0)
    pieces = [group(a, b, points=a + b) for a in range(8) for b in range(a)]
    with pytest.raises(LimitError, match="not proved"):
        cpsat.best(problem(*pieces, capacities=(1,) * 8))
