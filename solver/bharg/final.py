"""Final hands of a round of Bharg: read from a record, checked against each other, and scored (B6–B10)."""

from collections.abc import Mapping
from typing import Any

from solver.bharg.cards import HAND_SIZE, NAMES
from solver.bharg.opening import seat_defects
from solver.bharg.record import GAME
from solver.bharg.rules import Rules, parse_deck, parse_rules
from solver.bharg.solve import Solution, solve_hand
from solver.bharg.text import Hand, card_defects, parse_ace
from solver.errors import Defect, HandError, RulesError
from solver.rounds.match import Line, Scored
from solver.rounds.records import at, read_players


def score_final(record: Mapping[str, Any], where: str = "record", *, rules: str | None = None) -> Scored:
    """Score a round by its final hands (B10).

    Parameters
    ----------
    record : mapping
        ``ace`` (top of the Ace Pile after the last discard), ``winner`` (a name), and two ``players`` with
        ``name`` and ``hand``; ``deck`` and ``rules`` may be named.
    where : str
        What errors call the record.
    rules : str, optional
        The rules of a record that names none.

    Raises
    ------
    RecordError
        With all defects: what cannot be read, cards that come twice or are the top ace (B8), or a winner
        whose cards are not all bound (B6).
    """
    names, _ = read_players(record, where)
    try:
        chosen = parse_rules(str(record.get("rules") or rules or "standard"))
        ace, deck, hands = _read(record, names)
        solutions = [solve_hand(Hand(hand, ace, deck), rules=chosen) for hand in hands]
        winner = names.index(record["winner"])
        _check_bound(names[winner], solutions[winner])
    except (HandError, RulesError) as error:
        raise at(where, error) from error
    value = solutions[1 - winner].penalty
    lines = [
        Line(
            name=name,
            result="won" if seat == winner else "lost",
            points=value if seat == winner else 0,
            penalty=solutions[seat].penalty,
            groups=solutions[seat].groups,
            loose=solutions[seat].loose,
        )
        for seat, name in enumerate(names)
    ]
    return Scored("bound", names[winner], tuple(lines))


def _read(record: Mapping[str, Any], names: tuple[str, ...]) -> tuple[int, str, list[tuple[int, ...]]]:
    """Return the top of the Ace Pile, the deck and both hands, ascending.

    Raises
    ------
    HandError
        With all defects.
    """
    defects = seat_defects(len(names))
    ace, deck = -1, parse_deck(None)
    told = record.get("ace"), record.get("deck")
    if not all(one is None or isinstance(one, str) for one in told):
        defects.append(Defect("ace, deck", "are texts"))
    else:
        try:
            ace = parse_ace(told[0])
        except HandError as error:
            defects.extend(error.defects)
        try:
            deck = parse_deck(told[1])
        except HandError as error:
            defects.extend(error.defects)
    if record.get("winner") not in names:
        defects.append(Defect("winner", f"{record.get('winner')!r} is none of {', '.join(names)}"))
    hands = []
    for name, player in zip(names, record["players"], strict=True):
        hand = GAME.read(player.get("hand") if isinstance(player, dict) else None, f"{name}, hand", defects)
        if len(hand) != HAND_SIZE and not defects:
            defects.append(Defect(f"{name}, hand", f"{len(hand)} cards; {HAND_SIZE} are wanted"))
        hands.append(tuple(sorted(hand)))
    if not defects:
        defects += _defects_of(hands, ace, deck)
    if defects:
        raise HandError(defects)
    return ace, deck, hands


def _defects_of(hands: list[tuple[int, ...]], ace: int, deck: str) -> list[Defect]:
    """Return what is wrong with the cards of both hands together (B8)."""
    cards = [code for hand in hands for code in hand]
    found = card_defects([(0, code) for code in sorted(set(cards))], ace, deck)
    twice = sorted({code for code in cards if cards.count(code) > 1})
    return [
        *(Defect("all hands", one.message) for one in found),
        *(
            Defect(
                "all hands", f"{NAMES[code]} is held {cards.count(code)} times; every card exists once (B8)"
            )
            for code in twice
        ),
    ]


def _check_bound(name: str, solution: Solution) -> None:
    """Check that all cards of the winner are bound (B6)."""
    if solution.loose:
        words = f"{', '.join(solution.loose)} unbound, so the hand has not won (B6)"
        raise HandError.at(f"{name}, hand", words)


def target_of(rules: Rules) -> int:
    """Return the points that end a match (B10)."""
    return int(rules.target)
