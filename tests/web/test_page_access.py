"""The page for everybody: keyboard alone, phone width, screen readers, dark and light."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from pages import BHARG, FOURTEEN, HAND, LOOSE, PHONE, board, settled
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_keyboard_alone(opened: Any) -> None:
    """A hand is put together, changed, undone and set without a mouse."""
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("4h 5h 6h 7h 9c tc")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.card") == "AS"
    page.keyboard.press("ArrowRight")
    for key in ("Enter", "ArrowDown", "ArrowDown", "Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.card") == "2C"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    page.keyboard.press("/")
    for card in ("QS", "QH", "QD"):
        page.keyboard.type(card)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(card))
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("Can declare")
    page.locator("#answer .card").first.focus()
    page.keyboard.press("Enter")
    settled(page, "open")
    assert page.evaluate("document.activeElement.closest('#answer') !== null")
    page.keyboard.press("Control+z")
    settled(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_keyboard_is_never_lost(opened: Any) -> None:
    """Walking by Tab reaches every part of the page, each with a name and a visible mark."""
    page = opened(FOURTEEN)
    settled(page)
    page.wait_for_selector("#compare tbody tr")
    seen = []
    for _ in range(80):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => { const one = document.activeElement; if (one === document.body) return null;
            const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent
                || document.getElementById(one.getAttribute("aria-labelledby"))?.textContent;
            const style = getComputedStyle(one);
            const beside = one.nextElementSibling && getComputedStyle(one.nextElementSibling);
            return [one.closest("section, header, main")?.className || one.tagName, name.trim(),
                style.outlineStyle !== "none" || beside?.outlineStyle !== "none"]; }"""
        )
        if found is None:
            break
        seen.append(found)
    assert all(name and marked for _, name, marked in seen), seen
    assert {"Add", "Single rules", "Copy link"} <= {name for _, name, _ in seen}


@pytest.mark.parametrize("link", [HAND, FOURTEEN, BHARG])
def test_phone(opened: Any, link: str) -> None:
    """At the width of a phone nothing sticks out, and cards can be hit with a finger."""
    page = opened(link, **PHONE)
    settled(page)
    page.wait_for_selector("#compare tbody tr")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.evaluate(
        "[...document.querySelectorAll('button, select, #answer .card')].filter(one => one.offsetParent)"
        ".map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= 24
    cards = len((page.locator("#answer").get_attribute("data-hand") or "").split())
    page.locator("#answer .card").first.tap()
    board(page, "AS").tap()
    expect(board(page, "AS")).to_have_class(re.compile("has"))
    assert len(page.url.partition("hand=")[2].partition("&")[0].split("+")) == cards


@pytest.mark.parametrize(
    ("link", "theme", "state"),
    [
        ("", "light", "open"),
        (HAND, "dark", "solved"),
        (FOURTEEN, "light", "solved"),
        (BHARG, "dark", "solved"),
        (LOOSE + "&why=1&groups=4H+5H+6H+7H|9C+TC|QS+QD+QH|2D+2S+2C", "dark", "solved"),
        (HAND.replace("5H", "4H") + "&decks=1", "light", "refused"),
    ],
)
def test_axe(opened: Any, link: str, theme: str, state: str) -> None:
    """axe-core finds nothing to complain about: names, roles, contrast, structure."""
    page = opened(link, color_scheme=theme)
    settled(page, state)
    if state == "solved":
        page.wait_for_selector("#compare tbody tr")
        page.wait_for_selector("#discards tbody tr")
    if "why=1" in link:
        page.wait_for_selector("#explain .lines", timeout=60_000)
    page.get_by_text("Single rules").click()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_themes(opened: Any) -> None:
    """Dark and light follow the system, or what was chosen, which is kept."""
    page = opened(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    expect(page.locator("#theme")).to_have_text("Theme: light")
    assert page.evaluate(ground) != dark
    page.reload()
    expect(page.locator("#theme")).to_have_text("Theme: light")
    page.click("#theme")
    assert page.evaluate(ground) == dark


def test_spoken(opened: Any) -> None:
    """A screen reader is told the answer when it comes, and every card by its name."""
    page = opened(LOOSE)
    settled(page)
    expect(page.get_by_role("status").first).to_contain_text("Cannot declare")
    assert page.get_by_role("button", name="4H, four of hearts; remove it from the hand").count() == 1
    assert page.get_by_role("group", name=re.compile("Pure sequence: 4H 5H 6H 7H")).count() == 1
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    assert headings[:2] == ["Cards", "Hand"]
