"""Arrow tables of hands in, the same with the answers out: for DuckDB, Polars, Ray, Dask and Spark."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T", "pa.RecordBatch", "pa.Table")


def analyze(
    hands: T,
    *,
    game: str = "rummy",
    columns: Iterable[str] | None = None,
    engine: str = "auto",
    **options: Any,
) -> T:
    """Answer every hand of an Arrow table.

    Parameters
    ----------
    hands : pyarrow.RecordBatch or pyarrow.Table
        With a column ``hand``: text, lists of texts, or lists of codes. The game's options (``wild``,
        ``decks``, ``rules``; ``ace``, ``deck``, ``rules``) are read per row from columns of their names.
        A column ``grouping`` is judged as `verify` does: text, or lists of lists of cards, with columns
        ``loose`` and ``fold`` beside it; without ``hand`` it tells the hand too. A column ``open`` is the
        open card of `advise`.
    game : {"rummy", "bharg"}
        Whose hands they are.
    columns : iterable of str
        The answers to add, of `solver.batch.columns.ALL`; what needs no arrangement is far faster. Left out:
        the answers for a hand, and the verdict if there is a grouping.
    engine : {"auto", "tables", "cpsat"}
        As for a single hand.
    **options
        What holds where a row says nothing: ``wild``, ``decks`` and ``rules`` of `solver.rummy.solve`, or
        ``ace``, ``deck`` and ``rules`` of `solver.bharg.solve`.

    Returns
    -------
    pyarrow.RecordBatch or pyarrow.Table
        The rows in their order, with the answers added in place of columns of their names. A row that is
        no hand has nulls, and its defects in ``error``.

    Raises
    ------
    FileError
        If there are no hands, or columns of other types.
    SolverError
        If an option does not exist, or the engine does not answer a column.

    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"], "id": [7]})
    >>> analyze(table, columns=["declare", "penalty"]).to_pylist()[0]["declare"]
    True
    """
    import pyarrow as pa

    from solver.batch.pieces import without_rows

    answer = _answerer(game, None if columns is None else tuple(columns), engine, options)
    if isinstance(hands, pa.RecordBatch):
        return answer(hands)
    batches = [answer(batch) for batch in hands.combine_chunks().to_batches(max_chunksize=1 << 16)]
    if not batches:
        batches = [answer(without_rows(hands.schema))]
    return pa.Table.from_batches(batches)


def analyzer(
    *,
    game: str = "rummy",
    columns: Iterable[str] | None = None,
    engine: str = "auto",
    **options: Any,
) -> Callable[[Iterable["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]:
    """Return the function over an iterator of record batches that Spark's ``mapInArrow`` wants.

    It can be pickled. The parameters are those of `analyze`.
    """
    return _Analyzer(game, None if columns is None else tuple(columns), engine, options)


class _Analyzer:
    """An `analyze` over batches, as an object that can be pickled."""

    def __init__(
        self, game: str, columns: tuple[str, ...] | None, engine: str, options: dict[str, Any]
    ) -> None:
        self._arguments = (game, columns, engine, options)

    def __call__(self, batches: Iterable["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        answer = _answerer(*self._arguments)
        for batch in batches:
            yield answer(batch)


def _answerer(
    game: str, columns: tuple[str, ...] | None, engine: str, options: dict[str, Any]
) -> Callable[["pa.RecordBatch"], "pa.RecordBatch"]:
    """Return what answers one record batch."""
    from solver.batch.answer import answer_rows
    from solver.batch.columnar import BatchReader, check_schema
    from solver.batch.columnout import answered
    from solver.batch.columns import check_columns, columns_read, default_columns, judges
    from solver.batch.games import game_of

    if columns is not None:
        check_columns(columns, engine, "columns")
    if game == "rummy":
        from solver.batch.rummy import base_setting as rummy_setting

        base = rummy_setting(**options)
    else:
        from solver.batch.bharg import base_setting as bharg_setting

        base = bharg_setting(**options)
    chosen = game_of(game)

    def answer(batch: "pa.RecordBatch") -> "pa.RecordBatch":
        names = batch.schema.names
        wanted = default_columns(names) if columns is None else columns
        reads = columns_read(wanted, names)
        needs = ("grouping",) if judges(wanted) else ("hand", "grouping")
        check_schema(chosen, batch.schema, "table", needs, reads)
        rows = BatchReader(chosen, reads).rows_of(batch)
        answers = answer_rows(chosen, rows, base, engine=engine, columns=wanted)
        return answered(chosen, batch, answers, wanted)

    return answer
