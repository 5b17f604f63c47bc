"""What sequences amount to on the way to a declaration, under some rules: states, and how they add (R6)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

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
        1 if one has four cards or more, where that matters (``span=life4``).
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
    runs : tuple of (int, int)
        Length and purity of a sequence.
    states : tuple of State
        Every state on the way to a goal.
    goals : dict of int to tuple of int
        By number of cards in sets, the states that make a declaration with them (R6).
    sums : tuple of (int, int, int)
        States that add up: indices of two and of their sum.
    """

    runs: tuple[tuple[int, int], ...]
    states: tuple[State, ...]
    goals: dict[int, tuple[int, ...]]
    sums: tuple[tuple[int, int, int], ...]

    def after(self, length: int, pure: int) -> list[tuple[int, int]]:
        """Return ``(state, next state)`` for one more sequence."""
        step = self.step(length, pure)
        index = {state: at for at, state in enumerate(self.states)}
        return [(at, index[state + step]) for at, state in enumerate(self.states) if state + step in index]

    def step(self, length: int, pure: int) -> State:
        """Return the state of a single sequence."""
        long = int(length >= 4 and any(state.long for state in self.states))
        return State(length, 1, pure, long)


@lru_cache(maxsize=16)
def plan_of(rules: Rules) -> Plan:
    """Return the states of the rules.

    Under ``span=6-7`` a declaration cuts into sequences of 3 and 4 cards (R6).
    """
    lengths = (3, 4) if rules.span == "6-7" else range(3, longest_run(rules) + 1)
    uses_long = rules.span == "life4"
    set_sizes = (3, 4) if rules.sets == "distinct" else (3,)
    rests = {0, *set_sizes, *(a + b for a in set_sizes for b in set_sizes)}
    reached = {State()}
    while True:
        more = {
            state + State(length, 1, pure, int(uses_long and length >= 4))
            for state in reached
            for length, pure in product(lengths, (0, 1))
        }
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
            if state.size == 13 - rest and state.count == 2 and state.pure and state.long == uses_long
        )
        for rest in sorted(rests)
    }
    sums = tuple(
        (index[a], index[b], index[a + b])
        for a in states
        for b in states
        if a + b in index and a.pure + b.pure < 2
    )
    runs = tuple((length, pure) for length in lengths for pure in (0, 1))
    return Plan(runs, states, goals, sums)
