"""Advice for a turn: what to draw, what to let go, whether to pack, by exact counts of unseen cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, overload

from solver.advice import NextDraw, OpenCard, Recommendation
from solver.errors import EngineError, SolverError
from solver.recommend import check_depth
from solver.rummy.cards import HAND_SIZE
from solver.rummy.rules import Rules
from solver.rummy.solve import Solution, solve_hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from solver.rummy.advise_many import Advices, DiscardAdvices
    from solver.rummy.staying import Stay

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
    distance : int or None
        Cards to exchange until the cards kept declare: 0 if they do, 1 if some unseen card does it, else 2 or
        more; None if it was not asked for.
    """

    card: str
    penalty: int
    declare: bool
    next: NextDraw
    distance: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "card": self.card,
            "penalty": self.penalty,
            "declare": self.declare,
            **self.next.to_json(),
            "distance": self.distance,
        }


@dataclass(frozen=True, slots=True)
class Pack:
    """Packing now against staying (R14).

    Attributes
    ----------
    cost : int
        Points of a pack: 20 on the player's first turn of the round, else 40.
    stay : Stay or None
        What staying costs, an estimate; None if no rounds were played for it.
    """

    cost: int
    stay: "Stay | None"

    @property
    def better(self) -> str | None:
        """Whether to ``pack`` or ``stay``; None without an estimate."""
        if self.stay is None:
            return None
        return "pack" if self.cost < self.stay.expected_points else "stay"

    @property
    def confidence(self) -> float | None:
        """How sure that is, 0.5 to 1, if the seats play as in the estimate."""
        return None if self.stay is None else self.stay.confidence(self.cost)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "cost": self.cost,
            "stay": None if self.stay is None else self.stay.to_json(),
            "better": self.better,
            "confidence": self.confidence,
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
    pack : Pack or None
        For 13 cards, packing against staying.
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
    pack: Pack | None
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
            found["pack"] = None if self.pack is None else self.pack.to_json()
        return {**found, "recommend": self.recommend.to_json(), "players": self.players}


@overload
def advise(
    hand: "NDArray[np.uint8]",
    *,
    wild: "str | ArrayLike | None" = None,
    decks: "ArrayLike | None" = None,
    rules: Rules | None = None,
    shown: "ArrayLike" = -1,
    open_card: "ArrayLike | None" = None,
    seen: Sequence[int] = (),
) -> "Advices | DiscardAdvices": ...


@overload
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
    first_turn: bool = False,
    rounds: int = 0,
    seconds: float | None = None,
    workers: int = 1,
    watch: "Callable[[Stay], None] | None" = None,
    distances: bool = True,
    most_hands: int = MOST_HANDS,
    seed: int = 0,
    engine: str = "auto",
) -> Advice: ...


def advise(hand: Any, **asked: Any) -> Any:
    """Advise on one turn, or on many; see `advise_one`, and `solver.rummy.advise_many` for arrays.

    >>> turn = advise("KD 4S JC 4D 2D KS 6H QC TC 9H KC 3H AD", wild="KH", decks=1, open_card="6S")
    >>> turn.stock.declare_copies, turn.unseen, turn.open.penalty
    (8, 39, 3)
    """
    if getattr(hand, "ndim", 1) == 1:
        return advise_one(hand if isinstance(hand, str) else list(hand), **asked)
    from solver.rummy.advise_many import advise_many

    return advise_many(hand, **{name: value for name, value in asked.items() if value is not None})


def advise_one(
    hand: str | Sequence[int],
    *,
    wild: str | None = None,
    decks: int | None = None,
    rules: Rules | None = None,
    open_card: str | None = None,
    seen: str | Sequence[int] = (),
    players: int | None = None,
    depth: int = 1,
    first_turn: bool = False,
    rounds: int = 0,
    seconds: float | None = None,
    workers: int = 1,
    watch: "Callable[[Stay], None] | None" = None,
    distances: bool = True,
    most_hands: int = MOST_HANDS,
    seed: int = 0,
    engine: str = "auto",
) -> Advice:
    """Advise on one turn.

    Parameters
    ----------
    hand : str or sequence of int
        13 cards at the start of the turn, or 14 after the draw.
    wild, decks, rules, engine
        As for `solve`; CP-SAT looks one draw ahead. Decks left out are the fewest that the players use and
        that hold all cards told (R13).
    open_card : str, optional
        The top card of the open pile.
    seen : str or sequence of int
        Further cards known to be gone.
    players : int, optional
        2 to 6; left out, 4, or 3 if one deck is named.
    depth : {1, 2}
        Draws to look ahead.
    first_turn : bool
        Whether it is the player's first turn of the round: a pack costs 20, not 40 (R14).
    rounds, seconds : int, float or None
        For 13 cards, how many rounds are played to estimate what staying costs, and the seconds after which
        no more are begun; seconds alone do not bound the rounds. By default none are played.
    workers : int
        Processes that play them; the estimate does not depend on their number.
    watch : callable, optional
        Is told the estimate so far from time to time.
    distances : bool
        Whether to tell for 14 cards how far each discard is from a declaration; it takes the most time.
    most_hands : int
        Hands that may be judged for ``depth=2``; where more would be needed, first draws are sampled.
    seed : int
        Seed of that sample, and of the rounds.

    Raises
    ------
    HandError
        With all defects of what was told.
    SolverError
        For a number of draws, rounds or seconds that cannot be.
    EngineError
        If the engine does not exist, or CP-SAT is to look two draws ahead or to play rounds.
    """
    from solver.rummy.turn import Turn
    from solver.rummy.unseen import position_of

    rules = rules or Rules()
    check_depth(depth, engine)
    check_rounds(rounds, seconds, workers, engine)
    position = position_of(
        hand, wild=wild, decks=decks, rules=rules, open_card=open_card, seen=seen, players=players
    )
    solution = solve_hand(position.hand, rules=rules, engine=engine)
    turn = Turn(position, rules, solution, depth, most_hands, seed)
    if len(position.hand.codes) != HAND_SIZE:
        return turn.after_draw(distances=distances)
    first, later = map(int, rules.pack_points.split(","))
    cost = first if first_turn else later
    if not rounds and seconds is None:
        return turn.before_draw(Pack(cost, None))
    from solver.rummy.staying import Question, estimate

    question = Question(position, rules, first_turn, seed)
    stay = estimate(question, rounds=rounds or None, seconds=seconds, workers=workers, watch=watch)
    return turn.before_draw(Pack(cost, stay))


def check_rounds(rounds: int, seconds: float | None, workers: int, engine: str) -> None:
    """Refuse a number of rounds, seconds or workers that cannot be, and rounds by CP-SAT.

    Raises
    ------
    SolverError
        For a number that cannot be.
    EngineError
        For rounds by CP-SAT.
    """
    if rounds < 0:
        raise SolverError.at("rounds", f"{rounds} rounds; at least 0 are played")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise SolverError.at("seconds", f"{seconds:g} is no time to play rounds in")
    if workers < 1:
        raise SolverError.at("workers", f"{workers} workers; at least 1 plays")
    if engine == "cpsat" and (rounds or seconds is not None):
        raise EngineError.at("engine", "cpsat plays no rounds; tables do")
