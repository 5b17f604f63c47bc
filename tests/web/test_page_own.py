"""Own groups on the page: dragged, tapped or typed into place, and judged by the rules."""

import re
from typing import Any

import pytest
from pages import BHARG, FOURTEEN, HAND, PHONE, groups, settled
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def own(page: Page, zone: str, card: str) -> Any:
    """Return a card in one of the player's own groups."""
    return page.locator(f'#own [data-zone="{zone}"] .card[title="{card}"]')


def drag(page: Page, card: Any, zone: str) -> None:
    """Drag a card with the mouse into a zone, in small steps as a hand does."""
    card.scroll_into_view_if_needed()
    start, end = card.bounding_box(), page.locator(f'#own [data-zone="{zone}"]').bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + end["height"] - 12, steps=6)
    page.mouse.up()


def test_drag_and_verify(opened: Any) -> None:
    """Cards dragged into own groups are judged at once, faults marked on the cards by their rule."""
    page = opened(HAND + "&groups=4H+5H+6H+7H|9C+TC|QS+QD+QH|2D+2S+2C")
    expect(page.locator("#judgement")).to_contain_text("Not valid")
    assert "Group 1: pure sequence" in groups(page, "#own")
    expect(own(page, "g1", "9C").locator(".note")).to_have_text("R1")
    expect(page.locator('#own [data-zone="g1"] .faults')).to_contain_text(
        "two cards; a group has three at least"
    )
    drag(page, own(page, "loose", "JC"), "g1")
    expect(page.locator("#judgement")).to_contain_text("Valid")
    assert groups(page, "#own")[:4] == [
        "Group 1: pure sequence",
        "Group 2: pure sequence",
        "Group 3: trio",
        "Group 4: trio",
    ]
    assert "9C+TC+JC" in page.url
    drag(page, own(page, "g3", "2D"), "g0")
    expect(page.locator("#judgement")).to_contain_text("Not valid")
    bad = page.locator('#own [data-zone="g0"]')
    expect(bad).to_have_class(re.compile("fault"))
    expect(bad.locator(".card[title='2D']")).to_have_class(re.compile("bad"))
    expect(bad.locator(".faults abbr")).to_have_attribute("title", re.compile("Pure sequence"))
    page.locator("#undo").click()
    expect(page.locator("#judgement")).to_contain_text("Valid")


def test_own_groups_by_touch(opened: Any) -> None:
    """On a phone a card is tapped, then the place it goes to."""
    page = opened(HAND + "&groups=4H+5H+6H+7H|9C+TC|QS+QD+QH|2D+2S+2C", **PHONE)
    own(page, "loose", "JC").tap()
    page.get_by_role("button", name="Put JC here (2)").tap()
    expect(page.locator("#judgement")).to_contain_text("Valid")


def test_own_groups_by_keyboard(opened: Any) -> None:
    """A picked card goes to the group whose number is pressed, is folded by F, and is let go by Escape."""
    page = opened(FOURTEEN)
    settled(page)
    page.get_by_role("button", name="Lay it out yourself").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#own .zone")).to_have_count(6)
    for card, key in [("4H", "1"), ("5H", "1"), ("6H", "1"), ("7H", "4"), ("8D", "f")]:
        own(page, "loose", card).focus()
        page.keyboard.press("Enter")
        page.keyboard.press(key)
    expect(own(page, "g0", "6H")).to_be_visible()
    expect(own(page, "g3", "7H")).to_be_visible()
    expect(own(page, "fold", "8D")).to_be_visible()
    own(page, "g3", "7H").focus()
    page.keyboard.press("Space")
    expect(own(page, "g3", "7H")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(own(page, "g3", "7H")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    page.keyboard.press("1")
    expect(page.locator("#own").get_by_role("group", name="Group 1: pure sequence")).to_be_visible()
    assert "fold=8D" in page.url


def test_own_groups_from_the_answer(opened: Any) -> None:
    """The answer can be taken over as own groups, and is judged valid; own groups never show the answer."""
    page = opened(FOURTEEN)
    settled(page)
    page.get_by_role("button", name="Start from the answer").click()
    expect(page.locator("#judgement")).to_contain_text("Valid")
    page.get_by_label("Let me try first").check()
    expect(page.get_by_role("button", name="Start from the answer")).to_have_count(0)
    expect(page.locator("#judgement")).not_to_contain_text("least possible")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#judgement")).to_have_count(0)


def test_own_sets_of_bharg(opened: Any) -> None:
    """Own sets are judged by the rules of Bharg."""
    page = opened(BHARG + "&groups=2WL+4YK+9MS|2MK+2SY|5YK|E")
    expect(page.locator("#judgement")).to_contain_text("Not valid")
    expect(page.locator('#own [data-zone="g1"] .faults abbr').first).to_have_text("B1")
