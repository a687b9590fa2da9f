"""A classic match on the real stack."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.pages.match_room import begin, connected, letters_of, open_match, press, says
from tests.browser.pages.tables import Open, table_link

if TYPE_CHECKING:
    from tests.room import Room


def test_try(live_room: "Room", open_page: Open) -> None:
    game = open_match(live_room)
    pages = [open_page(table_link(live_room, at)) for at in (0, 1)]
    for page in pages:
        page.on("console", lambda m: print("CONSOLE", m.text))
        page.on("pageerror", lambda m: print("ERR", m))
    for n, page in enumerate(pages):
        page.screenshot(path=f"/tmp/w/cp_shot{n}.png")
        connected(page)
    begin(game, pages)
    for n, page in enumerate(pages):
        page.screenshot(path=f"/tmp/w/cp_shot{n}.png")
