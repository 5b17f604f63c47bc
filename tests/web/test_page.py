"""The page in a real browser: hands clicked together, regrouped, linked and compared."""

import json
import shlex
from typing import Any

import pytest
from pages import BHARG, CARDS, HAND, LOOSE, board, groups, settled
from playwright.sync_api import expect
from serving import Server, serving

from cli.main import run

pytestmark = pytest.mark.browser


def test_a_hand_clicked_together(opened: Any) -> None:
    """Thirteen clicks make a hand, and the answer with its groups stands there at once."""
    page = opened()
    for card in CARDS.replace("JC", "JK").split():
        board(page, card).click()
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("Can declare")
    assert groups(page) == [
        "Pure sequence: 4H 5H 6H 7H",
        "Impure sequence: 9C TC JK",
        "Trio: 2S 2D 2C",
        "Trio: QS QH QD",
    ]
    expect(page.locator("#answer .impure .note")).to_have_text("as JC")


def test_regrouped_when_it_changes(opened: Any) -> None:
    """Removing a card and adding another regroups the hand; loose cards show their points."""
    page = opened(HAND)
    settled(page)
    page.locator("#answer .pure .card[title=JC]").first.click()
    settled(page, "open")
    expect(page.locator("#answer")).to_contain_text("Add 1 more")
    board(page, "KS").click()
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("Cannot declare")
    loose = page.locator("#answer .group.loose")
    assert (loose.get_attribute("aria-label") or "").startswith("Loose: ")
    assert loose.locator(".card[title=KS] .note").inner_text() == "10"
    assert "KS" in page.url


def test_a_declaration_that_costs_points_otherwise(opened: Any) -> None:
    """A hand that declares, yet would be scored as loose, shows both arrangements (R9)."""
    page = opened(HAND)
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("Can declare")
    expect(page.locator("#answer .second")).to_have_text("If somebody else declares: 36 points loose")
    assert len(groups(page)) == 7


def test_copies_that_are_used_up(opened: Any) -> None:
    """A card whose copies are in the hand is greyed; the Wild Card shown is one copy less (R13)."""
    page = opened(HAND + "&decks=1")
    settled(page)
    assert board(page, "4H").get_attribute("aria-label") == "4H, four of hearts, 1 in the hand, no more"
    assert board(page, "8H").get_attribute("aria-label") == "8H, eight of hearts, wild, not in play"
    assert board(page, "KH").get_attribute("aria-disabled") == "false"
    board(page, "4H").click(force=True)
    expect(page.locator("#spoken")).to_have_text("No more copies of 4H.")
    assert page.url.count("4H") == 1


def test_the_whole_state_in_the_address(opened: Any) -> None:
    """Whatever is set is in the address, and the address opened again shows the same."""
    page = opened()
    page.fill("#cards", "4♥, 5h 6H 7H 9c 10c JC QS QD QH 2D 2S 2C")
    page.keyboard.press("Enter")
    settled(page)
    page.select_option("#wild-rank", "8")
    page.select_option("#wild-suit", "H")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("radio", name="club").check(force=True)
    page.get_by_text("Single rules").click()
    page.select_option("#rule-max_wild", "1")
    settled(page)
    expect(page.locator("#command")).to_have_text(
        f'meldwise rummy check "{CARDS}" --wild 8H --decks 2 --rules club --rule max_wild=1'
    )
    link = page.url.partition("#")[2]
    again = opened("#" + link)
    settled(again)
    assert again.url.partition("#")[2] == link
    assert groups(again) == groups(page)
    assert again.locator("#wild-suit").input_value() == "H"
    assert again.get_by_role("radio", name="club").is_checked()
    assert again.locator("#rule-max_wild").input_value() == "1"


def test_the_command_line_says_the_same(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that is offered for copying gives the answer that the page shows."""
    page = opened(LOOSE + "&rules=online&rule=cap%3Dnone")
    settled(page)
    words = shlex.split(page.locator("#command").inner_text())
    assert words[0] == "meldwise"
    run([*words[1:], "--json"])
    penalty = json.loads(capsys.readouterr().out)["penalty"]
    expect(page.locator("#verdict")).to_contain_text(f"at least {penalty} points loose")


def test_copying(opened: Any, server: Server) -> None:
    """The command and the link go to the clipboard."""
    page = opened(HAND, permissions=["clipboard-read", "clipboard-write"])
    page.click("#copy-command")
    expect(page.locator("#copied")).to_have_text("Command copied")
    assert page.evaluate("navigator.clipboard.readText()") == f'meldwise rummy check "{CARDS}" --wild 8H'
    page.click("#copy-link")
    expect(page.locator("#copied")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("rummy", "4♥ 5♥ 6♥ 7♥\n9♣,10♣,j♣ | qs qd qh | 2d 2s 2c"),
        ("bharg", "the Author, desert 2LW the Battle; ".replace(";", ",") + "Soldier, the Pact, Excuse"),
    ],
)
def test_pasting(opened: Any, game: str, text: str) -> None:
    """A hand in any notation is pasted anywhere on the page."""
    page = opened(f"#{game}")
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        text,
    )
    settled(page)
    assert len(page.locator("#answer").get_attribute("data-hand").split()) == (13 if game == "rummy" else 7)


def test_what_is_no_card(opened: Any) -> None:
    """Text that is no card is named where it was typed, and nothing is added."""
    page = opened()
    page.fill("#cards", "4H noTHing")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="noTHing")).to_contain_text(
        "hand, card 2: 'noTHing' is not a card"
    )
    assert "hand=" not in page.url


def test_a_hand_that_cannot_be(opened: Any) -> None:
    """A hand that the rules refuse shows its defects in words."""
    page = opened(HAND.replace("5H", "4H") + "&decks=1")
    settled(page, "refused")
    expect(page.locator("#answer .error")).to_contain_text("4H is held 2 times; 1 deck has 1")


def test_a_hostile_link(opened: Any) -> None:
    """A link from a stranger can neither run code nor break the page."""
    page = opened(
        "#rummy?hand=<img+src=x+onerror=alert(1)>+4H&wild=<b>&rules=../x&rule=x%3D1&decks=9&open=%00"
    )
    expect(page.locator("#answer")).to_contain_text("Add 12 more")
    assert page.locator("main img").count() == 0
    page = opened("#nothing?hand=%%%")
    expect(page.locator("#answer")).to_contain_text("Click cards on the board")


def test_all_house_rules_side_by_side(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """One hand stands under all presets, each with what the command line says."""
    page = opened(LOOSE)
    settled(page)
    expect(page.locator("#compare tbody tr")).to_have_count(3)
    for preset in ("trio", "club", "online"):
        run(["rummy", "check", CARDS.replace("JC", "KS"), "--wild", "8H", "--rules", preset, "--json"])
        answer = json.loads(capsys.readouterr().out)
        row = page.locator(f'#compare [data-preset="{preset}"] td').all_inner_texts()
        assert row[:2] == ["yes" if answer["declare"] else "no", str(answer["penalty"])]


def test_bharg(opened: Any) -> None:
    """The other game: the hand is bound by sets and the ace, and both readings of sets are compared."""
    page = opened(BHARG)
    settled(page)
    assert groups(page) == [
        "Set: 2WL 4YK 9MS",
        "Ace-bound: 2MK 5YK",
        "The Excuse: E",
        "Unbound: 2 points: 2SY",
    ]
    assert board(page, "AK").get_attribute("aria-label") == "AK, the Ace of Knots: ace of Knots, not in play"
    expect(page.locator("#compare tbody tr")).to_have_count(2)
    page.get_by_role("radio", name="empty").check(force=True)
    settled(page)
    expect(page.locator("#answer .group.ace")).to_have_count(0)
    page.get_by_role("button", name="Rummy").click()
    expect(page.locator("#board.rummy .card")).to_have_count(53)
    page.get_by_role("button", name="Bharg").click()
    settled(page)
    assert "2SY" in page.url


def test_let_me_try_first(opened: Any) -> None:
    """The answer stays hidden everywhere until it is asked for, and hides again for a new hand."""
    page = opened(HAND)
    settled(page)
    page.get_by_label("Let me try first").check()
    settled(page, "open")
    assert "try=1" in page.url
    for panel in ("#verdict", "#compare", "#discards", "#explain", "#answer .pure"):
        expect(page.locator(panel)).to_be_hidden()
    page.get_by_role("button", name="Show the answer").click()
    settled(page)
    expect(page.locator("#verdict")).to_contain_text("Can declare")
    page.locator("#answer .card").first.click()
    board(page, "KD").click()
    settled(page, "open")
    expect(page.get_by_role("button", name="Show the answer")).to_be_visible()


def test_the_server_is_gone(browser: Any) -> None:
    """When the server is gone the page says so, keeps the hand, and goes on once it is back."""
    with serving() as first:
        page = browser.new_page()
        page.set_default_timeout(10_000)
        page.goto(first.address + HAND)
        settled(page)
        port = first.port
    board(page, "KD").click()
    expect(page.get_by_role("alert").filter(has_text="The server is gone")).to_be_visible()
    assert "KD" in page.url
    settled(page, "open")
    expect(page.locator("#verdict")).to_have_count(0)
    with serving("--port", str(port)):
        page.get_by_role("button", name="Try again").click()
        page.wait_for_selector("#discards tbody tr")
        expect(page.locator("#gone")).to_be_hidden()
    page.close()
