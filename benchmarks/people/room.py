"""The tournament of the benchmarks: created by the services, or as rows alone if it is big.

Import it only once Django is set up.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.urls import reverse

from arbitrage.core.bulletin import Bulletin as BulletinContent
from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState, PlayMedium, Role, TurnState
from tournament.models import (
    Bulletin,
    Entry,
    Game,
    Organisation,
    StaffMember,
    Table,
    Tournament,
    Turn,
)
from tournament.protocol import Audience, Save
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import assign_arbiter, register_entries
from tournament.services.play.games import create_game
from tournament.services.play.participation import change_plays_on
from tournament.services.tournaments import create_tournament

DEVICE = "d" * 16
OPEN_DURATION = timedelta(hours=1)


@dataclass(frozen=True)
class Seat:
    """One table: ``key`` opens its page."""

    tournament: int
    entry: int
    number: int
    key: str
    table: int

    @property
    def path(self) -> str:
        """The path of a new socket of the table, as its page has it."""
        return _build_path(Ticket(self.tournament, Audience.ENTRY, self.entry, table_id=self.table))

    def get_socket_url(self, url: str) -> str:
        """Return the address of the socket, of a site at ``url``."""
        return f"ws://{urlsplit(url).netloc}{self.path}"


def _build_path(ticket: Ticket) -> str:
    return f"/live/v1/{make_token(ticket)}/"


@dataclass(frozen=True)
class Room:
    """``entries``: in the order of their tables; ``user``: creator of the tournament."""

    tournament: Tournament
    entries: list[Entry]
    user: User | None = None

    def get_author_and_time(self) -> dict[str, Any]:
        """Return the arguments of a command: its author, and the time now."""
        return {"by": self.user, "now": clock.now()}

    @property
    def seats(self) -> list[Seat]:
        return [
            Seat(entry.tournament_id, entry.pk, table.number, table.key, table.pk)
            for entry in self.entries
            for table in [entry.table]
        ]

    def add_staff(self, name: str, role: Role, entries: Iterable[Entry] = ()) -> User:
        """Create an account and assign the tables of ``entries`` to it."""
        user = User.objects.create_user(name)
        StaffMember.objects.create(tournament=self.tournament, user=user, role=role)
        if tables := [entry.table for entry in entries]:
            assign_arbiter(tables=tables, user=user, **self.get_author_and_time())
        return user

    def create_game(self, **options: Any) -> Game:
        return create_game(tournament=self.tournament, **options, **self.get_author_and_time())

    def change_medium(self, entries: Iterable[Entry], medium: PlayMedium) -> None:
        keys = [entry.pk for entry in entries]
        author_and_time = self.get_author_and_time()
        change_plays_on(
            tournament=self.tournament, entries=keys, plays_on=medium, **author_and_time
        )

    def build_link(self, view: str, *arguments: object, user: User | None = None) -> str:
        """Return the path of a sign-in link of ``user``, by default the creator."""
        user, target = user or self.user, reverse(view, args=[self.tournament.slug, *arguments])
        assert user is not None
        return urlsplit(make_link(user=user, target=target, now=clock.now())).path

    def list_player_paths(self) -> list[str]:
        return [seat.path for seat in self.seats]

    def list_public_paths(self, browsers: int) -> list[str]:
        """Return a path for each browser: the sockets of one token are limited."""
        return [_build_path(Ticket(self.tournament.pk, Audience.PUBLIC)) for _ in range(browsers)]


def make_room(name: str, username: str, tables: int, *roles: Role, player: str = "Joueur") -> Room:
    """Create a tournament by the services; its creator, a new account or not, gets these roles."""
    user = User.objects.filter(username=username).first() or User.objects.create_user(username)
    now = clock.now()
    tournament = create_tournament(
        name=name, starts_on=now.date(), edition=CURRENT, by=user, now=now
    )
    for role in roles:
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    players = [[PlayerData(f"{player} {number}")] for number in range(1, tables + 1)]
    entries = register_entries(tournament=tournament, entries=players, by=user, now=now)
    return Room(tournament, entries, user)


def make_room_rows(name: str, tables: int) -> Room:
    """Create rows only, without the services' other work: for thousands of tables."""
    tournament = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name=name, slug=name
    )
    table_rows = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, tables + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, table=table, name=f"Table {table.number}")
        for table in table_rows
    )
    return Room(tournament, entries)


def add_game(room: Room) -> Game:
    """Create the row of a running game."""
    return Game.objects.create(
        tournament=room.tournament, number=1, state=GameState.RUNNING, started_at=clock.now()
    )


def add_turn(game: Game, ordinal: int = 1, state: TurnState = TurnState.OPEN) -> Turn:
    """Create the row of a turn; an open one lasts an hour."""
    now = clock.now()
    end = now + OPEN_DURATION
    times = {"opened_at": now, "closes_at": end, "collects_at": end}
    return Turn.objects.create(
        game=game, ordinal=ordinal, number=ordinal, state=state, drawn="AEINRST",
        **(times if state is TurnState.OPEN else {}),
    )  # fmt: skip


def hand_in(turn: Turn, bulletins: Iterable[tuple[Entry, BulletinContent]]) -> None:
    """Store the bulletins of all tablets at once, as ``services.hand_in.intake`` does."""
    now = clock.now()
    Bulletin.objects.bulk_create(
        Bulletin(
            turn=turn, entry=entry, rev=1, device=DEVICE, rows=list(content.sheet.rows),
            struck=list(content.sheet.struck), reference=content.reference, score=content.score,
            arrived_at=now,
        )
        for entry, content in bulletins
    )  # fmt: skip


def make_save(
    game: int,
    turn: int,
    rev: int,
    rows: tuple[str, ...] = ("RETIRANS".ljust(15, "."), "." * 15),
    reference: str = "H4",
    score: str = "74",
) -> Save:
    """Return a tablet's message; by default with an ordinary bulletin."""
    return Save(
        game_id=game, turn=turn, rev=rev, device=DEVICE, rows=list(rows),
        reference=reference, score=score,
    )  # fmt: skip
