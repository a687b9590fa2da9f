"""The tournament that is played. Imported only once Django is set up."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from benchmarks.chaos.room import Seat
from benchmarks.hall.script import shares
from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role, Source
from tournament.models import StaffMember, Table
from tournament.queries import clock
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import assign_arbiter, register_entry
from tournament.services.play.games import create_game
from tournament.services.tournaments import create_tournament


@dataclass(frozen=True)
class Room:
    """The links (paths) sign in: the judge, and each arbiter with the numbers of his tables."""

    slug: str
    game: int
    seats: dict[int, Seat]
    judge_link: str
    links: list[tuple[str, list[int]]]


def set_up(*, tables: int) -> Room:
    """Everybody is registered, nobody has played; all of them on tablets so far."""
    now = clock.now()
    judge = User.objects.create_user("juge")
    tournament = create_tournament(
        name="La salle", starts_on=now.date(), by=judge, now=now, edition=CURRENT
    )
    StaffMember.objects.create(tournament=tournament, user=judge, role=Role.JUDGE)
    entries = [
        register_entry(tournament=tournament, players=[PlayerData(f"J{i}")], by=judge, now=now)
        for i in range(1, tables + 1)
    ]
    links = []
    for number, share in enumerate(shares(tables), 1):
        user = User.objects.create_user(f"arbitre{number}")
        StaffMember.objects.create(tournament=tournament, user=user, role=Role.ARBITER)
        places = list(Table.objects.filter(tournament=tournament, number__in=share))
        assign_arbiter(tables=places, user=user, by=judge, now=now)
        home = reverse("arbiter-list", args=[tournament.slug])
        links.append((_link(user, home), [place.number for place in places]))
    game = create_game(tournament=tournament, source=Source.HAND, by=judge, now=now)
    desk = reverse("judge-desk", args=[tournament.slug])
    judge_link = _link(judge, desk)
    seats = {
        table.number: Seat(tournament.pk, entry.pk, table.number, table.key, table.pk)
        for entry in entries
        for table in [entry.table]
    }
    connection.close()
    return Room(tournament.slug, game.number, seats, judge_link, links)


def _link(user: User, target: str) -> str:
    """Without the server's name: the site under test may be another one than the settings say."""
    return urlsplit(make_link(user=user, target=target, now=clock.now())).path
