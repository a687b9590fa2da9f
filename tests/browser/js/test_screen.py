"""The public screen in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import TOKEN, FakeRoom, now
from tests.browser.js.states import END_REASONS, TOURNAMENT, game, public_state, turn

BIG = {"width": 1920, "height": 1080}
#: One two-hundredth of twenty metres, on a picture two metres high that has 1080 lines.
READABLE_PX = 54 * 0.7


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": BIG}


def open_screen(room: FakeRoom, state: dict[str, Any] | None) -> None:
    """The public screen, given ``state`` when it connects."""
    data = {
        "token": TOKEN,
        "tokenUrl": "/festival/token/",
        "sceneUrl": "/festival/scene/",
        "sceneQuery": "",
        "chartsUrl": "/festival/live/charts/",
        "tournament": TOURNAMENT.name,
        "endReasons": END_REASONS,
    }
    room.set_snapshot("public", state)
    room.open(
        "/festival/live/",
        "public/screen.html",
        {"tournament": TOURNAMENT, "centre": None, "data": data},
    )
    room.page.locator("#link[data-status=live]").wait_for()
    room.page.locator("body[data-stage]").wait_for(state="attached")


def letters(page: Page) -> str:
    tiles = page.locator("#letters .tile:not(.blank) .letter")
    return "".join(tiles.all_text_contents())


def test_letters_are_shown_as_announced_with_new_letters_marked(room: FakeRoom) -> None:
    open_screen(room, public_state(10, "announced", now=now()))
    shown = room.page.locator("#letters")

    assert letters(room.page) == "NODQUES"
    expect(shown.locator(".tile.new")).to_have_count(5)
    expect(shown).to_contain_text("reliquat : N O, nouvelles lettres : D Q U E S")
    for rejected, text in (("NOAAEEI", "N O A A E E I"), ("EI·····", "7 lettres")):
        room.replace_state("public", public_state(10, "announced", now=now(), rejected=[rejected]))
        expect(shown).to_contain_text(f"rejeté : {text}")
    # The bag is empty: nothing new is drawn any more.
    last = turn(10, "announced", now=now(), kept="EV", drawn="")
    room.replace_state("public", public_state(10, "announced", now=now()) | {"turn": last})
    expect(shown.locator(".tile:not(.blank)")).to_have_count(2)
    assert letters(room.page) == "EV"
    expect(shown.locator(".visually-hidden").first).to_have_text("reliquat : E V")
    expect(room.page.locator("#stage")).to_have_text("Annonce des lettres")

    room.event("cancelled", turn=turn(10, "cancelled", now=now(), left_s=100))
    expect(room.page.locator("#top")).to_contain_text("Coup annulé")
    expect(shown.locator(".tile.blank")).to_have_count(7)
    expect(shown).to_have_text("")


def test_a_rectification_is_told_and_hides_nothing(room: FakeRoom) -> None:
    state = public_state(10, "announced", now=now(), drawn="DQUET", rectified=["NODQUES"])
    open_screen(room, state)
    stage = room.page.locator("#stage")
    expect(stage).to_have_text("Rectification : N O D Q U E T, au lieu de N O D Q U E S")
    for width, height in ((1920, 1080), (390, 844)):
        room.page.set_viewport_size({"width": width, "height": height})
        cut = "({ scrollWidth, clientWidth }) => scrollWidth - clientWidth"
        assert stage.evaluate(cut) == 0, width


def test_the_turn_goes_from_the_letters_to_the_top(room: FakeRoom) -> None:
    page = room.page
    open_screen(room, public_state(10, "announced", now=now()))
    expect(page.locator("#turn-name")).to_have_text("Coup 10")
    expect(page.locator("#time")).to_have_text("3:00")
    expect(page.locator("#top")).to_contain_text("Dernier top")
    expect(page.locator("#top")).to_contain_text("EGOUT 11K")

    room.event("opened", turn=turn(10, "open", now=now(), left_s=20))
    expect(page.locator("#stage")).to_have_text("30 secondes")
    room.event("closed", turn=turn(10, "closed", now=now(), left_s=-1))
    expect(page.locator("#top")).to_contain_text("Le top va être annoncé.")
    assert "DUQUONS" not in (page.locator("main").text_content() or "")
    after = public_state(10, "revealed", now=now(), left_s=-5, best=60)
    parts = {name: after[name] for name in ("turn", "board", "history", "ranking")}
    room.event("revealed", **parts)

    expect(page.locator("#top")).to_contain_text("DUQUONS N8")
    expect(page.locator("#top")).to_contain_text("62 points")
    expect(page.locator("#top")).to_contain_text("Meilleur score de la salle : 60 points")
    expect(page.get_by_role("cell", name="N8, D, 2 points, dernier mot")).to_be_visible()
    room.event("corrected", turn=turn(10, "revealed", now=now(), left_s=-6, best=0))
    expect(page.locator("#top .best")).to_have_text("Meilleur score de la salle : 0 point")
    first = page.locator("#ranking tr").first
    expect(first.locator("th, td")).to_have_text(["1", "ABADIE Rose", "", "573"])


def test_the_number_of_tops_is_shown_at_the_end_only(room: FakeRoom) -> None:
    open_screen(room, public_state(10, "open", now=now()))
    pages = []
    for count in (1, 12):
        after = public_state(10, "revealed", now=now(), left_s=-5, found=count, best=count)
        room.replace_state("public", after)
        best = room.page.locator("#top .best")
        expect(best).to_contain_text(f"{count} point")
        best.evaluate("(text) => text.remove()")  # only this may tell that it is another state
        pages.append(room.page.locator("main").inner_html())

    assert pages[0] == pages[1]
    check_text_before_and_after_the_game(room)


def check_text_before_and_after_the_game(room: FakeRoom) -> None:
    state = public_state(11, "revealed", now=now(), left_s=-5)
    over = game(state="finished", end_reason="all_placed", end_article="3.7")
    room.replace_state("public", state | {"game": game(state="ready"), "turn": None})
    top = room.page.locator("#top")
    expect(top).to_contain_text("La partie va commencer")
    expect(top).to_contain_text("3 minutes")

    room.replace_state("public", state | {"game": over})
    expect(top).to_contain_text("Partie terminée")
    expect(top).to_contain_text("Toutes les lettres ont été tirées et placées. (article 3.7)")


def test_a_line_above_the_ranking_cuts_no_row(room: FakeRoom) -> None:
    room.page.set_viewport_size({"width": 1280, "height": 800})
    open_screen(room, public_state(11, "revealed", now=now(), left_s=-5))
    whole = """() => {
      const bottom = document.querySelector(".screen-ranking").getBoundingClientRect().bottom + 1;
      const rows = [...document.querySelectorAll("#ranking tr:not(.cut)")];
      return rows.length > 0 && rows.every((row) => row.getBoundingClientRect().bottom <= bottom);
    }"""
    room.page.wait_for_function(whole)
    before = room.page.locator("#ranking tr:not(.cut)").count()

    slips = room.page.locator("#tablets")
    slips.evaluate("(line) => { line.textContent = 'Tablettes : 6'; line.style.height = '60px'; }")

    expect(room.page.locator("#ranking tr:not(.cut)")).not_to_have_count(before)
    assert room.page.evaluate(whole)


def test_chosen_colours_apply_now_and_on_the_next_page(room: FakeRoom) -> None:
    open_screen(room, public_state(10, "announced", now=now()))
    page, html = room.page, room.page.locator("html")
    page.emulate_media(color_scheme="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_text("Affichage").click()
    page.get_by_label("Sombre").check()
    expect(html).to_have_attribute("data-theme", "dark")
    assert page.evaluate(paper) != light

    page.keyboard.press("Escape")
    expect(page.get_by_label("Sombre")).to_be_hidden()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_text("Affichage").click()
    expect(page.get_by_label("Sombre")).to_be_checked()

    page.get_by_label("Auto").check()
    expect(html).not_to_have_attribute("data-theme", "dark")


def laid(page: Page) -> str:
    return "".join(page.locator("#board .laid .letter").all_text_contents())


def test_nobody_has_lost_a_place_by_the_first_turn(room: FakeRoom) -> None:
    page = room.page
    before = public_state(10, "open", now=now(), left_s=9)
    rows = before["ranking"]["rows"]
    level = [row | {"rank": 1, "total": 0} for row in rows]
    open_screen(room, before | {"ranking": before["ranking"] | {"after": 0, "rows": level}})
    expect(page.locator("#ranking tr[data-table] .num").first).to_have_text("1")
    after = public_state(10, "revealed", now=now(), left_s=-5)
    parts = {name: after[name] for name in ("turn", "board", "history")}
    room.event("revealed", **parts, ranking=after["ranking"] | {"after": 1, "rows": rows})
    expect(page.get_by_text("après 1 coup")).to_be_visible()
    expect(page.locator("#ranking .moved span")).to_have_count(0)


def test_only_new_elements_are_animated(room: FakeRoom) -> None:
    """Letters one by one, the top letter by letter, and who climbed in the ranking."""
    page = room.page
    open_screen(room, public_state(10, "open", now=now(), left_s=9))
    expect(page.locator("#clock[data-final]")).to_be_visible()
    assert laid(page) == ""
    expect(page.locator(".arriving, #ranking .moved span")).to_have_count(0)

    after = public_state(10, "revealed", now=now(), left_s=-5)
    first, second, *others = after["ranking"]["rows"]
    rows = [second | {"rank": 1}, first | {"rank": 2}, *others]
    parts = {name: after[name] for name in ("turn", "board", "history")}
    room.event("revealed", **parts, ranking=after["ranking"] | {"rows": rows})
    expect(page.locator("#top")).to_contain_text("DUQUONS")
    expect(page.locator("#clock[data-final]")).to_have_count(0)
    assert laid(page) == "DUQONS"  # the second U was there
    moved = page.locator("#ranking .moved")
    expect(moved.nth(0)).to_have_text("▲1gagne 1 place")
    expect(moved.nth(1)).to_have_text("▼1perd 1 place")
    expect(moved.nth(2)).to_have_text("")

    room.event("announced", turn=turn(11, "announced", now=now()))
    expect(page.locator("#letters.arriving .new")).not_to_have_count(0)
    steps = page.locator("#letters .new").evaluate_all(
        "(tiles) => tiles.map((tile) => getComputedStyle(tile).animationDelay)"
    )
    assert steps[:3] == ["0s", "0.09s", "0.18s"]
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#letters .new").first).to_have_css("animation-name", "none")


def read_font_size(page: Page, selector: str) -> float:
    pixels: float = page.locator(selector).first.evaluate(
        "(node) => parseFloat(getComputedStyle(node).fontSize)"
    )
    return pixels


def test_the_big_screen_is_readable_and_whole(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "revealed", now=now(), left_s=-5))
    page = room.page
    for selector in ("#board .letter", "#letters .letter", "#top .move", "#ranking .name"):
        assert read_font_size(page, selector) >= READABLE_PX, selector
    assert read_font_size(page, "#time") >= 3 * READABLE_PX
    box = page.locator("#board .tile:not(.joker)").first.bounding_box()
    assert box
    assert box["width"] >= 61
    assert read_font_size(page, "#board .tile:not(.joker) .letter") >= 52
    for selector in ("#board", "#clock", "#letters", "#top", "#ranking tr:nth-child(5)"):
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= BIG["width"], selector
        assert box["y"] + box["height"] <= BIG["height"], selector
    check_header_leaves_by_itself(room)


def check_header_leaves_by_itself(room: FakeRoom) -> None:
    page = room.page
    header = page.locator(".site-header")
    room.pass_time(5)
    expect(page.locator("body[data-idle]")).to_be_attached()
    expect(header).not_to_be_in_viewport()
    page.mouse.move(300, 300)
    expect(header).to_be_in_viewport()
    room.pass_time(5)
    expect(header).not_to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(header).to_be_in_viewport()
    page.locator("#full-screen").focus()
    room.pass_time(5)
    expect(header).to_be_in_viewport()
