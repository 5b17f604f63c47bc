"""Cards and moves of both games as JSON, and back."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from solver.errors import Defect, HandError
from solver.rounds.game import NO_CARD
from solver.rounds.moves import Discard, FromOpen, FromStock, MoveError, RecordError, Shuffle


class Codec:
    """How a game's records tell cards and moves; a game adds moves of its own.

    Attributes
    ----------
    name : str
        The name of the game.
    cards : sequence of str
        The text of each code.
    stock, open : str
        The words for a draw from either pile.
    stock_rule : str
        The label of the rule about the stock.
    more : tuple of str
        The words for moves that only this game has.
    """

    name: ClassVar[str]
    cards: ClassVar[Sequence[str]]
    stock: ClassVar[str]
    open: ClassVar[str]
    stock_rule: ClassVar[str]
    more: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def read_cards(self, text: str, defects: list[Defect], where: str) -> list[int]:
        """Return the codes of all cards of a text, adding a defect for each piece that is none."""

    def card_name(self, code: int) -> str:
        """Return the text of a card."""
        return self.cards[code]

    def text(self, codes: bytes) -> str:
        """Return cards as text, in the order given."""
        return " ".join(self.cards[code] for code in codes)

    def read(self, value: Any, where: str, defects: list[Defect]) -> bytes:
        """Return the cards of a text or of a list of texts, adding a defect for each piece that is none."""
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            value = " ".join(value)
        if not isinstance(value, str):
            words = "missing" if value is None else "no text of cards and no list of them"
            defects.append(Defect(where, f"is {words}"))
            return b""
        return bytes(self.read_cards(value, defects, where))

    def read_groups(self, value: Any, where: str, defects: list[Defect]) -> list[bytes]:
        """Return groups, the cards of each as laid, adding a defect for each piece that is no card.

        Parameters
        ----------
        value : Any
            One text with bars, or a list of texts, of lists of cards, or of objects with ``cards``.
        """
        if isinstance(value, str):
            value = [part for part in value.split("|") if part.strip()]
        if not isinstance(value, list):
            defects.append(Defect(where, "is no list of groups"))
            return []
        cards = [group.get("cards") if isinstance(group, dict) else group for group in value]
        return [self.read(group, f"{where} {at}", defects) for at, group in enumerate(cards, start=1)]

    def card_of(self, state: Any, action: Any) -> int:
        """Return the card that a draw brings, or `NO_CARD`."""
        kind = type(action)
        pile = state.stock if kind is FromStock else state.open if kind is FromOpen else b""
        return pile[-1] if pile else NO_CARD

    def move_json(self, names: Sequence[str], action: Any, card: int) -> dict[str, Any]:
        """Return a move as a record tells it, given the card that it draws."""
        match action:
            case Discard(seat=seat, card=gone):
                return {"player": names[seat], "move": "discard", "card": self.cards[gone]}
            case FromStock(seat=seat):
                return {"player": names[seat], "move": self.stock, "card": self.cards[card]}
            case FromOpen(seat=seat):
                return {"player": names[seat], "move": self.open, "card": self.cards[card]}
            case Shuffle(order=order):
                return {"move": "shuffle", "cards": self.text(order[::-1])}
        return {"player": names[action.seat], **self.own_json(action)}

    def own_json(self, action: Any) -> dict[str, Any]:
        """Return a move that only this game has, without its player."""
        raise TypeError(f"{type(action).__name__} is no move of {self.name}")

    def move(self, state: Any, move: Mapping[str, Any]) -> Any:
        """Return the move that a record tells.

        Raises
        ------
        RecordError
            If it is none, or names a player or a card that does not exist.
        MoveError
            If a draw names another card than the one on top.
        """
        word = move.get("move")
        if word == "shuffle":
            return Shuffle(self.cards_in(move, "cards")[::-1])
        words = (self.stock, self.open, "discard", *self.more)
        if word not in words:
            raise RecordError.at("move", f"{word!r} is no move; moves: {', '.join((*words, 'shuffle'))}")
        names = state.table.names
        if move.get("player") not in names:
            words_ = f"player {move.get('player')!r} is not at the table: {', '.join(names)}"
            raise RecordError.at("move", words_)
        seat = names.index(move["player"])
        if word in (self.stock, self.open):
            self._check_drawn(state, move, word)
            return FromStock(seat) if word == self.stock else FromOpen(seat)
        if word == "discard":
            return Discard(seat, self.card_in(move, "card"))
        return self.own(seat, str(word), move)

    def own(self, seat: int, word: str, move: Mapping[str, Any]) -> Any:
        """Return a move that only this game has."""
        raise RecordError.at("move", f"{word!r} is no move of {self.name}")

    def typed(self, state: Any, text: str) -> Any:
        """Return the move that the seat to move types: a draw by its word or letter, or a card to discard.

        Raises
        ------
        HandError
            If a card is named that is none, or not exactly one.
        """
        word, _, rest = text.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        for own, draw in ((self.stock, FromStock), (self.open, FromOpen)):
            if word in (own, own[0]) and not rest:
                return draw(state.seat)
        action = self.own_typed(state, word, rest)
        if action is not None:
            return action
        card = rest if word == "discard" else text
        return Discard(state.seat, self.one_typed(card))

    def own_typed(self, state: Any, word: str, rest: str) -> Any | None:
        """Return a move that only this game has, or None if the word is none."""
        return None

    def one_typed(self, text: str) -> int:
        """Return the one card of a text.

        Raises
        ------
        HandError
            If it is not one card.
        """
        defects: list[Defect] = []
        cards = self.read(text, "card", defects)
        if not defects and len(cards) != 1:
            defects.append(Defect("card", f"{len(cards)} cards; one is wanted"))
        if defects:
            raise HandError(defects)
        return cards[0]

    def cards_in(self, move: Mapping[str, Any], key: str) -> bytes:
        """Return the cards that a move names.

        Raises
        ------
        HandError
            For each piece that is no card.
        """
        defects: list[Defect] = []
        cards = self.read(move.get(key), f"move, {key}", defects)
        if defects:
            raise HandError(defects)
        return cards

    def card_in(self, move: Mapping[str, Any], key: str) -> int:
        """Return the one card that a move names.

        Raises
        ------
        HandError
            If it is no card.
        RecordError
            If it names none, or several.
        """
        cards = self.cards_in(move, key)
        if len(cards) != 1:
            raise RecordError.at("move", f"{key} names {len(cards)} cards; one is wanted")
        return cards[0]

    def _check_drawn(self, state: Any, move: Mapping[str, Any], word: str) -> None:
        """Check the card that a draw names, if it names one, against the top of the pile."""
        pile = state.stock if word == self.stock else state.open
        if move.get("card") is None or not pile or state.drawn or state.shuffling or state.end is not None:
            return
        card = self.card_in(move, "card")
        if card != pile[-1]:
            words = f"{self.cards[card]} is drawn, but {self.cards[pile[-1]]} is the top of the {word}"
            raise MoveError.of(self.stock_rule, words)


def limit_of(record: Mapping[str, Any], defects: list[Defect]) -> int | None:
    """Return the limit on turns of a record, adding a defect if it is no number of turns."""
    limit = record.get("turn_limit")
    if limit is None or (isinstance(limit, int) and not isinstance(limit, bool) and limit >= 1):
        return limit
    defects.append(Defect("turn_limit", f"{limit!r} is no number of turns"))
    return None


def deal_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the deal of a record.

    Raises
    ------
    HandError
        If there is none, or its hands are no list.
    """
    deal = record.get("deal")
    if not isinstance(deal, Mapping):
        raise HandError.at("deal", "is missing or no JSON object")
    if not isinstance(deal.get("hands"), list):
        raise HandError.at("deal", "hands is no list")
    return deal
