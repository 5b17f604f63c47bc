"""``stats``: how the penalties of files of hands are spread, in either game."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.batch import Files, FormatName, Workers
from cli.options import (
    Ace,
    Deck,
    Decks,
    Engine,
    EngineChoice,
    Json,
    RuleChanges,
    RuleSet,
    Wild,
    bharg_rules,
    rummy_rules,
)

if TYPE_CHECKING:
    from solver.batch.games import Setting
    from solver.batch.request import Request
    from solver.batch.stats import Groups

By = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="Group by a column, or by a trait of the hands.")
]
Compare = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Other files, set beside these; may be repeated."),
]
Html = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A page with plots, by wildcards (aces) or as --by says."),
]
Plot = Annotated[str | None, typer.Option(metavar="FILE.svg|png", help="Draw the histograms.")]


def rummy_stats(
    files: Files,
    wild: Wild = "none",
    decks: Decks = None,
    rules: RuleSet = "trio",
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    by: By = None,
    compare: Compare = None,
    plot: Plot = None,
    html: Html = None,
    format_name: FormatName = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Distributions over files of hands, analysed or not; --by decks, wildcards or any column."""
    from solver.batch.rummy import base_setting

    base = base_setting(wild=wild, decks=decks, rules=rummy_rules(rules, rule))
    return _stats("rummy", files, base, engine, by, compare, plot, html, format_name, workers, as_json=json)


def bharg_stats(
    files: Files,
    ace: Ace = "none",
    deck: Deck = None,
    rule: RuleChanges = None,
    engine: EngineChoice = Engine.auto,
    by: By = None,
    compare: Compare = None,
    plot: Plot = None,
    html: Html = None,
    format_name: FormatName = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Distributions over files of hands, analysed or not; --by aces or any column."""
    from solver.batch.bharg import base_setting

    base = base_setting(ace=ace, deck=deck, rules=bharg_rules(rule))
    return _stats("bharg", files, base, engine, by, compare, plot, html, format_name, workers, as_json=json)


def _stats(
    game: str,
    files: list[str],
    base: "Setting",
    engine: Engine,
    by: str | None,
    compare: list[str] | None,
    plot: str | None,
    html: str | None,
    format_name: str | None,
    workers: int | None,
    *,
    as_json: bool,
) -> int:
    from cli.render_stats import draw, show
    from solver.batch.request import Request
    from solver.batch.stats import ANSWERS, Compared, collect
    from solver.batch.stats import compare as compared
    from solver.errors import FileError

    def request(paths: list[str]) -> Request:
        return Request(
            game,
            paths,
            base,
            form=format_name,
            columns=ANSWERS,
            engine=engine.value,
            workers=workers,
            overwrite=True,
        )

    if html is not None:
        if compare:
            raise FileError.at("--html", "draws one lot of files; leave out --compare")
        found = Compared(_reported(request(files), by, html), {}, None)
    elif compare:
        found = compared(request(files), request(compare), by)
    else:
        found = Compared(collect(request(files), by), {}, None)
    show(found, by=by, beside=bool(compare), as_json=as_json)
    if plot is not None:
        draw(plot, found)
    return 0


def _reported(request: "Request", by: str | None, path: str) -> "Groups":
    """Write the page of the files; return their distributions, all hands together if `by` is None.

    The files are read once, since they may come from a pipe.
    """
    from cli.report import page_of
    from solver.batch.distribution import Distribution
    from solver.batch.stats import ALL, collect
    from solver.whole import write_whole

    trait = by or ("wildcards" if request.game == "rummy" else "aces")
    groups = collect(request, trait)
    write_whole(path, page_of(groups, game=request.game, by=trait))
    return groups if by else {ALL: sum(groups.values(), Distribution())}
