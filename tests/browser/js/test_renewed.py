"""The link of a table is renewed while its tablet is open."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.js.room import FakeRoom
from tests.browser.js.tablet import TABLET, find_status, open_turn

TITLE = "Le lien de la table a été renouvelé"


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_a_renewed_link_says_whom_to_ask(room: FakeRoom) -> None:
    page = open_turn(room)
    room.send({"type": "renewed"})

    dialog = page.get_by_role("dialog", name=TITLE)
    expect(dialog).to_contain_text("Demandez le nouveau à l’organisateur")
    expect(dialog.get_by_role("link")).to_have_attribute("href", "/table/enter/")
    expect(page.locator("#link")).to_contain_text("Lien renouvelé")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()


def test_unsaved_bulletins_are_sent_once_the_new_link_is_open(room: FakeRoom) -> None:
    page = open_turn(room)
    room.answer_saves = False
    room.lose_network()
    page.keyboard.type("HALE")
    room.pass_time(4)
    expect(find_status(page)).to_have_attribute("data-kind", "unsent")
    room.refusal = 4010
    room.drop(room.refusal)  # unless the page has given its connection up already
    expect(page.get_by_role("dialog", name=TITLE)).to_be_visible()

    room.find_network()
    room.answer_saves = True
    page.reload()

    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    expect(find_status(page)).to_contain_text("HALE")
