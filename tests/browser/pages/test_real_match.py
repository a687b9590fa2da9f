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
    for page in pages:
        press(page, "Regarder mes lettres")
        page.locator("#rack [data-letter]").first.wait_for()
        print(letters_of(page))
    from tournament.queries.classic.games import state_of
    game.refresh_from_db()
    one = pages[0] if state_of(game).to_move=="X" else pages[1]
    one.set_viewport_size({"width":1024,"height":768})
    one.locator("#board .square[data-row='7'][data-col='6']").click()
    for l in letters_of(one)[:4]:
        one.locator(f"#rack [data-letter='{l}']").first.click()
        if l=="?":
            one.locator("#joker").get_by_role("button",name="E").click()
    one.locator("#score").fill("24")
    one.screenshot(path="/tmp/w/cp_lay.png")
    one.get_by_role("button",name="Poser et annoncer").click()
    says(one,"Score annoncé")
    press(one, "Tourner et presser la pendule")
    says(one, "À Belgique de jouer" if one is pages[0] else "À Algérie de jouer")
    one.screenshot(path="/tmp/w/cp_turned.png")
    for w,h in ((800,1280),(390,844)):
        one.set_viewport_size({"width":w,"height":h})
        one.screenshot(path=f"/tmp/w/cp_{w}.png")
    for n, page in enumerate(pages):
        page.screenshot(path=f"/tmp/w/cp_shot{n}.png")
