"""Dealt hands as the text or the tables of a file, block by block."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.batch.formats import Format
from solver.batch.games import game_of
from solver.batch.grid import Block, constant, digits, name_table, squeezed
from solver.batch.outputs import packed
from solver.draw import BLOCK
from solver.errors import FileError


@dataclass(frozen=True, slots=True)
class Dealt:
    """A block of hands of either game.

    Attributes
    ----------
    codes : NDArray[uint8], shape (N, size)
        Cards of each hand.
    shown : NDArray[uint8], shape (N,), or None
        What is shown with each hand, as an index into `Dealer.shown`; None if it is the same for all.
    """

    codes: NDArray[np.uint8]
    shown: NDArray[np.uint8] | None


@dataclass(frozen=True, slots=True)
class Dealer:
    """What deals a block and writes it; it can be pickled.

    Attributes
    ----------
    game : str
        ``rummy`` or ``bharg``.
    table : Any
        The game's table that is dealt from.
    count, seed : int
        Number of hands, and the seed.
    rich : bool
        Whether the hands are near a declaration.
    form : Format
        What is written.
    codes : bool
        Whether Parquet and Arrow get hands as codes instead of text.
    """

    game: str
    table: Any
    count: int
    seed: int
    rich: bool
    form: Format
    codes: bool = False

    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        shown, pack = ("wild", "decks") if self.game == "rummy" else ("ace", "deck")
        return ("id", "hand", shown, pack) if self._shown_names() else ("id", "hand", pack)

    def header(self) -> bytes:
        """Return what the file starts with."""
        if self.form.name == "csv":
            return packed((",".join(self.columns()) + "\n").encode(), self.form)
        if self.form.name == "text":
            return packed(self._comment().encode(), self.form)
        return b""

    def __call__(self, block: int) -> bytes:
        """Deal and write one block."""
        dealt = self.deal(block)
        if not self.form.is_lines:
            return self._batch(dealt, block)
        count = len(dealt.codes)
        hand = self._hand(dealt.codes)
        if self.form.name == "text":
            return packed(squeezed([hand, constant("\n", count)]), self.form)
        json = self.form.name == "jsonl"
        numbers = np.arange(count) + block * BLOCK + 1
        values = [(digits(numbers), False), (hand, True)]
        names = self._shown_names()
        if names:
            every = np.zeros(count, np.uint8) if dealt.shown is None else dealt.shown
            values.append((name_table(names)[every], True))
        values.append((constant(self._pack(), count), self.game == "bharg"))
        return packed(squeezed(list(_laid(values, self.columns(), count, json=json))), self.form)

    def schema(self) -> Any:
        """Return the types of the columns, for Parquet and Arrow."""
        import pyarrow as pa

        # columns that hold no nulls are read faster
        card = pa.field("element", pa.uint8(), nullable=False)
        hand = pa.list_(card, self.table.size) if self.codes else pa.string()
        types = {"id": pa.int64(), "hand": hand, "decks": pa.int8()}
        fields = [(name, types.get(name, pa.string())) for name in self.columns()]
        return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields])

    def _batch(self, dealt: Dealt, block: int) -> bytes:
        """Return a block as a record batch."""
        import pyarrow as pa

        from solver.batch.pieces import packed_piece

        count = len(dealt.codes)
        names = self._shown_names()
        if self.codes:
            hand = pa.FixedSizeListArray.from_arrays(pa.array(dealt.codes.ravel()), self.table.size)
        else:
            text = squeezed([self._hand(dealt.codes), constant("\n", count)]).decode()
            hand = pa.array(text.split("\n")[:-1], pa.string())
        arrays = [pa.array(np.arange(count) + block * BLOCK + 1), hand]
        if names:
            every = np.zeros(count, np.uint8) if dealt.shown is None else dealt.shown
            arrays.append(pa.array(names, pa.string()).take(pa.array(every)))
        arrays.append(pa.array([self._pack()] * count, pa.string()))
        schema = self.schema()
        arrays = [array.cast(field.type) for array, field in zip(arrays, schema, strict=True)]
        return packed_piece(pa.RecordBatch.from_arrays(arrays, schema=schema), self.form)

    def deal(self, block: int) -> Dealt:
        """Deal one block."""
        most = min(BLOCK, self.count - block * BLOCK)
        if self.game == "rummy":
            from solver.rummy.deal import deal_block as deal_rummy

            rummy = deal_rummy(most, self.table, seed=self.seed, block=block, rich=self.rich)
            return Dealt(rummy.codes, rummy.wild)
        from solver.bharg.deal import deal_block as deal_bharg

        bharg = deal_bharg(most, self.table, seed=self.seed, block=block, rich=self.rich)
        return Dealt(bharg.codes, bharg.ace)

    def blocks(self) -> range:
        """Return the numbers of all blocks."""
        return range(-(-self.count // BLOCK))

    def _hand(self, codes: NDArray[np.uint8]) -> Block:
        names = game_of(self.game).names
        spaced = name_table(names, " ")[codes[:, :-1]]
        last = name_table(names)[codes[:, -1]]
        return np.concatenate([spaced.reshape(len(codes), -1), last], axis=1)

    def _shown_names(self) -> tuple[str, ...]:
        """Return the texts of what may be shown with a hand; none if nothing is."""
        if self.game == "rummy":
            if self.table.wild is None:
                return game_of("rummy").names
            return () if self.table.wild.text is None else (self.table.wild.text,)
        suits = tuple(name[1] for name in game_of("bharg").names[:6])
        if self.table.ace is None:
            return suits
        return () if self.table.ace < 0 else (suits[self.table.ace],)

    def _pack(self) -> str:
        return str(self.table.decks) if self.game == "rummy" else self.table.deck

    def _comment(self) -> str:
        names = self._shown_names()
        if len(names) > 1:
            what = "--wild" if self.game == "rummy" else "--ace"
            message = f"text holds hands alone: deal with one {what} for all, or to another format"
            raise FileError.at("--format", message)
        shown, pack = self.columns()[-2:] if names else ("", self.columns()[-1])
        return f"# {self.game}, {pack} {self._pack()}" + (f", {shown} {names[0]}\n" if names else "\n")


def _laid(values: list[tuple[Block, bool]], names: tuple[str, ...], count: int, *, json: bool) -> list[Block]:
    """Put the values of a row between what parts them."""
    blocks = []
    for place, ((block, is_text), name) in enumerate(zip(values, names, strict=True)):
        before = "," if place else ""
        quote = ""
        if json:
            quote = '"' if is_text else ""
            before = f'{", " if place else "{"}"{name}": {quote}'
        blocks.extend([constant(before, count), block, constant(quote, count)])
    return [*blocks, constant("}\n" if json else "\n", count)]
