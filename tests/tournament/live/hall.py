"""A hall with rows written directly: tables, a running game and an open turn."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from tournament.core.states import GameState, Role, TurnState
from tournament.models import (
    Bulletin,
    Entry,
    Game,
    LateBulletin,
    Organisation,
    StaffMember,
    Table,
    Tournament,
    Turn,
)
from tournament.protocol import STAFF, Audience, Save
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.services.hand_in.intake import Submission
from tournament.services.play.participation import create_seats

HOUR = timedelta(hours=1)
ROWS = ["MAIsON", "......."]
TABLES = 4


@dataclass
class LiveHall:
    tournament: Tournament
    entries: list[Entry]
    game: Game
    turn: Turn
    #: Judge and arbiter.
    officer: User

    @property
    def bell(self) -> float:
        """Return the end of the grace, in seconds since 1970."""
        assert self.turn.collects_at
        return self.turn.collects_at.timestamp()

    def ring(self, at: datetime | None = None) -> None:
        """End the time of the turn without closing it."""
        moment = at or clock.now() - timedelta(milliseconds=1)
        self.change(opened_at=moment - HOUR, closes_at=moment, collects_at=moment)

    def change(self, **fields: Any) -> None:
        Turn.objects.filter(pk=self.turn.pk).update(**fields)
        self.turn.refresh_from_db()

    def save(self, rev: int = 1, **fields: Any) -> Save:
        written = {"device": "tablet", "rows": ROWS, "reference": "H4", "score": "24"}
        place = {"game_id": self.game.pk, "turn": self.turn.ordinal}
        return Save(**place | written | {"rev": rev} | fields)

    def build_submission(
        self, entry: int = 0, rev: int = 1, *, arrived: float | None = None, **fields: Any
    ) -> Submission:
        """Return a bulletin of table ``entry`` + 1, in time unless ``arrived`` is given."""
        moment = self.bell - 60 if arrived is None else arrived
        seated_entry = self.entries[entry]
        save = self.save(rev, **fields)
        return Submission(
            save, self.tournament.pk, seated_entry.pk, moment, table_id=seated_entry.table_id
        )

    def make_ticket(self, entry: int = 0, link: int = 0) -> Ticket:
        seated_entry = self.entries[entry]
        return Ticket(
            self.tournament.pk,
            Audience.ENTRY,
            seated_entry.pk,
            link=link,
            table_id=seated_entry.table_id,
        )

    def make_token(self, audience: Audience, entry: int | None = None) -> str:
        if entry is not None:
            return make_token(self.make_ticket(entry))
        user = self.officer.pk if audience in STAFF else None
        return make_token(Ticket(self.tournament.pk, audience, user_id=user))

    def get_stored(self, entry: int = 0) -> Bulletin | None:
        return Bulletin.objects.filter(turn=self.turn, entry=self.entries[entry]).first()

    def list_revs(self) -> dict[int, int]:
        """Return the stored revisions by table."""
        rows = Bulletin.objects.filter(turn=self.turn)
        return dict(rows.values_list("entry__table__number", "rev"))

    def list_late_revs(self) -> dict[int, int]:
        rows = LateBulletin.objects.filter(turn=self.turn)
        return dict(rows.values_list("entry__table__number", "rev"))


def make_hall(slug: str = "hall", tables: int = TABLES) -> LiveHall:
    tournament = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name="Essai", slug=slug
    )
    places = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, tables + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, table=place, name=f"Table {place.number}") for place in places
    )
    now = clock.now()
    game = Game.objects.create(
        tournament=tournament, number=1, state=GameState.RUNNING, started_at=now
    )
    create_seats(tournament.pk)
    turn = Turn.objects.create(
        game=game,
        ordinal=1,
        number=1,
        state=TurnState.OPEN,
        drawn="AEINRST",
        opened_at=now,
        closes_at=now + HOUR,
        collects_at=now + HOUR,
    )
    officer = User.objects.create(username=slug)
    StaffMember.objects.bulk_create(
        StaffMember(tournament=tournament, user=officer, role=role)
        for role in (Role.JUDGE, Role.ARBITER)
    )
    return LiveHall(tournament, entries, game, turn, officer)
