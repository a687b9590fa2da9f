"""Handing in after a reload, on two devices, and in successive turns."""

from tests.scripts.hand_in_driver import MAISON, TURN, HandInDriver, make_bulletin


def test_a_reload_shows_the_bulletin_of_the_server(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn(make_bulletin(4, rows=["M", "A", "I", "S", "o", "N"], reference="4H"))

    assert driver.sheet == MAISON | {
        "rows": ["M", "A", "I", "S", "o", "N"],
        "direction": "V",
        "reference": "4H",
    }
    assert driver.status["kind"] == "saved"
    driver.wait(5000)
    assert driver.sent_messages == []


def test_a_reload_sends_the_newer_stored_revision(driver: HandInDriver) -> None:
    newer = MAISON | {"rows": ["MAISONS"]}
    driver.start(records={"7:3": {"sheet": newer, "rev": 6, "acked": 4, "turn": TURN}})

    driver.open_turn(make_bulletin(4))

    assert driver.sheet == newer
    assert driver.revisions == [6]
    assert driver.sent_messages[0]["rows"] == ["MAISONS"]
    assert driver.status["sheet"]["rows"] == ["MAISON"]
    driver.acknowledge(6)
    assert driver.status["sheet"]["rows"] == ["MAISONS"]


def test_the_snapshot_replaces_a_lost_acknowledgement(driver: HandInDriver) -> None:
    driver.start(records={"7:3": {"sheet": MAISON, "rev": 4, "acked": 3, "turn": TURN}})

    driver.open_turn(make_bulletin(4))

    assert driver.status["kind"] == "saved"
    assert driver.sent_messages == []


def test_the_newer_bulletin_of_another_device_is_adopted(driver: HandInDriver) -> None:
    stale = MAISON | {"rows": ["VIEUX"]}
    driver.start(records={"7:3": {"sheet": stale, "rev": 5, "acked": 3, "turn": TURN}})

    driver.open_turn(make_bulletin(9, device="other"))

    assert driver.sheet == MAISON
    assert driver.sent_messages == []
    driver.call("edit", {"score": "25"})
    driver.wait(400)
    assert driver.revisions == [10]


def test_the_newer_bulletin_of_this_device_is_sent(driver: HandInDriver) -> None:
    newer = MAISON | {"rows": ["MAISONS"]}
    driver.start(records={"7:3": {"sheet": newer, "rev": 5, "acked": 3, "turn": TURN}})

    driver.open_turn(make_bulletin(3, device="other"))

    assert driver.sheet == newer
    assert driver.revisions == [5]


def test_an_edited_bulletin_gets_a_newer_number_than_another_device(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn(make_bulletin(4, device="other"))
    driver.call("edit", {"score": "26"})
    driver.wait(400)
    assert driver.revisions == [5]

    driver.call("handleAnswer", {"type": "stale", "bulletin": make_bulletin(5, device="other")})

    assert driver.revisions == [5, 6]
    assert driver.sheet["score"] == "26"
    driver.acknowledge(6)
    assert driver.status["kind"] == "saved"


def test_an_unedited_bulletin_is_replaced_by_a_newer_one(driver: HandInDriver) -> None:
    old = MAISON | {"rows": ["VIEUX"]}
    driver.start(records={"7:3": {"sheet": old, "rev": 5, "acked": 3, "turn": TURN}})
    driver.open_turn(make_bulletin(3))
    assert driver.revisions == [5]

    driver.call("handleAnswer", {"type": "stale", "bulletin": make_bulletin(5, device="other")})

    assert driver.sheet == MAISON
    assert driver.status["kind"] == "saved"


def test_a_new_turn_begins_empty_and_locked(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.wait(400)
    driver.acknowledge(1)

    driver.call("beginTurn", TURN | {"ordinal": 4})

    assert driver.sheet == MAISON | {"rows": [], "reference": "", "score": ""}
    assert driver.status["kind"] == "nothing"
    driver.call("edit", MAISON)
    driver.wait(2000)
    assert driver.revisions == [1]


def test_an_unacknowledged_bulletin_is_sent_in_the_next_turn(driver: HandInDriver) -> None:
    driver.start()
    driver.open_turn()
    driver.call("edit", MAISON)
    driver.call("lock")
    driver.call("beginTurn", TURN | {"ordinal": 4})

    last = driver.sent_messages[-1]
    assert (last["turn"], last["rev"], last["rows"]) == (3, 1, ["MAISON"])
    driver.wait(10_000)
    assert len([message for message in driver.sent_messages if message["turn"] == 3]) >= 3

    driver.acknowledge(1, turn=3, late=True)
    count = len(driver.sent_messages)
    driver.wait(30_000)

    assert len(driver.sent_messages) == count
    assert "7:3" not in driver.records


def test_records_of_acknowledged_turns_are_removed(driver: HandInDriver) -> None:
    done = {"sheet": MAISON, "rev": 2, "acked": 2, "turn": {"gameId": 7, "ordinal": 1}}
    other = {"sheet": MAISON, "rev": 2, "acked": 0, "turn": {"gameId": 6, "ordinal": 9}}
    driver.start(records={"7:1": done, "6:9": other})

    driver.open_turn()

    assert driver.records == {"6:9": other}
    assert driver.sent_messages == []
