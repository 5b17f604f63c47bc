"""The page feels immediate: from a click to the new answer, beside the bare question; and the first paint.

Run with ``pytest benchmarks/test_speed_serve.py --benchmark-enable -s``.
"""

import statistics
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from pytest_benchmark.fixture import BenchmarkFixture
from serving import Server, chromium, serving

TWELVE = "4H 5H 6H 7H 9C TC JC QS QD QH 2D 2S"
LINK = f"#rummy?hand={TWELVE.replace(' ', '+')}&wild=8H"
THIRTEENTH = ["KD", "KC", "KH", "KS", "3D", "3C", "3H", "3S", "5C", "5D", "6C", "6D", "6S", "JK", "2C", "AS"]

CLICK = """card => new Promise(resolve => {
    const answer = document.querySelector("#answer");
    const want = `${answer.dataset.hand} ${card}`;
    const start = performance.now();
    const watch = new MutationObserver(() => {
        if (answer.dataset.hand !== want || answer.dataset.state !== "solved") return;
        watch.disconnect();
        resolve([performance.now() - start, document.querySelector("#verdict").textContent]);
    });
    watch.observe(answer, {childList: true, subtree: true, attributes: true});
    document.querySelector(`#board [data-card="${card}"]`).click();
})"""
BARE = """async hand => {
    const start = performance.now();
    const answer = await fetch("api/rummy/check", {
        method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({wild: "8H", hand}),
    });
    const declare = (await answer.json()).declare;
    return [performance.now() - start, declare];
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a server whose first answers are behind it."""
    with serving() as one:
        for _ in range(5):
            one.ask("/api/rummy/check", {"hand": f"{TWELVE} KD"})
        yield one


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[Page]:
    """Return the page with twelve cards of a hand."""
    with chromium() as browser:
        one = browser.new_page()
        one.goto(server.address + LINK)
        one.wait_for_selector("#answer .card")
        yield one


def test_from_click_to_answer(page: Page) -> None:
    """A click brings the new answer within 60 ms at the median, or three bare questions."""
    clicks, bares = [], []
    for card in THIRTEENTH:
        page.wait_for_timeout(250)  # a person clicks on a page at rest
        bare, declare = page.evaluate(BARE, f"{TWELVE} {card}")
        clicked, verdict = page.evaluate(CLICK, card)
        assert verdict.startswith("Can declare") == declare == (card in ("JK", "2C"))
        clicks.append(clicked)
        bares.append(bare)
        page.click("#undo")
        page.wait_for_selector('#answer[data-state="open"]')
    click, bare = statistics.median(clicks), statistics.median(bares)
    print(
        f"\nfrom click to answer {click:.1f} ms, the bare question {bare:.1f} ms (medians of {len(clicks)})"
    )
    assert click < max(60, 3 * bare)


def painted(page: Page, address: str) -> float:
    """Open an address in a browser that has nothing of it yet; return the ms until something is seen."""
    assert page.context.browser is not None
    context = page.context.browser.new_context()
    fresh = context.new_page()
    fresh.goto(address)
    fresh.wait_for_timeout(300)
    script = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity"
    found = float(fresh.evaluate(script))
    context.close()
    return found


def test_first_paint(page: Page, server: Server) -> None:
    """The page is painted within 0.4 s at the median, or five times a line of text from the same server."""
    pairs = [(painted(page, server.address + LINK), painted(page, f"{server.address}none")) for _ in range(5)]
    whole, line = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"\nfirst paint after {whole:.0f} ms, a line of text after {line:.0f} ms (medians of {len(pairs)})")
    assert whole < max(400, 5 * line)


def test_questions_a_second(server: Server, benchmark: BenchmarkFixture) -> None:
    """The bare question over HTTP, one after the other."""
    answer = benchmark(server.ask, "/api/rummy/check", {"hand": f"{TWELVE} 2C", "wild": "8H"})
    assert b'"declare": true' in answer.body
