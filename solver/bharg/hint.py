"""Advice for a seat of a round, from what this seat may see."""

from solver.bharg.advise import Advice, advise_one
from solver.bharg.cards import NAMES
from solver.bharg.state import View


def advice(view: View) -> Advice:
    """Advise the seat that is to move; the cards it has seen are out of the deck."""
    table = view.table
    taken = b"".join(cards for seat, cards in enumerate(view.known) if seat != view.seat)
    below = view.open if view.drawn else view.open[:-1]
    return advise_one(
        list(view.hand),
        ace=NAMES[view.aces[-1]] if view.aces else None,
        deck=table.deck,
        rules=table.rules,
        open_card=NAMES[view.open[-1]] if view.open and not view.drawn else None,
        seen=[*below, *view.aces[:-1], *taken],
    )
