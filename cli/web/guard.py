"""Who may ask: the guard before the application. It keeps no state and trusts no name it does not serve."""

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024
"""The longest body of a request."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every response says."""


def refusal(status: int, message: str) -> Response:
    """Return an error in the contract's form."""
    return JSONResponse({"error": {"defects": [{"where": "request", "message": message}]}}, status)


def authorities(server: tuple[str, int], names: Iterable[str] = ()) -> set[str]:
    """Return the ``host:port`` texts that mean the address at which a request arrived.

    Parameters
    ----------
    server : (str, int)
        The local address of the connection, as its socket tells it, and the port.
    names : iterable of str
        Further names that the person who started the server vouches for.

    >>> sorted(authorities(("127.0.0.1", 8371)))
    ['127.0.0.1:8371', 'localhost:8371']
    >>> sorted(authorities(("::1", 80)))
    ['[::1]', '[::1]:80', 'localhost', 'localhost:80']
    """
    address, port = ipaddress.ip_address(server[0].partition("%")[0]), server[1]
    address = getattr(address, "ipv4_mapped", None) or address
    hosts = {f"[{address}]" if address.version == 6 else str(address), *map(str.lower, names)}
    if address.is_loopback:
        hosts.add("localhost")
    plain = hosts if port == 80 else set()
    return plain | {f"{host}:{port}" for host in hosts}


class Guard:
    """Middleware that refuses what does not come from the page itself, and hardens every response.

    A foreign ``Host`` is how another site reaches a server on loopback by a name of its own; a foreign
    ``Origin`` is how it reaches it by ours. Both are refused before anything is read.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = tuple(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] != "http":
            # no other kind is served; one that is refused gets no answer at all
            return

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self._refused(scope)
        await (refused or self._app)(scope, receive, hardened)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        known = authorities(scope["server"], self._names)
        if len(hosts) != 1 or hosts[0].lower() not in known:
            return refusal(403, "the Host is not the address that is served")
        if origins and (len(origins) > 1 or origins[0].lower() != f"http://{hosts[0].lower()}"):
            return refusal(403, "the Origin is not the address that is served")
        asks = scope["path"].startswith("/api/")
        if asks and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return refusal(403, "a request from another site")
        return None
