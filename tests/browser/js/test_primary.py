"""The judge's one big button: a press meant for what it said a moment ago does nothing, visibly."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.js.room import FakeRoom


@pytest.fixture
def button(browser: Browser) -> Iterator[Locator]:
    """« Tirer les lettres », guarded; only the test moves the clock, and presses are counted."""
    page = browser.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    FakeRoom(page).serve_blank()
    page.evaluate(
        """async () => {
          document.body.innerHTML =
            '<form><button class="button primary" id="primary">Tirer les lettres</button></form>';
          window.presses = 0;
          document.addEventListener("submit", (event) => {
            event.preventDefault();
            window.presses += 1;
          });
          Object.assign(window, await import("/static/js/judge/primary.js"));
          guardPrimary();
          focusPrimary();
        }"""
    )
    yield page.locator("#primary")
    page.close()


def presses(page: Page) -> int:
    count: int = page.evaluate("presses")
    return count


def change(button: Locator, label: str) -> None:
    """The server draws the button anew, as htmx puts it into the page."""
    button.evaluate(
        """(button, label) => {
          const next = button.cloneNode();
          next.removeAttribute("aria-disabled");
          next.textContent = label;
          button.replaceWith(next);
          noteChange();
          focusPrimary();
        }""",
        label,
    )


def test_the_first_button_answers_at_once(button: Locator) -> None:
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-disabled", "false")
    button.press("Enter")
    assert presses(button.page) == 1


def test_a_second_press_does_nothing_and_the_button_says_so(button: Locator) -> None:
    button.press("Enter")
    change(button, "Montrer les lettres")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.press("Enter")
    button.click(force=True)
    assert presses(button.page) == 1

    button.page.clock.run_for(400)
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).to_be_focused()
    button.press("Enter")
    assert presses(button.page) == 2


def test_drawn_again_meanwhile_it_still_says_so_and_not_for_longer(button: Locator) -> None:
    change(button, "Montrer les lettres")
    button.page.clock.run_for(300)
    change(button, "Montrer les lettres")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.page.clock.run_for(100)
    expect(button).to_have_attribute("aria-disabled", "false")
