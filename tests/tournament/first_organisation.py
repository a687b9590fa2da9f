"""What there was before there were organisations is all there afterwards, and belongs to one.

Walked with the other migrations that carry data over (``tests/arbitrage/test_migrations.py``).
"""

from collections.abc import Generator
from typing import Any

from django.contrib.auth.models import User
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

#: Of each model, the way to its tournament, and what stays as it was.
KEPT: list[tuple[type[Model], str, tuple[str, ...]]] = [
    (Tournament, "pk", ("name", "slug", "starts_on", "lexicon", "edition", "plays_on")),
    (Player, "tournament", ("last_name", "first_name", "licence", "club")),
    (Entry, "tournament", ("name", "table__number", "withdrawn", "plays_on")),
    (Table, "tournament", ("number", "code", "key", "renewals")),
    (StaffMember, "tournament", ("user", "role", "tournament")),
    (Bulletin, "entry__tournament", ("turn", "entry", "rev", "rows")),
    (Score, "entry__tournament", ("turn", "entry", "points")),
    (Ruling, "entry__tournament", ("turn", "entry", "version", "points")),
]


def play(room: Room) -> list[int]:
    """A game that goes on, of whose players one has left; an arbiter; two lexica; a tournament
    that nobody has begun. The numbers of both tournaments."""
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
    day = clock.now().date()
    other = create_tournament(name="Autre", starts_on=day, edition="2019", **room.by())
    return [room.tournament.pk, other.pk]


def rows_of(tournaments: list[int]) -> dict[str, list[object]]:
    rows: dict[str, list[object]] = {
        model.__name__: list(
            model._default_manager.filter(**{f"{way}__in": tournaments})
            .order_by("pk")
            .values_list("pk", *names)
        )
        for model, way, names in KEPT
    }
    lists = LexiconImport.objects.order_by("pk")
    return rows | {"LexiconImport": list(lists.values_list("pk", "name", "by", "word_list"))}


def nothing_is_lost_and_all_is_one_organisation_s(
    room: Room,
) -> Generator[tuple[str, str] | None, Any]:
    tournaments = play(room)
    other = Organisation.objects.create(name="Club d’en face")
    Tournament.objects.filter(name="Autre").update(organisation=other)
    before = rows_of(tournaments)
    assert all(before.values())

    homes = dict(Tournament.objects.values_list("pk", "organisation"))
    seats = set(Seat.objects.values_list("game", "entry", "table"))
    yield "tournament", "0023_organisations"
    # Up again where there are organisations: what is gathered already is not gathered again.
    gathered = yield "tournament", "0024_first_organisation"
    now = {name: gathered.get_model("tournament", name).objects for name in ("Tournament", "Seat")}
    assert dict(now["Tournament"].values_list("pk", "organisation")) == homes
    assert set(now["Seat"].values_list("game", "entry", "table")) >= seats
    yield "tournament", "0022_role_changes_and_playing_judge"
    yield None

    assert rows_of(tournaments) == before
    (club,) = Organisation.objects.all()
    mine = Tournament.objects.filter(pk__in=tournaments)
    assert set(mine.values_list("organisation", "state")) == {(club.pk, TournamentState.PUBLISHED)}
    assert set(Tournament.objects.values_list("organisation", flat=True)) == {club.pk}
    accounts = Membership.objects.filter(user__username__in=("bureau", "arbitre", "joueuse"))
    members = dict(accounts.values_list("user__username", "manages"))
    assert members == {"bureau": True, "arbitre": False}
    lists = dict(LexiconImport.objects.values_list("name", "organisation"))
    assert lists == {"ODS": club.pk, "Pour tous": None}
    seated = Seat.objects.filter(game__tournament__in=tournaments)
    sitting = Entry.objects.filter(tournament__in=tournaments, withdrawn=False)
    there = dict(sitting.values_list("name", "table__number"))
    # Who left without a score has no seat; with one he has.
    taken = dict(seated.values_list("entry__name", "table__number"))
    assert taken == there | {"Belgique": 2}
