"""Handing in: revisions, acknowledgements, resends, the end of the time."""

from tests.scripts.hand_in_driver import MAISON, HandInDriver, make_bulletin


def test_a_revision_is_sent_shortly_after_the_last_edit(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", {"rows": ["M"]})
    driver.wait(200)
    driver.call("edit", {"rows": ["MA"]})
    driver.wait(200)
    assert driver.sent_messages == []

    driver.wait(200)

    assert len(driver.sent_messages) == 1
    assert driver.sent_messages[0] == {
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


def test_status_is_saved_only_after_an_acknowledgement(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    assert driver.status["kind"] == "nothing"
    driver.call("edit", MAISON)
    driver.wait(400)
    assert driver.status["kind"] == "sending"

    driver.acknowledge(1)

    assert driver.status["kind"] == "saved"
    assert driver.status["sheet"] == MAISON


def test_an_earlier_acknowledgement_does_not_save_a_later_edit(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(400)
    driver.call("edit", {"rows": ["MAISONS"]})
    driver.acknowledge(1)
    assert driver.status["kind"] == "sending"
    assert driver.status["sheet"] == MAISON

    driver.wait(400)
    driver.acknowledge(2)

    assert driver.status["kind"] == "saved"
    assert driver.status["sheet"]["rows"] == ["MAISONS"]


def test_a_revision_is_sent_again_until_it_is_acknowledged(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(20_000)
    attempts = [message["attempt"] for message in driver.sent_messages]
    assert driver.revisions == [1] * len(attempts)
    assert attempts == list(range(len(attempts)))
    assert len(attempts) >= 5
    assert driver.status["kind"] == "unsent"

    driver.acknowledge(1)
    before = len(driver.sent_messages)
    driver.wait(20_000)

    assert len(driver.sent_messages) == before
    assert driver.status["kind"] == "saved"


def test_the_last_revision_is_sent_at_the_end_without_delay(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)

    driver.call("lock")

    assert driver.revisions == [1]


def test_after_the_end_nothing_can_be_edited(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.call("lock")
    driver.acknowledge(1)

    driver.call("edit", {"rows": ["MAISONS"], "score": "80"})
    driver.wait(5000)

    assert driver.sheet == MAISON
    assert driver.revisions == [1]


def test_an_edit_without_change_is_no_revision(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(400)
    driver.acknowledge(1)

    driver.call("edit", MAISON)
    driver.wait(5000)

    assert driver.revisions == [1]


def test_an_emptied_bulletin_is_handed_in_empty(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn(make_bulletin(4))
    driver.call("edit", {"rows": [], "reference": "", "score": ""})
    driver.wait(400)

    assert driver.sent_messages[-1]["rows"] == []
    assert driver.sent_messages[-1]["rev"] == 5
    driver.acknowledge(5)
    assert driver.status["kind"] == "nothing"


def test_a_busy_server_gets_the_revision_again(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(400)
    busy = {"type": "refused", "code": "busy", "text": "…", "turn": 3, "rev": 1, "retry": True}
    driver.call("handleAnswer", busy)
    assert driver.status["kind"] == "sending"

    driver.wait(3000)

    assert driver.revisions == [1, 1]


def test_a_refused_revision_is_not_sent_again(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(400)
    text = "Ce coup a été annulé."
    driver.call(
        "handleAnswer",
        {"type": "refused", "code": "bad-sheet", "text": text, "turn": 3, "rev": 1, "retry": False},
    )
    driver.wait(20_000)

    assert driver.revisions == [1]
    assert driver.status["kind"] == "refused"
    assert driver.status["text"] == text


def test_a_late_revision_does_not_replace_the_one_in_time(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn(make_bulletin(4))
    driver.call("edit", {"rows": ["MAISONS"]})
    driver.call("lock")

    driver.acknowledge(5, late=True)

    assert driver.status["kind"] == "late"
    assert driver.status["sheet"]["rows"] == ["MAISON"]
