"""A server of the page, started as a user starts it, and a browser, for tests and benchmarks."""

import http.client
import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, sync_playwright

SECONDS = 30


@dataclass(frozen=True)
class Answer:
    """What came back: status, headers by lower-case name, body."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Server:
    """A running server and its address."""

    process: "subprocess.Popen[str]"
    address: str
    host: str
    port: int

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send one request; an underscore in a header's name stands for a hyphen."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body or None, headers=named)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def ask(self, path: str, question: Any, **headers: str) -> Answer:
        """Ask a question in JSON."""
        return self.send(
            "POST", path, json.dumps(question).encode(), **{"Content-Type": "application/json"} | headers
        )

    def raw(self, data: bytes) -> bytes:
        """Send bytes as they are; return the start of what comes back, empty if the connection is closed."""
        with socket.create_connection((self.host, self.port), timeout=SECONDS) as connection:
            connection.sendall(data)
            connection.settimeout(SECONDS)
            try:
                return connection.recv(4096)
            except ConnectionResetError:
                return b""


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    """Run ``meldwise serve`` at a free port for as long as the context lasts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
        yield Server(process, address, host.strip("[]"), int(port))
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the Chromium of the system, without a window."""
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert binary, "this needs Chromium: apt-get install chromium"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=binary, args=ARGUMENTS)
        yield browser
        browser.close()
