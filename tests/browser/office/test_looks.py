"""How the office looks to everybody: axe in both themes, phone, zoom, nothing wider than it."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Scheme, violations
from tests.browser.office.desks import Office, overflow, solved
from tests.browser.office.looks import PAGES, arbiter, desk_open
from tests.patience import wait_for
from tests.screens import screen_is_kept
from tournament.services.games import create_game
from tournament.services.turns import announce_turn, draw_turn

WIDTHS = [1024, 800, 512, 390, 320]  # laptop, tablet, at 200 % zoom, phone, WCAG's reflow

#: The pictures kept of them, of a laptop's window, and of a phone's in dark colours.
LOOK = {
    "overview": "office-overview",
    "game": "office-game",
    "desk, closed": "judge-desk",
    "list": "arbiter-list",
}
LOOK_ON_PHONES = {"list": "arbiter-list-phone-dark"}


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_is_accessible_in_both_themes_and_fits_every_width(
    office: Office, name: str
) -> None:
    page = PAGES[name](office)
    page.wait_for_timeout(300)
    looks: list[tuple[Scheme, int, dict[str, str]]] = [
        ("light", 1024, LOOK),
        ("dark", 390, LOOK_ON_PHONES),
    ]
    for scheme, width, kept in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        if name in kept:
            screen_is_kept(page, kept[name])
        assert violations(page) == [], (scheme, width)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, width


def test_the_list_of_games_stays_in_its_card(office: Office) -> None:
    for source in ("software", "hand"):
        create_game(tournament=office.room.tournament, source=source, **office.room.by())
    page = office.open("office-tournament")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        card = page.locator(".card", has=page.locator("table"))
        assert card.evaluate("card => card.scrollWidth - card.clientWidth") <= 0, width


def test_nothing_moves_when_the_page_comes_to_life(office: Office) -> None:
    page = office.open("judge-desk")
    badge = page.locator("#connection")
    height = "badge => badge.parentElement.offsetHeight"
    expect(badge).to_have_text("en direct")
    alive = badge.evaluate(height)
    badge.evaluate("badge => badge.replaceChildren()")
    assert badge.evaluate(height) == alive


def test_nothing_moves_when_the_clock_starts(office: Office) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.by())
    assert turn is not None
    wait_for(lambda: solved(turn))
    announce_turn(turn=turn, **office.room.by())
    page = office.open("judge-desk")
    expect(page.locator("#primary")).to_be_focused()
    places = "['#state', '.steps', '.next'].map(s => document.querySelector(s).offsetTop)"
    before = page.evaluate(places)
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    assert page.evaluate(places) == before


def test_nothing_moves_when_the_last_seconds_are_called(office: Office) -> None:
    page = desk_open(office)
    expect(page.locator("#connection")).to_have_text("en direct")
    word = page.locator("#clock-word")
    expect(word).to_have_text("")
    places = "['#state', '#time-left', '.steps'].map(s => document.querySelector(s).offsetTop)"
    for width in (1280, 1024, 800):
        page.set_viewport_size({"width": width, "height": 768})
        before = page.evaluate(places)
        for said in ("« 20 secondes »", "« Terminé »"):
            word.evaluate("(word, said) => word.replaceChildren(said)", said)
            assert page.evaluate(places) == before, (width, said)
        word.evaluate("(word) => word.replaceChildren()")


def test_every_action_of_a_bulletin_stands_at_its_own_place(office: Office) -> None:
    """Whichever of them it has: table 2 is decided, table 1 has no equal, table 6 no bulletin."""
    page = arbiter(office)
    rows = [page.locator(f"#row-{office.room.entries[table - 1].pk}") for table in (2, 1, 3, 6)]
    rows[0].focus()
    page.keyboard.press("Enter")
    expect(rows[0]).to_contain_text("confirmé")
    for width in (1024, 1280, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        seen: dict[str, set[tuple[float, float]]] = {}
        for row in rows:
            row.focus()
            entry = row.evaluate("row => row.id.replace('row-', '')")
            expect(page.locator(f"[data-shows^='{entry}.']")).to_be_visible()
            for act, left, top in page.locator("#detail .acts [data-act]").evaluate_all(
                """buttons => buttons.map((button) => {
                  const [box, all] = [button, button.parentElement].map((element) =>
                    element.getBoundingClientRect());
                  return [button.dataset.act, box.left, box.top - all.top];
                })"""
            ):
                seen.setdefault(act, set()).add((left, top))
        assert seen.keys() == {"confirm", "change", "equal", "account"}
        assert all(len(places) == 1 for places in seen.values()), (width, seen)


def test_a_button_that_does_not_answer_looks_so_under_the_mouse_too(office: Office) -> None:
    office.room.game()
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
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
