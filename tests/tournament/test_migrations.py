"""What there was before there were organisations is all there afterwards, and belongs to one."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from arbitrage.models import Ruling
from tests.bulletins import collect, play_first_turn
from tests.room import Room
from tests.tournament.services.lists import bring
from tournament.core.people import PlayerData
from tournament.core.states import Role, TournamentState
from tournament.models import (
    Bulletin,
    Entry,
    LexiconImport,
    Membership,
    Organisation,
    Player,
    Score,
    Seat,
    StaffMember,
    Table,
    Tournament,
)
from tournament.queries import clock
from tournament.services.registration import register_entry, withdraw_entry
from tournament.services.tournaments import create_tournament

BEFORE = [
    ("arbitrage", "0010_ruling_in_time"),
    ("tournament", "0022_role_changes_and_playing_judge"),
]
KEPT: list[tuple[type[Model], tuple[str, ...]]] = [
    (Tournament, ("name", "slug", "starts_on", "lexicon", "edition", "plays_on")),
    (Player, ("last_name", "first_name", "licence", "club")),
    (Entry, ("name", "table__number", "withdrawn", "plays_on")),
    (Table, ("number", "code", "key", "renewals")),
    (StaffMember, ("user", "role", "tournament")),
    (Bulletin, ("turn", "entry", "rev", "rows")),
    (Score, ("turn", "entry", "points")),
    (Ruling, ("turn", "entry", "version", "points")),
    (LexiconImport, ("name", "by", "word_list")),
]


def to_the_last() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def room(room: Room) -> Iterator[Room]:
    yield room
    to_the_last()


def rows() -> dict[str, list[object]]:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values_list("pk", *names))
        for model, names in KEPT
    }


@pytest.fixture
def played(room: Room) -> Room:
    """A game that goes on, of whose players one has left; an arbiter; two lexica; a tournament
    that nobody has begun."""
    pair = [PlayerData("Oman", "Ana", "L1", "Athènes"), PlayerData("Pérou", club="Lima")]
    turn = play_first_turn(room)
    withdraw_entry(entry=room.entries[0], **room.by())  # before anything was corrected
    collect(turn)
    withdraw_entry(entry=room.entries[1], **room.by())
    register_entry(tournament=room.tournament, players=pair, **room.by())
    arbiter = User.objects.create_user("arbitre")
    StaffMember.objects.create(tournament=room.tournament, user=arbiter, role=Role.ARBITER)
    User.objects.create_user("joueuse")
    bring(room, "ODS", "AA\n")
    LexiconImport.objects.filter(pk=bring(room, "Pour tous", "BE\n").pk).update(by=None)
    create_tournament(name="Autre", starts_on=clock.now().date(), edition="2019", **room.by())
    return room


def what_is_gathered_already_is_not_gathered_again() -> None:
    """A step down and up again where there are organisations; further down there are none."""
    homes = dict(Tournament.objects.values_list("name", "organisation"))
    seats = set(Seat.objects.values_list("game", "entry", "table"))
    MigrationExecutor(connection).migrate([("tournament", "0023_organisations")])
    gathered = MigrationExecutor(connection).migrate([("tournament", "0024_first_organisation")])
    now = {
        name: gathered.apps.get_model("tournament", name).objects for name in ("Tournament", "Seat")
    }
    assert dict(now["Tournament"].values_list("name", "organisation")) == homes
    assert set(now["Seat"].values_list("game", "entry", "table")) >= seats


def test_nothing_is_lost_and_all_is_one_organisation_s(played: Room) -> None:
    other = Organisation.objects.create(name="Club d’en face")
    Tournament.objects.filter(name="Autre").update(organisation=other)
    before = rows()
    what_is_gathered_already_is_not_gathered_again()
    MigrationExecutor(connection).migrate(BEFORE)
    to_the_last()
    assert rows() == before
    (club,) = Organisation.objects.all()
    assert set(Tournament.objects.values_list("organisation", "state")) == {
        (club.pk, TournamentState.PUBLISHED)
    }
    members = dict(Membership.objects.values_list("user__username", "manages"))
    assert members == {"bureau": True, "arbitre": False}
    homes = dict(LexiconImport.objects.values_list("name", "organisation"))
    assert homes == {"ODS": club.pk, "Pour tous": None}
    seats = dict(Seat.objects.values_list("entry__name", "table__number"))
    there = dict(Entry.objects.filter(withdrawn=False).values_list("name", "table__number"))
    # Who left without a score has no seat; with one he has.
    assert seats == there | {"Belgique": 2}
