"""The player of a table moves while its tablet is open: what is told, and what still leaves."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.js.room import FakeRoom
from tests.browser.js.states import TOURNAMENT
from tests.browser.js.tablet import TABLET, open_turn
from tests.waiting import wait_for

TITLE = "Les tables ont changé"
SHEET = {"rows": ["MAISON"], "struck": [], "reference": "H4", "score": "24", "direction": "across"}
KEPT = {"sheet": SHEET, "rev": 3, "acked": 0, "turn": {"gameId": 6, "ordinal": 9}}


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_a_tablet_whose_player_moved_stops_and_shows_the_way(room: FakeRoom) -> None:
    page = open_turn(room)
    room.drop(4011)

    dialog = page.get_by_role("dialog", name=TITLE)
    expect(dialog).to_contain_text("part d’ici, sous votre nom")
    expect(page.locator("#link")).to_contain_text("Place changée")


def test_a_table_is_taken_over_after_unsent_bulletins_have_arrived(room: FakeRoom) -> None:
    former = SimpleNamespace(name="DELMAS Yvette", table=SimpleNamespace(number=5))
    seat = SimpleNamespace(name="ROY Anne", pk=9)
    table = SimpleNamespace(number=7, tournament=TOURNAMENT)
    context = {
        "place": SimpleNamespace(table=table, current_entry=seat, entry=former),
        "data": {"entry": 4, "bulletinUrl": "/table/bulletin/"},
        "csrf_token": "c" * 64,
    }
    page = open_turn(room)
    page.evaluate("(kept) => localStorage.setItem('duplicata:sheet:4:6:9', kept)", json.dumps(KEPT))
    room.open("/table/", "player/moved.html", context)

    expect(page.get_by_role("button", name="Je suis ROY Anne")).to_be_enabled()
    assert [(message["game_id"], message["turn"], message["rows"]) for message in room.posted] == [
        (6, 9, ["MAISON"])
    ]
    assert page.evaluate("localStorage.getItem('duplicata:sheet:4:6:9')") is None


def test_bulletins_of_an_earlier_game_are_deleted_at_the_next(room: FakeRoom) -> None:
    page = open_turn(room)
    page.evaluate("(kept) => localStorage.setItem('duplicata:sheet:4:6:9', kept)", json.dumps(KEPT))
    page.reload()
    wait_for(lambda: page.evaluate("localStorage.getItem('duplicata:sheet:4:6:9')") is None)
    assert [message["game_id"] for message in room.posted] == [6]
