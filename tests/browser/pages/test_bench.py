"""The referees' bench in a real browser: picking a case, changing it, judging it."""

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

CASE = "turn1-vertical-reference"


def type_letters(bench: Page) -> None:
    """On the grid; its text has them."""
    centre = bench.get_by_role("gridcell", name="H8", exact=False).first
    centre.click()
    bench.keyboard.type("MA")
    bench.keyboard.press("Shift+i")
    bench.keyboard.press("Backspace")
    bench.keyboard.type("S")
    bench.keyboard.press("Shift+E")
    rows = bench.locator("#id_grid").input_value().split("\n")
    assert rows[7] == ".......MASe...."
    expect(bench.get_by_role("gridcell", name="H11, E, joker")).to_be_visible()


def pick_and_change(bench: Page) -> None:
    """By the keyboard."""
    bench.get_by_label("Cas d’école").select_option(CASE)
    bench.get_by_label("Cas d’école").press("Tab")
    bench.keyboard.press("Enter")
    expect(bench.locator(".edition")).to_have_count(5)
    expect(bench.locator(".edition .expected .bad")).to_have_count(0)
    expect(bench.get_by_label("Mot", exact=True)).not_to_have_value("")

    bench.get_by_label("Mot", exact=True).fill("XXXX")
    bench.get_by_label("Score").press("Enter")

    expect(bench.locator(".edition .paid strong").first).to_have_text("0")
    expect(bench.locator(".edition").first).to_contain_text("Zéro")


def judge_a_drawing(bench: Page) -> None:
    """As it is drawn, with its letter that is struck out."""
    bench.get_by_label("Cas d’école").select_option("struck-letter-c")
    bench.get_by_role("button", name="Poser sur le banc").click()
    expect(bench.locator("#squared")).to_be_visible()
    expect(bench.locator(".edition .expected .bad")).to_have_count(0)
    before = bench.locator("#id_sheet").input_value(), bench.locator("#id_struck").input_value()
    assert "x" in before[1]

    bench.get_by_role("button", name="Juger ce bulletin").click()
    expect(bench).to_have_url(re.compile("struck="))

    after = bench.locator("#id_sheet").input_value(), bench.locator("#id_struck").input_value()
    assert [text.replace("\r", "") for text in after] == [text.replace("\r", "") for text in before]


def test_cases_typed_picked_changed_and_drawn_are_judged(
    live_server: "LiveServer", page: Page
) -> None:
    page.goto(f"{live_server.url}/bench/")
    type_letters(page)
    pick_and_change(page)
    judge_a_drawing(page)


def test_a_table_in_play_is_refused_and_keeps_its_question(
    live_server: "LiveServer", page: Page, transactional_db: None
) -> None:
    """Judged after the turn, by the site's lexicon."""
    from django.test import Client

    from tests.bulletins import play_first_turn
    from tests.room import make_room, ring

    room = make_room()
    turn = play_first_turn(room)
    tablet = Client()
    tablet.get(f"/t/{room.entries[0].table.key}/")
    cookies = [(name, cookie.value) for name, cookie in tablet.cookies.items()]
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in cookies]
    )
    page.goto(f"{live_server.url}/bench/")
    for label, value in (("Tirage", "AEHLTUX"), ("Référence", "H4"), ("Score", "18")):
        page.get_by_label(label).fill(value)
    page.get_by_label("Mot", exact=True).fill("HALTE")
    judge = page.get_by_role("button", name="Juger ce bulletin")
    judge.click()
    expect(page.locator("#answers")).to_contain_text("Cet appareil tient la table 1")
    expect(page.locator(".edition")).to_have_count(0)
    expect(page.get_by_label("Mot", exact=True)).to_have_value("HALTE")
    ring(turn)
    judge.click()
    expect(page.locator(".edition")).to_have_count(5)
    assert "words=&" in page.url
