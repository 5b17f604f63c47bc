"""Groupings and cards that come as lists, in JSON or Arrow, as the text that they would be in a table."""

from typing import Any

from solver.errors import Defect


def laid_text(name: str, value: Any) -> tuple[str | None, Defect | None]:
    """Return what one of the columns of `columns.GROUPING` or `columns.OPEN` holds as text.

    Parameters
    ----------
    name : str
        The column.
    value : any
        Text, or None; a list of cards; for a grouping a list of groups, each a list of cards or an object
        of the contract.

    >>> laid_text("grouping", [["4H", "5H", "6H"], {"kind": "pure", "cards": ["9C", "TC", "JC"]}])
    ('4H 5H 6H | 9C TC JC', None)
    """
    if value is None or isinstance(value, str):
        return value, None
    if name != "grouping":
        return (" ".join(value), None) if _is_cards(value) else (None, Defect(name, "is no text"))
    groups: list[Any] = [group.get("cards") if isinstance(group, dict) else group for group in _listed(value)]
    if isinstance(value, list) and all(map(_is_cards, groups)):
        return " | ".join(" ".join(cards) for cards in groups) or "-", None
    return None, Defect(name, "is neither text nor a list of groups")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) for card in value)
