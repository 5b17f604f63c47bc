"""Rounds of bots played side by side, so that each bot is asked for many decisions at once."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from solver.rounds.game import Bot, Game, Played, S, Turn, V
from solver.rounds.luck import Luck
from solver.rounds.moves import Shuffle

SIDE_BY_SIDE = 4096
"""Rounds that are held at once, unless another number is given."""

Seated = tuple[Played[S], Sequence[Bot[V]]]


def seat(
    deal: Callable[[Sequence[str], Luck], S],
    names: Sequence[str],
    bots: Sequence[Bot[V]],
    *,
    seed: int,
    number: int,
) -> Seated[S, V]:
    """Deal a round of a series: in each the next player starts, and all keep their bots.

    Parameters
    ----------
    deal : callable
        Deals to names in order of play, by a luck.
    names, bots : sequence
        The players of the first round in order of play, and who plays for them.
    seed : int
        The seed of the series.
    number : int
        The number of the round, from 1.
    """
    first = (number - 1) % len(names)
    order = [*range(first, len(names)), *range(first)]
    luck = Luck(seed, number)
    state = deal([names[place] for place in order], luck)
    seated = [bots[place] for place in order]
    return Played(state, state, luck, bots=tuple(bot.name for bot in seated)), seated


def play_all(
    game: Game[S, V], rounds: Iterator[Seated[S, V]], *, side_by_side: int = SIDE_BY_SIDE
) -> Iterator[Played[S]]:
    """Play rounds to their ends and yield them in the order given.

    Parameters
    ----------
    game : Game
        The game.
    rounds : iterator of (Played, sequence of Bot)
        Rounds at any moment, with the bot of each seat. A bot object that sits at many tables is asked
        for all of them at once.
    side_by_side : int
        Rounds that are held at once; the results do not depend on it.
    """
    while batch := list(islice(rounds, side_by_side)):
        _play_together(game, batch)
        yield from (played for played, _ in batch)


def _play_together(game: Game[S, V], live: list[Seated[S, V]]) -> None:
    """Play rounds side by side to their ends; then check how they ended, and settle them."""
    over: list[Played[S]] = []
    while live:
        over += [played for played, _ in live if played.state.end is not None]
        live = [seated for seated in live if seated[0].state.end is None]
        step(game, live)
    game.confirm(over)
    for played, points in zip(over, game.settle([one.state for one in over]), strict=True):
        played.points = points


def step(game: Game[S, V], live: Sequence[Seated[S, V]]) -> None:
    """Go on in every round: a shuffle where one is due, and then what the bot of the seat chooses."""
    asked: dict[int, tuple[Bot[V], list[Played[S]]]] = {}
    for played, bots in live:
        if played.state.end is None:
            settle_chance(game, played)
            bot = bots[played.state.seat]
            asked.setdefault(id(bot), (bot, []))[1].append(played)
    for bot, at_tables in asked.values():
        turns = [turn_of(game, played) for played in at_tables]
        for played, moves in zip(at_tables, bot.choose(turns), strict=True):
            for action in moves:
                played.make(game, action, trusted=True)


def settle_chance(game: Game[S, V], played: Played[S]) -> None:
    """Make the shuffle that is due, if one is."""
    state = played.state
    if state.shuffling and state.end is None:
        if played.luck is None:
            raise ValueError("a round without luck cannot go on by itself")
        played.make(game, Shuffle(played.luck.order(state.shuffling, state.turn)))


def turn_of(game: Game[S, V], played: Played[S]) -> Turn[V]:
    """Return the decision that the seat to move has to make."""
    assert played.luck is not None
    return Turn(game.view(played.state, played.state.seat), played.luck, len(played.moves))
