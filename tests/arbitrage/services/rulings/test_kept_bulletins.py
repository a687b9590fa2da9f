"""Bulletins that a centre kept without network count by one decision of the judge (5.7)."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.bulletins.kept import KeptBulletins, list_kept_bulletins
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.kept_bulletins import accept_kept_bulletins
from arbitrage.services.rulings import change_ruling
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.bulletins import DOUBTFUL, collect, play_first_turn
from tests.room import Room
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.centres.reports import CentreAct
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Bulletin, Centre, Journal, LateBulletin, StaffMember, Turn
from tournament.queries import clock

WHY = "Réseau coupé de 14 h 02 à 14 h 20"


@pytest.fixture
def turn(room: Room) -> Turn:
    """Dakar (tables 2, 3, 5) and table 6 of Nantes sent theirs after the turn."""
    for name, numbers in (("Nantes", (1, 4, 6)), ("Dakar", (2, 3, 5))):
        centre = Centre.objects.create(tournament=room.tournament, name=name)
        room.tournament.tables.filter(number__in=numbers).update(centre=centre)
    played = play_first_turn(room)
    for table in (2, 3, 5, 6):
        Bulletin.objects.filter(turn=played, entry=room.entries[table - 1]).delete()
        rows, reference, score = DOUBTFUL if table == 5 else (["RATINES"], "H2", "70")
        fields: dict[str, Any] = {"rows": rows, "reference": reference, "score": score, "rev": 1}
        LateBulletin.objects.create(
            turn=played,
            entry=room.entries[table - 1],
            device="essai",
            arrived_at=clock.now(),
            **fields,
        )
    return collect(played)


def read_points(room: Room, turn: Turn, *tables: int) -> list[int]:
    current = get_current_rulings(turn)
    return [current[room.entries[table - 1].pk].points for table in tables]


def read_kept(room: Room, name: str) -> KeptBulletins:
    return next(row for row in list_kept_bulletins(room.tournament) if row.centre.name == name)


def get_versions(kept: KeptBulletins) -> dict[int, int]:
    return {bulletin.entry.pk: bulletin.ruling.version for bulletin in kept.bulletins}


def test_one_decision_counts_all_of_a_centre(room: Room, turn: Turn) -> None:
    dakar = Centre.objects.get(name="Dakar")
    assert read_points(room, turn, 2, 3, 6) == [0, 0, 0]
    kept = {row.centre.name: len(row.bulletins) for row in list_kept_bulletins(room.tournament)}
    assert kept == {"Dakar": 3, "Nantes": 1}
    versions = get_versions(read_kept(room, "Dakar"))
    arguments: dict[str, Any] = {"turn": turn, "centre": dakar, "versions": versions}
    arguments |= {"reason": WHY, **room.get_author_and_time()}
    count = accept_kept_bulletins(**arguments)
    assert count == 3
    assert read_points(room, turn, 2, 3, 6) == [66, 66, 0]
    doubtful = get_current_rulings(turn)[room.entries[4].pk]
    assert (doubtful.status, doubtful.in_time) == (RulingStatus.UNDECIDED, WHY)
    row = Journal.objects.get(kind=EventKind.CENTRE_REPORTED)
    assert (row.data["act"], row.data["count"], row.data["detail"]) == (CentreAct.KEPT, 3, WHY)
    assert len(row.data["arrived"]) == 2
    with pytest.raises(WrongState) as refused:
        accept_kept_bulletins(**arguments)
    assert refused.value.reason == "nothing-kept"


def test_a_decision_of_an_arbiter_stays(room: Room, turn: Turn) -> None:
    dakar, by = Centre.objects.get(name="Dakar"), room.get_author_and_time()
    versions, decided = get_versions(read_kept(room, "Dakar")), room.entries[1]
    change_ruling(
        turn=turn,
        entry=decided,
        version=versions[decided.pk],
        points=0,
        sanction="zero",
        motives=["temps-depasse"],
        reason="Écrit après la solution",
        **by,
    )
    arguments: dict[str, Any] = {"turn": turn, "centre": dakar, "reason": WHY, **by}
    with pytest.raises(LostRace):
        accept_kept_bulletins(versions=versions, **arguments)
    remaining = read_kept(room, "Dakar")
    assert [bulletin.table for bulletin in remaining.bulletins] == [3, 5]
    assert (
        accept_kept_bulletins(versions=dict([*get_versions(remaining).items()][:1]), **arguments)
        == 1
    )
    assert read_points(room, turn, 2, 3) == [0, 66]


def count_queries(room: Room) -> int:
    with CaptureQueriesContext(connection) as queries:
        list_kept_bulletins(room.tournament)
    return len(queries)


def test_more_centres_cost_no_more_queries(room: Room, turn: Turn) -> None:
    before = count_queries(room)
    for number in range(10):
        Centre.objects.create(tournament=room.tournament, name=f"Centre {number}")
    assert count_queries(room) == before


def test_only_the_judge_decides_with_a_reason(room: Room, turn: Turn) -> None:
    dakar, by = Centre.objects.get(name="Dakar"), room.get_author_and_time()
    count = Ruling.objects.count()
    versions = get_versions(read_kept(room, "Dakar"))
    arguments: dict[str, Any] = {"turn": turn, "centre": dakar, "versions": versions, **by}
    with pytest.raises(BadSetting):
        accept_kept_bulletins(reason=" ", **arguments)
    StaffMember.objects.filter(user=room.user, role=Role.JUDGE).delete()
    with pytest.raises(NotAllowed):
        accept_kept_bulletins(reason=WHY, **arguments)
    assert Ruling.objects.count() == count

    judge = Client()
    judge.force_login(get_account(room, Role.JUDGE, name="dominique"))
    page = reverse_for(room, "kept-bulletins")
    text = read_text(judge.get(page))
    assert "3 bulletins" in text
    assert f"Table 2, {room.entries[1].name} : arrivé à" in text
    ticked = [f"{entry}-{version}" for entry, version in versions.items()]
    sent = {"turn": turn.pk, "centre": dakar.pk, "bulletins": ticked}
    assert "Donnez la raison" in read_text(judge.post(page, sent))
    answer = read_text(judge.post(page, sent | {"reason": WHY}, follow=True))
    assert "3 bulletins comptent à l’heure." in answer
    assert "Bulletins gardés du centre « Dakar »" in read_text(
        judge.get(reverse_for(room, "journal"))
    )
