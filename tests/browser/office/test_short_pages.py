"""Pages of the office with 120 players: two windows high at most, each list near its top."""

from playwright.sync_api import ViewportSize, expect

from tests.browser.office.desks import OfficePage, overflow
from tests.rows import every_row
from tournament.services.people.name_lists import register_names

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SMALL: ViewportSize = {"width": 1024, "height": 768}
#: Pages, with what their list is.
PAGES = {
    "office-tournament": "",
    "office-settings": "",
    "office-entries": "#people .list-box",
    "office-tables": "",
    "players": "#players-list",
}
TOP = "element => element.getBoundingClientRect().top + scrollY"
HEIGHT = "document.documentElement.scrollHeight"


def register_many(office: OfficePage, count: int) -> None:
    names = [(number, [(f"Joueur{number:03}", "Ancien")]) for number in range(7, count + 1)]
    register_names(
        tournament=office.room.tournament,
        title="liste",
        names=names,
        **office.room.get_author_and_time(),
    )


def test_pages_are_two_windows_high(office: OfficePage) -> None:
    register_many(office, 120)
    game = office.room.game()
    office.page.set_viewport_size(LAPTOP)
    with every_row() as each:
        for name, box in [*PAGES.items(), ("office-game", "")]:
            with each(name):
                arguments = [game.number] if name == "office-game" else []
                page = office.open(name, *arguments)
                assert page.evaluate(HEIGHT) <= 2 * LAPTOP["height"]
                assert not box or page.locator(box).evaluate(TOP) < 300
    page = office.open("office-entries")
    page.get_by_label("Chercher").fill("inconnu")
    expect(page.locator("#people tbody tr:visible")).to_have_count(0)
    page.get_by_label("Chercher").fill("joueur042")
    expect(page.locator("#people tbody tr:visible")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Joueur042 Ancien")).to_be_focused()
    page.set_viewport_size(SMALL)


def test_the_desk_shows_board_and_announcement_together(office: OfficePage) -> None:
    office.collected_turn()
    page = office.page
    page.set_viewport_size(SMALL)
    office.open("judge-desk")
    expect(page.locator("#grid")).to_be_in_viewport(ratio=1)
    expect(page.locator("#primary")).to_be_in_viewport(ratio=1)
    assert overflow(page) <= 0


def test_a_keyed_bulletin_is_one_line(office: OfficePage) -> None:
    office.collected_turn(on_paper=[1, 2])
    page = office.page
    page.set_viewport_size(LAPTOP)
    office.open("arbiter-keying")
    page.keyboard.type("rat h8 30")
    page.keyboard.press("Enter")
    verdict = page.locator("#bulletins tr").first.locator(".verdict")
    expect(verdict).to_contain_text("avertissement")
    assert verdict.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    row, box = verdict.locator("..").bounding_box(), page.locator(".keying .scroll").bounding_box()
    assert row is not None
    assert box is not None
    assert row["height"] < 50
    assert row["width"] <= box["width"]
    page.set_viewport_size(SMALL)
