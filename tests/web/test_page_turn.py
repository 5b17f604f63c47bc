"""Turns on the page: every discard, the draw and the pack weighed, and why a hand declares or not."""

import json
import re
from typing import Any

import pytest
from pages import BHARG, CARDS, FOURTEEN, HAND, LOOSE, settled
from playwright.sync_api import expect

from cli.main import run

pytestmark = pytest.mark.browser


def advice_for(link_hand: str, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """Return what the command line advises for a rummy hand with 8H shown."""
    run(["rummy", "advise", link_hand, "--wild", "8H", "--json", *options])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("link", "size"), [(FOURTEEN, 14), (BHARG.replace("+E", "+E+PMSL"), 8)])
def test_every_discard(opened: Any, link: str, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    """With a card too many every discard stands in a table with labelled columns and its order stated."""
    page = opened(link)
    settled(page)
    rows = page.locator("#discards tbody tr")
    expect(rows).to_have_count(size)
    heads = page.locator("#discards thead th").all_inner_texts()
    assert heads[0] == "Discard"
    expect(page.locator("#discards .hint").first).to_contain_text("Best first")
    expect(page.locator("#discards .badge.exact").first).to_have_text("exact")
    found = [(row.get_attribute("data-discard"), row.locator("td").all_inner_texts()) for row in rows.all()]
    game = link[1:].partition("?")[0]
    hand = (page.locator("#answer").get_attribute("data-hand") or "").split()
    run([game, "check", " ".join(hand), "--json", *(["--wild=8H"] if game == "rummy" else ["--ace=K"])])
    answer = json.loads(capsys.readouterr().out)
    assert {card for card, cells in found if cells[0] == "yes"} == set(answer["folds"])
    assert min(int(cells[1]) for _, cells in found) == answer["penalty"]
    marks = [cells[0] for _, cells in found]
    assert marks == sorted(marks, reverse=True)


def test_discards_with_advice(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Every discard shows its expected points and its helpful cards with the copies that are left."""
    hand = CARDS.replace("2C", "KD") + " 5C"
    page = opened(HAND.replace("2C", "KD+5C") + "&seen=8S")
    rows = page.locator("#discards tbody tr")
    expect(rows).to_have_count(14)
    advice = advice_for(hand, capsys, "--seen", "8S")
    assert [row.get_attribute("data-discard") for row in rows.all()] == [
        one["card"] for one in advice["discards"]
    ]
    best = advice["discards"][0]
    cells = rows.first.locator("td").all_inner_texts()
    assert cells[1:4] == [
        str(best["penalty"]),
        f"{best['expected_penalty']:.2f}",
        f"{100 * best['declare_chance']:.1f} %",
    ]
    copies = [int(one.strip(" ×")) for one in rows.first.locator(".copies").all_inner_texts()]
    assert len(copies) == len(best["declare_cards"])
    assert sum(copies) == best["declare_copies"]
    expect(page.locator("#discards .advice")).to_contain_text("Discard K♦")


def test_the_start_of_a_turn(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the draw the stock, the open card and a pack are weighed, exactly or with an error."""
    hand = CARDS.replace("2C", "KD")
    page = opened(HAND.replace("2C", "KD"))
    page.fill("#known-open", "QC")
    page.keyboard.press("Tab")
    rows = page.locator("#discards tbody tr")
    expect(rows).to_have_count(4)
    assert "open=QC" in page.url
    advice = advice_for(hand, capsys, "--open", "QC", "--rounds", "0")
    expect(rows.nth(0)).to_contain_text(f"{advice['stock']['expected_penalty']:.2f} points expected")
    expect(rows.nth(0)).to_contain_text(
        f"{advice['stock']['declare_copies']} of {advice['unseen']} unseen cards"
    )
    copies = [int(one.strip(" ×")) for one in rows.nth(0).locator(".copies").all_inner_texts()]
    assert sum(copies) == advice["stock"]["declare_copies"]
    expect(rows.nth(1)).to_contain_text("34 points after discarding Q♠")
    expect(rows.nth(2)).to_contain_text("40 points")
    assert rows.locator(".badge").all_inner_texts() == ["exact", "exact", "exact", "estimate"]
    page.get_by_label("first turn of the round").check()
    expect(rows.nth(2)).to_contain_text("20 points")
    page.get_by_role("button", name="Play 1000 rounds").click()
    expect(rows.nth(3).locator(".badge")).to_have_text(re.compile(r"estimate ± \d+\.\d\d"), timeout=60_000)
    expect(rows.nth(3)).to_contain_text("of 1000 rounds won")


def test_what_is_seen_must_be_cards(opened: Any) -> None:
    """An open card that is none is named where the advice would stand."""
    page = opened(HAND + "&open=foo")
    expect(page.locator("#discards .error")).to_contain_text("'foo'")


def test_why(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Asked why, the page tells reasons by rule, the distance and the best arrangements."""
    page = opened(LOOSE)
    page.get_by_role("button", name="Explain this hand").click()
    panel = page.locator("#explain")
    expect(panel).to_contain_text("away from a declaration", timeout=60_000)
    assert "why=1" in page.url
    run(["rummy", "explain", CARDS.replace("JC", "KS"), "--wild", "8H", "--json"])
    told = json.loads(capsys.readouterr().out)
    for reason in told["reasons"]:
        expect(panel).to_contain_text(reason["message"])
    expect(panel).to_contain_text(f"{told['nearest']['distance']} card away from a declaration")
    expect(panel.locator("abbr.rule").first).to_have_text(told["reasons"][0]["rule"])
    expect(panel).to_contain_text(f"Best arrangements: {told['best']['count']}")
    page.get_by_role("button", name="Close the explanation").click()
    expect(panel).not_to_contain_text("away from a declaration")


def test_why_in_bharg(opened: Any) -> None:
    """Bharg's reasons, remedies and nearest exchanges are told by its own labels."""
    page = opened(BHARG + "&why=1")
    panel = page.locator("#explain")
    expect(panel).to_contain_text("1 card away from all being bound", timeout=60_000)
    expect(panel.locator("abbr.rule").first).to_have_text("B2")
    expect(panel).to_contain_text("with overlapping sets all would be bound")
    expect(panel).to_contain_text("Best arrangements: 2")
