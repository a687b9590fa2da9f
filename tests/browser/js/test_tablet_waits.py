"""A table with nothing to write: what its page says, and why."""

from typing import Any

import pytest
from playwright.sync_api import expect

from engine.board.formats import FORMATS
from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, game, turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    open_table,
    open_turn,
)
from tournament.presentation.game_announcements import FORMAT_TITLES, list_particulars


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_the_page_says_why_nothing_can_be_written(room: FakeRoom) -> None:
    paused = game(state="interrupted", resumes_at=1_795_000_000_000)
    over = game(state="finished", end_reason="all_placed", end_article="3.7")
    rows: list[tuple[dict[str, Any], str]] = [
        ({"turn": None, "game": game(state="ready")}, "La partie va commencer"),
        ({"game": game(state="interrupted")}, "Partie interrompue"),
        ({"game": paused}, "Pause jusqu’à 12:06"),
        ({"game": game(state="void")}, "Partie annulée"),
        ({"game": over}, "Partie terminée"),
    ]
    open_table(room, None)
    title, sheet = room.page.locator("#notice h2"), room.page.locator("#sheet")
    expect(title).to_have_text("Pas encore de partie")
    room.replace_state("entry", entry_state(11, "announced", now=now()))
    expect(sheet).to_be_visible()
    for changes, heading in rows:
        room.replace_state("entry", entry_state(11, "announced", now=now()) | changes)
        expect(title).to_have_text(heading)
        expect(sheet).to_be_hidden()


def test_terms_and_format_of_a_game_are_told_before_it(room: FakeRoom) -> None:
    state = entry_state(1, "announced", now=now()) | {"turn": None}
    open_table(room, state | {"game": game(state="ready", time_s=150)})
    notice = room.page.locator("#notice")
    expect(notice).to_contain_text("2 minutes 30")
    expect(room.page.locator("#time")).to_have_text("2:30")
    for key in FORMATS:
        room.replace_state("entry", state | {"game": game(state="ready", format=key)})
        expect(notice).to_contain_text(str(FORMAT_TITLES[key]))
        for _name, text in list_particulars(FORMATS[key]):
            expect(notice, key).to_contain_text(text)
        blanks = room.page.locator("#rack .tile.blank")
        expect(blanks, key).to_have_count(FORMATS[key].rack_size)


def test_letters_all_kept_and_a_cancelled_turn_are_told(room: FakeRoom) -> None:
    page = open_turn(room)
    expect(page.locator("#rack [data-letter]")).to_have_count(7)
    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    expect(find_status(page)).to_have_text("Aucun bulletin remis.")
    expect(page.locator("#locked-note")).to_have_text("Terminé.")

    last = turn(11, "announced", now=now(), ordinal=12, kept="EV", drawn="")
    room.event("announced", turn=last)
    expect(page.locator("#rack [data-letter]")).to_have_count(2)
    expect(page.locator("#stage")).to_have_text("Annonce des lettres")

    cancelled = turn(11, "cancelled", now=now(), left_s=-1, ordinal=12)
    room.event("cancelled", turn=cancelled, history={"12": None})
    expect(page.locator("#notice h2")).to_have_text("Coup annulé")
    expect(page.locator("#stage")).to_have_text("Coup annulé")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#rack [data-letter]")).to_have_count(0)
    expect(page.locator("#rack .blank")).to_have_count(7)
