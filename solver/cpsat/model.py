"""A packing problem as a CP-SAT model, and what is asked of it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from solver.errors import InternalError, LimitError
from solver.packing import AtLeast, Choice, Gate, Packing

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_CARD_WEIGHT = 64
"""One loose point outweighs all loose cards of a hand: fewest points first, then fewest cards."""


class Model:
    """One packing problem as a CP-SAT model; a method per constraint.

    Parameters
    ----------
    packing : Packing
        The problem.
    limit : float
        Most deterministic time.
    aim : bool
        Whether to look for the best choice; else for any that the constraints allow.
    exact : bool
        Whether each choice is to be met once only: for enumeration.
    """

    def __init__(self, packing: Packing, limit: float, *, aim: bool = True, exact: bool = False) -> None:
        self.packing = packing
        self.limit = limit
        self.exact = exact
        self.model = _model_class()()
        self.tagged: dict[str, list[Any]] = defaultdict(list)
        self.copies = [packing.copies(candidate) for candidate in packing.candidates]
        self.chosen = [self._variable(index) for index in range(len(packing.candidates))]
        self._respect_capacities()
        self._keep_limits()
        for gate in packing.gates:
            self._keep_gate(gate)
        if aim and packing.cover and packing.fewest:
            self.model.minimize(_total(self.tagged[packing.fewest]))
        elif aim and not packing.cover:
            self.model.maximize(self._saved())

    def _variable(self, index: int) -> "cp_model.IntVar":
        copies = self.copies[index]
        variable = self.model.new_bool_var("") if copies == 1 else self.model.new_int_var(0, copies, "")
        for tag in self.packing.candidates[index].tags:
            self.tagged[tag].append(variable)
        return variable

    def _respect_capacities(self) -> None:
        """Let no resource be used beyond its capacity, unless candidates may overlap."""
        if self.packing.shared:
            return
        users: list[list[tuple[int, int]]] = [[] for _ in self.packing.capacities]
        for index, candidate in enumerate(self.packing.candidates):
            for resource, amount in candidate.uses:
                users[resource].append((index, amount))
        for resource, least in self.packing.floors.items():
            variables = [self.chosen[index] for index, _ in users[resource]]
            self.model.add(_weighted(variables, [amount for _, amount in users[resource]]) >= least)
        for resource, pairs in enumerate(users):
            filled = self.packing.cover and resource not in self.packing.slack
            if pairs and (filled or len(pairs) > 1):
                self._respect(self.packing.capacities[resource], pairs, filled=filled)

    def _respect(self, capacity: int, pairs: list[tuple[int, int]], *, filled: bool) -> None:
        """Use a resource up, or at most up; where one candidate fills it, as a clause."""
        single = all(amount == capacity and self.copies[index] == 1 for index, amount in pairs)
        users = [self.chosen[index] for index, _ in pairs]
        if single and filled:
            self.model.add_exactly_one(users)
        elif single:
            self.model.add_at_most_one(users)
        else:
            used = _weighted(users, [amount for _, amount in pairs])
            self.model.add(used == capacity if filled else used <= capacity)

    def _keep_limits(self) -> None:
        for tag, most in self.packing.limits.items():
            if self.tagged[tag]:
                self.model.add(_total(self.tagged[tag]) <= most)
        for tag, count in self.packing.exactly.items():
            self.model.add(_total(self.tagged[tag]) == count)

    def _keep_gate(self, gate: Gate) -> None:
        """Make one alternative hold whenever a guarded candidate is chosen."""
        guarded = [] if gate.when is None else self.tagged[gate.when]
        if gate.when is not None and not guarded:
            return
        ways = [self._way(alternative) for alternative in gate.alternatives]
        if gate.when is None:
            self.model.add_bool_or(ways)
        else:
            # no more candidates are chosen than the hand has cards
            self.model.add(_total(guarded) <= self.packing.cards * _total(ways))

    def _way(self, alternative: tuple[AtLeast, ...]) -> "cp_model.IntVar":
        """Return a literal that implies every condition of one alternative.

        Where choices are enumerated it is true just then, so that each choice is met once.
        """
        way = self.model.new_bool_var("")
        if not self.exact:
            for condition in alternative:
                self.model.add(_total(self.tagged[condition.tag]) >= condition.count * way)
            return way
        met = []
        for condition in alternative:
            holds = self.model.new_bool_var("")
            total = _total(self.tagged[condition.tag])
            self.model.add(total >= condition.count).only_enforce_if(holds)
            self.model.add(total < condition.count).only_enforce_if(~holds)
            met.append(holds)
        self.model.add_bool_and(met).only_enforce_if(way)
        self.model.add_bool_or([way, *(~holds for holds in met)])
        return way

    def _saved(self) -> Any:
        """Return points and cards that are saved; where candidates overlap, what is covered counts once."""
        if self.packing.shared:
            covered = self._covered()
            savers, saved = list(covered.values()), [(self.packing.values[at], 1) for at in covered]
        else:
            savers = self.chosen
            saved = [(candidate.points, candidate.cards) for candidate in self.packing.candidates]
        return _weighted(savers, [points * _CARD_WEIGHT + cards for points, cards in saved])

    def exchange(self, held: Sequence[int], natural: Collection[int], size: int) -> None:
        """Choose groups of `size` cards, with as few cards as can be that are not held.

        Parameters
        ----------
        held : sequence of int
            How much of each resource the hand holds; the last one is the pool of wildcards.
        natural : collection of int
            Resources whose cards draw on the pool as well.
        size : int
            Cards in all groups.
        """
        candidates = self.packing.candidates
        self.model.add(_weighted(self.chosen, [candidate.cards for candidate in candidates]) == size)
        users: list[list[tuple[Any, int]]] = [[] for _ in held]
        for variable, candidate in zip(self.chosen, candidates, strict=True):
            for resource, amount in candidate.uses:
                users[resource].append((variable, amount))
        new = [self.model.new_int_var(0, size, "") for _ in held]
        for resource, pairs in enumerate(users):
            used = _weighted([variable for variable, _ in pairs], [amount for _, amount in pairs])
            self.model.add(new[resource] >= used - held[resource])
        # a natural wild card that is new is a new wildcard
        self.model.add(new[-1] >= _total([new[resource] for resource in natural]))
        self.model.minimize(_total([new[at] for at in range(len(held)) if at not in natural]))

    def fix(self, least: Choice) -> None:
        """Allow only what is as good as a best choice."""
        if not self.packing.cover:
            points, cards = self.packing.points - least.points, self.packing.cards - least.cards
            if self.packing.shared:
                self.model.add(self._saved() == points * _CARD_WEIGHT + cards)
            else:
                candidates = self.packing.candidates
                self.model.add(_weighted(self.chosen, [one.points for one in candidates]) == points)
                self.model.add(_weighted(self.chosen, [one.cards for one in candidates]) == cards)
        elif self.packing.fewest:
            count = sum(self.packing.fewest in self.packing.candidates[at].tags for at in least.chosen)
            self.model.add(_total(self.tagged[self.packing.fewest]) == count)

    def enumerate(self, most: int) -> tuple[tuple[Choice, ...], bool]:
        """Return the choices that the model allows, up to `most`, and whether these are all."""
        from ortools.sat.python import cp_model

        found: set[tuple[int, ...]] = set()

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(collector) -> None:
                found.add(tuple(int(collector.value(variable)) for variable in self.chosen))
                if len(found) > most:
                    collector.stop_search()

        solver = cp_model.CpSolver()
        _configure(solver, self.limit)
        solver.parameters.enumerate_all_solutions = True
        # there is nothing to bound: without the linear relaxation listing takes half the time
        solver.parameters.linearization_level = 0
        status = solver.solve(self.model, Collector())
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise LimitError.at("hand", f"not listed within {self.limit} units of deterministic time")
        choices = sorted((self._choice(list(counts)) for counts in found), key=lambda one: one.chosen)
        return tuple(choices[:most]), status == cp_model.OPTIMAL and len(found) <= most

    def _covered(self) -> dict[int, Any]:
        """Return a literal for each resource that can be covered: true only if a chosen candidate uses it."""
        users: dict[int, list[Any]] = defaultdict(list)
        for variable, candidate in zip(self.chosen, self.packing.candidates, strict=True):
            for resource, _ in candidate.uses:
                users[resource].append(variable)
        covered = {resource: self.model.new_bool_var("") for resource in users}
        for resource, variables in users.items():
            self.model.add_bool_or([*variables, ~covered[resource]])
            if self.exact:
                for variable in variables:
                    self.model.add_implication(variable, covered[resource])
        return covered

    def solve(self) -> Choice | None:
        """Solve with one worker, and accept a proof only."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        _configure(solver, self.limit)
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status == cp_model.MODEL_INVALID:
            raise InternalError(f"CP-SAT refused the model: {self.model.validate()}")
        if status != cp_model.OPTIMAL:
            raise LimitError.at("hand", f"not proved within {self.limit} units of deterministic time")
        return self._choice([int(solver.value(variable)) for variable in self.chosen])

    def _choice(self, counts: list[int]) -> Choice:
        chosen = tuple(index for index, count in enumerate(counts) for _ in range(count))
        candidates = [self.packing.candidates[index] for index in chosen]
        if self.packing.shared:
            covered = {resource for candidate in candidates for resource, _ in candidate.uses}
            points, cards = sum(self.packing.values[resource] for resource in covered), len(covered)
        else:
            points = sum(candidate.points for candidate in candidates)
            cards = sum(candidate.cards for candidate in candidates)
        return Choice(chosen, self.packing.points - points, self.packing.cards - cards)


@cache
def _model_class() -> type["cp_model.CpModel"]:
    """Return CpModel without its old camel-case aliases: making them is a third of a small model's time."""
    from ortools.sat.python import cp_model

    class LeanModel(cp_model.CpModel):  # type: ignore[misc, unused-ignore]
        def _add_pre_pep8_methods(self) -> None:
            pass

    return LeanModel


def _configure(solver: "cp_model.CpSolver", limit: float) -> None:
    """Set what measured best for these tiny models; the answer is the same on every machine."""
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 0
    parameters.cp_model_presolve = False
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.add_lp_constraints_lazily = False
    parameters.max_deterministic_time = limit


def _weighted(variables: list[Any], weights: list[int]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.weighted_sum(variables, weights)


def _total(variables: list[Any]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(variables)
