"""What advice is made of, shared by both games."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TwoDraws:
    """The next two draws, each followed by the discard that expects the fewest points.

    Attributes
    ----------
    expected_penalty, declare_chance : float
        Expected least loose points (0 once the hand declares), and the chance to have declared.
    error : float or None
        Standard error of the points if first draws were sampled; None: every draw was tried.
    sampled : int or None
        First draws sampled.
    """

    expected_penalty: float
    declare_chance: float
    error: float | None = None
    sampled: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "expected_penalty": self.expected_penalty,
            "declare_chance": self.declare_chance,
            "error": self.error,
            "sampled": self.sampled,
        }


@dataclass(frozen=True, slots=True)
class NextDraw:
    """What the next card from the stock brings, exactly, over all unseen cards.

    Attributes
    ----------
    expected_penalty : float
        Mean of the least loose points after the best discard; a card that lets the hand declare counts 0.
    declare_copies : int
        Unseen cards that let the hand declare.
    declare_chance : float
        The same as a share of all unseen cards.
    declare_cards : tuple of str
        Those cards, each once, in canonical order.
    two : TwoDraws or None
        Two draws ahead, if that was asked for.
    """

    expected_penalty: float
    declare_copies: int
    declare_chance: float
    declare_cards: tuple[str, ...]
    two: TwoDraws | None = None

    @property
    def points(self) -> float:
        """What it is compared by: expected points, two draws ahead if that is known."""
        return self.expected_penalty if self.two is None else self.two.expected_penalty

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object; ``two_draws`` only if that was asked for."""
        found = {
            "expected_penalty": self.expected_penalty,
            "declare_copies": self.declare_copies,
            "declare_chance": self.declare_chance,
            "declare_cards": list(self.declare_cards),
        }
        return found if self.two is None else {**found, "two_draws": self.two.to_json()}


@dataclass(frozen=True, slots=True)
class OpenCard:
    """What taking the open card brings for certain.

    Attributes
    ----------
    card : str
        The open card.
    penalty : int
        Least loose points after the best discard; 0 if the hand can declare.
    declare : bool
        Whether the hand can declare.
    discard : str
        The card to fold or discard then.
    then : NextDraw
        The draw after that, for the cards kept.
    """

    card: str
    penalty: int
    declare: bool
    discard: str
    then: NextDraw

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "card": self.card,
            "penalty": self.penalty,
            "declare": self.declare,
            "discard": self.discard,
            "then": self.then.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the actions that are compared, best first.

    Attributes
    ----------
    action : str
        ``stock`` or ``open`` before the draw; ``declare`` or ``discard`` after it.
    card : str or None
        The card taken, folded or discarded.
    points : float
        What it is compared by: points that are expected, or left for certain.
    declare_chance : float
        The chance to declare within the draws that `points` looks at.
    """

    action: str
    card: str | None
    points: float
    declare_chance: float

    def to_json(self) -> dict[str, Any]:
        """Return the choice as a JSON object."""
        return {
            "action": self.action,
            "card": self.card,
            "points": self.points,
            "declare_chance": self.declare_chance,
        }


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to do, and why.

    Attributes
    ----------
    action : str
        ``pack``, ``stock`` or ``open`` before the draw; ``declare`` or ``discard`` after it.
    card : str or None
        The card taken, folded or discarded.
    why : str
        The reason in words.
    choices : tuple of Choice
        What was compared, best first; packing has a comparison of its own.
    """

    action: str
    card: str | None
    why: str
    choices: tuple[Choice, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the contract's JSON object."""
        return {
            "action": self.action,
            "why": self.why,
            "card": self.card,
            "choices": [choice.to_json() for choice in self.choices],
        }
