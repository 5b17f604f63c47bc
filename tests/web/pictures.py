"""Take the pictures of the page that the README shows: ``python tests/web/pictures.py``."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from serving import chromium, serving  # noqa: E402  (the path to it is set above)

OWN = "4H+5H+6H+7H|9C+TC+QS|QD+QH|2D+2S+2C"
PICTURES = {
    "page.png": ("#rummy?hand=4H+5H+6H+7H+9C+TC+JK+QS+QD+QH+2D+2S+KC&wild=8H&decks=2&open=2C", 1060, "light"),
    "page-bharg.png": (
        "#bharg?hand=2MK+2SY+2WL+4YK+5YK+9MS+E&ace=K&groups=2WL+4YK+9MS|2MK+2SY|5YK|E",
        860,
        "dark",
    ),
}
"""File, address, height and theme of each picture."""


def main() -> None:
    """Take every picture."""
    with serving() as server, chromium() as browser:
        for name, (link, height, theme) in PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": height}, color_scheme=theme)
            page.goto(server.address + link)
            page.wait_for_selector('#answer[data-state="solved"]')
            page.wait_for_selector("#compare tbody tr")
            page.wait_for_selector("#discards tbody tr")
            page.screenshot(path=ROOT / "docs" / name)
            page.close()


if __name__ == "__main__":
    main()
