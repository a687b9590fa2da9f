"""The judge's one big button: a press meant for what it said a moment ago does nothing, visibly."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.js.room import FakeRoom, open_fake_room


@pytest.fixture(scope="module")
def _blank(browser: Browser) -> Iterator[FakeRoom]:
    with open_fake_room(browser, time=0) as room:
        room.page.clock.pause_at(1000)
        yield room


@pytest.fixture
def button(_blank: FakeRoom) -> Locator:
    """« Tirer les lettres », guarded; only the test moves the clock, and presses are counted."""
    page = _blank.page
    _blank.serve_blank()
    page.evaluate(
        """async () => {
          document.body.innerHTML =
            '<form><button class="button primary" id="primary">Tirer les lettres</button></form>';
          window.presses = 0;
          document.addEventListener("submit", (event) => {
            event.preventDefault();
            window.presses += 1;
          });
          Object.assign(window, await import("/static/js/judge/primary_button.js"));
          guardPrimary();
          focusPrimary();
        }"""
    )
    return page.locator("#primary")


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
          guardIfChanged();
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


def test_a_redrawn_button_still_waits_and_no_longer_than_before(button: Locator) -> None:
    change(button, "Montrer les lettres")
    button.page.clock.run_for(300)
    change(button, "Montrer les lettres")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.page.clock.run_for(100)
    expect(button).to_have_attribute("aria-disabled", "false")


@pytest.fixture
def around(button: Locator) -> Page:
    """Return the other controls of a desk, in the page's ``main``."""
    page = button.page
    page.evaluate(
        """() => {
          const main = document.createElement("main");
          main.tabIndex = -1;
          main.innerHTML = `
            <h1 tabindex="-1">Prêts</h1>
            <p id="text">Partie 1</p>
            <table><tr><td id="cell">H8</td></tr></table>
            <ul id="list" tabindex="0" style="height: 3rem; overflow: auto">
              <li>1</li><li>2</li><li>3</li><li>4</li><li>5</li></ul>
            <details><summary>Exclues</summary></details>
            <button type="button" id="other">Autre</button>
            <a id="link" href="#there">Classement</a>
            <label>Lettres <input id="letters"></label>
            <label><input type="checkbox" id="box"> Sonnerie</label>
            <dialog><p id="asked" tabindex="-1">Sûr ?</p></dialog>`;
          document.body.append(main);
          const other = document.getElementById("other");
          other.addEventListener("click", () => { window.other = true; });
        }"""
    )
    return page


def test_a_click_on_nothing_leaves_enter_with_the_button(around: Page) -> None:
    for count, spot in enumerate(("h1", "#text", "#cell", "main"), start=1):
        around.locator(spot).click(position={"x": 2, "y": 2})
        expect(around.locator("#primary"), spot).to_be_focused()
        around.keyboard.press("Enter")
        assert presses(around) == count, spot


def test_on_a_list_that_scrolls_enter_means_the_button_once(around: Page) -> None:
    around.locator("#list").click()
    around.keyboard.press("ArrowDown")
    expect(around.locator("#list")).to_be_focused()
    around.keyboard.down("Enter")
    around.keyboard.down("Enter")  # held
    around.keyboard.up("Enter")
    assert presses(around) == 1
    around.keyboard.press("Control+Enter")
    assert presses(around) == 1


def test_in_a_box_to_tick_enter_means_the_button_once(around: Page) -> None:
    around.locator("#box").check()
    expect(around.locator("#box")).to_be_focused()
    around.keyboard.down("Enter")
    around.keyboard.down("Enter")  # held
    around.keyboard.up("Enter")
    assert presses(around) == 1


def test_controls_that_use_enter_keep_it(around: Page) -> None:
    for spot in ("#letters", "summary", "#link", "#other"):
        around.locator(spot).focus()
        around.keyboard.press("Enter")
        expect(around.locator(spot)).to_be_focused()
    assert around.evaluate("other")
    assert around.evaluate("location.hash") == "#there"
    assert around.evaluate("document.querySelector('details').open")
    around.locator("dialog").evaluate("(dialog) => dialog.showModal()")
    around.locator("#asked").focus()
    around.keyboard.press("Enter")
    assert presses(around) == 0


def test_what_is_marked_to_be_copied_stays_marked(around: Page) -> None:
    around.locator("#text").dblclick(position={"x": 8, "y": 8})
    assert around.evaluate("document.getSelection().toString()").strip() == "Partie"
    around.keyboard.press("Enter")
    assert presses(around) == 1


def test_a_press_anywhere_is_ignored_while_the_button_is_new(around: Page) -> None:
    change(around.locator("#primary"), "Montrer les lettres")
    around.locator("#list").focus()
    around.keyboard.press("Enter")
    assert presses(around) == 0
