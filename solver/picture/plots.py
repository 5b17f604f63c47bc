"""Distributions as pictures: bars and rising steps, and a page that holds them with their numbers."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.picture.svg import document, element, escape, number, words

_INK = "#1c2333"
_SOFT = "#565c69"
_GRID = "#dcd7ca"
_BAR = "#1b5f8c"
_GROUND = "#fbfaf6"
_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 16, 46, 48


@dataclass(frozen=True, slots=True)
class Axes:
    """What a plot says beside its marks.

    Attributes
    ----------
    title : str
        What it shows.
    across, up : str
        The names of the two axes, with their units.
    """

    title: str
    across: str
    up: str


def bars(axes: Axes, labels: Sequence[str], values: Sequence[float]) -> str:
    """Return a bar for each label as one SVG document.

    Parameters
    ----------
    axes : Axes
        Title and names of the axes.
    labels, values : sequence
        The same number of each; values from 0.

    >>> bars(Axes("Penalty", "points", "hands"), ["0", "1"], [3, 1]).count("<rect")
    3
    """
    top, lines = _scale(max(values, default=0))
    slot = (_WIDTH - _LEFT - _RIGHT) / max(1, len(values))
    marks = []
    # labels that would touch are left out
    every = math.ceil((6.4 * max(map(len, labels), default=0) + 8) / slot)
    for at, (label, value) in enumerate(zip(labels, values, strict=True)):
        x, tall = _LEFT + at * slot, value / top * (_HEIGHT - _TOP - _BOTTOM)
        tip = element("title", escape(f"{label}: {number(value)}"))
        marks.append(
            element(
                "rect",
                tip,
                x=x + slot * 0.08,
                y=_HEIGHT - _BOTTOM - tall,
                width=slot * 0.84,
                height=tall,
                fill=_BAR,
            )
        )
        if at % every == 0:
            marks.append(
                words(
                    label,
                    x=x + slot / 2,
                    y=_HEIGHT - _BOTTOM + 16,
                    font_size=11,
                    text_anchor="middle",
                    fill=_SOFT,
                )
            )
    said = ", ".join(f"{label}: {number(value)}" for label, value in zip(labels, values, strict=True))
    return _plot(axes, lines, top, marks, said)


def steps(axes: Axes, places: Sequence[float], shares: Sequence[float]) -> str:
    """Return shares that rise to 1 as one SVG document.

    Parameters
    ----------
    axes : Axes
        Title and names of the axes.
    places : sequence of float
        Where each step stands, ascending.
    shares : sequence of float
        The share up to and at each place, 0 to 1.
    """
    last = max(places, default=1) or 1
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    path, level = [f"M{_LEFT} {_HEIGHT - _BOTTOM}"], 0.0
    for place, share in zip(places, shares, strict=True):
        x = number(_LEFT + place / last * wide)
        path.append(
            f"L{x} {number(_HEIGHT - _BOTTOM - level * tall)}L{x} {number(_HEIGHT - _BOTTOM - share * tall)}"
        )
        level = share
    marks = [element("path", d="".join(path), fill="none", stroke=_BAR, stroke_width=2)]
    _, ticks = _scale(last)
    for tick in ticks:
        if tick <= last:
            at = _LEFT + tick / last * wide
            y = _HEIGHT - _BOTTOM + 16
            marks.append(words(number(tick), x=at, y=y, font_size=11, text_anchor="middle", fill=_SOFT))
    said = ", ".join(f"{number(place)}: {number(share)}" for place, share in zip(places, shares, strict=True))
    return _plot(axes, (0, 0.25, 0.5, 0.75, 1), 1, marks, said)


def _scale(most: float) -> tuple[float, Sequence[float]]:
    """Return the end of an axis and its round ticks, five or so."""
    if most <= 0:
        return 1, (0, 1)
    raw = most / 5
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if raw <= power * factor)
    count = math.ceil(most / step)
    return count * step, [at * step for at in range(count + 1)]


def _plot(axes: Axes, lines: Iterable[float], top: float, marks: Sequence[str], said: str) -> str:
    tall = _HEIGHT - _TOP - _BOTTOM
    grid = []
    for line in lines:
        y = _HEIGHT - _BOTTOM - line / top * tall
        grid.append(
            element("path", d=f"M{_LEFT} {number(y)}H{_WIDTH - _RIGHT}", stroke=_GRID, stroke_width=1)
        )
        grid.append(words(f"{line:,.10g}", x=_LEFT - 6, y=y + 4, font_size=11, text_anchor="end", fill=_SOFT))
    frame = [
        element("rect", width=_WIDTH, height=_HEIGHT, rx=10, fill=_GROUND),
        words(axes.title, x=16, y=24, font_size=15, font_weight="700", fill=_INK),
        words(axes.up, x=_LEFT, y=_TOP - 8, font_size=11, fill=_SOFT),
        words(axes.across, x=_WIDTH - _RIGHT, y=_HEIGHT - 12, font_size=11, text_anchor="end", fill=_SOFT),
    ]
    described = f"{axes.up} by {axes.across}. {said}"
    return document([*frame, *grid, *marks], _WIDTH, _HEIGHT, axes.title, described) + "\n"


_STYLE = (
    ":root{color-scheme:light dark}body{max-width:84rem;margin:2rem auto;padding:0 1rem;"
    "font:16px/1.45 system-ui,'Segoe UI',Arial,sans-serif}figure{display:inline-block;margin:0 1rem 1rem 0}"
    "svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1rem 0}"
    "th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #8884}th:first-child{text-align:left}"
    ".scroll{overflow-x:auto}"
)


def page(title: str, intro: str, plots: Iterable[str], table: Sequence[Sequence[str]]) -> str:
    """Return one HTML page that needs nothing else: words, plots, and the numbers as a table.

    Parameters
    ----------
    title, intro : str
        What the page is about.
    plots : iterable of str
        SVG documents.
    table : sequence of sequences of str
        Rows, the first of them the heads.
    """
    heads, *rows = table
    head = element("tr", [element("th", escape(cell), scope="col") for cell in heads])
    body = [
        element(
            "tr",
            element("th", escape(first), scope="row") + "".join(element("td", escape(cell)) for cell in rest),
        )
        for first, *rest in rows
    ]
    parts = [
        element("h1", escape(title)),
        element("p", escape(intro)),
        *(element("figure", plot.rstrip("\n")) for plot in plots),
        element("div", element("table", element("thead", head) + element("tbody", body)), class_="scroll"),
    ]
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    top = f"<head>{meta}{element('title', escape(title))}<style>{_STYLE}</style></head>"
    return f'<!doctype html>\n<html lang="en">{top}<body>{element("main", parts)}</body></html>\n'
