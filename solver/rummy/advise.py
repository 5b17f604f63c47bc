"""Advice for a turn: what to draw, what to let go, whether to pack, by exact counts of unseen cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from solver.advice import NextDraw, OpenCard, Recommendation, TwoDraws
from solver.errors import SolverError
from solver.recommend import RUMMY, choose_discard, choose_draw
from solver.rummy.cards import CODES, HAND_SIZE, NAMES
from solver.rummy.rules import Rules
from solver.rummy.solve import Solution, solve_hand

if TYPE_CHECKING:
    from solver.rummy.outlook import Outlook
    from solver.rummy.unseen import Position

MOST_HANDS = 2_000_000
"""Hands judged to look two draws ahead; where more would be needed, first draws are sampled."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A card of 14 that may go.

    Attributes
    ----------
    card : str
        The card.
    penalty : int
        Least loose points of the 13 cards kept.
    declare : bool
        Whether they are a declaration, the card being folded (R15).
    next : NextDraw
        What the next card from the stock brings to the cards kept.
    """

    card: str
    penalty: int
    declare: bool
    next: NextDraw

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "card": self.card,
            "penalty": self.penalty,
            "declare": self.declare,
            **self.next.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for one turn, in the words of the contract.

    Attributes
    ----------
    solution : Solution
        The hand as it is.
    players : int
        Players at the table.
    unseen : int
        Number of unseen cards: the decks less the hand, the Wild Card shown, the open card and those seen.
    stock : NextDraw or None
        For 13 cards, what a draw from the stock brings.
    open : OpenCard or None
        For 13 cards, what the open card brings, if it was told.
    discards : tuple of Discard or None
        For 14 cards, every discard, best first: those that declare, then by expected points after the next
        draw (with ``depth=2``, the next two), then points now, then canonical order.
    recommend : Recommendation
        What to do.
    """

    solution: Solution
    players: int
    unseen: int
    stock: NextDraw | None
    open: OpenCard | None
    discards: tuple[Discard, ...] | None
    recommend: Recommendation
    game: ClassVar[str] = "rummy"

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object: that of the hand, and the advice behind it."""
        found = {**self.solution.to_json(), "unseen": self.unseen}
        if self.discards is not None:
            found["discards"] = [discard.to_json() for discard in self.discards]
        else:
            found["stock"] = None if self.stock is None else self.stock.to_json()
            found["open"] = None if self.open is None else self.open.to_json()
        return {**found, "recommend": self.recommend.to_json(), "players": self.players}


def advise(
    hand: str | Sequence[int],
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
    players: int | None = None,
    depth: int = 1,
    most_hands: int = MOST_HANDS,
    seed: int = 0,
) -> Advice:
    """Advise on one turn.

    Parameters
    ----------
    hand : str or sequence of int
        13 cards at the start of the turn, or 14 after the draw.
    wild, decks, rules
        As for `solve`. Decks left out are the fewest that the players use and that hold all cards told (R13).
    open_card : str, optional
        The top card of the open pile.
    seen : str or sequence of int
        Further cards known to be gone.
    players : int, optional
        2 to 6; left out, 4, or 3 if one deck is named.
    depth : {1, 2}
        Draws to look ahead.
    most_hands : int
        Hands that may be judged for ``depth=2``; where more would be needed, first draws are sampled.
    seed : int
        Seed of that sample.

    Raises
    ------
    HandError
        With all defects of what was told.

    >>> turn = advise("KD 4S JC 4D 2D KS 6H QC TC 9H KC 3H AD", wild="KH", decks=1, open_card="6S")
    >>> turn.stock.declare_copies, turn.unseen, turn.open.penalty
    (8, 39, 3)
    """
    from solver.rummy.unseen import position_of

    rules = rules or Rules()
    if depth not in (1, 2):
        raise SolverError.at("depth", f"{depth} draws ahead; 1 or 2 are looked at")
    position = position_of(
        hand, wild=wild, decks=decks, rules=rules, open_card=open_card, seen=seen, players=players
    )
    turn = _Turn(position, rules, depth, most_hands, seed)
    return turn.before_draw() if len(position.hand.codes) == HAND_SIZE else turn.after_draw()


class _Turn:
    """One question."""

    def __init__(self, position: "Position", rules: Rules, depth: int, most_hands: int, seed: int) -> None:
        self.position = position
        self.rules = rules
        self.depth = depth
        self.most_hands = most_hands
        self.seed = seed
        self.unseen = sum(position.unseen)
        self.solution = solve_hand(position.hand, rules=rules)

    def before_draw(self) -> Advice:
        """Advise 13 cards: with the open card they are 14, and letting it go is the hand as it is."""
        codes, top = self.position.hand.codes, self.position.open
        if top is None:
            stock = self.discards(codes, self.depth)[0].next
            return self.advice(stock, None, None, choose_draw(stock, None, None, self.unseen, RUMMY))
        ways = self.discards(tuple(sorted((*codes, top))), 1)
        best = min(ways, key=lambda way: (not way.declare, way.penalty, way.next.points, CODES[way.card]))
        points = 0 if best.declare else best.penalty
        opened = OpenCard(NAMES[top], points, best.declare, best.card, best.next)
        if self.depth == 1:
            stock, later = next(way.next for way in ways if way.card == NAMES[top]), None
        else:
            stock = self.discards(codes, self.depth)[0].next
            later = 0.0 if best.declare else min(way.next.points for way in ways)
        return self.advice(stock, opened, None, choose_draw(stock, opened, later, self.unseen, RUMMY))

    def after_draw(self) -> Advice:
        """Advise 14 cards."""
        ways = self.discards(self.position.hand.codes, self.depth)
        ways.sort(key=lambda way: (not way.declare, way.next.points, way.penalty, CODES[way.card]))
        return self.advice(None, None, tuple(ways), choose_discard(ways, self.unseen, RUMMY))

    def advice(
        self,
        stock: NextDraw | None,
        opened: OpenCard | None,
        discards: tuple[Discard, ...] | None,
        recommend: Recommendation,
    ) -> Advice:
        """Put the answer together."""
        return Advice(self.solution, self.position.players, self.unseen, stock, opened, discards, recommend)

    def discards(self, codes: Sequence[int], depth: int) -> list[Discard]:
        """Return every discard of 14 cards in canonical order; for 13 cards a single one without a card."""
        from solver.rummy.exchange import Judge
        from solver.rummy.outlook import Outlook

        hand = self.position.hand
        outlook = Outlook(codes, self.position.unseen, Judge(self.rules, hand.wild.rank, hand.decks))
        penalties, declares = outlook.now.penalty[0].tolist(), outlook.now.declare[0].tolist()
        cards = [NAMES[drop[0]] if drop else "" for drop in outlook.now.drops]
        return [
            Discard(*way)
            for way in zip(cards, penalties, declares, self.next_draws(outlook, depth), strict=True)
        ]

    def next_draws(self, outlook: "Outlook", depth: int) -> list[NextDraw]:
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
