"""``deal``: random hands from a seed, in either game."""

from typing import Annotated, Any

import typer

from cli.batch import FormatName, Out, Workers

Count = Annotated[int, typer.Argument(min=0, metavar="N", help="Number of hands.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same hands.")]
Rich = Annotated[
    bool, typer.Option("--rich", help="Hands near a declaration: groups put together, then disturbed.")
]
Codes = Annotated[bool, typer.Option("--codes", help="Hands as codes instead of text, in Parquet and Arrow.")]
Size = Annotated[
    int | None, typer.Option(metavar="CARDS", help="Cards of a hand; one more for hands before the discard.")
]


def rummy_deal(
    count: Count = 10,
    output: Out = "-",
    seed: Seed = 1,
    decks: Annotated[int, typer.Option(help="Decks in play, 1-3.")] = 2,
    wild: Annotated[
        str, typer.Option(help="Wild Card shown: random for one a hand, or 8H, 8, JK, none.")
    ] = "random",
    size: Size = None,
    rich: Rich = False,
    codes: Codes = False,
    format_name: FormatName = None,
    workers: Workers = None,
) -> int:
    """Deal random hands of 13 or 14 cards."""
    from solver.rummy.cards import HAND_SIZE
    from solver.rummy.deal import table_of

    table = table_of(decks=decks, wild=wild, size=size or HAND_SIZE)
    return _deal("rummy", table, count, seed, output, format_name, workers, rich=rich, codes=codes)


def bharg_deal(
    count: Count = 10,
    output: Out = "-",
    seed: Seed = 1,
    deck: Annotated[str, typer.Option(help="basic, or basic+excuse+pawns+courts in any choice.")] = "basic",
    ace: Annotated[
        str, typer.Option(help="Top of the Ace Pile: random for one a hand, or K, none.")
    ] = "none",
    size: Size = None,
    rich: Rich = False,
    codes: Codes = False,
    format_name: FormatName = None,
    workers: Workers = None,
) -> int:
    """Deal random hands of 7 or 8 cards."""
    from solver.bharg.cards import HAND_SIZE
    from solver.bharg.deal import table_of

    table = table_of(deck=deck, ace=ace, size=size or HAND_SIZE)
    return _deal("bharg", table, count, seed, output, format_name, workers, rich=rich, codes=codes)


def _deal(
    game: str,
    table: Any,
    count: int,
    seed: int,
    output: str,
    format_name: str | None,
    workers: int | None,
    *,
    rich: bool,
    codes: bool,
) -> int:
    from solver.batch.deals import Dealer
    from solver.batch.formats import Format, format_named, format_of
    from solver.batch.outputs import StdoutOutput, table_opener
    from solver.batch.partial import PartialFile
    from solver.batch.runners import run_ordered
    from solver.batch.tally import Tally
    from solver.errors import FileError

    named = None if format_name is None else format_named(format_name)
    form = named or (None if output == "-" else format_of(output)) or Format("csv")
    if codes and form.is_lines:
        raise FileError.at("--codes", f"{form.name} holds text: deal to Parquet or Arrow")
    dealer = Dealer(game, table, count, seed, rich, form, codes)
    schema = None if form.is_lines else dealer.schema()
    assemble = table_opener(form, schema)
    header = dealer.header()
    target = StdoutOutput(form, schema) if output == "-" else PartialFile(output, {}, opener=assemble)
    try:
        target.write(header, -1, Tally())
        for data in run_ordered(dealer, dealer.blocks(), workers=workers, alone=8):
            target.write(data, 0, Tally())
        target.finish()
    finally:
        target.close()
    return 0
