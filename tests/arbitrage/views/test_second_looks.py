"""The double arbiter's pages: the first decision is hidden until they have looked."""

import re
from http import HTTPStatus

import pytest
from django.test import Client

from arbitrage.core.second_looks import LookState
from arbitrage.models import LookPlan, Ruling, SecondLook, Slip
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.views.look_forms import sign_ruling
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.arbitrage.views.second_look_room import (
    CONDUCT,
    PAGES,
    PAGES_WITH_DECISION,
    REASON,
    SecondLookRoom,
    read,
)
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Turn
from tournament.protocol import STAFF, bus

_DECISION_PATTERN = re.compile(rf"{REASON}|{CONDUCT}|\b1\s?777\b|camille, \d\d:\d\d|changé</span>")


@pytest.fixture
def second_look_room(corrected: Turn, room: Room, sign_in: SignIn) -> SecondLookRoom:
    return SecondLookRoom(corrected, room, sign_in)


def test_no_page_or_frame_reveals_the_decision_before_the_look(
    second_look_room: SecondLookRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[bytes] = []

    def hear(envelope: bus.Envelope) -> None:
        if isinstance(envelope, bus.Frames):
            frames.extend(
                envelope.frames[audience] for audience in STAFF if audience in envelope.frames
            )

    monkeypatch.setattr(bus, "publish", hear)
    second_look_room.decide()
    with every_row() as row:
        for path, text in second_look_room.read_answers(PAGES):
            with row(path):
                assert (match := _DECISION_PATTERN.search(text)) is None, match
    assert frames
    assert not [frame for frame in frames if _DECISION_PATTERN.search(frame.decode())]

    # The same pages say it all to somebody else, and to the double arbiter after their look.
    arbiter = Client()
    arbiter.force_login(second_look_room.first)
    assert REASON in read_text(
        arbiter.get(reverse_for(second_look_room.room, "journal"), {"what": "all"})
    )
    second_look_room.give_verdict(3, "none")
    with every_row() as row:
        for path, text in second_look_room.read_answers(PAGES_WITH_DECISION):
            with row(path):
                assert _DECISION_PATTERN.search(text)


def test_the_second_arbiter_does_not_decide_first(second_look_room: SecondLookRoom) -> None:
    second_look_room.decide()
    args = (1, second_look_room.turn.ordinal, second_look_room.entry.pk)
    fields = {"version": 2, "points": 3, "sanction": "none", "reason": "moi", "free": "on"}
    with every_row() as row:
        for name, data in (
            ("arbiter-confirm", {"version": 2}),
            ("arbiter-change", fields),
            ("arbiter-equal", {"version": 2, "among": str(second_look_room.peer.pk)}),
            ("arbiter-bulletin-account", {"decision": "conduct", "reason": "moi"}),
        ):
            with row(name):
                response = second_look_room.post(name, *args, **data)
                assert response.status_code == HTTPStatus.CONFLICT
                assert "attend votre second regard" in read_text(response)
    assert Ruling.objects.filter(by=second_look_room.second).count() == 0


def test_an_equal_verdict_goes_on_to_the_next(second_look_room: SecondLookRoom) -> None:
    ruling = get_current_rulings(second_look_room.turn)[second_look_room.entry.pk]
    page = read_text(
        second_look_room.browser.get(reverse_for(second_look_room.room, "second-looks"))
    )
    assert "Comme le logiciel" in page
    response = second_look_room.give_verdict(ruling.points, ruling.sanction)
    assert response.status_code == HTTPStatus.FOUND
    assert SecondLook.objects.get().state == LookState.AGREED
    after = read_text(
        second_look_room.browser.get(reverse_for(second_look_room.room, "second-looks"))
    )
    assert f"at=1.{second_look_room.entry.pk}" not in after.split("<tbody>")[1]
    assert "Même verdict" in after


def test_a_changed_or_invalid_look_is_refused(
    second_look_room: SecondLookRoom,
) -> None:
    seal = sign_ruling(get_current_rulings(second_look_room.turn)[second_look_room.entry.pk])
    second_look_room.decide()
    args = (1, second_look_room.turn.ordinal, second_look_room.entry.pk)
    stale = second_look_room.post("second-look", *args, seal=seal, points=3, sanction="none")
    assert stale.status_code == HTTPStatus.CONFLICT
    assert "a changé entre-temps" in read_text(stale)
    empty = second_look_room.post("second-look", *args, seal=seal, sanction="none")
    assert empty.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Donnez les points." in read_text(empty)
    assert not SecondLook.objects.exists()


def test_a_difference_is_listed_for_all_three_until_settled(
    second_look_room: SecondLookRoom, sign_in: SignIn
) -> None:
    second_look_room.decide()
    response = second_look_room.give_verdict(3, "none")
    assert "/differences/#look-" in response["Location"]
    look = SecondLook.objects.get()
    judge, arbiter = sign_in(Role.JUDGE), Client()
    arbiter.force_login(second_look_room.first)
    page = reverse_for(second_look_room.room, "differences")
    for browser in (second_look_room.browser, judge, arbiter):
        text = read_text(browser.get(page))
        assert REASON in text
        assert "1 désaccord" in text
        assert 'class="drawing" role="img"' in text  # the bulletin as written
    assert "Contester" in read_text(second_look_room.browser.get(page))
    assert "Garder la décision" not in read_text(second_look_room.browser.get(page))
    for browser, name in ((judge, "judge-desk"), (arbiter, "arbiter-list")):
        assert "1 désaccord" in read_text(browser.get(reverse_for(second_look_room.room, name)))

    refused = second_look_room.post("difference-settle", look.pk, command="contest", text="")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Écrivez pourquoi" in read_text(refused)
    second_look_room.post("difference-settle", look.pk, command="contest", text="Un seul mot.")
    assert "Un seul mot." in read_text(arbiter.get(page))
    answer = second_look_room.post("difference-settle", look.pk, command="keep", text="moi")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    judge.post(
        reverse_for(second_look_room.room, "difference-settle", look.pk),
        {"command": "keep", "text": "Vu ensemble."},
    )
    look.refresh_from_db()
    assert (look.state, look.reason) == (LookState.KEPT, "Vu ensemble.")
    assert "Aucun désaccord." in read_text(arbiter.get(page))
    journal = read_text(arbiter.get(reverse_for(second_look_room.room, "journal")))
    assert "Vu ensemble." in journal
    assert "Un seul mot." in journal
    assert not Slip.objects.filter(content__double=True).exists()


def test_unassignable_looks_are_named_and_others_counted(
    second_look_room: SecondLookRoom, sign_in: SignIn
) -> None:
    both = (second_look_room.entry, second_look_room.peer)
    tables = [str(look.table.number) for look in both]
    for look in both:
        first = get_current_rulings(second_look_room.turn)[look.pk]
        second_look_room.give_verdict(first.points, first.sanction, look)
    arbiter = Client()
    arbiter.force_login(second_look_room.first)
    before = _read_badge(arbiter, second_look_room.room)
    assert "que personne" not in before
    for entry, words in (
        (second_look_room.entry, f"table {tables[0]}"),
        (second_look_room.peer, None),
    ):
        second_look_room.decide(entry)  # it comes back, seen
        text = read_text(arbiter.get(reverse_for(second_look_room.room, "differences")))
        table_words = words or f"tables {', '.join(tables)}"
        assert text.count("Partie 1, coup 1") == 1
        assert f"Partie 1, coup 1 : {table_words}</li>" in text
    assert _read_badge(arbiter, second_look_room.room) == f"{before}, 2 que personne ne peut revoir"
    get_account(second_look_room.room, Role.DOUBLE_ARBITER, name="sacha")
    assert "que personne" not in _read_badge(arbiter, second_look_room.room)


def _read_badge(browser: Client, room: Room) -> str:
    return (
        read_text(browser.get(reverse_for(room, "differences")))
        .split('role="status">')[2]
        .split("<")[0]
    )


def test_organiser_and_judge_choose_the_plan_in_the_journal(room: Room, sign_in: SignIn) -> None:
    organiser, judge = sign_in(Role.ORGANISER), sign_in(Role.JUDGE)
    assert "à revoir : aucun bulletin" in read_text(
        organiser.get(reverse_for(room, "office-settings"))
    )
    page = reverse_for(room, "second-look-plan")
    assert "Personne n’a encore le rôle « double arbitre »" in read_text(judge.get(page))
    organiser.post(page, {"sanctioned": "on", "every": "5"})
    assert "zéros et pénalités, un bulletin sur 5" in read_text(judge.get(page))
    judge.post(page, {"sanctioned": "on", "tops": "on", "first": "3"})
    assert [plan.by and plan.by.username for plan in LookPlan.objects.all()] == [
        "organiser",
        "judge",
    ]
    for name in ("dominique", "sacha"):
        get_account(room, Role.DOUBLE_ARBITER, name=name)
        assert ("Seule, cette personne" in read_text(judge.get(page))) == (name == "dominique")
    assert judge.post(page, {"every": "0"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    journal = read_text(judge.get(reverse_for(room, "journal")))
    assert "à partir du prochain coup : zéros et pénalités, tops, les 3 premiers." in journal


def test_the_paper_sheet_shows_bulletins_without_decisions(
    second_look_room: SecondLookRoom,
) -> None:
    second_look_room.decide()
    by_table = second_look_room.browser.get(
        reverse_for(second_look_room.room, "second-look-sheet", 1, 1)
    )
    text = read(by_table)
    assert "Double arbitrage" in text
    assert second_look_room.entry.name in text
    sheet = reverse_for(second_look_room.room, "second-look-sheet", 1, 1)
    by_answer = read(second_look_room.browser.get(sheet, {"by": "answer"}))
    assert "Tables" in by_answer
    assert second_look_room.entry.name not in by_answer
    LookPlan.objects.all().delete()
    nothing = second_look_room.browser.get(
        reverse_for(second_look_room.room, "second-look-sheet", 1, 1)
    )
    assert nothing.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
