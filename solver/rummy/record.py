"""Rounds of rummy as records: openings and moves as JSON, and back (R11, R13–R16)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from solver.errors import Defect, HandError
from solver.rounds.codec import Codec, deal_of, limit_of
from solver.rounds.game import Played
from solver.rounds.match import Points
from solver.rummy.cards import NAMES
from solver.rummy.opening import fewest_decks_of, start
from solver.rummy.rounds import apply, confirm, trust
from solver.rummy.rules import parse_rules
from solver.rummy.score import results, settle
from solver.rummy.solve import Solution, solve_hand
from solver.rummy.state import Declare, Pack, State, View, view
from solver.rummy.text import Hand, read_cards


class Rummy(Codec):
    """The functions of rummy that the shared rooms call (see `solver.rounds.game.Game`)."""

    name = "rummy"
    cards = NAMES
    stock, open = "stock", "open"
    stock_rule = "R16"
    more = ("pack", "declare")

    def read_cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of all cards of a text, adding a defect for each piece that is none."""
        return read_cards(text, defects, where)

    def apply(self, state: State, action: Any) -> State:
        """Return the state after a move."""
        return apply(state, action)

    def trust(self, state: State, action: Any) -> State:
        """Return the state after a move, a declaration taken as it is."""
        return trust(state, action)

    def confirm(self, rounds: Sequence[Played[State]]) -> None:
        """Check the declarations that ended rounds."""
        confirm([(one.state, one.moves[-1]) for one in rounds if one.moves])

    def view(self, state: State, seat: int) -> View:
        """Return what a seat may see."""
        return view(state, seat)

    def settle(self, states: Sequence[State]) -> list[tuple[Points, ...]]:
        """Return the points of rounds that have ended."""
        return settle(states)

    def results(self, state: State) -> tuple[str, ...]:
        """Return the result of each seat in a round that has ended."""
        return results(state)

    def opening_json(self, state: State) -> dict[str, Any]:
        """Return rules, decks and deal; the stock is told from the top."""
        table = state.table
        return {
            "rules": table.rules.name,
            "decks": table.decks,
            "deal": {
                "hands": [self.text(hand) for hand in state.hands],
                "wild": table.wild.text,
                "open": self.text(state.open),
                "stock": self.text(state.stock[::-1]),
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
        decks = record.get("decks", fewest_decks_of(len(names)))
        if isinstance(decks, bool) or not isinstance(decks, int):
            defects.append(Defect("decks", f"{decks!r} is no number of decks"))
        hands = [
            self.read(hand, f"deal, hand of {name}" if name else "deal, hands", defects)
            for name, hand in zip_longest(names[: len(deal["hands"])], deal["hands"])
        ]
        top = self.read(deal.get("open"), "deal, open", defects)
        stock = self.read(deal.get("stock"), "deal, stock", defects)
        if len(top) != 1 and not defects:
            defects.append(Defect("deal, open", f"{len(top)} cards; the open pile starts with one"))
        if not isinstance(deal.get("wild"), str):
            defects.append(Defect("deal, wild", "is missing or no text (R11)"))
        limit = limit_of(record, defects)
        if defects:
            raise HandError(defects)
        return start(
            names,
            hands,
            stock[::-1],
            top[0],
            wild=deal["wild"],
            decks=decks,
            rules=parse_rules(str(record.get("rules") or rules or "trio")),
            turn_limit=limit,
        )

    def own_json(self, action: Any) -> dict[str, Any]:
        """Return a pack or a declaration, without its player."""
        if isinstance(action, Pack):
            return {"move": "pack"}
        assert isinstance(action, Declare)
        laid = {"groups": [self.text(group) for group in action.groups]} if action.groups else {}
        return {"move": "declare", "fold": NAMES[action.fold], **laid}

    def own(self, seat: int, word: str, move: Mapping[str, Any]) -> Pack | Declare:
        """Return a pack or a declaration."""
        if word == "pack":
            return Pack(seat)
        defects: list[Defect] = []
        laid = move.get("groups")
        groups = () if laid is None else self.read_groups(laid, "move, group", defects)
        if defects:
            raise HandError(defects)
        return Declare(seat, self.card_in(move, "fold"), tuple(groups))

    def prompt(self, state: State) -> str:
        """Return what the seat to move may type."""
        if state.drawn:
            return "CARD to discard, declare CARD to fold it; undo, ?, quit"
        return "stock, open or pack; ?, quit"

    def own_typed(self, state: State, word: str, rest: str) -> Pack | Declare | None:
        """Return a pack, or a declaration: ``declare 3C``, with its groups ``declare 3C: 4H 5H 6H | …``."""
        if word in ("pack", "p") and not rest:
            return Pack(state.seat)
        if word not in ("declare", "d"):
            return None
        card, _, laid = rest.partition(":")
        defects: list[Defect] = []
        groups = self.read_groups(laid, "group", defects)
        if defects:
            raise HandError(defects)
        return Declare(state.seat, self.one_typed(card), tuple(groups))

    def answer(self, state: State, seat: int) -> Solution:
        """Return the solver's answer for the hand of a seat, 13 or 14 cards."""
        table = state.table
        return solve_hand(Hand(tuple(state.hands[seat]), table.wild, table.decks), rules=table.rules)


GAME = Rummy()
"""The one instance that is needed."""
