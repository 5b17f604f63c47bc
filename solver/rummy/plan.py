"""What sequences amount to on the way to a declaration, under some rules: states, and how they add (R6)."""

from dataclasses import dataclass
from functools import lru_cache

from solver.rummy.groups import longest_run
from solver.rummy.rules import Rules


@dataclass(frozen=True, slots=True, order=True)
class State:
    """What sequences amount to together.

    Attributes
    ----------
    size : int
        Cards in them.
    count : int
        How many there are, 2 for two or more.
    pure : int
        1 if one of them is set aside to be pure.
    long : int
        1 if one has four cards or more, where that matters (``span=life4``); or see `_spanning_steps`.
    """

    size: int = 0
    count: int = 0
    pure: int = 0
    long: int = 0

    def __add__(self, other: "State") -> "State":
        return State(
            self.size + other.size,
            min(2, self.count + other.count),
            self.pure | other.pure,
            self.long | other.long,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The states that matter under some rules, and how they add.

    Attributes
    ----------
    steps : dict of (int, int) to tuple of State
        By length and purity of a sequence, what it may count as.
    states : tuple of State
        Every state on the way to a goal.
    goals : dict of int to tuple of int
        By number of cards in sets, the states that make a declaration with them (R6).
    sums : tuple of (int, int, int)
        States that add up: indices of two and of their sum.
    """

    steps: dict[tuple[int, int], tuple[State, ...]]
    states: tuple[State, ...]
    goals: dict[int, tuple[int, ...]]
    sums: tuple[tuple[int, int, int], ...]

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """Length and purity of the sequences."""
        return tuple(self.steps)

    def after(self, length: int, pure: int) -> list[tuple[int, int]]:
        """Return ``(state, next state)`` for one more sequence."""
        index = {state: at for at, state in enumerate(self.states)}
        return [
            (at, index[state + step])
            for step in self.steps.get((length, pure), ())
            for at, state in enumerate(self.states)
            if state + step in index and _may_meet(state, step)
        ]


def cuts_short(rules: Rules) -> bool:
    """Tell whether every declaration cuts into sequences of 3 and 4 cards (R6).

    Under ``span=6-7`` it does, if each piece of a longer one has naturals enough: not with two in each, nor
    with more than two wildcards.
    """
    return rules.span == "6-7" and rules.min_natural == "1" and rules.max_wild != "any"


@lru_cache(maxsize=16)
def plan_of(rules: Rules) -> Plan:
    """Return the states of the rules."""
    steps = _spanning_steps(rules) if rules.span == "6-7" and not cuts_short(rules) else _steps(rules)
    set_sizes = (3, 4) if rules.sets == "distinct" else (3,)
    rests = {0, *set_sizes, *(a + b for a in set_sizes for b in set_sizes)}
    reached = {State()}
    while True:
        every = {step for several in steps.values() for step in several}
        more = {state + step for state in reached for step in every if _may_meet(state, step)}
        more = {state for state in more if state.size <= 13} - reached
        if not more:
            break
        reached |= more
    states = tuple(sorted(reached))
    index = {state: at for at, state in enumerate(states)}
    goals = {
        rest: tuple(
            at
            for at, state in enumerate(states)
            if state.size == 13 - rest and state.count == 2 and state.pure and _is_spanned(state, rules)
        )
        for rest in sorted(rests)
    }
    sums = tuple(
        (index[a], index[b], index[a + b])
        for a in states
        for b in states
        if a + b in index and a.pure + b.pure < 2 and _may_meet(a, b)
    )
    return Plan(steps, states, goals, sums)


def _steps(rules: Rules) -> dict[tuple[int, int], tuple[State, ...]]:
    """Return the steps where two sequences span enough whatever they are, or if one is long."""
    lengths = (3, 4) if cuts_short(rules) else range(3, longest_run(rules) + 1)
    long = 4 if rules.span == "life4" else 14
    return {
        (length, pure): (State(length, 1, pure, int(length >= long)),)
        for length in lengths
        for pure in (0, 1)
    }


_PURE_OF_FOUR, _SECOND_OF_FOUR, _SPANNING = 1, 2, 4


def _spanning_steps(rules: Rules) -> dict[tuple[int, int], tuple[State, ...]]:
    """Return the steps where a pure sequence and a second are set aside, which span 6 or 7 cards.

    They alone are counted, and `long` holds which of them has four cards.
    """
    steps: dict[tuple[int, int], tuple[State, ...]] = {}
    for length in range(3, longest_run(rules) + 1):
        plain = State(length, 0, 0, _SPANNING)
        second = State(length, 1, 0, _SPANNING | _SECOND_OF_FOUR * (length == 4))
        steps[length, 0] = (plain, second) if length <= 4 else (plain,)
        if length <= 4:
            steps[length, 1] = (State(length, 1, 1, _SPANNING | _PURE_OF_FOUR * (length == 4)),)
    return steps


def _may_meet(a: State, b: State) -> bool:
    """Tell whether at most one pure and one second sequence are set aside where that matters."""
    if not a.long & b.long & _SPANNING:
        return True
    return a.pure + b.pure < 2 and (a.count - a.pure) + (b.count - b.pure) < 2


def _is_spanned(state: State, rules: Rules) -> bool:
    """Tell whether the sequences span what the rules ask (R6)."""
    if state.long & _SPANNING:
        return state.long != _SPANNING | _PURE_OF_FOUR | _SECOND_OF_FOUR
    return bool(state.long) == (rules.span == "life4")
