"""The desk of a centre that follows, and the centres at a glance at the desk of the judge."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.room import Room, solve_now
from tests.tournament.views.judge_desk import Desk
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.centres.letters_check import compute_check
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import PlayMedium, Role
from tournament.models import Centre, Journal, StaffMember, Turn
from tournament.protocol import STAFF, Audience, bus, encode
from tournament.protocol.parts import build_snapshot
from tournament.queries import clock
from tournament.queries.centres import get_overview
from tournament.services.play.centres import go_on_without, report
from tournament.services.play.turns import announce_turn, draw_turn, open_turn


@pytest.fixture
def dakar(room: Room) -> Centre:
    """Two centres of three tables; Nantes leads, Camille is the judge of Dakar."""
    nantes, dakar = (
        Centre.objects.create(tournament=room.tournament, name=name, is_lead=name == "Nantes")
        for name in ("Nantes", "Dakar")
    )
    room.tournament.tables.filter(number__lte=3).update(centre=nantes)
    room.tournament.tables.filter(number__gt=3).update(centre=dakar)
    user = User.objects.create_user("camille")
    StaffMember.objects.create(
        tournament=room.tournament, user=user, role=Role.CENTRE_JUDGE, centre=dakar
    )
    return dakar


@pytest.fixture
def camille(dakar: Centre) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="camille"))
    return client


@pytest.fixture
def drawn(room: Room, dakar: Centre) -> Turn:
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    return turn


def read_desk(room: Room, client: Client, centre: Centre) -> str:
    answer = client.get(reverse_for(room, "centre-desk", centre.pk), headers=HTMX)
    assert answer.status_code == 200
    return read_text(answer)


def test_letters_are_read_out_once_the_judge_announces_them(
    room: Room, dakar: Centre, camille: Client, drawn: Turn
) -> None:
    before = read_desk(room, camille, dakar)
    assert "Annonce des lettres" not in before
    assert 'class="letter"' not in before
    announce_turn(turn=drawn, **room.get_author_and_time())
    after = read_desk(room, camille, dakar)
    assert "Annonce des lettres" in after
    assert after.count('class="letter"') == len(drawn.rack)
    open_turn(turn=drawn, **room.get_author_and_time())
    waiting = read_desk(room, camille, dakar)
    assert "N’ont rien remis" in waiting
    names = [entry.name for entry in room.entries]
    assert [name in waiting for name in names] == [False] * 3 + [True] * 3


def test_a_desk_opens_for_its_own_centre_only(
    room: Room, dakar: Centre, camille: Client, judge: Client
) -> None:
    nantes = Centre.objects.get(name="Nantes")
    assert camille.get(reverse_for(room, "centre-desk", nantes.pk)).status_code == 403
    assert camille.get(reverse_for(room, "judge-desk")).status_code == 403
    only = camille.get(reverse_for(room, "centres"))
    assert only["Location"] == reverse_for(room, "centre-desk", dakar.pk)
    assert "Dakar" in read_text(judge.get(reverse_for(room, "centres")))
    by: dict[str, Any] = {"by": User.objects.get(username="camille"), "now": clock.now()}
    with pytest.raises(NotAllowed):
        report(centre=nantes, act="ready", **by)
    with pytest.raises(NotAllowed):
        go_on_without(centre=nantes, reason="x", **by)


def test_a_draw_is_the_judges_alone_until_announced(
    room: Room, dakar: Centre, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[bus.Envelope] = []
    monkeypatch.setattr(bus, "publish", published.append)
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn
    solve_now(turn)
    letters = turn.rack.encode()
    by_audience = {
        audience: [
            frames.frames.get(audience, b"")
            for frames in published
            if isinstance(frames, bus.Frames)
        ]
        for audience in STAFF
    }
    assert any(letters in frame for frame in by_audience[Audience.JUDGE])
    assert not any(letters in frame for frame in by_audience[Audience.ARBITERS])
    snapshots = [build_snapshot(room.tournament.pk, audience) for audience in STAFF]
    assert [letters in encode(snapshot) for snapshot in snapshots] == [False, True]
    announce_turn(turn=turn, **room.get_author_and_time())
    assert letters in encode(build_snapshot(room.tournament.pk, Audience.ARBITERS))


def test_only_the_judge_of_a_centre_speaks_for_it(
    room: Room, dakar: Centre, camille: Client, drawn: Turn
) -> None:
    address, sent = reverse_for(room, "centre-report", dakar.pk), {"act": "pause", "reason": "x"}
    assert 'name="reason"' in read_desk(room, camille, dakar)
    StaffMember.objects.filter(user__username="camille").update(role=Role.ARBITER)
    assert 'name="reason"' not in read_desk(room, camille, dakar)
    assert camille.post(address, sent).status_code == 403
    assert not Journal.objects.filter(kind=EventKind.CENTRE_REPORTED).exists()


def test_enter_in_the_reason_never_says_ready(room: Room, dakar: Centre, camille: Client) -> None:
    forms = read_desk(room, camille, dakar).split("<form")
    (form,) = [part for part in forms if 'name="reason"' in part]
    assert re.findall(r'name="act" value="([a-z-]+)"', form)[0] == "not-ready"


def test_a_centre_has_its_own_time_zone_and_seats(
    room: Room, dakar: Centre, camille: Client, drawn: Turn
) -> None:
    dakar.time_zone = "Africa/Dakar"
    dakar.save()
    page = read_text(camille.get(reverse_for(room, "centre-desk", dakar.pk)))
    assert 'data-time-zone="Africa/Dakar"' in page
    announce_turn(turn=drawn, **room.get_author_and_time())
    open_turn(turn=drawn, **room.get_author_and_time())
    room.entries[3].plays_on = PlayMedium.PAPER
    room.entries[3].save()
    row = get_overview(dakar, drawn.game, drawn)
    assert [seat.entry for seat in row.seats] == room.entry_ids[4:]
    assert [seat.entry for seat in row.missing] == room.entry_ids[4:]


def test_the_judge_reads_the_seats_once(room: Room, dakar: Centre, judge: Client) -> None:
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn
    solve_now(turn)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    with CaptureQueriesContext(connection) as queries:
        Desk(judge, room).read_page()
    seats = [query for query in queries.captured_queries if "seat_centre" in query["sql"]]
    assert len(seats) == 1


def test_a_turn_waits_for_a_centre_unless_left_out(
    room: Room, dakar: Centre, camille: Client, judge: Client, drawn: Turn
) -> None:
    announce_turn(turn=drawn, **room.get_author_and_time())
    address = reverse_for(room, "centre-report", dakar.pk)
    refused = camille.post(address, {"act": "not-ready"}, headers=HTMX)
    assert "Écrivez d’abord la raison" in read_text(refused)
    camille.post(address, {"act": "not-ready", "reason": "Projecteur en panne"}, headers=HTMX)
    page = Desk(judge, room).read_page()
    assert "Projecteur en panne" in page
    assert compute_check(drawn.number, drawn.rack) in page
    with pytest.raises(WrongState) as waits:
        open_turn(turn=drawn, **room.get_author_and_time())
    assert waits.value.data["centres"] == "Dakar"

    sent = judge.post(
        reverse_for(room, "judge-centre-without", dakar.pk), {"reason": "On n’attend plus"},
        follow=True,
    )  # fmt: skip
    assert "La partie continue sans « Dakar »." in read_text(sent)
    open_turn(turn=drawn, **room.get_author_and_time())
    assert "continue sans ce centre" in read_desk(room, camille, dakar)
    camille.post(address, {"act": "ready"}, headers=HTMX)
    assert "continue sans ce centre" not in read_desk(room, camille, dakar)

    rows = Journal.objects.filter(kind=EventKind.CENTRE_REPORTED).order_by("seq")
    acts = [(row.data["act"], row.data.get("detail", "")) for row in rows]
    assert acts == [
        ("not-ready", "Projecteur en panne"),
        ("without", "On n’attend plus"),
        ("ready", ""),
    ]
    journal = read_text(judge.get(reverse_for(room, "journal")))
    assert "La partie continue sans le centre « Dakar »." in journal
    assert "On n’attend plus" in journal


def test_a_tournament_of_one_room_has_no_centres(room: Room, judge: Client) -> None:
    room.game()
    assert "Continuer sans" not in Desk(judge, room).read_page()
    assert read_text(judge.get(reverse_for(room, "centres"))).count("Pupitre de") == 0
