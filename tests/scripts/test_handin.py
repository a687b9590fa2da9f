"""Handing in: revisions, acknowledgements, resends, the bell."""

from tests.scripts.handin_desk import MAISON, Desk, bulletin


def test_what_is_written_goes_out_shortly_after_the_last_stroke(desk: Desk) -> None:
    desk.start()
    desk.open_turn()
    desk.do("edit", {"rows": ["M"]})
    desk.wait(200)
    desk.do("edit", {"rows": ["MA"]})
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
    desk.do("edit", {"rows": ["MAISONS"]})
    desk.saved(1)
    assert desk.status["kind"] == "sending"
    assert desk.status["sheet"] == MAISON

    desk.wait(400)
    desk.saved(2)

    assert desk.status["kind"] == "saved"
    assert desk.status["sheet"]["rows"] == ["MAISONS"]


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

    desk.do("edit", {"rows": ["MAISONS"], "score": "80"})
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
    desk.do("edit", {"rows": [], "reference": "", "score": ""})
    desk.wait(400)

    assert desk.sent[-1]["rows"] == []
    assert desk.sent[-1]["rev"] == 5
    desk.saved(5)
    assert desk.status["kind"] == "nothing"


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
    desk.do("edit", {"rows": ["MAISONS"]})
    desk.do("lock")

    desk.saved(5, late=True)

    assert desk.status["kind"] == "late"
    assert desk.status["sheet"]["rows"] == ["MAISON"]
