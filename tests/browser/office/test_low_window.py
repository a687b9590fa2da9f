"""A low window, or one seen at 200 %: the height is for the page, not for its frame."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.office.desks import OfficePage, overflow
from tests.rows import every_row

LOW: ViewportSize = {"width": 512, "height": 384}
TABLET: ViewportSize = {"width": 800, "height": 1280}
USUAL: ViewportSize = {"width": 1024, "height": 768}


def height(page: Page, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["height"]


def test_the_header_is_low(office: OfficePage) -> None:
    with every_row() as each:
        for name, lines in (("office-tournament", 1), ("arbiter-list", 1), ("judge-desk", 2)):
            with each(name):
                page = office.open(name)
                page.set_viewport_size(LOW)
                assert height(page, ".site-header") <= 40 * lines
                assert overflow(page) <= 0
                page.set_viewport_size(USUAL)
                assert height(page, ".site-header") >= 56


def test_the_tabs_of_a_tournament_are_one_line(office: OfficePage) -> None:
    """And the last of them is in sight where one is on it."""
    sizes: list[tuple[ViewportSize, int]] = [(LOW, 40), (TABLET, 60), (USUAL, 60)]
    for size, max_height in sizes:
        office.page.set_viewport_size(size)
        page = office.open("office-settings")
        assert height(page, ".tabs") <= max_height, size
        expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_the_buttons_of_a_decision_hide_nothing_of_it(office: OfficePage) -> None:
    """They come at its end; where there is room they stay in sight."""
    office.collected_turn()
    page = office.open("arbiter-list")
    page.locator("[data-action=change]").first.click()
    save = page.get_by_role("button", name="Enregistrer la décision")
    page.set_viewport_size(USUAL)
    expect(save).to_be_in_viewport()
    page.set_viewport_size(LOW)
    page.locator("#change-title").scroll_into_view_if_needed()
    expect(save).not_to_be_in_viewport()
    assert height(page, "#change") > 340
    save.focus()
    expect(save).to_be_in_viewport()
