"""Database rows for the measurements: tournaments with an open turn, and their tokens.

Imported only once Django is set up.
"""

from dataclasses import dataclass
from datetime import timedelta

from tournament.core.events import EventKind
from tournament.core.states import GameState, TurnState
from tournament.models import Entry, Game, Organisation, Table, Tournament, Turn
from tournament.protocol import Audience, PublicEvent, Save, TurnPart, bus, encode
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock

DEVICE = "d" * 16
OPEN_FOR = timedelta(hours=1)


@dataclass(frozen=True)
class Hall:
    """A tournament with a running game."""

    tournament: Tournament
    game: Game
    entries: list[Entry]

    def public_paths(self, browsers: int) -> list[str]:
        """A page each: the sockets of one token are bounded."""
        ticket = Ticket(self.tournament.pk, Audience.PUBLIC)
        return [f"/live/v1/{make_token(ticket)}/" for _ in range(browsers)]

    def entry_paths(self) -> list[str]:
        return [f"/live/v1/{make_token(self._ticket(entry))}/" for entry in self.entries]

    def _ticket(self, entry: Entry) -> Ticket:
        return Ticket(self.tournament.pk, Audience.ENTRY, entry.pk, table_id=entry.table_id)


def seats(name: str, tables: int) -> tuple[Tournament, list[Entry]]:
    """A tournament and who plays it, a table each."""
    tournament = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name=name, slug=name
    )
    places = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, tables + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, table=place, name=f"Table {place.number}") for place in places
    )
    return tournament, entries


def build_hall(name: str, tables: int) -> Hall:
    tournament, entries = seats(name, tables)
    game = Game.objects.create(
        tournament=tournament, number=1, state=GameState.RUNNING, started_at=clock.now()
    )
    return Hall(tournament, game, entries)


def add_turn(game: Game, ordinal: int, state: TurnState = TurnState.OPEN) -> Turn:
    """One more turn, open for an hour if it is open."""
    now = clock.now()
    times = (
        {"opened_at": now, "closes_at": now + OPEN_FOR, "collects_at": now + OPEN_FOR}
        if state is TurnState.OPEN
        else {}
    )
    return Turn.objects.create(
        game=game, ordinal=ordinal, number=ordinal, state=state, drawn="AEINRST", **times
    )


def sheet(game: Game, ordinal: int, rev: int) -> Save:
    """A usual bulletin: a word in the squares, its reference and score."""
    return Save(
        game_id=game.pk,
        turn=ordinal,
        rev=rev,
        device=DEVICE,
        rows=["RETIRANS".ljust(15, "."), "." * 15],
        reference="H4",
        score="74",
    )


def event(game: Game, seq: int) -> bytes:
    """What everybody is sent when a turn is opened."""
    now = clock.millis(clock.now())
    part = TurnPart(
        ordinal=1,
        number=1,
        state=TurnState.OPEN,
        kept="EIN",
        drawn="ARST",
        rejected=[],
        time_s=180,
        warn_s=30,
        opened_at=now,
        closes_at=now + 180_000,
        top=None,
        best=None,
        found=None,
        bulletins=None,
    )
    return encode(
        PublicEvent(
            kind=EventKind.OPENED, game_id=game.pk, seq=seq, prev=seq - 1, now=now, turn=part
        )
    )


def envelope(game: Game, seq: int, frame: bytes) -> bytes:
    """``frame`` for the public, as the services publish it."""
    return bus.encode(
        bus.Frames(
            tournament=game.tournament_id,
            game=game.pk,
            seq=seq,
            frames={str(Audience.PUBLIC): frame},
        )
    )
