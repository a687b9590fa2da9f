"""A hand at the keyboard of a real browser, so many milliseconds a key."""

import time
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from benchmarks.keying.slip import Slip

LAPTOP = {"width": 1366, "height": 768}
PATIENCE_MS = 60_000


@dataclass(frozen=True)
class Keyed:
    """Seconds from the first key to the last, then until everything was acknowledged and judged;
    ``waits``: seconds from the last key of each slip until the next table was offered."""

    keying: float
    acknowledged: float
    judged: float
    waits: list[float]


def key_all(link: str, slips: list[Slip], *, pause_ms: int, chromium: str) -> Keyed:
    """Sign in and key ``slips`` for the tables 1, 2, … in this order."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-sync"]
        )
        page = browser.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE_MS)
        page.goto(link)
        page.locator("main button").click()
        page.locator("#line:focus").wait_for()
        keyed = _key(page, slips, pause_ms)
        browser.close()
    return keyed


def _key(page: Page, slips: list[Slip], pause_ms: int) -> Keyed:
    waits = []
    began = time.monotonic()
    for number, slip in enumerate(slips, start=1):
        _offered(page, str(number))
        for key in slip.keys:
            page.keyboard.press(key)
            time.sleep(pause_ms / 1000)
        after = str(number + 1) if number < len(slips) else "–"
        last = time.monotonic()
        _offered(page, after)
        waits.append(time.monotonic() - last)
    keying = time.monotonic() - began
    page.wait_for_function("document.getElementById('unsent').textContent === '0'")
    acknowledged = time.monotonic() - began
    page.wait_for_function(
        "n => document.querySelectorAll('#bulletins .verdict strong').length === n", arg=len(slips)
    )
    return Keyed(keying, acknowledged, time.monotonic() - began, waits)


def _offered(page: Page, number: str) -> None:
    page.wait_for_function(
        "n => document.getElementById('table-number').textContent === n", arg=number
    )
