"""Handing in: revisions, acknowledgements, resends, two devices; time under the test's control."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.js.room import FakeRoom

TURN = {"gameId": 7, "ordinal": 3}
MAISON = {"word": "MAISON", "direction": "H", "reference": "H4", "score": "24"}


class Desk:
    """A Handin in the browser: what it sent, what it tells, and the means to answer it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self, *, records: dict[str, Any] | None = None, device: str = "mine") -> None:
        self.page.evaluate(
            """async ([records, device]) => {
              const { Handin } = await import("/static/js/player/handin.js");
              const kept = new Map(Object.entries(records));
              const sent = [];
              Object.assign(window, { kept, sent });
              window.handin = new Handin({
                device,
                store: {
                  keys: () => [...kept.keys()],
                  load: (key) => kept.get(key) ?? null,
                  keep: (key, record) => kept.set(key, structuredClone(record)),
                  drop: (key) => kept.delete(key),
                },
                now: () => Date.now(),
                send: (message, attempt) => sent.push({ ...message, attempt }),
                onChange: () => {},
              });
            }""",
            [records or {}, device],
        )

    def do(self, name: str, *arguments: Any) -> None:
        self.page.evaluate("([name, given]) => handin[name](...given)", [name, list(arguments)])

    def open_turn(self, bulletin: dict[str, Any] | None = None, **turn: Any) -> None:
        self.do("begin", TURN | turn)
        self.do("compare", bulletin)
        self.do("unlock")

    def saved(self, rev: int, *, turn: int = 3, late: bool = False) -> None:
        self.do("answered", {"type": "saved", "turn": turn, "rev": rev, "late": late})

    def wait(self, ms: int) -> None:
        self.page.clock.run_for(ms)

    @property
    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("sent")
        return found

    @property
    def revisions(self) -> list[int]:
        return [message["rev"] for message in self.sent]

    @property
    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("handin.status")
        return found

    @property
    def sheet(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("handin.sheet")
        return found

    @property
    def records(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("Object.fromEntries(kept)")
        return found


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Desk]:
    page = browser.new_page()
    page.clock.install()
    FakeRoom(page).serve_blank()
    yield Desk(page)
    page.close()


def bulletin(rev: int, device: str = "mine", **changes: Any) -> dict[str, Any]:
    return {
        "turn": 3,
        "rev": rev,
        "device": device,
        "rows": ["MAISON"],
        "struck": [],
        "reference": "H4",
        "score": "24",
    } | changes


def test_what_is_written_goes_out_shortly_after_the_last_stroke(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", {"word": "M"})
    desk.wait(200)
    desk.do("edit", {"word": "MA"})
    desk.wait(200)
    assert desk.sent == []

    desk.wait(200)

    assert len(desk.sent) == 1
    assert desk.sent[0] == {
        "type": "save",
        "game_id": 7,
        "turn": 3,
        "rev": 2,
        "device": "mine",
        "rows": ["MA"],
        "struck": [],
        "reference": "",
        "score": "",
        "attempt": 0,
    }


def test_saved_is_said_only_of_what_the_server_has_acknowledged(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    assert desk.status["kind"] == "nothing"
    desk.do("edit", MAISON)
    desk.wait(400)
    assert desk.status["kind"] == "sending"

    desk.saved(1)

    assert desk.status["kind"] == "saved"
    assert desk.status["sheet"] == MAISON


def test_a_later_stroke_is_not_saved_by_an_earlier_acknowledgement(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    desk.do("edit", {"word": "MAISONS"})
    desk.saved(1)
    assert desk.status["kind"] == "sending"
    assert desk.status["sheet"] == MAISON

    desk.wait(400)
    desk.saved(2)

    assert desk.status["kind"] == "saved"
    assert desk.status["sheet"]["word"] == "MAISONS"


def test_it_is_sent_again_until_it_is_acknowledged(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(20_000)
    attempts = [message["attempt"] for message in desk.sent]
    assert desk.revisions == [1] * len(attempts)
    assert attempts == list(range(len(attempts)))
    assert len(attempts) >= 5
    assert desk.status["kind"] == "unsent"

    desk.saved(1)
    before = len(desk.sent)
    desk.wait(20_000)

    assert len(desk.sent) == before
    assert desk.status["kind"] == "saved"


def test_the_last_revision_goes_out_at_the_bell_without_delay(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)

    desk.do("lock")

    assert desk.revisions == [1]


def test_after_the_bell_nothing_can_be_written(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.do("lock")
    desk.saved(1)

    desk.do("edit", {"word": "MAISONS", "score": "80"})
    desk.wait(5000)

    assert desk.sheet == MAISON
    assert desk.revisions == [1]


def test_writing_the_same_again_is_no_revision(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    desk.saved(1)

    desk.do("edit", MAISON)
    desk.wait(5000)

    assert desk.revisions == [1]


def test_an_emptied_bulletin_is_handed_in_empty(desk: Desk) -> None:
    desk.start()
    desk.open_turn(bulletin(4))
    desk.do("edit", {"word": "", "reference": "", "score": ""})
    desk.wait(400)

    assert desk.sent[-1]["rows"] == []
    assert desk.sent[-1]["rev"] == 5
    desk.saved(5)
    assert desk.status["kind"] == "nothing"


def test_a_reload_takes_up_what_the_server_holds(desk: Desk) -> None:
    desk.start()
    desk.open_turn(bulletin(4, rows=["M", "A", "I", "S", "o", "N"], reference="4H"))

    assert desk.sheet == {"word": "MAISoN", "direction": "V", "reference": "4H", "score": "24"}
    assert desk.status["kind"] == "saved"
    desk.wait(5000)
    assert desk.sent == []


def test_a_reload_without_network_before_it_sends_what_the_device_kept(desk: Desk) -> None:
    newer = MAISON | {"word": "MAISONS"}
    desk.start(records={"7:3": {"sheet": newer, "rev": 6, "acked": 4, "turn": TURN}})

    desk.open_turn(bulletin(4))

    assert desk.sheet == newer
    assert desk.revisions == [6]
    assert desk.sent[0]["rows"] == ["MAISONS"]
    assert desk.status["sheet"]["word"] == "MAISON"
    desk.saved(6)
    assert desk.status["sheet"]["word"] == "MAISONS"


def test_an_acknowledgement_that_was_lost_is_found_in_the_snapshot(desk: Desk) -> None:
    desk.start(records={"7:3": {"sheet": MAISON, "rev": 4, "acked": 3, "turn": TURN}})

    desk.open_turn(bulletin(4))

    assert desk.status["kind"] == "saved"
    assert desk.sent == []


def test_another_device_that_went_on_is_followed(desk: Desk) -> None:
    stale = MAISON | {"word": "VIEUX"}
    desk.start(records={"7:3": {"sheet": stale, "rev": 5, "acked": 3, "turn": TURN}})

    desk.open_turn(bulletin(9, device="other"))

    assert desk.sheet == MAISON
    assert desk.sent == []
    desk.do("edit", {"score": "25"})
    desk.wait(400)
    assert desk.revisions == [10]


def test_what_was_written_here_last_counts_when_the_other_device_stands_still(
    desk: Desk,
) -> None:
    newer = MAISON | {"word": "MAISONS"}
    desk.start(records={"7:3": {"sheet": newer, "rev": 5, "acked": 3, "turn": TURN}})

    desk.open_turn(bulletin(3, device="other"))

    assert desk.sheet == newer
    assert desk.revisions == [5]


def test_the_device_in_hand_wins_over_a_newer_number_of_another(desk: Desk) -> None:
    desk.start()
    desk.open_turn(bulletin(4, device="other"))
    desk.do("edit", {"score": "26"})
    desk.wait(400)
    assert desk.revisions == [5]

    desk.do("answered", {"type": "stale", "bulletin": bulletin(5, device="other")})

    assert desk.revisions == [5, 6]
    assert desk.sheet["score"] == "26"
    desk.saved(6)
    assert desk.status["kind"] == "saved"


def test_a_device_that_only_resends_follows_the_newer_bulletin(desk: Desk) -> None:
    old = MAISON | {"word": "VIEUX"}
    desk.start(records={"7:3": {"sheet": old, "rev": 5, "acked": 3, "turn": TURN}})
    desk.open_turn(bulletin(3))
    assert desk.revisions == [5]

    desk.do("answered", {"type": "stale", "bulletin": bulletin(5, device="other")})

    assert desk.sheet == MAISON
    assert desk.status["kind"] == "saved"


def test_busy_means_keep_it_and_send_it_again(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    busy = {"type": "refused", "code": "busy", "text": "…", "turn": 3, "rev": 1, "retry": True}
    desk.do("answered", busy)
    assert desk.status["kind"] == "sending"

    desk.wait(3000)

    assert desk.revisions == [1, 1]


def test_a_refusal_is_told_and_not_repeated(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    text = "Ce coup a été annulé."
    desk.do(
        "answered",
        {"type": "refused", "code": "bad-sheet", "text": text, "turn": 3, "rev": 1, "retry": False},
    )
    desk.wait(20_000)

    assert desk.revisions == [1]
    assert desk.status["kind"] == "refused"
    assert desk.status["text"] == text


def test_what_came_late_does_not_pass_for_handed_in(desk: Desk) -> None:
    desk.start()
    desk.open_turn(bulletin(4))
    desk.do("edit", {"word": "MAISONS"})
    desk.do("lock")

    desk.saved(5, late=True)

    assert desk.status["kind"] == "late"
    assert desk.status["sheet"]["word"] == "MAISON"


def test_a_new_turn_begins_empty_and_locked(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    desk.saved(1)

    desk.do("begin", TURN | {"ordinal": 4})

    assert desk.sheet == {"word": "", "direction": "H", "reference": "", "score": ""}
    assert desk.status["kind"] == "nothing"
    desk.do("edit", MAISON)
    desk.wait(2000)
    assert desk.revisions == [1]


def test_a_bulletin_that_never_arrived_still_goes_out_as_evidence(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.do("lock")
    desk.do("begin", TURN | {"ordinal": 4})

    last = desk.sent[-1]
    assert (last["turn"], last["rev"], last["rows"]) == (3, 1, ["MAISON"])
    desk.wait(10_000)
    assert len([message for message in desk.sent if message["turn"] == 3]) >= 3

    desk.saved(1, turn=3, late=True)
    count = len(desk.sent)
    desk.wait(30_000)

    assert len(desk.sent) == count
    assert "7:3" not in desk.records


def test_records_of_delivered_turns_are_dropped(desk: Desk) -> None:
    done = {"sheet": MAISON, "rev": 2, "acked": 2, "turn": {"gameId": 7, "ordinal": 1}}
    other = {"sheet": MAISON, "rev": 2, "acked": 0, "turn": {"gameId": 6, "ordinal": 9}}
    desk.start(records={"7:1": done, "6:9": other})

    desk.open_turn()

    assert desk.records == {}
    assert desk.sent == []
