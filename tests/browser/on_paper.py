"""Elements that a sheet of paper cuts off, and the sheets that a page takes."""

import re

from playwright.sync_api import Page

#: Of A4 upright within its margins, in pixels of 1/96 inch.
PAPER = 680
#: Browsers make what is wider a little smaller, a table of every column; more is not read.
SHRUNK = 1.25
CUT = """(paper) => [...document.querySelectorAll("table, .table-cards")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > paper)
  .map((one) => `${one.getBoundingClientRect().right}: ${one.innerText.slice(0, 150)}`)"""


def cut_on_paper(page: Page) -> list[str]:
    """Tables and cards that are too wide for the paper that the page is printed on."""
    size = page.viewport_size
    assert size is not None
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER, "height": 962})
    cut: list[str] = page.evaluate(CUT, PAPER * SHRUNK)
    page.emulate_media(media="screen")
    page.set_viewport_size(size)
    return cut


def count_sheets(page: Page) -> int:
    """Sheets of A4 that the page is printed on."""
    page.emulate_media(media="print")
    printed = page.pdf(prefer_css_page_size=True)
    page.emulate_media(media="screen")
    return len(re.findall(rb"/MediaBox", printed))
