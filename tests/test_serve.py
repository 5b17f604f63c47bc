"""`meldwise serve`: the bytes of --json, to this machine's own page and to nobody else."""

import asyncio
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
from cli.web.guard import HEADERS, MOST_BYTES, Guard, authorities
from cli.web.questions import VERBS, arguments_of, offered

HAND = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
BHARG = "2MK 2SY 2WL 4YK 5YK 9MS E"
GROUPING = "4H 5H 6H 7H | 9C TC JC | QS QD QH | 2D 2S 2C"
QUESTION = {"hand": HAND, "wild": "8H"}


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


def post(
    path: str, body: bytes, *headers: str, host: str = "{host}", kind: str = "application/json"
) -> bytes:
    """Return a whole request as bytes; ``{host}`` is the address of the server."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}"]
    lines += [f"Content-Type: {kind}"] if kind else []
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


def get(path: str, *headers: str, host: str = "{host}", method: str = "GET") -> bytes:
    """Return a request without a body."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode()


GOOD = json.dumps(QUESTION).encode()
CHECK = "/api/rummy/check"
HOSTILE = {
    # who asks
    "another host": (403, post(CHECK, GOOD, host="evil.example")),
    "another host that resolves to us": (403, post(CHECK, GOOD, host="evil.example:{port}")),
    "our name at another port": (403, post(CHECK, GOOD, host="localhost:1")),
    "our address with a suffix": (403, post(CHECK, GOOD, host="127.0.0.1.evil.example:{port}")),
    "our address with a user": (403, post(CHECK, GOOD, host="127.0.0.1@evil.example:{port}")),
    "another address of loopback": (403, post(CHECK, GOOD, host="127.0.0.2:{port}")),
    "the address of version 6": (403, post(CHECK, GOOD, host="[::1]:{port}")),
    "two hosts": (400, post(CHECK, GOOD, "Host: evil.example")),
    "no host": (400, b"GET / HTTP/1.1\r\n\r\n"),
    "the page by another host": (403, get("/", host="evil.example:{port}")),
    "the facts by another host": (403, get("/api/about", host="evil.example")),
    "another origin": (403, post(CHECK, GOOD, "Origin: http://evil.example")),
    "an origin of another port": (403, post(CHECK, GOOD, "Origin: http://127.0.0.1:1")),
    "an origin with TLS": (403, post(CHECK, GOOD, "Origin: https://{host}")),
    "an origin of none": (403, post(CHECK, GOOD, "Origin: null")),
    "our other name as origin": (403, post(CHECK, GOOD, "Origin: http://localhost:{port}")),
    "two origins": (403, post(CHECK, GOOD, "Origin: http://{host}", "Origin: http://evil.example")),
    "a request from another site": (403, post(CHECK, GOOD, "Sec-Fetch-Site: cross-site")),
    "a preflight of another site": (403, get(CHECK, "Origin: http://evil.example", method="OPTIONS")),
    # what is asked
    "a form": (415, post(CHECK, GOOD, kind="application/x-www-form-urlencoded")),
    "plain text": (415, post(CHECK, GOOD, kind="text/plain")),
    "no type": (415, post(CHECK, GOOD, kind="")),
    "a compressed body": (415, post(CHECK, GOOD, "Content-Encoding: gzip")),
    "too large": (413, post(CHECK, b'{"hand": "' + b"4H " * 30_000 + b'"}')),
    "said to be huge": (413, post(CHECK, b"").replace(b"Content-Length: 0", b"Content-Length: 99999999999")),
    "too large in chunks": (
        413,
        post(CHECK, b"", "Transfer-Encoding: chunked").replace(b"Content-Length: 0\r\n", b"")
        + b"ffff\r\n"
        + b" " * 0xFFFF
        + b"\r\nffff\r\n"
        + b" " * 0xFFFF
        + b"\r\n0\r\n\r\n",
    ),
    "deep JSON": (400, post(CHECK, b"[" * 30_000 + b"]" * 30_000)),
    "deep objects": (400, post(CHECK, b'{"hand":' * 7_000 + b"1" + b"}" * 7_000)),
    "a list": (400, post(CHECK, b'["hand"]')),
    "no JSON": (400, post(CHECK, b"hand=4H")),
    "half a JSON": (400, post(CHECK, GOOD[:-5])),
    "no body": (400, post(CHECK, b"")),
    "bytes that are no text": (400, post(CHECK, b'{"hand": "\xff\xfe\xfa"}')),
    "half a character": (400, post(CHECK, b'{"hand": "\\ud800"}')),
    "a number for a hand": (400, post(CHECK, b'{"hand": 13}')),
    "a list for a hand": (400, post(CHECK, b'{"hand": ["4H"]}')),
    "an endless number": (400, post(CHECK, b'{"hand": "4H", "decks": ' + b"9" * 50_000 + b"}")),
    "no number": (400, post(CHECK, b'{"hand": "4H", "decks": NaN}')),
    "an option that writes": (400, post(CHECK, b'{"hand": "4H", "svg": "/tmp/x.svg"}')),
    "a rule file": (400, post(CHECK, b'{"hand": "4H", "rules": "/etc/passwd"}')),
    "a rule file by a relative path": (400, post(CHECK, b'{"hand": "4H", "rules": "../rules.toml"}')),
    "more rounds than a request may ask for": (
        400,
        post("/api/rummy/advise", b'{"hand": "4H", "rounds": 1001}'),
    ),
    "an endless look ahead": (400, post("/api/rummy/advise", b'{"hand": "4H", "depth": 2}')),
    "a clock": (400, post("/api/rummy/advise", b'{"hand": "4H", "seconds": 1000}')),
    "an option within a value": (200, post(CHECK, b'{"hand": "4H", "wild": "8H --svg=x"}')),
    "60,000 unknown cards": (200, post(CHECK, b'{"hand": "' + b"x " * 30_000 + b'"}')),
    # where
    "a path upwards": (404, get("/../../etc/passwd")),
    "a path upwards in codes": (404, get("/%2e%2e/%2e%2e/etc/passwd")),
    "a path with a backslash": (404, get("/..%5c..%5capp.py")),
    "a source of ours": (404, get("/app.py")),
    "a path with a null": (404, get("/style.css%00.js")),
    "a double slash": (404, get("//evil.example/style.css")),
    "another address as path": (404, get("http://evil.example/")),
    "reading where questions are asked": (405, get(CHECK)),
    "writing the page": (405, post("/", GOOD)),
    "removing": (405, get("/", method="DELETE")),
    "a line that is no request": (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n"),
    "a header without an end": (400, b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 200_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(server: Server, name: str) -> None:
    """What is not a question of the page itself is refused, tells nothing, and the server lives on."""
    status, request = HOSTILE[name]
    for key, value in {b"{host}": f"{server.host}:{server.port}", b"{port}": str(server.port)}.items():
        request = request.replace(key, value.encode())
    response = server.raw(request)
    assert response == b"" or int(response.split()[1]) == status, response[:200]
    assert response or status == 400
    assert b"Traceback" not in response
    assert b"root:" not in response
    assert b"access-control-allow" not in response.lower()
    again = server.ask(CHECK, QUESTION)
    assert (again.status, json.loads(again.body)["penalty"]) == (200, 36)


def test_there_are_enough_hostile_requests() -> None:
    """At least thirty ways to misuse the server are tried."""
    assert len(HOSTILE) >= 30


def test_the_page_may_ask(server: Server) -> None:
    """What the page itself sends is accepted: its own origin, by address and by name."""
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
        answer = server.ask(CHECK, QUESTION, Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin")
        assert answer.status == 200


def test_every_response_is_hardened(server: Server) -> None:
    """Pages, answers and refusals all carry the content security policy and its companions."""
    for answer in (
        server.send("GET", "/"),
        server.send("GET", "/main.js"),
        server.ask(CHECK, QUESTION),
        server.send("GET", "/nothing"),
        server.send("GET", "/", Host="evil.example"),
        server.send("POST", CHECK, b"{}", Content_Type="text/plain"),
    ):
        for name, value in HEADERS.items():
            assert answer.headers[name.lower()] == value
        assert "server" not in answer.headers
        assert "set-cookie" not in answer.headers
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


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


@pytest.mark.parametrize(
    ("address", "names", "expected"),
    [
        (("127.0.0.1", 8371), (), {"127.0.0.1:8371", "localhost:8371"}),
        (("::1", 8371), (), {"[::1]:8371", "localhost:8371"}),
        (("::ffff:127.0.0.1", 8371), (), {"127.0.0.1:8371", "localhost:8371"}),
        (("fe80::1%eth0", 8371), (), {"[fe80::1]:8371"}),
        (
            ("192.0.2.7", 80),
            ("Cards.example",),
            {"192.0.2.7", "192.0.2.7:80", "cards.example", "cards.example:80"},
        ),
    ],
)
def test_authorities(address: tuple[str, int], names: tuple[str, ...], expected: set[str]) -> None:
    """Only the address at which a request arrived is trusted, and names that were vouched for."""
    assert authorities(address, names) == expected


def status_of(server: tuple[str, int], *headers: tuple[bytes, bytes]) -> int:
    """Return what the guard before an application that says 204 answers."""
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": list(headers), "server": server}
    asyncio.run(Guard(application)(scope, None, send))  # type: ignore[arg-type]
    return int(sent[0]["status"])


def test_version_6() -> None:
    """A server at ::1 accepts its own address in brackets, and no other way to write it or foreign one."""
    own = ("::1", 8371)
    assert status_of(own, (b"host", b"[::1]:8371"), (b"origin", b"http://[::1]:8371")) == 204
    assert status_of(own, (b"host", b"[0:0:0:0:0:0:0:1]:8371")) == 403
    assert status_of(own, (b"host", b"[::2]:8371")) == 403
    assert status_of(own, (b"host", b"[::1]:8371"), (b"origin", b"http://[::2]:8371")) == 403


def test_a_client_that_goes_away() -> None:
    """A client that hangs up in the middle of its question, or says nothing sensible, leaves no trace."""
    with serving() as one:
        request = post(CHECK, GOOD).replace(b"{host}", f"{one.host}:{one.port}".encode())
        for part in (request[:-10], request[:40], b"\x00\x01\r\n\r\n"):
            with socket.create_connection((one.host, one.port), timeout=SECONDS) as connection:
                connection.sendall(part)
        assert one.ask(CHECK, QUESTION).status == 200
        one.process.terminate()
        assert one.process.communicate(timeout=SECONDS)[1] == ""


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


def test_the_limit_of_a_body() -> None:
    """A body of 64 KiB is the most there is."""
    assert MOST_BYTES == 64 * 1024
