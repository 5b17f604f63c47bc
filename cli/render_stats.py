"""Distributions as tables, JSON and drawings."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.batch.distribution import Difference, Distribution
    from solver.batch.stats import Compared

BIN = 10
"""Points of a bar."""

_BARS = " ▁▂▃▄▅▆▇█"


def show(found: "Compared", *, by: str | None, beside: bool, as_json: bool) -> None:
    """Print the distributions of groups, and beside them those of other files."""
    if as_json:
        import json

        sys.stdout.write(json.dumps(_as_json(found, by, beside=beside), ensure_ascii=False) + "\n")
        return
    header = [
        by or "",
        "hands",
        "rejected",
        "declare",
        "mean",
        "5%",
        "25%",
        "50%",
        "75%",
        "95%",
        f"per {BIN} points",
    ]
    named = _named(found)
    most = max((len(one.counts) for _, one in named), default=0)
    _print_table(header, [_cells(name, one, most) for name, one in named])
    if beside:
        kind = "other hands" if found.pairs is None else "the same hands"
        rows = [
            [name, _words(share, 100, " %"), _words(mean, 1, "")]
            for name, (share, mean) in found.differences().items()
        ]
        _print_table([f"difference, {kind}, 95 %", "declare", "mean"], rows)


def _named(found: "Compared") -> list[tuple[str, "Distribution"]]:
    return [*found.first.items(), *((f"{name} (compared)", one) for name, one in found.second.items())]


def _as_json(found: "Compared", by: str | None, *, beside: bool) -> dict[str, Any]:
    value: dict[str, Any] = {"by": by, "groups": {name: one.to_json() for name, one in found.first.items()}}
    if beside:
        value["compared"] = {name: one.to_json() for name, one in found.second.items()}
        value["paired"] = found.pairs is not None
        value["differences"] = {
            name: {
                "declare_share": None if share is None else share.to_json(),
                "mean_penalty": None if mean is None else mean.to_json(),
            }
            for name, (share, mean) in found.differences().items()
        }
    return value


def _words(one: "Difference | None", scale: float, unit: str) -> str:
    return "" if one is None else f"{one.value * scale:+.3f} ± {one.error * scale:.3f}{unit}"


def _cells(name: str, one: "Distribution", most: int) -> list[str]:
    from solver.batch.distribution import QUANTILES

    share = "" if one.share is None else f"{one.share:.3%}"
    mean = "" if one.mean is None else f"{one.mean:.2f}"
    quantiles = ["" if (value := one.quantile(part)) is None else str(value) for part in QUANTILES]
    return [name, f"{one.rows:,}", f"{one.rejected:,}", share, mean, *quantiles, _bars(one.counts, most)]


def _bars(counts: Sequence[int], most: int) -> str:
    """Return a histogram as a line of bars; a bin that is not empty has a bar."""
    sums = [sum(counts[start : start + BIN]) for start in range(0, most, BIN)]
    highest = max(sums, default=0)
    return (
        "".join(_BARS[-(-value * 8 // highest)] if value else _BARS[0] for value in sums) if highest else ""
    )


def _print_table(header: list[str], rows: list[list[str]]) -> None:
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table

        table = Table(*header)
        for row in rows:
            table.add_row(*row)
        Console().print(table)
        return
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    for row in (header, *rows):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        sys.stdout.write(line.rstrip() + "\n")


def draw(path: str, found: "Compared") -> None:
    """Draw the histograms, the share of hands by points, into an SVG or PNG file.

    Raises
    ------
    FileError
        If the name ends otherwise, or matplotlib is not there.
    """
    from solver.errors import FileError

    if Path(path).suffix.lower() not in (".svg", ".png"):
        raise FileError.at("--plot", f"{path!r} ends neither in .svg nor in .png")
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise FileError.at("--plot", "needs matplotlib: pip install 'meldwise[plot]'") from error
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for name, one in _named(found):
        shares = [count / max(1, one.hands) for count in one.counts]
        axes.step(range(len(shares)), shares, where="mid", label=name)
    axes.set_xlabel("least loose points")
    axes.set_ylabel("share of hands")
    axes.legend()
    figure.savefig(path)
