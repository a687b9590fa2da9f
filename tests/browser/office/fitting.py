"""Accessibility of a page: axe in both themes, nothing wider than the window."""

from playwright.sync_api import Page

from tests.browser.axe import COLOURS_AND_SIZES, EVERY_RULE, list_violations
from tests.browser.keyboard import list_unreachable
from tests.browser.office.desks import list_overflows
from tests.browser.on_paper import cut_on_paper
from tests.screens import assert_screen_matches

LAPTOP, PHONE = 1024, 390
WIDTHS = (LAPTOP, 800, 512, 320)  # laptop, tablet, at 200 % zoom, WCAG's reflow
HEIGHT = 844
#: Notes what is shown, and gives whether something is that was not noted before.
SHOWS_MORE = """() => {
  const before = window.shown;
  window.shown = new Set([...document.body.querySelectorAll("*")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true })));
  return !before || !window.shown.isSubsetOf(before);
}"""


def look_at_every_width(page: Page, *, screen: str | None = None, phone: str | None = None) -> None:
    """Axe in light colours on a laptop and in dark ones on a phone; no width scrolls sideways.

    On the phone, the narrowest unless its picture is kept, the rules that nothing but its colours
    and width can break, and every rule where it shows what the laptop did not.
    ``screen``, ``phone``: the names of the pictures kept of the two.
    """
    narrow = PHONE if phone else WIDTHS[-1]
    pictures = {LAPTOP: screen, narrow: phone}
    page.emulate_media(color_scheme="light")
    for width in sorted({*WIDTHS, narrow}, reverse=True):
        if width == narrow:
            page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": width, "height": HEIGHT})
        overflows = list_overflows(page)
        assert overflows == [], (width, overflows)
        if name := pictures.get(width):
            assert_screen_matches(page, name)
        if width in pictures:
            rules = EVERY_RULE if page.evaluate(SHOWS_MORE) else COLOURS_AND_SIZES
            violations = list_violations(page, rules)
            assert violations == [], (width, violations)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": LAPTOP, "height": HEIGHT})


def fits(page: Page) -> None:
    """The same, and the keyboard reaches everything, and paper cuts nothing off."""
    look_at_every_width(page)
    assert list_unreachable(page) == []
    assert cut_on_paper(page) == []
