"""What the page must know beside the answers, so that it need not know the games: cards, rules, limits."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from cli.web.questions import QuestionError, offered
from solver.errors import Defect, HandError

_RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")
_BHARG_RANKS = {"A": "ace", "P": "Pawn", "C": "Court", "X": "crown", "E": "Excuse"}


def about() -> dict[str, Any]:
    """Return the verbs, cards, options, presets and labels of both games."""
    from solver.bharg import cards as bharg
    from solver.bharg.rules import OPTIONS as BHARG_OPTIONS
    from solver.bharg.rulings import RULINGS as BHARG_RULINGS
    from solver.rummy import cards as rummy
    from solver.rummy.rules import OPTIONS, PRESETS
    from solver.rummy.rulings import RULINGS

    verbs = offered()
    return {
        "version": version("meldwise"),
        "games": {
            "rummy": {
                "verbs": verbs["rummy"],
                "sizes": [rummy.HAND_SIZE, rummy.HAND_SIZE + 1],
                "cards": [{"card": name, "name": _rummy_name(code)} for code, name in enumerate(rummy.NAMES)],
                "presets": list(PRESETS),
                "options": _options(OPTIONS),
                "labels": RULINGS,
            },
            "bharg": {
                "verbs": verbs["bharg"],
                "sizes": [bharg.HAND_SIZE, bharg.HAND_SIZE + 1],
                "cards": [{"card": name, "name": _bharg_name(code)} for code, name in enumerate(bharg.NAMES)],
                "presets": ["standard"],
                "options": _options(BHARG_OPTIONS),
                "labels": BHARG_RULINGS,
                "suits": dict(zip(bharg.SUITS, bharg.SUIT_NAMES, strict=True)),
                "extras": list(bharg.EXTRAS.values()),
            },
        },
    }


def _options(options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the options that have a choice and concern a hand."""
    return [
        {"name": name, "label": option.label, "values": list(option.values), "about": option.about}
        for name, option in options.items()
        if len(option.values) > 1 and name != "halving"
    ]


def _rummy_name(code: int) -> str:
    from solver.rummy.cards import JOKER

    return "joker" if code == JOKER else f"{_RANK_WORDS[code % 13]} of {_SUIT_WORDS[code // 13]}"


def _bharg_name(code: int) -> str:
    from solver.bharg.cards import NAMES, SUIT_MASKS, SUIT_NAMES, TITLES

    rank = _BHARG_RANKS.get(NAMES[code][0], NAMES[code][0])
    suits = [name for suit, name in enumerate(SUIT_NAMES) if SUIT_MASKS[code] >> suit & 1]
    return f"{TITLES[code]}: {rank} of {' and '.join(suits)}" if suits else TITLES[code]


def table_of(game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return for each card its loose points, whether it is wild, how many a hand may hold and are left.

    Parameters
    ----------
    game : str
        ``rummy`` or ``bharg``.
    asked : mapping
        ``wild``, ``decks``, ``rules`` and ``rule``, or ``ace`` and ``deck``; and ``hand``, ``seen`` and
        ``open``, whose cards are not left. All as on the command line.

    Raises
    ------
    SolverError
        If one of them does not exist.
    """
    return {"cards": _rummy_table(asked) if game == "rummy" else _bharg_table(asked)}


def _rummy_table(asked: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    from solver.rummy.cards import MAX_DECKS, NAMES, counts_of, is_wild, points_of
    from solver.rummy.rules import override, parse_rules
    from solver.rummy.text import copy_defects, fewest_decks, parse_wild

    changes = asked.get("rule") or []
    if not isinstance(changes, list) or not all(isinstance(one, str) for one in changes):
        raise QuestionError.at("rule", "a list of NAME=VALUE is wanted")
    rules = override(parse_rules(_text(asked, "rules") or "trio", "rules"), changes)
    wild = parse_wild(_text(asked, "wild"), rules)
    decks = asked.get("decks")
    if decks is not None and (type(decks) is not int or not 1 <= decks <= MAX_DECKS):
        raise HandError.at("decks", f"the game is played with 1 to {MAX_DECKS} decks")

    def most(code: int, limit: int | None) -> int:
        """Return how many copies of a card a hand may hold (R13)."""
        return next(n for n in range(2 * MAX_DECKS + 1) if copy_defects([code] * (n + 1), wild, limit))

    held = _codes(asked, "hand")
    gone = counts_of([*held, *_codes(asked, "seen"), *_codes(asked, "open")])
    played = min(decks or fewest_decks(held, wild), MAX_DECKS)
    return {
        name: {
            "points": points_of(code, wild.rank),
            "wild": is_wild(code, wild.rank),
            "copies": most(code, decks),
            "left": max(0, most(code, played) - gone[code]),
        }
        for code, name in enumerate(NAMES)
    }


def _codes(asked: Mapping[str, Any], key: str) -> list[int]:
    from solver.rummy.text import read_cards

    defects: list[Defect] = []
    codes = read_cards(_text(asked, key) or "", defects, key)
    if defects:
        raise HandError(defects)
    return codes


def _bharg_table(asked: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    from solver.bharg.cards import NAMES, POINTS
    from solver.bharg.rules import has, parse_deck
    from solver.bharg.text import parse_ace

    ace, deck = parse_ace(_text(asked, "ace")), parse_deck(_text(asked, "deck"))
    gone = {
        card
        for key in ("hand", "seen", "open")
        for card in read("bharg", {"text": _text(asked, key) or ""})["cards"]
    }
    table = {}
    for code, name in enumerate(NAMES):
        copies = int(has(deck, code) and code != ace)
        left = 0 if name in gone else copies
        table[name] = {"points": POINTS[code], "wild": False, "copies": copies, "left": left}
    return table


def _text(asked: Mapping[str, Any], key: str) -> str | None:
    value = asked.get(key)
    if value is not None and not isinstance(value, str):
        raise QuestionError.at(key, "a text is wanted")
    return value


def read(game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cards of a text in any notation, and the same group by group where bars part them.

    Raises
    ------
    HandError
        With each piece that is no card.
    """
    text = _text(asked, "text")
    if text is None:
        raise QuestionError.at("text", "a text is wanted")
    defects: list[Defect] = []
    groups = [_cards(game, part, defects) for part in text.split("|")]
    if defects:
        raise HandError(defects)
    return {
        "cards": [card for group in groups for card in group],
        "groups": [group for group in groups if group],
    }


def _cards(game: str, text: str, defects: list[Defect]) -> list[str]:
    if game == "rummy":
        from solver.rummy import cards
        from solver.rummy import text as notation

        return [cards.NAMES[code] for code in notation.read_cards(text, defects)]
    from solver.bharg import cards as bharg_cards
    from solver.bharg import text as bharg_notation

    return [bharg_cards.NAMES[code] for _, code in bharg_notation.read_cards(text, defects)]
