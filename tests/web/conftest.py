"""A real browser and a real server; every page must stay clean: no other host asked, no error told."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from serving import Server, chromium, serving

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a server for all tests of the page."""
    with serving() as one:
        yield one


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return the Chromium of the system, without a window."""
    with chromium() as one:
        yield one


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opened]:
    """Return what opens a page of the server at an address; at the end all of them must have been clean."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def watch(page: Page, address: str) -> None:
        page.on(
            "console", lambda told: troubles.append(told.text) if told.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda one: None if one.url.startswith(address) else troubles.append(one.url))

    def open_(hash_: str = "", *, address: str = server.address, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        watch(page, address)
        page.goto(address + hash_)
        page.wait_for_selector("#board .card")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []
