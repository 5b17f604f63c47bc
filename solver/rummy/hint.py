"""Advice for a seat of a round, from what this seat may see."""

from solver.rummy.advise import Advice, advise_one
from solver.rummy.cards import NAMES
from solver.rummy.state import View


def advice(view: View) -> Advice:
    """Advise the seat that is to move; the cards it has seen are out of the stock.

    What staying would cost is left out: that is an estimate which takes seconds.
    """
    table = view.table
    taken = b"".join(cards for seat, cards in enumerate(view.known) if seat != view.seat)
    below = view.open if view.drawn else view.open[:-1]
    return advise_one(
        list(view.hand),
        wild=table.wild.text,
        decks=table.decks,
        rules=table.rules,
        open_card=NAMES[view.open[-1]] if view.open and not view.drawn else None,
        seen=[*below, *taken],
        players=len(table.names),
        first_turn=view.first_turn,
    )
