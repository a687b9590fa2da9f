"""The keying page of the arbiters, by keyboard."""

from playwright.sync_api import Page, expect


def expect_table(page: Page, number: int) -> None:
    """The next one that is offered."""
    expect(page.locator("#table-number")).to_have_text(str(number))


def key_the_top(page: Page) -> None:
    """Among equal ones the first."""
    page.keyboard.type("*")
    if page.locator("#choices li").count():  # drawn before the key returns
        page.keyboard.press("Enter")


def key_remaining(page: Page, keys: str, button: str) -> None:
    """The list of tables is shown, and Enter does what ``button`` says."""
    page.keyboard.press(keys)
    expect(page.locator("#remaining-tables-do")).to_have_text(button)
    page.keyboard.press("Enter")
    expect(page.locator("#left")).to_have_text("0")
    expect(page.locator("#unsent")).to_have_text("0")
