"""What an answer is made of, shared by both games."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Group:
    """A group laid out in cards.

    Attributes
    ----------
    kind : str
        ``pure``, ``impure``, ``trio``, ``set``, ``ace`` or ``excuse``.
    cards : tuple of str
        The cards, in the order of the contract.
    stands_for : tuple of str
        Card by card, what each stands for (itself, unless it is a wildcard).
    shared : tuple of str
        Bharg's overlapping sets: the cards of the set that an earlier set lists.
    """

    kind: str
    cards: tuple[str, ...]
    stands_for: tuple[str, ...]
    shared: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the group as the contract's JSON object; ``shared`` is there only if it holds a card."""
        group = {"kind": self.kind, "cards": list(self.cards), "as": list(self.stands_for)}
        return {**group, "shared": list(self.shared)} if self.shared else group

    def __str__(self) -> str:
        return " ".join(self.cards)
