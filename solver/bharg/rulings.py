"""The rulings B1–B11 of Bharg, the game by P. D. Magnus, in words."""

RULINGS: dict[str, str] = {
    "B1": "A set is three or more cards that between them show each of the six suits exactly once.",
    "B2": (
        "A card belongs to at most one set: the sets of a hand are disjoint. With sets=overlapping a card "
        "may serve in several."
    ),
    "B3": (
        "A card that shows the suit of the ace on top of the Ace Pile is ace-bound. It may be in a set as "
        "well, and help to bind the set's other cards."
    ),
    "B4": "With an empty Ace Pile only sets bind.",
    "B5": "The Excuse is always bound, costs nothing, and is never part of a set.",
    "B6": (
        "The hand is judged after the discard, with 7 cards. With 8, each discard is judged on its own; a "
        "discarded ace is the new top of the Ace Pile at once."
    ),
    "B7": (
        "Unbound cards cost points: an ace 1, a number its rank, a crown, Pawn or Court 10. The arrangement "
        "with the fewest counts."
    ),
    "B8": (
        "The ace on top of the Ace Pile is out of play: a hand cannot hold it, nor a card twice, nor a card "
        "of an extra that is off."
    ),
    "B9": (
        "Seven cards are dealt to each; then cards are turned up until one is no ace, and the aces go on the "
        "Ace Pile. Draws come from the deck or the ordinary pile, never from the Ace Pile."
    ),
    "B10": "The winner scores the points of the other hand's unbound cards; rounds go on to the target, 36.",
    "B11": (
        "When the deck is empty, all but the top card of the ordinary pile are shuffled into a new one; if "
        "that is empty too, the round is void."
    ),
}
"""The text of each label. Where an option changes a ruling, the text tells the default."""
