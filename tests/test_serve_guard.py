"""Who may ask the page's server, and what: everything else is refused, and the server lives on."""

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from serving import SECONDS, Server, serving

from cli.web.guard import HEADERS, MOST_BYTES, Guard, authorities

QUESTION = {"hand": "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C", "wild": "8H"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a server that lives as long as these tests."""
    with serving() as one:
        yield one


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


def test_the_limit_of_a_body() -> None:
    """A body of 64 KiB is the most there is."""
    assert MOST_BYTES == 64 * 1024
