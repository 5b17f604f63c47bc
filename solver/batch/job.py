"""The work on one piece of input, wherever it is done."""

from dataclasses import dataclass
from typing import Any, Protocol

from solver.batch.answer import answer_rows
from solver.batch.answers import Answers
from solver.batch.columns import columns_read
from solver.batch.formats import Format
from solver.batch.games import Setting, game_of
from solver.batch.jsonlines import JsonLinesReader
from solver.batch.jsonout import JsonLinesWriter
from solver.batch.outputs import packed
from solver.batch.plain import PlainReader, PlainWriter
from solver.batch.rows import Rows
from solver.batch.table import TableReader, TableWriter
from solver.batch.tally import Tally

MOST_EXAMPLES = 5
"""Rejected rows of a piece that are told with their defects."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one piece.

    Attributes
    ----------
    data : bytes
        The piece of the output.
    tally : Tally
        What was counted.
    examples : tuple of (int, str)
        The first rejected rows, by their number in the piece, and why.
    """

    data: bytes
    tally: Tally
    examples: tuple[tuple[int, str], ...]


class Reader(Protocol):
    """Turns pieces of an input into rows."""

    def rows(self, piece: Any) -> Rows: ...


class Writer(Protocol):
    """Turns answered rows into pieces of an output."""

    def header(self, names: tuple[str, ...]) -> bytes: ...

    def body(self, rows: Rows, answers: Answers) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker has to know; it can be pickled.

    Attributes
    ----------
    game : str
        Name of the game.
    base : Setting
        What holds where a row says nothing.
    engine : str
        ``auto``, ``tables`` or ``cpsat``.
    columns : tuple of str
        The answers to write.
    source, target : Format
        Formats of input and output.
    names : tuple of str
        The input's columns.
    overwrite : bool
        Whether answers replace input columns of their names.
    schema : pyarrow.Schema or None
        Types of the input's columns, where it has types.
    """

    game: str
    base: Setting
    engine: str
    columns: tuple[str, ...]
    source: Format
    target: Format
    names: tuple[str, ...]
    overwrite: bool = False
    schema: Any = None

    def kept(self) -> tuple[str, ...]:
        """Return the input's columns that pass through."""
        return tuple(name for name in self.names if name not in self.columns)

    def reads(self) -> tuple[str, ...]:
        """Return the input's columns that are read beside hands and options."""
        return columns_read(self.columns, self.names)

    def reader(self) -> Reader:
        """Return what reads the pieces."""
        if self.source.name == "csv":
            return TableReader(game_of(self.game), self.names, self.reads())
        if self.source.name == "jsonl":
            return JsonLinesReader(game_of(self.game), self.names, self.reads())
        if self.source.name == "text":
            return PlainReader(self.names)
        from solver.batch.columnar import BatchReader

        return BatchReader(game_of(self.game), self.reads())

    def writer(self) -> Writer:
        """Return what writes the pieces."""
        game = game_of(self.game)
        raw = self.source.name == self.target.name
        if self.target.name == "csv":
            return TableWriter(game, self.columns, raw=raw and self.kept() == self.names)
        if self.target.name == "jsonl":
            return JsonLinesWriter(game, self.columns, raw=raw, overwrite=self.overwrite)
        if self.target.name == "text":
            return PlainWriter(game, self.columns)
        from solver.batch.columnout import BatchWriter

        return BatchWriter(game, self.columns, self.target)

    def target_schema(self) -> Any:
        """Return the types of the output's columns, for Parquet and Arrow."""
        from solver.batch.columnout import answered_schema

        return answered_schema(self.kept(), self.schema, self.columns)

    def header(self) -> bytes:
        """Return what the output starts with."""
        return packed(self.writer().header(self.kept()), self.target)

    def __call__(self, piece: Any) -> Done:
        """Read, answer and write one piece."""
        rows = self.reader().rows(piece)
        answers = answer_rows(game_of(self.game), rows, self.base, engine=self.engine, columns=self.columns)
        data = self.writer().body(rows.keeping(self.kept()), answers)
        examples = tuple((row, answers.error(row) or "") for row in sorted(answers.errors)[:MOST_EXAMPLES])
        return Done(packed(data, self.target), Tally.of(answers), examples)
