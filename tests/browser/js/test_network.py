"""Bad days of a browser: lost and dead networks, gaps, old tokens, a second device, a reload."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.js.room import SECOND_MS, TOKEN, FakeRoom, now
from tests.browser.js.states import entry_state, turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    open_table,
    open_turn,
    read_written_word,
)


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_a_bulletin_written_offline_is_sent_on_reconnection(
    room: FakeRoom,
) -> None:
    page = open_turn(room)
    page.keyboard.type("HAL")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    room.lose_network()
    room.drop()
    expect(page.locator("#link")).to_contain_text("Hors ligne")

    page.keyboard.type("E")
    room.pass_time(3)
    expect(find_status(page)).to_contain_text(
        "Pas encore enregistré – réseau perdu, la feuille est gardée sur cette tablette."
    )
    room.find_network()

    expect(page.locator("#link")).to_contain_text("Connecté")
    expect(find_status(page)).to_contain_text("HALE")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")


def test_a_reload_without_network_before_it_loses_nothing(room: FakeRoom) -> None:
    page = open_turn(room)
    room.answer_saves = False
    room.lose_network()
    page.keyboard.type("HALE")
    page.get_by_label("Score").fill("24")
    room.pass_time(4)
    expect(find_status(page)).to_have_attribute("data-kind", "unsent")

    room.find_network()
    room.answer_saves = True
    page.reload()

    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert read_written_word(page) == "HALE"
    assert room.saves[-1]["rows"] == ["HALE"]
    assert room.saves[-1]["score"] == "24"


TELL_EVERY_STATE = """() => {
  const link = document.getElementById("link");
  new MutationObserver(() => document.body.dataset.told += link.textContent).observe(link, {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
}"""


def test_a_silent_socket_is_replaced_by_requests_and_noticed(room: FakeRoom) -> None:
    page = open_turn(room)
    page.evaluate(TELL_EVERY_STATE)  # it may be connected again before anybody looks
    connections = len(room.sockets)
    room.answer_saves = room.answer_pings = False
    page.keyboard.type("HALE")
    room.pass_time(4)
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert room.posted[-1]["rows"] == ["HALE"]
    page.keyboard.type("N")
    room.pass_time(8)

    offline = re.compile("Hors ligne")
    expect(page.locator("body")).to_have_attribute("data-told", offline)

    room.answer_saves = room.answer_pings = True
    expect(page.locator("#link")).to_contain_text("Connecté")
    assert len(room.sockets) > connections


def test_a_missed_event_and_a_resync_lead_to_snapshots(room: FakeRoom) -> None:
    page = open_turn(room)
    assert room.snapshot
    state = entry_state(11, "closed", now=now(), left_s=-1)
    room.set_snapshot("entry", state, seq=140)

    closed = turn(11, "closed", now=now(), left_s=-1)
    event = {"type": "event", "kind": "closed", "game_id": 7, "seq": 130, "prev": 129}
    room.send(event | {"now": now(), "turn": closed})

    page.locator("body[data-stage=over]").wait_for(state="attached")
    assert [message["type"] for message in room.received].count("sync") == 1

    room.set_snapshot("entry", entry_state(11, "revealed", now=now(), left_s=-5), seq=150)
    room.send({"type": "resync", "within_ms": 300})
    expect(page.locator("#result")).to_be_visible()


def test_events_during_a_snapshot_are_not_lost(room: FakeRoom) -> None:
    page = open_turn(room)
    room.set_snapshot("entry", None)
    snapshot = room.snapshot
    room.snapshot = None  # the answer to "sync" takes its time
    closed = {"turn": turn(11, "closed", now=now(), left_s=-1)}
    room.send(_event("closed", prev=101, seq=102, **closed))
    revealed = turn(11, "revealed", now=now(), left_s=-5)
    room.send(_event("revealed", prev=102, seq=103, turn=revealed))
    page.wait_for_timeout(200)
    assert snapshot
    late = snapshot | {"seq": 102, "now": now(), "state": entry_state(11, "closed", now=now())}
    room.send(late)

    expect(page.locator("#result-top")).to_contain_text("ANHELAI")


def _event(kind: str, *, prev: int, seq: int, **parts: Any) -> dict[str, Any]:
    head = {"type": "event", "kind": kind, "game_id": 7, "prev": prev, "seq": seq, "now": now()}
    return head | parts


def test_an_old_token_is_replaced_unless_the_link_is_invalid(room: FakeRoom) -> None:
    page = open_turn(room)
    assert room.paths == [TOKEN]

    room.drop(4401)

    expect(page.locator("#link")).to_contain_text("Hors ligne")
    expect(page.locator("#link")).to_contain_text("Connecté")
    assert room.paths[-1] == "fresh-token"

    room.token_status = 403
    room.drop(4401)
    dialog = page.get_by_role("dialog", name="Le lien de la table n’est plus valable")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("link")).to_have_attribute("href", "/table/enter/")
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()


def test_a_table_opened_elsewhere_can_be_taken_back_here(room: FakeRoom) -> None:
    page = open_turn(room)
    connections = len(room.sockets)

    room.send({"type": "displaced"})
    room.drop(4009)

    dialog = page.get_by_role("dialog", name="Table ouverte sur un autre appareil")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Reprendre ici").tap()
    expect(page.locator("#link")).to_contain_text("Connecté")
    expect(dialog).to_be_hidden()
    assert len(room.sockets) == connections + 1


def test_the_bulletin_of_one_table_never_becomes_another_s(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("HALE")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    page.evaluate(
        """() => {
          for (const key of Object.keys(localStorage)) {
            const mine = key.replace("sheet:4:", "sheet:5:");
            if (mine !== key) {
              localStorage.setItem(mine, localStorage.getItem(key));
              localStorage.removeItem(key);
            }
          }
        }"""
    )
    page.reload()

    expect(page.locator("#link")).to_contain_text("Connecté")
    expect(find_status(page)).to_have_attribute("data-kind", "nothing")
    assert read_written_word(page) == ""


def test_a_browser_without_storage_still_hands_in(own_room: FakeRoom) -> None:
    own_room.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    page = open_turn(own_room)
    page.keyboard.type("HALE")

    expect(find_status(page)).to_have_attribute("data-kind", "saved")


def test_the_tablet_s_own_wrong_clock_does_not_matter(room: FakeRoom) -> None:
    room.ahead_ms = 3600 * SECOND_MS
    open_table(room, entry_state(11, "open", now=room.now(), left_s=95))

    expect(room.page.locator("#time")).to_have_text(re.compile(r"^1:[23]\d$"))


def test_a_network_that_the_browser_misses_is_told_at_once(own_room: FakeRoom) -> None:
    page = open_turn(own_room)
    connections = len(own_room.sockets)
    # the socket would notice by itself some seconds later: for it no time passes
    page.clock.pause_at(page.evaluate("Date.now()") / SECOND_MS + 5)
    own_room.lose_network()
    page.context.set_offline(True)
    expect(page.locator("#link")).to_have_text("Hors ligne")
    page.keyboard.type("H")
    expect(find_status(page)).to_contain_text(
        "réseau perdu, la feuille est gardée sur cette tablette"
    )

    page.context.set_offline(False)
    own_room.find_network()
    page.clock.resume()
    expect(page.locator("#link")).to_contain_text("Connecté")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert len(own_room.sockets) > connections
