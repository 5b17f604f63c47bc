"""`meldwise serve`: the bytes of --json, to this machine's own page and to nobody else."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from serving import SECONDS, Server, serving

from cli.main import run
from cli.web.questions import VERBS, arguments_of, offered

HAND = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
BHARG = "2MK 2SY 2WL 4YK 5YK 9MS E"
GROUPING = "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C"
QUESTION = {"hand": HAND, "wild": "8H"}
CHECK = "/api/rummy/check"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a server that lives as long as these tests."""
    with serving() as one:
        yield one


RUMMY = [
    {"hand": HAND, "wild": "8H"},
    {"hand": HAND.lower().replace("c", "♣"), "wild": "8", "decks": 2, "rules": "club"},
    {"hand": HAND + " 8D", "wild": "8H", "rule": ["max_wild=1", "cap=80"]},
    {"hand": HAND, "rules": "online,span=life4", "engine": "cpsat"},
    {"hand": "4H 5H noTHing 6Н"},
    {"hand": HAND, "wild": "9X", "decks": 7},
    {"hand": HAND, "rules": "nothing"},
    {"hand": HAND, "rule": ["max_wild", "span=9"]},
    {"hand": HAND, "engine": "abacus"},
    {"hand": ""},
    {"hand": "--help"},
]
BHARGS = [
    {"hand": BHARG, "ace": "K"},
    {"hand": BHARG + " PMSL", "deck": "basic+excuse+pawns", "rule": ["sets=overlapping"]},
    {"hand": "the Author, Desert, Origin, Battle, Soldier, the Pact, Excuse", "ace": "Ace of Knots"},
    {"hand": "AK 2MK 2MK", "ace": "K", "deck": "basic"},
]
ASKED = [("rummy", verb, one) for verb in ("check", "penalty") for one in RUMMY]
ASKED += [("bharg", verb, one) for verb in ("check", "penalty") for one in BHARGS]


def printed_by(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> bytes:
    """Return what the command line prints on stdout."""
    run(arguments)
    return capsys.readouterr().out.encode()


def command_line(game: str, verb: str, question: dict[str, Any]) -> list[str]:
    """Return a question as a user would type it; written apart from the product's own translation."""
    arguments = [game, verb, "--json"]
    for name, value in question.items():
        if name not in ("hand", "grouping"):
            arguments += [f"--{name}={one}" for one in (value if isinstance(value, list) else [value])]
    return [*arguments, "--", question.get("hand", question.get("grouping", ""))]


@pytest.mark.parametrize(("game", "verb", "question"), ASKED)
def test_the_bytes_of_json(
    server: Server, game: str, verb: str, question: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """The API returns exactly what the command prints with --json, answers and errors alike."""
    answer = server.ask(f"/api/{game}/{verb}", question)
    arguments = command_line(game, verb, question)
    code = run(arguments)
    assert answer.body == capsys.readouterr().out.encode()
    assert (answer.status, answer.headers["exit-code"]) == (200, str(code))
    assert answer.headers["content-type"] == "application/json"


def test_the_bytes_of_json_for_every_verb(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb that is offered returns exactly what the command prints with --json."""
    for game, verbs in offered().items():
        hand, grouping, more = {
            "rummy": (HAND, GROUPING, {"wild": "8H"}),
            "bharg": (BHARG, "2WL 4YK 9MS | 2MK 5YK | E", {"ace": "K"}),
        }[game]
        for verb in verbs:
            subject: dict[str, Any] = {"grouping": grouping} if verb == "verify" else {"hand": hand}
            if (game, verb) == ("rummy", "advise"):
                subject["rounds"] = 20
            for question in (subject, subject | more):
                answer = server.ask(f"/api/{game}/{verb}", question)
                assert answer.body == printed_by(command_line(game, verb, question), capsys)
                assert answer.status == 200


def test_only_verbs_that_exist_are_offered(server: Server) -> None:
    """The page is told the verbs that the command line has, and no other path answers."""
    told = json.loads(server.send("GET", "/api/about").body)
    for game, verbs in offered().items():
        assert told["games"][game]["verbs"] == verbs
        assert {"check", "penalty"} <= set(verbs)
        for verb in {*VERBS, "batch", "deal", "play"} - set(verbs):
            assert server.ask(f"/api/{game}/{verb}", QUESTION).status == 404


def test_no_option_reaches_a_file(tmp_path: Any) -> None:
    """A request can name neither a rule file nor an option that reads or writes one."""
    rules = tmp_path / "rules.toml"
    rules.write_text('preset = "club"\n')
    from solver.errors import SolverError

    for key, value in [
        ("rules", str(rules)),
        ("rules", "rules.toml"),
        ("svg", "x.svg"),
        ("file", "x"),
        ("json", True),
    ]:
        with pytest.raises(SolverError):
            arguments_of("rummy", "check", {"hand": HAND, key: value})


def test_two_hundred_at_once(server: Server) -> None:
    """Two hundred questions at the same time are each answered right."""
    hands = {
        36: HAND,
        14: "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S KC",
        0: HAND.replace("JC", "JK"),
        12: HAND.replace("QS", "8S"),
    }
    expected = {
        hand: arguments_of("rummy", "penalty", {"hand": hand, "wild": "8H"}) for hand in hands.values()
    }
    from cli.web.capture import routed_stdout
    from cli.web.questions import answer

    with routed_stdout():
        right = {hand: answer(arguments)[1].encode() for hand, arguments in expected.items()}
    asked = [list(hands.values())[at % len(hands)] for at in range(200)]
    with ThreadPoolExecutor(200) as pool:
        found = list(
            pool.map(lambda hand: server.ask("/api/rummy/penalty", {"hand": hand, "wild": "8H"}), asked)
        )
    assert [one.status for one in found] == [200] * 200
    assert [one.body for one in found] == [right[hand] for hand in asked]


def test_pages_are_kept_by_tag(server: Server) -> None:
    """A page that the browser has already is not sent again."""
    first = server.send("GET", "/style.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    again = server.send("GET", "/style.css", If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_facts_of_the_table(server: Server) -> None:
    """The page is told points, wild cards and copies; a Wild Card shown is one copy less (R11, R13)."""
    told = json.loads(server.ask("/api/rummy/table", {"wild": "8H", "decks": 2, "hand": "8S 8S KD"}).body)[
        "cards"
    ]
    assert told["8H"] == {"points": 0, "wild": True, "copies": 1, "left": 1}
    assert told["8S"] == {"points": 0, "wild": True, "copies": 2, "left": 0}
    assert told["KD"] == {"points": 10, "wild": False, "copies": 2, "left": 1}
    assert told["JK"] == {"points": 0, "wild": True, "copies": 4, "left": 4}
    told = json.loads(server.ask("/api/bharg/table", {"ace": "K", "deck": "basic", "hand": "2MK"}).body)[
        "cards"
    ]
    assert told["AK"]["copies"] == told["PMSL"]["copies"] == told["2MK"]["left"] == 0
    assert told["XM"] == {"points": 10, "wild": False, "copies": 1, "left": 1}


@pytest.mark.parametrize(
    ("game", "text", "cards"),
    [
        ("rummy", "10♥, joker\n ts | 4h", ["TH", "JK", "TS", "4H"]),
        ("bharg", "the Author, chance meeting 2YS", ["2MK", "7ML", "2SY"]),
    ],
)
def test_reading(server: Server, game: str, text: str, cards: list[str]) -> None:
    """A hand in any notation is read by the same reader as on the command line."""
    assert json.loads(server.ask(f"/api/{game}/read", {"text": text}).body)["cards"] == cards
    refused = server.ask(f"/api/{game}/read", {"text": "noTHing"})
    assert refused.headers["exit-code"] == "2"
    assert "noTHing" in refused.body.decode()


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopping(sent: signal.Signals, code: int) -> None:
    """Ctrl-C and SIGTERM end the server at once, with their exit codes and no traceback."""
    with serving() as one:
        assert one.ask(CHECK, QUESTION).status == 200
        one.process.send_signal(sent)
        _, err = one.process.communicate(timeout=SECONDS)
        assert (one.process.returncode, err) == (code, "")


def test_beyond_this_machine() -> None:
    """At every address of the machine only the one that was asked is trusted, and a warning is given."""
    with serving("--host", "0.0.0.0", "--name", "cards.example") as one:
        assert one.address == f"http://127.0.0.1:{one.port}/"
        for host, status in [
            ("127.0.0.1", 200),
            ("cards.example", 200),
            ("0.0.0.0", 403),
            ("evil.example", 403),
        ]:
            assert one.send("GET", "/", Host=f"{host}:{one.port}").status == status
        one.process.terminate()
        told = one.process.communicate(timeout=SECONDS)[1]
        assert told == "meldwise: 0.0.0.0 can be reached from other machines\n"


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken, or a host that is no address, is one clear line and exit 2."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert capsys.readouterr().err == f"meldwise: --port: 127.0.0.1 port {port}: Address already in use\n"
    assert run(["serve", "--host", "nowhere"]) == 2
    assert capsys.readouterr().err == "meldwise: --host: 'nowhere' is no address, such as 127.0.0.1 or ::1\n"


def test_without_the_extra() -> None:
    """Without starlette and uvicorn the command says in one line what to install."""
    script = "import sys; sys.modules['starlette'] = None; import cli.main; sys.exit(cli.main.run(['serve']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "meldwise: serve: needs starlette and uvicorn: pip install 'meldwise[web]'\n"
