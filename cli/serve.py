"""``serve``: the page on this machine."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from socket import socket


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8371,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="The address to listen at; only this machine reaches 127.0.0.1 or ::1."
        ),
    ] = "127.0.0.1",
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="A name of this machine under which it may be asked too."
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> int:
    """A page with both games: click a hand together and see it grouped. Needs the extra `web`."""
    from solver.errors import EngineError

    try:
        import uvicorn

        from cli.web.app import application
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        message = "needs starlette and uvicorn: pip install 'meldwise[web]'"
        raise EngineError.at("serve", message) from error
    from cli.web.capture import routed_stdout

    listener = _listen(host, port)
    config = uvicorn.Config(
        application(names or ()),
        log_level="error",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=2,
    )
    address = _address_of(listener)
    sys.stdout.write(f"meldwise: {address}  (Ctrl-C stops it)\n")
    sys.stdout.flush()
    if browser:
        import webbrowser

        webbrowser.open(address)
    with routed_stdout():
        _warm_up()
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> "socket":
    """Return a socket that listens, or say in one line why there is none."""
    import ipaddress
    import socket

    from solver.errors import FileError

    try:
        address = ipaddress.ip_address(host)
    except ValueError as error:
        raise FileError.at("--host", f"{host!r} is no address, such as 127.0.0.1 or ::1") from error
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise FileError.at("--port", f"{host} port {port}: {reason}") from error
    # inherited by every connection: without it an answer's body can wait 40 ms for the browser's ACK
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _address_of(listener: "socket") -> str:
    """Return the address for this machine's browser; that others reach it is said on stderr."""
    import ipaddress

    host, port = listener.getsockname()[:2]
    address = ipaddress.ip_address(host.partition("%")[0])
    if not address.is_loopback:
        typer.echo(f"meldwise: {host} can be reached from other machines", err=True)
    if address.is_unspecified:
        host = "127.0.0.1" if address.version == 4 else "::1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _warm_up() -> None:
    """Load what the first answer needs while the browser still asks for the page."""
    from threading import Thread

    from cli.web.facts import about
    from cli.web.questions import answer, offered

    def ask() -> None:
        about()
        hand = ["--json", "--", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"]
        answer(["rummy", "check", *hand])
        if "advise" in offered()["rummy"]:
            answer(["rummy", "advise", "--rounds=0", *hand])

    Thread(target=ask, daemon=True).start()
