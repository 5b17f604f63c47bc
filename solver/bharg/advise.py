"""Advice for a turn of Bharg: what to draw and what to let go, by exact counts of unseen cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, overload

from solver.advice import NextDraw, OpenCard, Recommendation, TwoDraws
from solver.bharg.cards import CODES, HAND_SIZE, NAMES, SUITS
from solver.bharg.rules import Rules
from solver.bharg.solve import Solution, solve_hand, top_after
from solver.recommend import BHARG, check_depth, choose_discard, choose_draw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.bharg.advise_many import Advices
    from solver.bharg.gifts import Gift
    from solver.bharg.outlook import Ahead
    from solver.bharg.unseen import Position

MOST_HANDS = 2_000_000
"""Hands of 8 judged to look two draws ahead; where more would be needed, first draws are sampled."""

OPPONENTS = 2_000
"""Random hands of the opponent that tell what a discard hands over."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A card of 8 that may go.

    Attributes
    ----------
    card : str
        The card.
    penalty : int
        Least unbound points of the 7 cards kept (B6, B7).
    declare : bool
        Whether all of them are bound.
    ace : str or None
        The suit on top of the Ace Pile after the discard (B6).
    next : NextDraw
        What the next card from the deck brings to the cards kept.
    gift : Gift or None
        What the discard hands the opponent, if the open card or cards seen were told; an estimate.
    """

    card: str
    penalty: int
    declare: bool
    ace: str | None
    next: NextDraw
    gift: "Gift | None"

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "card": self.card,
            "penalty": self.penalty,
            "declare": self.declare,
            **self.next.to_json(),
            "ace": self.ace,
            "gift": None if self.gift is None else self.gift.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for one turn, in the words of the contract.

    Attributes
    ----------
    solution : Solution
        The hand as it is.
    unseen : int
        Number of unseen cards: the deck less the hand, the top ace, the open card and those seen.
    stock : NextDraw or None
        For 7 cards, what a draw from the deck brings.
    open : OpenCard or None
        For 7 cards, what the open card brings, if it was told.
    discards : tuple of Discard or None
        For 8 cards, every discard, best first: those that bind all, then by expected points after the next
        draw (with ``depth=2``, the next two), then points now, then canonical order.
    recommend : Recommendation
        What to do.
    """

    solution: Solution
    unseen: int
    stock: NextDraw | None
    open: OpenCard | None
    discards: tuple[Discard, ...] | None
    recommend: Recommendation
    game: ClassVar[str] = "bharg"

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object: that of the hand, and the advice behind it."""
        found = {**self.solution.to_json(), "unseen": self.unseen}
        if self.discards is not None:
            found["discards"] = [discard.to_json() for discard in self.discards]
        else:
            found["stock"] = None if self.stock is None else self.stock.to_json()
            found["open"] = None if self.open is None else self.open.to_json()
            found["pack"] = None
        return {**found, "recommend": self.recommend.to_json()}


@overload
def advise(
    hand: "NDArray[np.uint8]",
    *,
    ace: "ArrayLike | None" = None,
    deck: str | None = None,
    rules: Rules | None = None,
    open_card: "ArrayLike | None" = None,
    seen: Sequence[int] = (),
) -> "Advices": ...


@overload
def advise(
    hand: str | Sequence[int],
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
    depth: int = 1,
    most_hands: int = MOST_HANDS,
    seed: int = 0,
    engine: str = "auto",
) -> Advice: ...


def advise(hand: Any, **asked: Any) -> Any:
    """Advise on one turn, or on many; see `advise_one`, and `solver.bharg.advise_many` for arrays.

    >>> turn = advise("2MK 2SY 2WL 4YK 5YK 9MS 7SK", ace="K", open_card="6MW")
    >>> turn.stock.declare_copies, turn.unseen, turn.open.penalty
    (7, 27, 2)
    """
    if getattr(hand, "ndim", 1) == 1:
        return advise_one(hand if isinstance(hand, str) else list(hand), **asked)
    from solver.bharg.advise_many import advise_many

    return advise_many(hand, **{name: value for name, value in asked.items() if value is not None})


def advise_one(
    hand: str | Sequence[int],
    *,
    ace: str | int | None = None,
    deck: str | None = None,
    rules: Rules | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
    depth: int = 1,
    most_hands: int = MOST_HANDS,
    seed: int = 0,
    engine: str = "auto",
) -> Advice:
    """Advise on one turn.

    Parameters
    ----------
    hand : str or sequence of int
        7 cards at the start of the turn, or 8 after the draw.
    ace, rules, engine
        As for `solve`; CP-SAT looks one draw ahead.
    deck : str, optional
        The deck in play; left out, the basic one with the kinds of extras seen (B8).
    open_card : str, optional
        The top card of the ordinary discard pile.
    seen : str or sequence of int
        Further cards known to be gone.
    depth : {1, 2}
        Draws to look ahead.
    most_hands : int
        Hands that may be judged for ``depth=2``; where more would be needed, first draws are sampled.
    seed : int
        Seed of that sample, and of the random hands of the opponent.

    Raises
    ------
    HandError
        With all defects of what was told.
    """
    from solver.bharg.unseen import position_of

    check_depth(depth, engine)
    position = position_of(hand, ace=ace, deck=deck, open_card=open_card, seen=seen)
    solution = solve_hand(position.hand, rules=rules or Rules(), engine=engine)
    turn = _Turn(position, rules or Rules(), solution, depth, most_hands, seed)
    return turn.before_draw() if len(position.hand.codes) == HAND_SIZE else turn.after_draw()


@dataclass(frozen=True, slots=True)
class _Turn:
    """One question."""

    position: "Position"
    rules: Rules
    solution: Solution
    depth: int
    most_hands: int
    seed: int

    @property
    def unseen(self) -> int:
        """Number of unseen cards."""
        return len(self.position.unseen)

    def before_draw(self) -> Advice:
        """Advise 7 cards: with the open card they are 8, and letting it go is the hand as it is."""
        codes, top = self.position.hand.codes, self.position.open
        stock = self.next_draws(codes, self.depth)[0]
        if top is None:
            recommend = choose_draw(stock, None, None, self.unseen, BHARG)
            return Advice(self.solution, self.unseen, stock, None, None, recommend)
        ways = self.discards(tuple(sorted((*codes, top))), 1)
        best = min(ways, key=lambda way: (way.penalty, way.next.points, CODES[way.card]))
        opened = OpenCard(NAMES[top], best.penalty, best.declare, best.card, best.next)
        later = None
        if self.depth == 2:
            later = 0.0 if best.declare else min(way.next.points for way in ways)
        recommend = choose_draw(stock, opened, later, self.unseen, BHARG)
        return Advice(self.solution, self.unseen, stock, opened, None, recommend)

    def after_draw(self) -> Advice:
        """Advise 8 cards."""
        ways = self.discards(self.position.hand.codes, self.depth)
        ways.sort(key=lambda way: (not way.declare, way.next.points, way.penalty, CODES[way.card]))
        recommend = choose_discard(ways, self.unseen, BHARG)
        return Advice(self.solution, self.unseen, None, None, tuple(ways), recommend)

    def discards(self, codes: tuple[int, ...], depth: int) -> list[Discard]:
        """Return every discard of 8 cards in canonical order."""
        import numpy as np

        from solver.bharg.gifts import gifts_of
        from solver.bharg.outlook import Judge

        ace = self.position.hand.ace
        judge = Judge(self.rules, self.solution.engine)
        penalties = judge.discards(np.array([codes], np.uint8), np.array([ace]))[0].tolist()
        gifts: list[Gift] | list[None] | None = None
        if self.position.seen or (
            self.position.open is not None and len(self.position.hand.codes) > HAND_SIZE
        ):
            gifts = gifts_of(codes, ace, self.position.unseen, self.rules, hands=OPPONENTS, seed=self.seed)
        tops = [top_after(code, ace) for code in codes]
        return [
            Discard(NAMES[code], points, points == 0, SUITS[top] if top >= 0 else None, ahead, gift)
            for code, points, top, ahead, gift in zip(
                codes,
                penalties,
                tops,
                self.next_draws(codes, depth),
                gifts or [None] * len(codes),
                strict=True,
            )
        ]

    def next_draws(self, codes: tuple[int, ...], depth: int) -> list[NextDraw]:
        """Return what the next draws bring, by discard; for 7 cards a single one."""
        from solver.bharg.outlook import Judge, Outlook

        judge = Judge(self.rules, self.solution.engine)
        outlook = Outlook(codes, self.position.hand.ace, self.position.unseen, judge)
        twos: list[TwoDraws] | list[None] = [None] * len(outlook.ways)
        if depth == 2:
            twos = outlook.two_ahead(most_hands=self.most_hands, seed=self.seed)
        return [self.next_draw(ahead, two) for ahead, two in zip(outlook.ahead(), twos, strict=True)]

    def next_draw(self, ahead: "Ahead", two: TwoDraws | None) -> NextDraw:
        """Return what the next draw brings, in the words of the contract."""
        copies = len(ahead.codes)
        cards = tuple(NAMES[code] for code in ahead.codes)
        return NextDraw(ahead.total / self.unseen, copies, copies / self.unseen, cards, two)
