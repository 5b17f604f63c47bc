"""Every stored rummy answer, by either road."""

import pytest
from cases import rummy_expectations

from solver.rummy.rules import parse_rules
from solver.rummy.solve import Solution, solve

EXPECTATIONS = rummy_expectations()


def answer_of(solution: Solution, expect: dict) -> dict:
    """Return what the solution says of the keys that a case expects."""
    values = {key: getattr(solution, key) for key in expect}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


@pytest.mark.parametrize("engine", ["auto", "cpsat"])
@pytest.mark.parametrize("rules", sorted({case[1] for case in EXPECTATIONS}))
def test_stored_answers(rules: str, engine: str) -> None:
    """Each stored hand has its stored answer under the rules that it names."""
    wrong = []
    for identifier, _, hand, wild, decks, expect in (case for case in EXPECTATIONS if case[1] == rules):
        solution = solve(hand, wild=wild, decks=decks, rules=parse_rules(rules), engine=engine)
        if answer_of(solution, expect) != expect:
            wrong.append((identifier, hand, wild, expect, answer_of(solution, expect)))
    assert wrong == []


def test_there_are_cases() -> None:
    """The stored cases are all there: a lost file would make the other tests pass."""
    assert len(EXPECTATIONS) > 900
