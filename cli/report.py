"""``stats --html FILE``: distributions as one page with its plots, that needs nothing else."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.batch.distribution import Distribution

_BARS = 16
"""About as many bars as a histogram has."""


def page_of(groups: Mapping[str, "Distribution"], *, game: str, by: str) -> str:
    """Return the page of a batch.

    Parameters
    ----------
    groups : mapping of str to Distribution
        The distributions by group.
    game : str
        ``rummy`` or ``bharg``.
    by : str
        What the groups are.
    """
    from solver.batch.distribution import Distribution
    from solver.picture.plots import page

    whole = sum(groups.values(), Distribution())
    loose, declares = ("loose points", "declare") if game == "rummy" else ("unbound points", "are bound")
    share = "" if whole.share is None else f", {whole.share:.3%} of which {declares}"
    mean = "" if whole.mean is None else f"; {whole.mean:.2f} least {loose} on average"
    rejected = f"; {whole.rejected:,} more rows were rejected" if whole.rejected else ""
    intro = f"{whole.hands:,} hands{share}{mean}{rejected}."
    plots = [_histogram(whole, loose), _rising(whole, loose), *_by_group(groups, by, loose, declares)]
    return page(f"Least {loose} of {whole.hands:,} hands", intro, plots, _table(groups, whole, by, declares))


def _histogram(whole: "Distribution", loose: str) -> str:
    from solver.picture.plots import Axes, bars

    size = next(one for one in (1, 2, 5, 10, 20, 50, 100) if len(whole.counts) <= one * _BARS or one == 100)
    starts = range(0, len(whole.counts), size)
    labels = [str(start) if size == 1 else f"{start}–{start + size - 1}" for start in starts]
    values = [sum(whole.counts[start : start + size]) for start in starts]
    return bars(Axes(f"Hands by their {loose}", f"least {loose}", "hands"), labels, values)


def _rising(whole: "Distribution", loose: str) -> str:
    from solver.picture.plots import Axes, steps

    places, shares, below = [], [], 0
    for points, count in enumerate(whole.counts):
        below += count
        if count:
            places.append(points)
            shares.append(below / whole.hands)
    return steps(Axes(f"Hands up to so many {loose}", f"least {loose}", "share of hands"), places, shares)


def _by_group(groups: Mapping[str, "Distribution"], by: str, loose: str, declares: str) -> list[str]:
    from solver.picture.plots import Axes, bars

    known = {name or "none": one for name, one in groups.items() if one.hands}
    means = [one.mean or 0.0 for one in known.values()]
    shares = [100 * (one.share or 0.0) for one in known.values()]
    return [
        bars(Axes(f"Mean by {by}", by, f"least {loose}, mean"), list(known), means),
        bars(Axes(f"Hands that {declares}, by {by}", by, "share of hands, %"), list(known), shares),
    ]


def _table(
    groups: Mapping[str, "Distribution"], whole: "Distribution", by: str, declares: str
) -> list[list[str]]:
    from solver.batch.distribution import QUANTILES

    rows = [[by, "hands", "rejected", declares, "mean", *(f"{part:.0%}" for part in QUANTILES)]]
    for name, one in (*groups.items(), ("all", whole)):
        numbers = ["–" if value is None else f"{value:{form}}" for value, form in _numbers(one)]
        rows.append([name or "none", f"{one.hands:,}", f"{one.rejected:,}", *numbers])
    return rows


def _numbers(one: "Distribution") -> list[tuple[float | None, str]]:
    from solver.batch.distribution import QUANTILES

    return [(one.share, ".3%"), (one.mean, ".2f"), *((one.quantile(part), "d") for part in QUANTILES)]
