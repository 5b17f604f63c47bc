"""A round in the terminal: you against bots, move by move, the record kept after each."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.render_advise import advice_lines
from cli.render_lines import Line, Span, print_lines
from cli.render_rounds import move_line, opening_lines, seat_lines, told_result

if TYPE_CHECKING:
    from solver.rounds.game import Bot, Game, Played

HUMAN = "human"


class Quit(Exception):
    """The player leaves the round; its record is kept."""


class Human:
    """The seat of the person at the terminal."""

    name = HUMAN

    def choose(self, turns: Sequence[Any]) -> Sequence[Any]:
        """Never asked: the terminal asks the person."""
        raise NotImplementedError


@dataclass(slots=True)
class Keeper:
    """Keeps the record of a round in a file, after the records that are there already.

    Attributes
    ----------
    path : Path
        JSON Lines.
    earlier : str
        The lines of the rounds before.
    """

    path: Path
    earlier: str = ""

    def keep(self, game: "Game[Any, Any]", played: "Played[Any]") -> None:
        """Write the round as it stands; the file appears whole."""
        from solver.rounds.records import record_of, text_of_record
        from solver.whole import write_whole

        line = text_of_record(record_of(game, played)) + "\n"
        write_whole(self.path, self.earlier + line)
        if played.state.end is not None:
            self.earlier += line


@dataclass(slots=True)
class Session:
    """One round at the terminal.

    Attributes
    ----------
    game : Game
        The game.
    played : Played
        The round.
    bots : sequence of Bot
        Who plays each seat; `Human` for you.
    keeper : Keeper or None
        Where the record is kept.
    advice : callable
        What the game's solver advises, from a view (see ``hint.advice`` of either game).
    ask : callable
        Reads a line after a prompt.
    """

    game: "Game[Any, Any]"
    played: "Played[Any]"
    bots: "Sequence[Bot[Any]]"
    keeper: Keeper | None
    advice: Callable[[Any], Any]
    ask: Callable[[str], str] = input

    def play(self) -> None:
        """Play the round to its end.

        Raises
        ------
        Quit
            If the player leaves.
        """
        from solver.rounds.run import settle_chance, turn_of

        print_lines(opening_lines(self.game, self.played))
        if self.played.moves:
            print_lines([[Span(f"{len(self.played.moves)} moves made so far", "dim")]])
        self._keep()
        while self.played.state.end is None:
            if self.played.state.shuffling:
                self._told(lambda: settle_chance(self.game, self.played))
                continue
            bot = self.bots[self.played.state.seat]
            if bot.name == HUMAN:
                self._your_turn()
            else:
                turn = turn_of(self.game, self.played)
                for action in bot.choose([turn])[0]:
                    self._make(action)
        (self.played.points,) = self.game.settle([self.played.state])
        self._keep()
        print_lines(seat_lines(self.game, self.played.state))
        print_lines([[Span(told_result(self.played), "bold")]])

    def _make(self, action: Any) -> None:
        self._told(lambda: self.played.make(self.game, action))
        if not self.played.state.drawn:
            self._keep()

    def _told(self, move: Callable[[], None]) -> None:
        """Make a move and tell it; what others draw from the stock is not told to a person at the table."""
        move()
        names = self.played.start.table.names
        you = [name for name, bot in zip(names, self.bots, strict=True) if bot.name == HUMAN]
        hidden = [name for name in names if name not in you] if you else []
        print_lines([self._last_move(max(map(len, names)), hidden)])

    def _last_move(self, width: int, hidden: Sequence[str] = ()) -> Line:
        played = self.played
        move = self.game.move_json(played.start.table.names, played.moves[-1], played.cards[-1])
        return move_line(self.game, move, width, hidden)

    def _keep(self) -> None:
        """Keep the record; a round that has ended is kept with its points only."""
        if self.keeper is not None and (self.played.state.end is None or self.played.points is not None):
            self.keeper.keep(self.game, self.played)

    def _your_turn(self) -> None:
        """Ask for the moves of one turn; nothing is kept before the turn is made whole."""
        from solver.errors import SolverError

        start, moves = self.played.state, len(self.played.moves)
        print_lines(seat_lines(self.game, start, start.seat))
        while self.played.state.turn == start.turn and self.played.state.end is None:
            state = self.played.state
            words = self._ask(state)
            try:
                if words in ("q", "quit"):
                    raise Quit
                if words in ("u", "undo"):
                    self._undo(start, moves)
                elif words == "?":
                    print_lines(advice_lines(self.advice(self.game.view(state, state.seat))))
                elif words:
                    self.played.make(self.game, self.game.typed(state, words))
                    self._after()
            except SolverError as error:
                print_lines([[Span(f"{one.message}", "red")] for one in error.defects])

    def _after(self) -> None:
        state = self.played.state
        if state.drawn:
            print_lines(
                [
                    self._last_move(0),
                    *seat_lines(self.game, state, state.seat),
                ]
            )
        else:
            self._keep()

    def _undo(self, start: Any, moves: int) -> None:
        """Take the draw of this turn back; the piles are as they were, so nothing is dealt anew."""
        if self.played.state is start:
            print_lines([[Span("nothing to take back: the turn has not begun", "red")]])
            return
        self.played.go_back(start, moves)
        self.played.undone += 1
        print_lines(seat_lines(self.game, start, start.seat))

    def _ask(self, state: Any) -> str:
        try:
            return self.ask(self.game.prompt(state) + " > ").strip()
        except EOFError:
            sys.stdout.write("\n")
            raise Quit from None
