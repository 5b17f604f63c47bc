"""Answers and hands as HTML for notebooks: the picture, and beneath it words that can be copied."""

from collections.abc import Iterable, Sequence

from solver.answer import Group
from solver.picture.sheet import LABELS
from solver.picture.svg import element, escape


def figure(picture: str, title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a picture with the same in words, folded away.

    Parameters
    ----------
    picture : str
        The SVG document.
    title : str
        What it shows, in a few words.
    rows : iterable of (str, str)
        A label and the cards it is for, line by line.
    """
    cells = [
        element("tr", element("th", escape(label), scope="row") + element("td", escape(cards)))
        for label, cards in rows
    ]
    words = element("details", [element("summary", escape(title)), element("table", cells)])
    return element("figure", picture.rstrip("\n") + words, class_="meldwise") + "\n"


def rows_of(groups: Sequence[Group], loose: Sequence[str]) -> list[tuple[str, str]]:
    """Return an arrangement as labels and cards."""
    rows = [(LABELS[group.kind], str(group)) for group in groups]
    return [*rows, ("loose", " ".join(loose))] if loose else rows
