"""One hand, exactly, in plain Python: the road that waits for no table and imports no solver.

The four suits are joined over the shared wildcards, and trios are tried in front of that where they can
count. A cost is 16 for a loose point and 1 for a loose card (see `suits`).
"""

from functools import lru_cache

from solver.rummy.cards import HAND_SIZE, JOKER
from solver.rummy.groups import Found, Kind, Meld
from solver.rummy.joins import Keys, covering_of, joined_cost, sequences_of
from solver.rummy.lanes import BOTH, PURE, Second, gates_of
from solver.rummy.rules import Rules
from solver.rummy.runs import Run
from solver.rummy.suits import IMPOSSIBLE, Suits, cost_of, suits_of
from solver.rummy.triooptions import Option, fits, options_of, without


def find(codes: tuple[int, ...], wild: int, rules: Rules) -> Found:
    """Solve a hand of 13 cards, or of 14 before the fold (R15).

    Parameters
    ----------
    codes : tuple of int
        13 or 14 codes, ascending.
    wild : int
        The wild rank, or -1.
    rules : Rules
        Every option is held, with any number of wildcards.

    >>> from solver.rummy.cards import CODES
    >>> hand = tuple(sorted(CODES[name] for name in "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C".split()))
    >>> sorted(meld.size for meld in find(hand, 7, Rules()).least)
    [3, 4]
    """
    rules = rules_of(rules)
    if len(codes) == HAND_SIZE:
        walk = _Walk(codes, wild, rules)
        return Found(walk.least(IMPOSSIBLE)[1], walk.declaration())
    return _find_fold(codes, wild, rules)


def declares(codes: tuple[int, ...], wild: int, rules: Rules) -> bool:
    """Tell whether 13 cards declare; see `find`."""
    return _Walk(codes, wild, rules_of(rules)).declaration() is not None


def least(codes: tuple[int, ...], wild: int, rules: Rules) -> tuple[Meld, ...]:
    """Return the least arrangement of 13 cards; see `find`."""
    return _Walk(codes, wild, rules_of(rules)).least(IMPOSSIBLE)[1]


def _find_fold(codes: tuple[int, ...], wild: int, rules: Rules) -> Found:
    """Solve 14 cards by each card that may go; of equal discards the first goes."""
    bound, discard = IMPOSSIBLE, codes[0]
    least: tuple[Meld, ...] = ()
    folds: list[int] = []
    declaration: tuple[Meld, ...] | None = None
    for place in (place for place in range(len(codes)) if codes[place] != codes[place - 1]):
        walk = _Walk(codes[:place] + codes[place + 1 :], wild, rules)
        cost, melds = walk.least(bound)
        if cost < bound:
            bound, least, discard = cost, melds, codes[place]
        if (found := walk.declaration()) is not None:
            folds.append(codes[place])
            declaration = declaration or found
    return Found(least, declaration, discard, tuple(folds))


@lru_cache(maxsize=64)
def rules_of(rules: Rules) -> Rules:
    """Return the rules with every option that does not concern the groups of a hand at its default."""
    default = Rules()
    return Rules(
        wild_natural=rules.wild_natural,
        max_wild=rules.max_wild,
        min_natural=rules.min_natural,
        sets=rules.sets,
        identical=rules.identical,
        span=rules.span,
        max_trios=rules.max_trios,
        life_gate=rules.life_gate,
        trio_gate=rules.trio_gate,
        cap=default.cap,
    )


class _Walk:
    """The search of one hand of 13 cards."""

    def __init__(self, codes: tuple[int, ...], wild: int, rules: Rules) -> None:
        self.rules = rules
        self.wild = wild
        self.pool = sum(code == JOKER or code % 13 == wild for code in codes)
        keys = [0, 0, 0, 0]
        cost = self.pool
        for code in codes:
            if code != JOKER and (code % 13 != wild or rules.wild_natural == "yes"):
                keys[code // 13] += 1 << code % 13 * 2
                cost += cost_of(code % 13, wild)
        self.keys: Keys = (keys[0], keys[1], keys[2], keys[3])
        self.all_loose = cost
        self.gates = gates_of(rules)
        self._options: list[Option] | None = None
        self._goal = IMPOSSIBLE
        self._wins = False
        self._costs: dict[tuple[Keys, int], int] = {}

    def suits(self, second: Second) -> Suits:
        """Return the suits' memory; narrow where few wildcards are held."""
        width = next(width for width in (3, 8, HAND_SIZE + 1) if self.pool < width)
        return suits_of(self.rules, self.wild, second, width)

    def options(self) -> list[Option]:
        """Return every trio that the hand could hold, those that can save most first."""
        if self._options is None:
            self._options = sorted(self._in_order(), key=lambda option: -option.gain)
        return self._options

    def _in_order(self) -> list[Option]:
        """Return every trio that the hand could hold, by rank, then those with fewer wildcards first."""
        kinds: list[Option] = []
        for rank in range(13):
            counts = tuple([key >> 2 * rank & 3 for key in self.keys])
            if any(counts):
                kinds.extend(options_of(counts, rank, rank == self.wild, self.rules))
        return [option for option in kinds if option.pool <= self.pool]

    def least(self, bound: int) -> tuple[int, tuple[Meld, ...]]:
        """Return the least cost and an arrangement that has it, or `bound` and any if it is no less."""
        gates = self.gates
        base = self.suits(gates.base_second)
        rows = [base.row(key) for key in self.keys]
        cost = joined_cost(rows, gates.base, self.pool)
        bare = cost >= IMPOSSIBLE  # the life gate stays shut: nothing counts (R8)
        self._goal = min(bound, self.all_loose if bare else cost)
        self._wins = False
        if self._goal and self.options():
            self._try_trios()
        if self._wins:
            keys, pool, options = self._first_best()
            sequences = sequences_of(self.suits(gates.trio_second), keys, gates.trio, pool)
            return self._goal, self._melds(sequences, options)
        if bare or self._goal < cost:
            return self._goal, ()
        return cost, self._melds(sequences_of(base, self.keys, gates.base, self.pool), ())

    def _try_trios(self) -> None:
        suits = self.suits(self.gates.trio_second)
        rows = [suits.row(key) for key in self.keys]
        cost = joined_cost(rows, self.gates.trio, self.pool)
        if cost < IMPOSSIBLE:
            self._extend(suits, self.keys, self.pool, cost, 0, ())

    def _extend(
        self, suits: Suits, keys: Keys, pool: int, cost: int, first: int, chosen: tuple[Option, ...]
    ) -> None:
        """Try one more trio in front of a hand of some cost, and then more of those not tried before.

        A trio saves no more than its gain, as its cards could be laid back loose.
        """
        options = self.options()
        more = self.gates.most_trios - len(chosen) - 1
        for index in range(first, len(options)):
            option = options[index]
            if cost - option.gain * (1 + more) >= self._goal:
                break  # those that follow save no more
            if option.pool > pool or not fits(keys, option):
                continue
            rest = without(keys, option)
            left = pool - option.pool
            new = self._cost(suits, rest, left)
            if new < self._goal:
                self._goal = new
                self._wins = True
            if more and new < IMPOSSIBLE:
                self._extend(suits, rest, left, new, index, (*chosen, option))

    def _cost(self, suits: Suits, keys: Keys, pool: int) -> int:
        """Return the least cost of what trios leave, in their lane, remembered."""
        cost = self._costs.get((keys, pool))
        if cost is None:
            cost = joined_cost([suits.row(key) for key in keys], self.gates.trio, pool)
            self._costs[keys, pool] = cost
        return cost

    def _first_best(self) -> tuple[Keys, int, tuple[Option, ...]]:
        """Return the fewest trios, and of those the first in order, that reach the goal, and what they leave.

        So a hand is laid out the same, alone or among many (see `gains`).
        """
        options = self._in_order()
        most = max(option.gain for option in options)
        suits = self.suits(self.gates.trio_second)
        for number in range(1, self.gates.most_trios + 1):
            found = self._reaching(suits, options, most, (self.keys, self.pool, ()), 0, number)
            if found is not None:
                return found
        raise AssertionError("a goal is reached")

    def _reaching(
        self,
        suits: Suits,
        options: list[Option],
        most: int,
        state: tuple[Keys, int, tuple[Option, ...]],
        first: int,
        number: int,
    ) -> tuple[Keys, int, tuple[Option, ...]] | None:
        """Return the first `number` trios more that reach the goal; none saves more than `most`."""
        keys, pool, chosen = state
        cost = self._cost(suits, keys, pool)
        for index in range(first, len(options)):
            option = options[index]
            if (
                cost - option.gain - most * (number - 1) > self._goal
                or option.pool > pool
                or not fits(keys, option)
            ):
                continue
            after = without(keys, option), pool - option.pool, (*chosen, option)
            if number == 1:
                if self._cost(suits, *after[:2]) == self._goal:
                    return after
            elif (found := self._reaching(suits, options, most, after, index, number - 1)) is not None:
                return found
        return None

    def declaration(self) -> tuple[Meld, ...] | None:
        """Return a declaration (R6, R7), or None."""
        suits = self.suits("any")
        rows = [suits.row(key) for key in self.keys]
        if all(row[PURE] is None for row in rows):
            return None
        return self._declare(suits, self.keys, self.pool, 0, ())

    def _declare(
        self, suits: Suits, keys: Keys, pool: int, first: int, chosen: tuple[Option, ...]
    ) -> tuple[Meld, ...] | None:
        """Look for a declaration with the chosen trios and at most two in all: there is no room for more.

        The cost with two sequences is the least that stays loose, so it has to fall to nothing.
        """
        cost = joined_cost([suits.row(key) for key in keys], BOTH, pool)
        if cost == 0:
            runs = covering_of(suits, keys, pool, self.rules)
            if runs is not None:
                return self._melds(runs, chosen)
        more = 2 - len(chosen)
        options = self.options()
        for index in range(first, len(options) if more else 0):
            option = options[index]
            if cost > option.gain * more:
                break
            if option.pool <= pool and fits(keys, option):
                rest = without(keys, option)
                found = self._declare(suits, rest, pool - option.pool, index, (*chosen, option))
                if found is not None:
                    return found
        return None

    def _melds(self, runs: list[tuple[int, Run]], options: tuple[Option, ...]) -> tuple[Meld, ...]:
        """Return the groups in canonical order."""
        melds = [
            Meld("pure" if run.pure else "impure", tuple(suit * 13 + rank for rank in run.ranks), run.wilds)
            for suit, run in runs
        ]
        used = [code for meld in melds for code in meld.naturals]
        kind: Kind = "set" if self.rules.sets == "distinct" else "trio"
        for option in options:
            trio = Meld(kind, tuple(suit * 13 + option.rank for suit in option.trio.suits), option.trio.wilds)
            used.extend(trio.naturals)
            melds.append(trio)
        if self.rules.identical == "pure" and self.rules.sets == "trio":
            melds = [self._identical(meld, used) for meld in melds]
        return tuple(sorted(melds, key=lambda meld: meld.order))

    def _identical(self, meld: Meld, used: list[int]) -> Meld:
        """Return two identical wild-rank cards with a wildcard as three identical, if the third is at hand.

        The wildcard could be that third card, and then the three are no trio but a pure sequence (R5).
        """
        first = meld.naturals[0]
        if meld.kind != "trio" or meld.naturals != (first, first) or first % 13 != self.wild:
            return meld
        held = self.keys[first // 13] >> first % 13 * 2 & 3
        return Meld("pure", (first,) * 3) if held == 3 and used.count(first) == 2 else meld
