"""The desk of a centre that follows, and the centres at a glance at the desk of the judge."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.room import Room, solve_now
from tests.tournament.views.judge_desk import Desk
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.centres.letters_check import compute_check
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Centre, Game, Journal, StaffMember, Turn
from tournament.queries import clock
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
    game: Game = room.game()
    assert "Continuer sans" not in Desk(judge, room).read_page()
    assert read_text(judge.get(reverse_for(room, "centres"))).count("Pupitre de") == 0
    assert game.pk
