"""The tournament that is played meanwhile. Imported only once Django is set up."""

import math
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium, Role
from tournament.models import Entry, StaffMember, Table, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import assign_arbiter, register_entry
from tournament.services.play.games import create_game
from tournament.services.play.participation import change_plays_on
from tournament.services.tournaments import create_tournament

PAPER_TABLES = 10
HOMES = {"judge": "judge-desk", "organiser": "office-tournament"}
#: More than can be played in a minute; the next is started by the judge when one ends.
GAMES_A_MINUTE = 1
SPARE_GAMES = 2


@dataclass(frozen=True)
class Seat:
    """One table: ``key`` opens its page."""

    tournament: int
    entry: int
    number: int
    key: str
    table: int

    def socket(self, url: str) -> str:
        """A fresh address for the table's socket, as its page would hold one."""
        ticket = Ticket(self.tournament, Audience.ENTRY, self.entry, table_id=self.table)
        token = make_token(ticket)
        return f"ws://{urlsplit(url).netloc}/live/v1/{token}/"


@dataclass(frozen=True)
class Room:
    """``links`` sign in: judge, organiser, two arbiters, typist."""

    tournament: int
    slug: str
    tablets: list[Seat]
    paper: list[Seat]
    links: dict[str, str]


def set_up(*, tables: int, time_s: int, minutes: float) -> Room:
    """Tables with tablets, half for each arbiter, and some on paper for the typist."""
    now = clock.now()
    judge = User.objects.create_user("juge")
    tournament = create_tournament(
        name="Chaos", starts_on=now.date(), by=judge, now=now, edition=CURRENT
    )
    # Clean bulletins wait for an arbiter, too: there is always something to decide.
    Tournament.objects.filter(pk=tournament.pk).update(confirm_clean=True)
    StaffMember.objects.create(tournament=tournament, user=judge, role=Role.JUDGE)
    entries = [
        register_entry(tournament=tournament, players=[PlayerData(f"J{i}")], by=judge, now=now)
        for i in range(1, tables + PAPER_TABLES + 1)
    ]
    organiser = User.objects.create_user("organiser")
    StaffMember.objects.create(tournament=tournament, user=organiser, role=Role.ORGANISER)
    users = {"judge": judge, "organiser": organiser}
    shares = {
        "first": entries[: tables // 2],
        "second": entries[tables // 2 : tables],
        "typist": entries[tables:],
    }
    for name, share in shares.items():
        users[name] = user = User.objects.create_user(name)
        StaffMember.objects.create(tournament=tournament, user=user, role=Role.ARBITER)
        places = list(Table.objects.filter(entry__in=share))
        assign_arbiter(tables=places, user=user, by=judge, now=now)
    on_paper = [entry.pk for entry in entries[tables:]]
    change_plays_on(
        tournament=tournament, entries=on_paper, plays_on=PlayMedium.PAPER, by=judge, now=now
    )
    for _ in range(SPARE_GAMES + math.ceil(minutes * GAMES_A_MINUTE)):
        create_game(tournament=tournament, time_s=time_s, warn_s=1, by=judge, now=now)
    links = {
        name: make_link(user=user, target=_home(name, tournament), now=now)
        for name, user in users.items()
    }
    seats = [_seat(entry) for entry in entries]
    connection.close()
    return Room(tournament.pk, tournament.slug, seats[:tables], seats[tables:], links)


def _home(name: str, tournament: Tournament) -> str:
    return reverse(HOMES.get(name, "arbiter-list"), args=[tournament.slug])


def _seat(entry: Entry) -> Seat:
    table = entry.table
    return Seat(entry.tournament_id, entry.pk, table.number, table.key, table.pk)
