"""Handing in after a reload, on two devices, and from one turn to the next."""

from tests.scripts.handin_desk import MAISON, TURN, Desk, bulletin


def test_a_reload_takes_up_what_the_server_holds(desk: Desk) -> None:
    desk.start()
    desk.open_turn(bulletin(4, rows=["M", "A", "I", "S", "o", "N"], reference="4H"))

    assert desk.sheet == MAISON | {
        "rows": ["M", "A", "I", "S", "o", "N"],
        "direction": "V",
        "reference": "4H",
    }
    assert desk.status["kind"] == "saved"
    desk.wait(5000)
    assert desk.sent == []


def test_a_reload_without_network_before_it_sends_what_the_device_kept(desk: Desk) -> None:
    newer = MAISON | {"rows": ["MAISONS"]}
    desk.start(records={"7:3": {"sheet": newer, "rev": 6, "acked": 4, "turn": TURN}})

    desk.open_turn(bulletin(4))

    assert desk.sheet == newer
    assert desk.revisions == [6]
    assert desk.sent[0]["rows"] == ["MAISONS"]
    assert desk.status["sheet"]["rows"] == ["MAISON"]
    desk.saved(6)
    assert desk.status["sheet"]["rows"] == ["MAISONS"]


def test_an_acknowledgement_that_was_lost_is_found_in_the_snapshot(desk: Desk) -> None:
    desk.start(records={"7:3": {"sheet": MAISON, "rev": 4, "acked": 3, "turn": TURN}})

    desk.open_turn(bulletin(4))

    assert desk.status["kind"] == "saved"
    assert desk.sent == []


def test_another_device_that_went_on_is_followed(desk: Desk) -> None:
    stale = MAISON | {"rows": ["VIEUX"]}
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
    newer = MAISON | {"rows": ["MAISONS"]}
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
    old = MAISON | {"rows": ["VIEUX"]}
    desk.start(records={"7:3": {"sheet": old, "rev": 5, "acked": 3, "turn": TURN}})
    desk.open_turn(bulletin(3))
    assert desk.revisions == [5]

    desk.do("answered", {"type": "stale", "bulletin": bulletin(5, device="other")})

    assert desk.sheet == MAISON
    assert desk.status["kind"] == "saved"


def test_a_new_turn_begins_empty_and_locked(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", MAISON)
    desk.wait(400)
    desk.saved(1)

    desk.do("begin", TURN | {"ordinal": 4})

    assert desk.sheet == MAISON | {"rows": [], "reference": "", "score": ""}
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

    assert desk.records == {"6:9": other}
    assert desk.sent == []
