"""One question about a turn, answered step by step; see `solver.rummy.advise`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.advice import NextDraw, OpenCard, Recommendation, TwoDraws
from solver.recommend import RUMMY, choose_discard, choose_draw, points_words
from solver.rummy.advise import Advice, Discard, Pack
from solver.rummy.cards import CODES, NAMES
from solver.rummy.exchange import Judge
from solver.rummy.outlook import Outlook
from solver.rummy.rules import Rules
from solver.rummy.solve import Solution
from solver.rummy.spared import distances_after
from solver.rummy.staying import Stay
from solver.rummy.unseen import Position

_CLEAR = 0.975
_PROBABLE = 0.8


@dataclass(frozen=True, slots=True)
class Turn:
    """One question.

    Attributes
    ----------
    position : Position
        What the player sees.
    rules : Rules
        The rules.
    solution : Solution
        The hand as it is.
    depth : int
        Draws to look ahead.
    most_hands, seed : int
        For two draws ahead, see `Outlook.two_ahead`.
    """

    position: Position
    rules: Rules
    solution: Solution
    depth: int
    most_hands: int
    seed: int

    @property
    def unseen(self) -> int:
        """Number of unseen cards."""
        return sum(self.position.unseen)

    def before_draw(self, pack: Pack) -> Advice:
        """Advise 13 cards."""
        stock, opened, later = self._draws()
        recommend = choose_draw(stock, opened, later, self.unseen, RUMMY)
        if pack.stay is not None:
            recommend = _with_pack(recommend, pack, pack.stay)
        return Advice(self.solution, self.position.players, self.unseen, stock, opened, pack, None, recommend)

    def _draws(self) -> tuple[NextDraw, OpenCard | None, float | None]:
        """Return what the stock brings, what the open card brings, and that card and a draw after it.

        With the open card the hand has 14 cards, and letting it go is the hand as it is.
        """
        codes, top = self.position.hand.codes, self.position.open
        if top is None:
            return self.discards(codes, self.depth)[0].next, None, None
        ways = self.discards(tuple(sorted((*codes, top))), 1)
        best = min(ways, key=lambda way: (not way.declare, way.penalty, way.next.points, CODES[way.card]))
        points = 0 if best.declare else best.penalty
        opened = OpenCard(NAMES[top], points, best.declare, best.card, best.next)
        if self.depth == 1:
            return next(way.next for way in ways if way.card == NAMES[top]), opened, None
        later = 0.0 if best.declare else min(way.next.points for way in ways)
        return self.discards(codes, self.depth)[0].next, opened, later

    def after_draw(self, *, distances: bool) -> Advice:
        """Advise 14 cards."""
        ways = self.discards(self.position.hand.codes, self.depth)
        if distances:
            ways = self._with_distances(ways)
        ways.sort(key=lambda way: (not way.declare, way.next.points, way.penalty, CODES[way.card]))
        recommend = choose_discard(ways, self.unseen, RUMMY)
        return Advice(
            self.solution, self.position.players, self.unseen, None, None, None, tuple(ways), recommend
        )

    def discards(self, codes: Sequence[int], depth: int) -> list[Discard]:
        """Return every discard of 14 cards in canonical order; for 13 cards a single one without a card."""
        hand = self.position.hand
        judge = Judge(self.rules, hand.wild.rank, hand.decks, self.solution.engine)
        outlook = Outlook(codes, self.position.unseen, judge)
        penalties, declares = outlook.now.penalty[0].tolist(), outlook.now.declare[0].tolist()
        cards = [NAMES[drop[0]] if drop else "" for drop in outlook.now.drops]
        return [
            Discard(*way)
            for way in zip(cards, penalties, declares, self._next_draws(outlook, depth), strict=True)
        ]

    def _with_distances(self, ways: Sequence[Discard]) -> list[Discard]:
        """Return discards with their distance; copies that are left are respected up to one card."""
        near = [0 if way.declare else 1 if way.next.declare_copies else 2 for way in ways]
        if min(near) == 2:  # else each other discard is one exchange farther at most
            hand = self.position.hand
            found = distances_after(hand.codes, hand.wild.rank, hand.decks, self.rules)
            near = [max(2, found[CODES[way.card]]) for way in ways]
        return [replace(way, distance=distance) for way, distance in zip(ways, near, strict=True)]

    def _next_draws(self, outlook: Outlook, depth: int) -> list[NextDraw]:
        """Return what the next draws bring, by discard."""
        twos: list[TwoDraws] | list[None] = [None] * len(outlook.now.drops)
        if depth == 2:
            twos = outlook.two_ahead(most_hands=self.most_hands, seed=self.seed)
        return [
            NextDraw(
                ahead.total / self.unseen,
                ahead.copies,
                ahead.copies / self.unseen,
                tuple(NAMES[code] for code in ahead.codes),
                two,
            )
            for ahead, two in zip(outlook.ahead(), twos, strict=True)
        ]


def _with_pack(draw: Recommendation, pack: Pack, stay: Stay) -> Recommendation:
    """Return the recommendation with packing weighed against staying."""
    staying = (
        f"staying costs {stay.expected_points:.1f} ± {1.96 * stay.error:.1f} points on average over "
        f"{stay.rounds:,} rounds ({100 * stay.won:.0f} % won)"
    )
    sure = pack.confidence or 0.0
    how = "clearly" if sure >= _CLEAR else "probably" if sure >= _PROBABLE else "perhaps"
    packing = f"a pack {points_words(pack.cost)}"
    if pack.better == "pack":
        why = f"{packing}, {staying}: packing is {how} better; if you stay, {draw.why}"
        return Recommendation("pack", None, why, draw.choices)
    return replace(draw, why=f"{draw.why}; {staying}, {packing}: staying is {how} better")
