"""The referees' bench in a real browser: picking a case, changing it, judging it."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

CASE = "turn1-vertical-reference"


@pytest.fixture
def bench(live_server: "LiveServer", page: Page) -> Page:
    page.goto(f"{live_server.url}/bench/")
    return page


def test_a_case_is_picked_judged_and_changed_from_the_keyboard(bench: Page) -> None:
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


def test_letters_typed_on_the_grid_are_in_its_text(bench: Page) -> None:
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


def test_a_typed_position_is_judged_by_the_site_s_lexicon(bench: Page) -> None:
    bench.get_by_label("Tirage").fill("AEHLTUX")
    bench.get_by_label("Mot", exact=True).fill("HALTE")
    bench.get_by_label("Référence").fill("H4")
    bench.get_by_label("Score").fill("18")
    bench.get_by_role("button", name="Juger ce bulletin").click()
    expect(bench.locator(".edition")).to_have_count(5)
    assert "words=&" in bench.url


def test_a_drawing_on_the_squares_is_judged_as_drawn(bench: Page) -> None:
    bench.get_by_label("Cas d’école").select_option("struck-letter-c")
    bench.get_by_role("button", name="Poser sur le banc").click()
    expect(bench.locator(".edition .expected .bad")).to_have_count(0)
    before = bench.locator("#id_sheet").input_value(), bench.locator("#id_struck").input_value()
    assert "x" in before[1]
    expect(bench.locator("#squared")).to_be_visible()

    bench.get_by_role("button", name="Juger ce bulletin").click()
    expect(bench).to_have_url(re.compile("struck="))

    after = bench.locator("#id_sheet").input_value(), bench.locator("#id_struck").input_value()
    assert [text.replace("\r", "") for text in after] == [text.replace("\r", "") for text in before]


def test_a_table_in_play_is_refused_and_keeps_its_question(
    live_server: "LiveServer", page: Page, transactional_db: None
) -> None:
    from tests.bulletins import play_first_turn
    from tests.room import make_room, ring

    room = make_room()
    turn = play_first_turn(room)
    page.goto(f"{live_server.url}/t/{room.entries[0].table.key}/")
    page.goto(f"{live_server.url}/bench/")
    page.get_by_label("Tirage").fill("AEHLTUX")
    page.get_by_label("Mot", exact=True).fill("HALTE")
    judge = page.get_by_role("button", name="Juger ce bulletin")
    judge.click()
    expect(page.locator("#answers")).to_contain_text("Cet appareil tient la table 1")
    expect(page.locator(".edition")).to_have_count(0)
    expect(page.get_by_label("Mot", exact=True)).to_have_value("HALTE")
    ring(turn)
    judge.click()
    expect(page.locator(".edition")).to_have_count(5)
