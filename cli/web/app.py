"""The application: one static page, and questions answered with the bytes of ``--json``."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any

import anyio
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from cli.web.facts import about, read, table_of
from cli.web.guard import MOST_BYTES, Guard, refusal
from cli.web.questions import GAMES, QuestionError, answer, arguments_of, offered
from solver.errors import SolverError

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}
_SECONDS_TO_SEND = 15
_FAULT = "a fault of ours; the terminal that runs the server says how to report it"


def application(names: Iterable[str] = (), threads: int = 4) -> Starlette:
    """Return the ASGI application.

    Parameters
    ----------
    names : iterable of str
        Names beside its address under which the server may be asked.
    threads : int
        Questions that are worked on at the same time; further ones wait.
    """
    limiter: list[CapacityLimiter] = []

    async def aside(work: Callable[[], Any]) -> Any:
        if not limiter:  # made within the event loop that uses it
            limiter.append(CapacityLimiter(threads))
        return await to_thread.run_sync(work, limiter=limiter[0])

    routes = [
        *(_static(path, data, kind) for path, data, kind in _pages()),
        Route("/api/about", partial(_about, aside), methods=["GET"]),
        *(
            Route(f"/api/{game}/{verb}", partial(_ask, aside, game, verb), methods=["POST"])
            for game, verbs in offered().items()
            for verb in verbs
        ),
        *(
            Route(f"/api/{game}/table", partial(_tell, aside, table_of, game), methods=["POST"])
            for game in GAMES
        ),
        *(Route(f"/api/{game}/read", partial(_tell, aside, read, game), methods=["POST"]) for game in GAMES),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers={HTTPException: _http_error, ClientDisconnect: _gone, Exception: _fault},
    )


def _pages() -> list[tuple[str, bytes, str]]:
    """Return path, bytes and type of every file there is; no path reaches the disk afterwards."""
    from solver.bharg import picture as bharg
    from solver.picture.faces import sprite
    from solver.rummy import picture as rummy

    found = [("/cards/rummy.svg", sprite(rummy.faces()).encode(), "svg")]
    found.append(("/cards/bharg.svg", sprite(bharg.faces()).encode(), "svg"))
    for file in sorted(files("cli.web").joinpath("static").iterdir(), key=lambda one: one.name):
        kind = file.name.rpartition(".")[2]
        path = "/" if file.name == "index.html" else f"/{file.name}"
        if kind in TYPES:
            found.append((path, file.read_bytes(), kind))
    return found


def _static(path: str, data: bytes, kind: str) -> Route:
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=TYPES[kind], headers=headers)

    return Route(path, serve, methods=["GET"])


async def _about(aside: Any, _request: Request) -> Response:
    return _json(json.dumps(await aside(about), ensure_ascii=False))


async def _ask(aside: Any, game: str, verb: str, request: Request) -> Response:
    """Answer a verb: what the command prints with ``--json``, and its exit code as a header."""
    try:
        question = await _body(request)
        arguments = arguments_of(game, verb, question)
    except SolverError as error:
        return _defects(error)
    code, printed = await aside(partial(answer, arguments))
    if code not in (0, 1, 2):
        return refusal(500, _FAULT)
    # a hand that is refused was answered all the same: the body says why
    return _json(printed, exit_code=code)


async def _tell(
    aside: Any, fact: Callable[[str, Mapping[str, Any]], dict[str, Any]], game: str, request: Request
) -> Response:
    """Tell the page a fact: no question of the command line."""
    try:
        question = await _body(request)
        return _json(json.dumps(await aside(partial(fact, game, question)), ensure_ascii=False))
    except SolverError as error:
        return _defects(error)


async def _body(request: Request) -> Mapping[str, Any]:
    """Return the JSON object of a request, or refuse it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "the body must be application/json")
    if request.headers.get("content-encoding"):
        raise HTTPException(415, "the body must not be compressed")
    size = request.headers.get("content-length", "0")
    if not size.isdecimal() or int(size[:9]) > MOST_BYTES:
        raise HTTPException(413, f"the body is longer than {MOST_BYTES} bytes")
    try:
        with anyio.fail_after(_SECONDS_TO_SEND):
            data = await _received(request)
    except TimeoutError as error:
        raise HTTPException(408, "the body did not arrive in time") from error
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise QuestionError.at(
            "request", "the body is not JSON, or too deep or too large a number"
        ) from error
    if not isinstance(value, dict):
        raise QuestionError.at("request", "the body must be a JSON object")
    return value


async def _received(request: Request) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise HTTPException(413, f"the body is longer than {MOST_BYTES} bytes")
    return bytes(data)


def _json(text: str, status: int = 200, exit_code: int = 0) -> Response:
    headers = {"Cache-Control": "no-store", "Exit-Code": str(exit_code)}
    return Response(text, status, media_type="application/json", headers=headers)


def _defects(error: SolverError) -> Response:
    rows = [{"where": defect.where, "message": defect.message} for defect in error.defects]
    text = json.dumps({"error": {"defects": rows}}, ensure_ascii=False)
    return _json(text, 400 if isinstance(error, QuestionError) else 200, exit_code=2)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = refusal(error.status_code, error.detail)
    for name, value in (error.headers or {}).items():
        refused.headers[name] = value
    if error.status_code in (408, 413, 415):
        # the rest of the body is not read
        refused.headers["Connection"] = "close"
    return refused


async def _gone(_request: Request, _error: Exception) -> Response:
    """Answer one who is not there any more."""
    return Response(status_code=400)


async def _fault(_request: Request, error: Exception) -> Response:
    return refusal(500, _FAULT)
