"""Packing problems solved by CP-SAT: the only module that imports ortools."""

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

from solver.errors import InternalError, LimitError
from solver.packing import AtLeast, Choice, Gate, Packing

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

DETERMINISTIC_LIMIT = 60.0
"""Most deterministic time a model may take (CP-SAT's own unit, the same on every machine).

A hand takes 0.001 or less; the limit only ends what would never end."""

_CARD_WEIGHT = 64
"""One loose point outweighs all loose cards of a hand: fewest points first, then fewest cards."""


def best(packing: Packing) -> Choice | None:
    """Return the choice that leaves the fewest loose points, then the fewest loose cards.

    Returns
    -------
    Choice or None
        None if it is proved that no choice meets the gates, limits and cover.

    Raises
    ------
    LimitError
        If neither was proved within the deterministic limit.
    """
    if packing.cover and not _every_card_has_a_group(packing):
        return None
    if not packing.candidates:
        return Choice((), packing.points, packing.cards)
    return _Model(packing).solve()


def _every_card_has_a_group(packing: Packing) -> bool:
    """Tell whether each resource is usable to its capacity at all: else no cover exists."""
    reach = [0] * len(packing.capacities)
    for candidate in packing.candidates:
        copies = packing.copies(candidate)
        for resource, amount in candidate.uses:
            reach[resource] += copies * amount
    needed = (index for index in range(len(reach)) if index not in packing.slack)
    return all(reach[index] >= packing.capacities[index] for index in needed)


class _Model:
    """One packing problem as a CP-SAT model; a method per constraint."""

    def __init__(self, packing: Packing) -> None:
        self.packing = packing
        self.model = _model_class()()
        self.tagged: dict[str, list[Any]] = defaultdict(list)
        self.copies = [packing.copies(candidate) for candidate in packing.candidates]
        self.chosen = [self._variable(index) for index in range(len(packing.candidates))]
        self._respect_capacities()
        self._keep_limits()
        for gate in packing.gates:
            self._keep_gate(gate)
        if not packing.cover:
            self._save_points_then_cards()

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
        """Return a literal that implies every condition of one alternative."""
        way = self.model.new_bool_var("")
        for condition in alternative:
            self.model.add(_total(self.tagged[condition.tag]) >= condition.count * way)
        return way

    def _save_points_then_cards(self) -> None:
        """Maximize what is saved; where candidates overlap, what is covered counts once."""
        if self.packing.shared:
            covered = self._covered()
            savers, saved = list(covered.values()), [(self.packing.values[at], 1) for at in covered]
        else:
            savers = self.chosen
            saved = [(candidate.points, candidate.cards) for candidate in self.packing.candidates]
        self.model.maximize(_weighted(savers, [points * _CARD_WEIGHT + cards for points, cards in saved]))

    def _covered(self) -> dict[int, Any]:
        """Return a literal for each resource that can be covered: true only if a chosen candidate uses it."""
        users: dict[int, list[Any]] = defaultdict(list)
        for variable, candidate in zip(self.chosen, self.packing.candidates, strict=True):
            for resource, _ in candidate.uses:
                users[resource].append(variable)
        covered = {resource: self.model.new_bool_var("") for resource in users}
        for resource, variables in users.items():
            self.model.add_bool_or([*variables, ~covered[resource]])
        return covered

    def solve(self) -> Choice | None:
        """Solve with one worker, and accept a proof only."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        _configure(solver)
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status == cp_model.MODEL_INVALID:
            raise InternalError(f"CP-SAT refused the model: {self.model.validate()}")
        if status != cp_model.OPTIMAL:
            raise LimitError.at(
                "hand", f"not proved within {DETERMINISTIC_LIMIT} units of deterministic time"
            )
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


def _configure(solver: "cp_model.CpSolver") -> None:
    """Set what measured best for these tiny models; the answer is the same on every machine."""
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 0
    parameters.cp_model_presolve = False
    parameters.max_deterministic_time = DETERMINISTIC_LIMIT


def _weighted(variables: list[Any], weights: list[int]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.weighted_sum(variables, weights)


def _total(variables: list[Any]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(variables)
