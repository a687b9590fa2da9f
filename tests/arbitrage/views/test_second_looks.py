"""The double arbiter's pages: the first decision is hidden until they have looked."""

import re
from http import HTTPStatus

import pytest
from django.test import Client

from arbitrage.core.second_looks import LookState
from arbitrage.models import LookPlan, Ruling, SecondLook, Slip
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.views.look_forms import sign_ruling
from tests.arbitrage.services.books import get_account
from tests.arbitrage.views.looking import (
    CONDUCT,
    PAGES,
    PARTS,
    REASON,
    TELLING,
    Looking,
    read,
)
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Turn
from tournament.protocol import STAFF, bus

_TELLS = re.compile(rf"{REASON}|{CONDUCT}|\b1\s?777\b|camille, \d\d:\d\d|changé</span>")


@pytest.fixture
def looking(corrected: Turn, room: Room, sign_in: SignIn) -> Looking:
    return Looking(corrected, room, sign_in)


def test_no_page_or_frame_reveals_the_decision_before_the_look(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[bytes] = []

    def hear(envelope: bus.Envelope) -> None:
        if isinstance(envelope, bus.Frames):
            frames.extend(
                envelope.frames[audience] for audience in STAFF if audience in envelope.frames
            )

    monkeypatch.setattr(bus, "publish", hear)
    looking.decide()
    with every_row() as row:
        for path, text in [*looking.read_answers(PAGES), *looking.read_answers(PARTS, HTMX)]:
            with row(path):
                assert (match := _TELLS.search(text)) is None, match
    assert frames
    assert not [frame for frame in frames if _TELLS.search(frame.decode())]

    # The same pages say it all to somebody else, and to him once he has looked.
    arbiter = Client()
    arbiter.force_login(looking.first)
    assert REASON in read_text(arbiter.get(reverse_for(looking.room, "journal"), {"what": "all"}))
    looking.give_verdict(3, "none")
    with every_row() as row:
        for path, text in looking.read_answers(TELLING):
            with row(path):
                assert _TELLS.search(text)


def test_the_second_arbiter_does_not_decide_first(looking: Looking) -> None:
    looking.decide()
    args = (1, looking.turn.ordinal, looking.entry.pk)
    fields = {"version": 2, "points": 3, "sanction": "none", "reason": "moi", "free": "on"}
    with every_row() as row:
        for name, data in (
            ("arbiter-confirm", {"version": 2}),
            ("arbiter-change", fields),
            ("arbiter-equal", {"version": 2, "among": str(looking.peer.pk)}),
            ("arbiter-bulletin-account", {"decision": "conduct", "reason": "moi"}),
        ):
            with row(name):
                response = looking.post(name, *args, **data)
                assert response.status_code == HTTPStatus.CONFLICT
                assert "attend votre second regard" in read_text(response)
    assert Ruling.objects.filter(by=looking.second).count() == 0


def test_an_equal_verdict_goes_on_to_the_next(looking: Looking) -> None:
    ruling = get_current_rulings(looking.turn)[looking.entry.pk]
    page = read_text(looking.browser.get(reverse_for(looking.room, "second-looks")))
    assert "Comme le logiciel" in page
    response = looking.give_verdict(ruling.points, ruling.sanction)
    assert response.status_code == HTTPStatus.FOUND
    assert SecondLook.objects.get().state == LookState.AGREED
    after = read_text(looking.browser.get(reverse_for(looking.room, "second-looks")))
    assert f"at=1.{looking.entry.pk}" not in after.split("<tbody>")[1]
    assert "Même verdict" in after


def test_a_changed_or_invalid_look_is_refused(
    looking: Looking,
) -> None:
    seal = sign_ruling(get_current_rulings(looking.turn)[looking.entry.pk])
    looking.decide()
    args = (1, looking.turn.ordinal, looking.entry.pk)
    stale = looking.post("second-look", *args, seal=seal, points=3, sanction="none")
    assert stale.status_code == HTTPStatus.CONFLICT
    assert "a changé entre-temps" in read_text(stale)
    empty = looking.post("second-look", *args, seal=seal, sanction="none")
    assert empty.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Donnez les points." in read_text(empty)
    assert not SecondLook.objects.exists()


def test_a_difference_is_listed_for_all_three_until_settled(
    looking: Looking, sign_in: SignIn
) -> None:
    looking.decide()
    response = looking.give_verdict(3, "none")
    assert "/differences/#look-" in response["Location"]
    look = SecondLook.objects.get()
    judge, arbiter = sign_in(Role.JUDGE), Client()
    arbiter.force_login(looking.first)
    page = reverse_for(looking.room, "differences")
    for browser in (looking.browser, judge, arbiter):
        text = read_text(browser.get(page))
        assert REASON in text
        assert "1 désaccord" in text
        assert 'class="drawing" role="img"' in text  # the bulletin as written
    assert "Contester" in read_text(looking.browser.get(page))
    assert "Garder la décision" not in read_text(looking.browser.get(page))
    for browser, name in ((judge, "judge-desk"), (arbiter, "arbiter-list")):
        assert "1 désaccord" in read_text(browser.get(reverse_for(looking.room, name)))

    refused = looking.post("difference-settle", look.pk, command="contest", text="")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Écrivez pourquoi" in read_text(refused)
    looking.post("difference-settle", look.pk, command="contest", text="Un seul mot.")
    assert "Un seul mot." in read_text(arbiter.get(page))
    answer = looking.post("difference-settle", look.pk, command="keep", text="moi")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    judge.post(
        reverse_for(looking.room, "difference-settle", look.pk),
        {"command": "keep", "text": "Vu ensemble."},
    )
    look.refresh_from_db()
    assert (look.state, look.reason) == (LookState.KEPT, "Vu ensemble.")
    assert "Aucun désaccord." in read_text(arbiter.get(page))
    journal = read_text(arbiter.get(reverse_for(looking.room, "journal")))
    assert "Vu ensemble." in journal
    assert "Un seul mot." in journal
    assert not Slip.objects.filter(content__double=True).exists()


def test_unassignable_looks_are_named_and_others_counted(looking: Looking, sign_in: SignIn) -> None:
    both = (looking.entry, looking.peer)
    tables = [str(look.table.number) for look in both]
    for look in both:
        first = get_current_rulings(looking.turn)[look.pk]
        looking.give_verdict(first.points, first.sanction, look)
    arbiter = Client()
    arbiter.force_login(looking.first)
    before = _read_badge(arbiter, looking.room)
    assert "que personne" not in before
    for entry, words in ((looking.entry, f"table {tables[0]}"), (looking.peer, None)):
        looking.decide(entry)  # it comes back, and he has seen it
        text = read_text(arbiter.get(reverse_for(looking.room, "differences")))
        table_words = words or f"tables {', '.join(tables)}"
        assert text.count("Partie 1, coup 1") == 1
        assert f"Partie 1, coup 1 : {table_words}</li>" in text
    assert _read_badge(arbiter, looking.room) == f"{before}, 2 que personne ne peut revoir"
    get_account(looking.room, Role.DOUBLE_ARBITER, name="sacha")
    assert "que personne" not in _read_badge(arbiter, looking.room)


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


def test_the_paper_sheet_shows_bulletins_without_decisions(looking: Looking) -> None:
    looking.decide()
    by_table = looking.browser.get(reverse_for(looking.room, "second-look-sheet", 1, 1))
    text = read(by_table)
    assert "Double arbitrage" in text
    assert looking.entry.name in text
    sheet = reverse_for(looking.room, "second-look-sheet", 1, 1)
    by_answer = read(looking.browser.get(sheet, {"by": "answer"}))
    assert "Tables" in by_answer
    assert looking.entry.name not in by_answer
    LookPlan.objects.all().delete()
    nothing = looking.browser.get(reverse_for(looking.room, "second-look-sheet", 1, 1))
    assert nothing.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
