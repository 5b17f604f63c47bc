"""Rounds of Bharg as records: openings and moves as JSON, and back (B8, B9, B11)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from solver.bharg.cards import NAMES
from solver.bharg.opening import start
from solver.bharg.rounds import apply
from solver.bharg.rules import BASIC, parse_deck, parse_rules
from solver.bharg.score import settle
from solver.bharg.solve import Solution, solve_hand
from solver.bharg.state import State, View, view
from solver.bharg.text import Hand, read_cards
from solver.errors import Defect, HandError
from solver.rounds.codec import Codec, deal_of, limit_of
from solver.rounds.game import Played
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

    def trust(self, state: State, action: Any) -> State:
        """Return the state after a move; no claim ends a round of Bharg, so nothing is left to confirm."""
        return apply(state, action)

    def confirm(self, rounds: Sequence[Played[State]]) -> None:
        """Check nothing: every hand is judged as it discards (B6)."""

    def view(self, state: State, seat: int) -> View:
        """Return what a seat may see."""
        return view(state, seat)

    def settle(self, states: Sequence[State]) -> list[tuple[Points, ...]]:
        """Return the points of rounds that have ended."""
        return settle(states)

    def results(self, state: State) -> tuple[str, ...]:
        """Return the result of each seat in a round that has ended."""
        winner = None if state.end is None else state.end.winner
        return tuple("none" if winner is None else "won" if seat == winner else "lost" for seat in (0, 1))

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

    def prompt(self, state: State) -> str:
        """Return what the seat to move may type."""
        return "CARD to discard; undo, ?, quit" if state.drawn else "deck or pile; ?, quit"

    def answer(self, state: State, seat: int) -> Solution:
        """Return the solver's answer for the hand of a seat, 7 or 8 cards."""
        table = state.table
        hand = Hand(tuple(state.hands[seat]), state.ace, table.deck)
        return solve_hand(hand, rules=table.rules)


GAME = Bharg()
"""The one instance that is needed."""
