"""Final hands of a round of rummy: read from a record, checked against each other, and scored (R6–R14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.errors import Defect, HandError, RulesError
from solver.rounds.match import Line, Scored
from solver.rounds.moves import MoveError, without
from solver.rounds.records import at, read_players
from solver.rummy import walk
from solver.rummy.cards import HAND_SIZE, text_of
from solver.rummy.claims import check_declaration
from solver.rummy.opening import fewest_decks_of, seat_defects
from solver.rummy.record import GAME
from solver.rummy.rules import Rules, parse_rules
from solver.rummy.score import halved
from solver.rummy.solve import Solution, solve_hand
from solver.rummy.state import prices
from solver.rummy.text import Hand, WildCard, copy_defects, fewest_decks, parse_wild
from solver.rummy.verify import verify

RESULTS = ("declared", "won", "lost", "packed-first", "packed-later")


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the end of a round.

    Attributes
    ----------
    name, result : str
        Who, and one of `RESULTS`.
    hand : bytes
        13 cards, ascending; empty if it is not told.
    groups : tuple of bytes
        The groups laid; empty if none are told.
    fold : int or None
        The card folded to declare.
    """

    name: str
    result: str
    hand: bytes
    groups: tuple[bytes, ...]
    fold: int | None


@dataclass(frozen=True, slots=True)
class Final:
    """The final hands of a round, and what was played."""

    rules: Rules
    decks: int
    wild: WildCard
    first_turn: bool
    players: tuple[Player, ...]


def score_final(record: Mapping[str, Any], where: str = "record", *, rules: str | None = None) -> Scored:
    """Score a round by its final hands.

    Parameters
    ----------
    record : mapping
        ``decks, rules, wild, first_turn, players``; a player has ``name``, ``result`` (one of `RESULTS`)
        and, unless packed or left alone, ``hand`` or ``groups``; ``fold`` is the card folded to declare.
    where : str
        What errors call the record.
    rules : str, optional
        The rules of a record that names none.

    Raises
    ------
    RecordError
        With all defects: what cannot be read, hands that the decks do not hold together (R13), results that
        cannot be together (R14), a declaration on the first turn beside a pack (R12), or a declaration
        that is none, with the reasons.
    """
    try:
        final = read_final(record, where, rules=rules)
        check_together(final)
        lines = tuple(_line(final, player) for player in final.players)
    except (HandError, RulesError) as error:
        raise at(where, error) from error
    winner = next(player for player in final.players if player.result in ("declared", "won"))
    return Scored("declared" if winner.result == "declared" else "packed", winner.name, lines)


def read_final(record: Mapping[str, Any], where: str, *, rules: str | None) -> Final:
    """Read final hands.

    Raises
    ------
    HandError, RulesError, RecordError
        With all defects of reading.
    """
    names, _ = read_players(record, where)
    chosen = parse_rules(str(record.get("rules") or rules or "trio"))
    defects: list[Defect] = []
    wild = WildCard(None, -1, -1)
    shown = record.get("wild")
    if shown is not None and not isinstance(shown, str):
        defects.append(Defect("wild", "is no text"))
    else:
        try:
            wild = parse_wild(shown, chosen)
        except HandError as error:
            defects.extend(error.defects)
    first_turn = record.get("first_turn", False)
    if not isinstance(first_turn, bool):
        defects.append(Defect("first_turn", f"{first_turn!r} is neither true nor false"))
    told = [player if isinstance(player, Mapping) else {} for player in record["players"]]
    players = tuple(_read_player(name, player, defects) for name, player in zip(names, told, strict=True))
    decks = record.get("decks")
    if decks is None:
        held = fewest_decks(list(_held(players)), wild)
        decks = fewest_decks_of(len(names)) if held < 2 or len(names) < 4 else held
    if isinstance(decks, bool) or not isinstance(decks, int):
        defects.append(Defect("decks", f"{decks!r} is no number of decks"))
    else:
        defects += seat_defects(len(names), decks)
    if defects:
        raise HandError(defects)
    return Final(chosen, decks, wild, first_turn, players)


def _read_player(name: str, told: Mapping[str, Any], defects: list[Defect]) -> Player:
    """Read one player; a hand of 14 is split in the 13 kept and the fold, if the record tells which."""
    result = told.get("result")
    if result not in RESULTS:
        defects.append(Defect(name, f"result {result!r} is none; results: {', '.join(RESULTS)}"))
        return Player(name, "lost", b"", (), None)
    found = len(defects)
    hand = b"" if told.get("hand") is None else GAME.read(told["hand"], f"{name}, hand", defects)
    laid = told.get("groups")
    groups = [] if laid is None else GAME.read_groups(laid, f"{name}, group", defects)
    fold = b"" if told.get("fold") is None else GAME.read(told["fold"], f"{name}, fold", defects)
    if len(defects) > found:
        return Player(name, str(result), b"", (), None)
    if len(fold) > 1 or (fold and result != "declared"):
        words = f"{len(fold)} cards; one is folded" if len(fold) > 1 else "only who declares folds a card"
        defects.append(Defect(f"{name}, fold", f"{words} (R15)"))
    hand = hand or b"".join(groups)
    if len(hand) == HAND_SIZE + 1 and result == "declared":
        hand, fold = _split(name, hand, groups, fold, defects)
    shows = result in ("declared", "lost")
    sizes = (HAND_SIZE, HAND_SIZE + 1) if result == "declared" and not fold else (HAND_SIZE,)
    if len(hand) not in sizes and (hand or shows):
        words = f"{len(hand)} cards; {HAND_SIZE} are wanted" if hand else f"{result}, so the hand is wanted"
        defects.append(Defect(f"{name}, hand", words))
    elif more := _more(b"".join(groups), hand):
        words = f"{text_of(more)} laid in the groups, but not in the hand"
        defects.append(Defect(f"{name}, groups", words))
    return Player(name, str(result), bytes(sorted(hand)), tuple(groups), fold[0] if fold else None)


def _split(
    name: str, hand: bytes, groups: list[bytes], fold: bytes, defects: list[Defect]
) -> tuple[bytes, bytes]:
    """Split 14 cards in the hand kept and the fold: as told, or what no group holds."""
    rest = _more(hand, b"".join(groups)) if groups else b""
    fold = fold or (rest if len(rest) == 1 else b"")
    if fold and fold[0] not in hand:
        defects.append(Defect(f"{name}, fold", f"{text_of(fold)} is not among the 14 cards (R15)"))
    elif fold:
        return without(hand, fold[0]), fold
    return hand, fold


def _more(cards: bytes, than: bytes) -> bytes:
    """Return the cards that are not among others, copy by copy."""
    left = list(than)
    more = []
    for code in sorted(cards):
        if code in left:
            left.remove(code)
        else:
            more.append(code)
    return bytes(more)


def _held(players: tuple[Player, ...]) -> bytes:
    """Return all cards that are held at once: a hand packed early went back to the stock (R14)."""
    return b"".join(
        player.hand + (b"" if player.fold is None else bytes([player.fold]))
        for player in players
        if player.result != "packed-first"
    )


def check_together(final: Final) -> None:
    """Check what concerns several players at once.

    Raises
    ------
    HandError
        With all defects.
    """
    players = final.players
    results = [player.result for player in players]
    packs = sum(result.startswith("packed") for result in results)
    defects = []
    winners = [player.name for player in players if player.result in ("declared", "won")]
    if len(winners) != 1:
        defects.append(
            Defect(
                "players",
                f"{len(winners)} winners{': ' * bool(winners)}{', '.join(winners)}; a round has one",
            )
        )
    elif ("won" in results) != (packs == len(players) - 1):
        words = (
            "when all others have packed, the last one has won, without a declaration"
            if "declared" in results
            else "has won, but not all others have packed"
        )
        defects.append(Defect(winners[0], f"{words} (R14)"))
    if final.first_turn and packs:
        defects.append(
            Defect("first_turn", "a pack is an act, so nobody declared before anyone else acted (R12)")
        )
    shared = copy_defects(list(_held(players)), final.wild, final.decks)
    for player in players:
        alone = copy_defects(list(player.hand), final.wild, final.decks)
        defects += [Defect(f"{player.name}, hand", f"{one.message} (R13)") for one in alone]
        shared = [one for one in shared if one not in alone]
    defects += [Defect("all hands", f"{one.message} (R13)") for one in shared]
    if defects:
        raise HandError(defects)


def _line(final: Final, player: Player) -> Line:
    first, later = prices(final.rules)
    match player.result:
        case "packed-first":
            return Line(player.name, player.result, first)
        case "packed-later":
            return Line(player.name, player.result, later)
        case "won":
            return Line(player.name, player.result, 0)
        case "declared":
            _check_declared(final, player)
            return Line(player.name, player.result, 0)
    return _loser(final, player)


def _check_declared(final: Final, player: Player) -> None:
    """Check the declaration; of 14 cards without a fold, some fold must do (R15)."""
    try:
        if len(player.hand) > HAND_SIZE:
            found = walk.find(tuple(player.hand), final.wild.rank, final.rules)
            if not found.folds:
                raise MoveError.of("R15", "no card can be folded so that the other 13 are a declaration")
            return
        check_declaration(player.hand, player.groups, final.wild, final.decks, final.rules)
    except MoveError as error:
        raise HandError(at(player.name, error).defects) from error


def _loser(final: Final, player: Player) -> Line:
    """Score a loser: groups as laid, if there are any, with the better arrangement beside; else the least."""
    hand = Hand(tuple(player.hand), final.wild, final.decks)
    if not player.groups:
        return _of_solution(final, player.name, solve_hand(hand, rules=final.rules))
    verdict = verify(
        " | ".join(map(text_of, player.groups)),
        hand=text_of(player.hand),
        wild=final.wild.text,
        decks=final.decks,
        rules=final.rules,
    )
    assert verdict.solution is not None
    best = _of_solution(final, player.name, verdict.solution)
    loose = text_of(_more(player.hand, b"".join(player.groups))).split()
    return Line(
        name=player.name,
        result=player.result,
        points=_cost(final, verdict.points),
        penalty=verdict.points,
        groups=verdict.laid,
        loose=tuple(loose),
        better=best if verdict.points > verdict.solution.penalty else None,
    )


def _of_solution(final: Final, name: str, solution: Solution) -> Line:
    points = _cost(final, solution.penalty)
    return Line(name, "lost", points, solution.penalty, solution.groups, solution.loose)


def _cost(final: Final, penalty: int) -> int | float:
    """Return what a capped penalty costs (R12)."""
    return halved(penalty, final.rules) if final.first_turn else penalty
