"""Rounds of Bharg as records: openings and moves as JSON, and back (B8, B9, B11)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from solver.bharg.cards import NAMES
from solver.bharg.opening import start
from solver.bharg.rounds import apply
from solver.bharg.rules import BASIC, parse_deck, parse_rules
from solver.bharg.score import settle
from solver.bharg.state import State, View, view
from solver.bharg.text import read_cards
from solver.errors import Defect, HandError
from solver.rounds.codec import Codec, deal_of, limit_of
from solver.rounds.match import Points


class Bharg(Codec):
    """The functions of Bharg that the shared rooms call (see `solver.rounds.game.Game`)."""

    name = "bharg"
    cards = NAMES
    stock, open = "deck", "pile"
    stock_rule = "B11"

    def read_cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of all cards of a text, adding a defect for each piece that is none."""
        return [code for _, code in read_cards(text, defects, where)]

    def apply(self, state: State, action: Any) -> State:
        """Return the state after a move."""
        return apply(state, action)

    def view(self, state: State, seat: int) -> View:
        """Return what a seat may see."""
        return view(state, seat)

    def settle(self, states: Sequence[State]) -> list[tuple[Points, ...]]:
        """Return the points of rounds that have ended."""
        return settle(states)

    def opening_json(self, state: State) -> dict[str, Any]:
        """Return rules, deck and deal; the deck that is left is told from the top."""
        table = state.table
        return {
            "rules": table.rules.name,
            "deck": table.deck,
            "deal": {
                "hands": [self.text(hand) for hand in state.hands],
                "turned": self.text(state.aces + state.open),
                "deck": self.text(state.stock[::-1]),
            },
            "turn_limit": table.turn_limit,
        }

    def opening(self, record: Mapping[str, Any], names: Sequence[str], rules: str | None) -> State:
        """Return the first state that a record tells.

        Raises
        ------
        HandError
            With all defects of the deal.
        RulesError
            If the rules do not exist.
        """
        deal, defects = deal_of(record), list[Defect]()
        hands = [
            self.read(hand, f"deal, hand of {name}" if name else "deal, hands", defects)
            for name, hand in zip_longest(names[: len(deal["hands"])], deal["hands"])
        ]
        turned = self.read(deal.get("turned"), "deal, turned", defects)
        stock = self.read(deal.get("deck"), "deal, deck", defects)
        limit = limit_of(record, defects)
        if defects:
            raise HandError(defects)
        return start(
            names,
            hands,
            turned,
            stock[::-1],
            deck=parse_deck(str(record.get("deck") or BASIC)),
            rules=parse_rules(str(record.get("rules") or rules or "standard")),
            turn_limit=limit,
        )


GAME = Bharg()
"""The one instance that is needed."""
