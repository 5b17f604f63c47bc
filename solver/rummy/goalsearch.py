"""Which cards to exchange so that a hand declares: all targets at a distance."""

from collections.abc import Sequence
from itertools import product

from solver.rummy.cards import JOKER
from solver.rummy.conditions import Conditions, held_together
from solver.rummy.goals import copies_in_play
from solver.rummy.groups import Meld
from solver.rummy.parts import BITS, PartSearch, State
from solver.rummy.rules import Rules
from solver.rummy.text import Hand

Need = tuple[tuple[int, ...], int]
"""Natural codes to take in, ascending, and the number of wildcards beside them."""


class GoalSearch(PartSearch):
    """What a hand of 13 cards may take in to declare.

    Parameters
    ----------
    hand : Hand
        The hand, the Wild Card and the decks.
    rules : Rules
        The rules.
    conditions : Conditions
        What a declaration has to meet beside them.
    most_steps : int
        Parts and groups tried after the first find that end a search; without a find, 20 times as many do.
    """

    def __init__(self, hand: Hand, rules: Rules, conditions: Conditions, most_steps: int) -> None:
        super().__init__(hand.codes, hand.wild.rank, hand.decks, rules)
        self.hand, self.conditions, self.most_steps = hand, conditions, most_steps
        self.copies = copies_in_play(hand.wild, hand.decks)
        self.found: dict[Need, tuple[Meld, ...]] = {}
        self._unseen_wilds = sum(
            self.copies[code] - self.held[code] for code in range(JOKER + 1) if self.wild[code]
        )

    def targets(self, distance: int) -> tuple[dict[Need, tuple[Meld, ...]], bool]:
        """Return what to take in at some distance, each with a goal, and whether that is all."""
        self.found = {}
        self.search(distance, 20 * self.most_steps)
        return self.found, not self.is_over

    def tell(self, state: State) -> None:
        """Add what the groups of some parts take in, where it is to be had."""
        for ways in product(*(part.ways for part in state.chosen)):
            self.steps += 1
            new = tuple(sorted(code for codes, _ in ways for code in codes))
            need = new, self.distance - len(new)
            if need not in self.found and self._is_to_be_had(need, state.kept):
                goal = tuple(meld for _, meld in ways)
                if held_together(goal, self.conditions, self.held, self.rank):
                    if not self.found:
                        # one card away there are few targets, so that all can be told
                        patience = self.most_steps * (5 if self.distance == 1 else 1)
                        self.limit = min(self.limit, self.steps + patience)
                    self.found[need] = goal
            if self.is_over:
                return

    def _is_to_be_had(self, need: Need, kept: int) -> bool:
        """Tell whether new cards are unseen, and the hand has none of them to spare."""
        new, wilds = need
        for code in new:
            held = self.held[code]
            if held + new.count(code) > self.copies[code] or held > (kept >> BITS * code & 7):
                return False
        return wilds <= self.free_wilds(new)

    def free_wilds(self, new: Sequence[int]) -> int:
        """Return how many wildcards are unseen beside some new cards."""
        return self._unseen_wilds - sum([self.wild[code] for code in new])
