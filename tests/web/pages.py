"""Hands that the pages are opened with, and what is read off a page."""

from typing import Any

from playwright.sync_api import Page

CARDS = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S 2C"
HAND = f"#rummy?hand={CARDS.replace(' ', '+')}&wild=8H"
LOOSE = HAND.replace("JC", "KS")
FOURTEEN = HAND.replace("2C", "2C+8D")
BHARG = "#bharg?hand=2MK+2SY+2WL+4YK+5YK+9MS+E&ace=K"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def board(page: Page, card: str) -> Any:
    """Return the card on the board."""
    return page.locator(f'#board [data-card="{card}"]')


def groups(page: Page, within: str = "#answer") -> list[str]:
    """Return the groups that are shown, as a screen reader names them."""
    return [one.get_attribute("aria-label") for one in page.locator(f"{within} .group").all()]


def settled(page: Page, state: str = "solved") -> None:
    """Wait until the answer is there."""
    page.wait_for_selector(f'#answer[data-state="{state}"]')
