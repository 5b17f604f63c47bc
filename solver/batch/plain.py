"""Plain text: one hand or grouping a line; out, a table with tabs between the columns."""

import re

from solver.batch.answers import Answers
from solver.batch.cells import answer_cells
from solver.batch.games import Game
from solver.batch.records import Piece
from solver.batch.rows import Rows
from solver.batch.texts import Texts
from solver.errors import Defect

_BREAKS = re.compile(r"[\t\r\n]")


class PlainReader:
    """Reads one hand, or one grouping, a line; blank lines and lines that start with ``#`` are no rows.

    Parameters
    ----------
    names : tuple of str
        ``hand`` or ``grouping``, alone.
    """

    def __init__(self, names: tuple[str, ...] = ("hand",)) -> None:
        self.names = names

    def rows(self, piece: Piece) -> Rows:
        """Return the hands of a piece."""
        texts: list[str] = []
        defects: dict[int, list[Defect]] = {}
        for number, record in enumerate(piece.records()):
            text, fault = decoded(record)
            if number in piece.broken:
                fault = Defect("row", piece.broken[number])
            elif not text.strip() or text.lstrip().startswith("#"):
                continue
            if fault is not None:
                defects[len(texts)] = [fault]
            texts.append(text)
        lines = Texts.of(texts)
        if self.names == ("hand",):
            return Rows(lines, self.names, lambda: [list(texts)], defects=defects)
        hands = Texts.of([None] * len(texts))
        return Rows(hands, self.names, lambda: [list(texts)], defects=defects, texts={self.names[0]: lines})


def decoded(record: bytes) -> tuple[str, Defect | None]:
    """Return the text of a record, and what is wrong with its bytes."""
    try:
        return record.decode(), None
    except UnicodeDecodeError as error:
        message = f"byte {record[error.start]:#04x} at {error.start + 1} is no UTF-8 text"
        return record.decode(errors="replace"), Defect("row", message)


class PlainWriter:
    """Writes a table: a first line of names that starts with ``#``, then a line a row."""

    def __init__(self, game: Game, columns: tuple[str, ...]) -> None:
        self._game = game
        self._columns = columns

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return the first line."""
        return ("# " + "\t".join([*names, *self._columns]) + "\n").encode()

    def body(self, rows: Rows, answers: Answers) -> bytes:
        """Return a line for each row; line breaks and tabs within a cell become spaces."""
        added = answer_cells(self._game, answers, self._columns)
        columns = [*rows.cells(), *added]
        lines = (
            "\t".join(_BREAKS.sub(" ", cell or "") for cell in cells) + "\n"
            for cells in zip(*columns, strict=True)
        )
        return "".join(lines).encode()
