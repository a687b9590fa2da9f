"""The end of a game on the tablet and on the public screen."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import MOVES, entry_state, game, public_state, result, turn
from tests.browser.js.tablet import open_table
from tests.browser.js.test_screen import BIG, open_screen

OVER = {"state": "finished", "end_reason": "all_placed", "end_article": "3.7"}
TOTAL = sum(score for *_, score in MOVES)


def finished(**own: Any) -> dict[str, Any]:
    return entry_state(11, "done", now=now(), left_s=-60, game=game(**OVER), own=own)


def notice(page: Page) -> str:
    return " ".join((page.locator("#notice").inner_text()).split())


def test_the_tablet_keeps_total_rank_ranking_and_the_last_turn(room: FakeRoom) -> None:
    page = room.page
    open_table(room, finished(table=9, name="FOURNEL Ginette (moi)", rank=6, total=TOTAL - 66))
    shown = notice(page)
    for part in ("Partie terminée", "Toutes les lettres", f"{TOTAL - 66} points", "6 / 24"):
        assert part in shown
    expect(page.locator("#notice tr")).to_have_count(10)
    expect(page.locator("#notice .mine")).to_contain_text(
        "FOURNEL Ginette (moi)"
    )  # whole here, if shortened elsewhere
    link = page.get_by_role("link", name="Ma page, coup par coup")
    expect(link).to_have_attribute("href", "/essai/players/4/")
    expect(page.locator("#result-top")).to_contain_text("ANHELAI A8")
    expect(page.locator("#result-own")).to_contain_text("97 points")


def test_who_is_not_among_the_first_finds_himself_behind_them(room: FakeRoom) -> None:
    open_table(room, finished(table=99, name="ZOLA Émile", rank=21, total=12))
    page = room.page
    expect(page.locator("#notice tr")).to_have_count(11)
    expect(page.locator("#notice tr").last).to_have_text("21ZOLA Émile12")

    # a decision after the end changes what stays
    zero = result(11, word="", points=0, sanction="zero", text="Zéro : essai (art. 5.7).")
    assert room.snapshot
    parts = {"results": {"11": zero}, "total": 7, "rank": 24, "warnings": 0}
    room.send({"type": "mine", "game_id": 7, "seq": room.snapshot["seq"]} | parts)
    expect(page.locator("#notice")).to_contain_text("24 / 24")
    expect(page.locator("#result-own")).to_contain_text("0 point")

    # after a cancelled turn the last word that was placed is shown
    cancelled = turn(11, "cancelled", now=now()) | {"ordinal": 12, "number": 12}
    room.replace_state("entry", finished() | {"turn": cancelled})
    expect(page.locator("#result-own")).to_contain_text("97 points")
    expect(page.locator("#result-title")).to_have_text("Coup 11 : le top")
    expect(page.locator("#result-top")).to_contain_text("ANHELAI A8")

    # survivors of a mort subite play no more
    row = {"table": 7, "name": "ABADIE Rose", "rank": 1, "fell": None, "plays": False}
    out = {"table": 8, "name": "BERNIER Lucien", "rank": 2, "fell": 2, "plays": False}
    field = {"rows": [row, out], "open": False}
    room.replace_state("entry", finished(table=7, field=field, watched=[]))
    places = page.locator("#notice .contest li")
    expect(places).to_have_text([re.compile("resté en jeu$"), re.compile("éliminé, coup 2$")])


def test_the_public_screen_keeps_the_ranking_and_the_last_word(room: FakeRoom) -> None:
    room.page.set_viewport_size({"width": BIG["width"], "height": BIG["height"]})
    state = public_state(11, "done", now=now(), left_s=-60, game=game(**OVER))
    open_screen(room, state)
    top = room.page.locator("#top")
    for part in ("Partie terminée", "Toutes les lettres", "ANHELAI A8", "97 points"):
        expect(top).to_contain_text(part)
    expect(room.page.locator("#ranking-after")).to_contain_text("final, en 11 coups")
    expect(room.page.locator("#ranking tr").first).to_contain_text("ABADIE Rose")
    assert top.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0

    ringing = public_state(3, "open", now=now(), game=game(warn_s=10))
    room.replace_state("public", ringing)
    name = room.page.locator("#sound-name")
    expect(name).to_have_text("Sonnerie à 10 secondes de la fin et à la fin")


def test_the_bell_is_named_after_the_game_s_own_time(room: FakeRoom) -> None:
    page = room.page
    name = page.locator("#sound-name")
    open_table(room, None)
    expect(name).to_have_text("Sonnerie avant la fin et à la fin")
    for warn_s, label in (
        (30, "Sonnerie à 30 secondes de la fin et à la fin"),
        (20, "Sonnerie à 20 secondes de la fin et à la fin"),
        (60, "Sonnerie à 1 minute de la fin et à la fin"),
        (0, "Sonnerie à la fin"),
    ):
        room.replace_state("entry", entry_state(1, "open", now=now(), game=game(warn_s=warn_s)))
        expect(name).to_have_text(label)
