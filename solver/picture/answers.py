"""The parts of a picture that both games' answers have in common."""

from collections.abc import Callable, Sequence

from solver.answer import Group
from solver.picture.sheet import LABELS, Block, Tile

Face = Callable[[str], str]
"""From the text of a card to its drawing."""


def blocks_of(groups: Sequence[Group], face: Face) -> tuple[Block, ...]:
    """Return a block for each group; a wildcard says what it stands for."""
    return tuple(
        Block(
            group.kind,
            LABELS[group.kind],
            tuple(
                Tile(card, face(card), f"as {target}" if target != card else "")
                for card, target in zip(group.cards, group.stands_for, strict=True)
            ),
        )
        for group in groups
    )


def loose_block(cards: Sequence[str], face: Face, points_of: Callable[[str], int]) -> tuple[Block, ...]:
    """Return the block of the loose cards with their points; none if no card is loose."""
    if not cards:
        return ()
    tiles = tuple(Tile(card, face(card), str(points_of(card))) for card in cards)
    return (Block("loose", f"loose: {points_text(sum(map(points_of, cards)))}", tiles),)


def discard_block(card: str | None, face: Face) -> tuple[Block, ...]:
    """Return the block of the card let go; none if there is none."""
    return () if card is None else (Block("fold", "discard", (Tile(card, face(card)),)),)


def points_text(points: int) -> str:
    """Return points in words.

    >>> points_text(1), points_text(36)
    ('1 point', '36 points')
    """
    return f"{points} point{'' if points == 1 else 's'}"


def either(cards: Sequence[str]) -> str:
    """Return cards as a choice, or how many there are to choose from.

    >>> either(["3C", "5D", "9S"]), either(["3C", "4C", "5C", "6C", "7C"])
    ('3C, 5D or 9S', 'any of 5 cards')
    """
    if len(cards) > 4:
        return f"any of {len(cards)} cards"
    *most, last = cards
    return f"{', '.join(most)} or {last}" if most else last
