"""Accessibility of the office: axe in both themes, phone, zoom, nothing too wide."""

import pytest
from playwright.sync_api import expect

from tests.browser.office import looks
from tests.browser.office.desks import OfficePage, solved
from tests.browser.office.fitting import WIDTHS, look_at_every_width
from tests.rows import every_row
from tests.waiting import wait_for
from tournament.services.play.games import create_game
from tournament.services.play.turns import announce_turn, draw_turn

#: The pictures kept of them, of a laptop's window, and of a phone's in dark colours.
LOOK = {
    "overview": "office-overview",
    "game": "office-game",
    "desk, closed": "judge-desk",
    "list": "arbiter-list",
}
LOOK_ON_PHONES = {"list": "arbiter-list-phone-dark"}
#: In one call: an update may replace the detail between finding its buttons and measuring them.
PLACES = """() => Array.from(document.querySelectorAll("#detail .acts [data-action]"), (button) => {
  const [box, all] = [button, button.parentElement].map((element) =>
    element.getBoundingClientRect());
  return [button.dataset.action, box.left, box.top - all.top];
})"""


@pytest.mark.parametrize(
    "pages",
    [looks.NOTHING_YET, looks.DRAWN, looks.COLLECTED, looks.LOOKED_AT_TWICE],
    ids=["nothing-yet", "drawn", "collected", "looked-at-twice"],
)
def test_pages_are_accessible_in_both_themes_and_fit_every_width(
    office: OfficePage, pages: dict[str, looks.Show]
) -> None:
    with every_row() as each:
        for name, show in pages.items():
            with each(name):
                page = show(office)
                if page.locator("#connection").count():
                    expect(page.locator("#connection")).to_have_text("en direct")
                look_at_every_width(page, screen=LOOK.get(name), phone=LOOK_ON_PHONES.get(name))


def test_the_list_of_games_stays_in_its_card(office: OfficePage) -> None:
    for source in ("software", "hand"):
        create_game(
            tournament=office.room.tournament, source=source, **office.room.get_author_and_time()
        )
    page = office.open("office-tournament")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        card = page.locator(".card", has=page.locator("table"))
        assert card.evaluate("card => card.scrollWidth - card.clientWidth") <= 0, width


def test_nothing_moves_at_the_start_and_in_the_last_seconds(
    office: OfficePage,
) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.get_author_and_time())
    assert turn is not None
    wait_for(lambda: solved(turn))
    announce_turn(turn=turn, **office.room.get_author_and_time())
    page = office.open("judge-desk")
    expect(page.locator("#primary")).to_be_focused()
    places = """['#state', '#time-left', '.steps', '.next'].map((part) =>
      document.querySelector(part)?.offsetTop)"""
    before = page.evaluate(places)
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    assert page.evaluate(places) == before
    word = page.locator("#clock-word")
    expect(word).to_have_text("")
    for width in (1280, 1024, 800):
        page.set_viewport_size({"width": width, "height": 768})
        before = page.evaluate(places)
        for text in ("« 20 secondes »", "« Terminé »"):
            word.evaluate("(word, text) => word.replaceChildren(text)", text)
            assert page.evaluate(places) == before, (width, text)
        word.evaluate("(word) => word.replaceChildren()")


def test_every_action_of_a_bulletin_stands_at_its_own_place(office: OfficePage) -> None:
    """Whichever of them it has: table 2 is decided, table 1 has no equal, table 6 no bulletin."""
    office.collected_turn()
    page = office.open("arbiter-list")
    rows = [page.locator(f"#row-{office.room.entries[table - 1].pk}") for table in (2, 1, 3, 6)]
    rows[0].focus()
    page.keyboard.press("Enter")
    expect(rows[0]).to_contain_text("confirmé")
    positions: dict[tuple[str, int], set[tuple[float, float]]] = {}
    widths = (1024, 1280, 1366)
    for row in rows:
        row.focus()
        entry = row.evaluate("row => row.id.replace('row-', '')")
        expect(page.locator(f"[data-shows^='{entry}.']")).to_be_visible()
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            for act, x, y in page.evaluate(PLACES):
                positions.setdefault((act, width), set()).add((x, y))
    acts = ("confirm", "change", "equal", "account")
    assert positions.keys() == {(act, width) for act in acts for width in widths}
    assert all(len(places) == 1 for places in positions.values()), positions


def test_nothing_moves_at_loading_and_waiting_buttons_look_disabled(
    office: OfficePage,
) -> None:
    """Under the mouse too."""
    office.room.game()
    page = office.open("judge-desk")
    badge = page.locator("#connection")
    height = "badge => badge.parentElement.offsetHeight"
    expect(badge).to_have_text("en direct")
    alive = badge.evaluate(height)
    badge.evaluate("badge => badge.replaceChildren()")
    assert badge.evaluate(height) == alive
    button = page.locator("#primary")
    expect(button).to_have_attribute("aria-disabled", "false")
    look = "(button) => { const at = getComputedStyle(button); return [at.color, at.background]; }"
    ready = button.evaluate(look)
    button.evaluate("(button) => button.setAttribute('aria-disabled', 'true')")
    guarded = button.evaluate(look)
    button.hover()
    assert button.evaluate(look) == guarded
    assert guarded[0] != ready[0]
    assert guarded[1] != ready[1]
