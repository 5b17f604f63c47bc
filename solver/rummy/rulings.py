"""The rulings R1–R16 in words: what each label stands for."""

RULINGS: dict[str, str] = {
    "R1": (
        "Pure sequence: three or more consecutive cards of one suit with no wildcard standing in. The ace is "
        "low (A-2-3) or high (Q-K-A), never both in one sequence and never in the middle."
    ),
    "R2": (
        "A wild-rank card in its own place is a natural card there. It may be read as a wildcard instead, "
        "even in its own place; the reading that serves the hand counts."
    ),
    "R3": (
        "Impure sequence: a sequence in which one or two wildcards stand in: inside, at an end, or added to "
        "a run that is complete already. One natural card is enough; a group without one is no sequence."
    ),
    "R4": (
        "Trio: exactly three cards of one rank, three naturals or two and a wildcard; suits may repeat. "
        "Three wild-rank cards are a trio of naturals unless they are identical. A set (sets=distinct) "
        "is three or four of a rank whose suits all differ, with any number of wildcards and at least one "
        "natural."
    ),
    "R5": (
        "Three of the exact same card are a pure sequence of their own, never a trio; no wildcard can stand "
        "in there."
    ),
    "R6": (
        "A declaration groups all 13 cards, with a pure sequence and a second sequence, pure or impure, and "
        "some such pair covers 6 or 7 cards together."
    ),
    "R7": "The rest of a declaration, and any arrangement, holds at most two trios.",
    "R8": (
        "What a losing hand needs for its sequences to count: nothing by default. A sequence opens a gate "
        "only if it counts itself."
    ),
    "R9": (
        "What a losing hand needs for its trios to count: by default a pure and an impure sequence in the "
        "same arrangement."
    ),
    "R10": "The most points a hand can cost: arranged by raw points, then capped, then halved.",
    "R11": (
        "The Wild Card shown makes its rank wild, beside the printed jokers. If it is a printed joker, aces "
        "are wild."
    ),
    "R12": "A declaration on the first turn of the round, before anyone else acted, halves all other totals.",
    "R13": (
        "A hand holds no more copies of a card than the decks have, the Wild Card shown being one copy out "
        "of play; two printed jokers a deck. Left out, the fewest decks that hold the hand are assumed."
    ),
    "R14": "A pack at the start of a turn costs 20 points on the first turn of the round, 40 later.",
    "R15": (
        "With 14 cards a player may declare if some card can be folded so that the other 13 are a "
        "declaration. Any card may be folded."
    ),
    "R16": (
        "When the stock is empty, all but the top card of the open pile are shuffled into a new one; if that "
        "is empty too, the round is void."
    ),
}
"""The text of each label. Where an option changes a ruling, the text tells the default."""
