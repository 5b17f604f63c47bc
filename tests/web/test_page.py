"""The page in a real browser: hands clicked together, regrouped, linked and judged."""

import json
import re
import shlex
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from serving import Server, serving

from cli.main import run

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


def advice_for(link_hand: str, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """Return what the command line advises for a rummy hand with 8H shown."""
    run(["rummy", "advise", link_hand, "--wild", "8H", "--json", *options])
    return json.loads(capsys.readouterr().out)


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
