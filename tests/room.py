"""A tournament with tables for tests, and clients that receive what is published."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import User

from engine.regulation.editions import CURRENT
from tests.reducer import apply
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role, TurnState
from tournament.models import Entry, Game, StaffMember, Tournament, Turn, TurnWork, WorkKind
from tournament.protocol import Audience, bus, encode, parts
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries import clock
from tournament.services import journal
from tournament.services.people.registration import register_entries
from tournament.services.play.closing import close_turn
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.tournaments import create_tournament
from tournament.tasks import solve_turn

GAMES = Path(__file__).parent / "games"
COUNTRIES = ["Algérie", "Belgique", "Canada", "Danemark", "Égypte", "France"]


_build_frames, _build_personal = journal._build_frames, journal._build_personal_messages


def build_frames_if_heard(*arguments: Any) -> dict[str, bytes]:
    """Build the frames of an event only if the test has replaced what sends them: they take more
    time than most commands."""
    return _build_frames(*arguments) if is_heard() else {}


def build_personal_if_heard(*arguments: Any) -> dict[int, bytes]:
    return _build_personal(*arguments) if is_heard() else {}


def is_heard() -> bool:
    return bus.publish.__module__ != bus.__name__


@dataclass
class Room:
    """A tournament with its entries, and one account with every role."""

    tournament: Tournament
    user: User
    entries: list[Entry]

    def game(self, *, seed: int = 5, **settings: Any) -> Game:
        """Return a running game; the same seed draws the same letters."""
        now = clock.now()
        game = create_game(tournament=self.tournament, by=self.user, now=now, **settings)
        game.seed = f"{seed:064x}"
        game.save(update_fields=["seed"])
        prepare_game(game=game, by=self.user, now=now)
        return start_game(game=game, by=self.user, now=now)

    def get_author_and_time(self) -> dict[str, Any]:
        """Return the arguments of a command: its author, and the time now."""
        return {"by": self.user, "now": clock.now()}

    def import_arguments(self) -> dict[str, Any]:
        """Return the arguments to add a word list: organisation, author, time."""
        return {"organisation": self.tournament.organisation, **self.get_author_and_time()}

    @property
    def organisation_id(self) -> int:
        """The organisation's id."""
        return self.tournament.organisation_id

    @property
    def entry_ids(self) -> list[int]:
        """The ids of all entries."""
        return [entry.pk for entry in self.entries]


def make_room() -> Room:
    """Create a tournament with six tables, of the same account as others."""
    now = clock.now()
    user = User.objects.filter(username="bureau").first() or User.objects.create_user("bureau")
    tournament = create_tournament(
        name="Essai", starts_on=now.date(), by=user, now=now, edition=CURRENT
    )
    for role in (Role.JUDGE, Role.ARBITER):
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    players = [[PlayerData(last_name=name)] for name in COUNTRIES]
    entries = register_entries(tournament=tournament, entries=players, by=user, now=now)
    return Room(tournament, user, entries)


def solve_now(turn: Turn) -> None:
    """Solve a drawn turn, as the worker does."""
    solve_turn(turn.pk)
    TurnWork.objects.filter(turn=turn, kind=WorkKind.SOLVE).delete()
    turn.refresh_from_db()


def script_of(game: Game) -> dict[str, Any]:
    """Return the script of a game that has one."""
    script: dict[str, Any] | None = game.script
    assert script is not None
    return script


def ring(turn: Turn) -> None:
    """End the time of an open turn, and close it."""
    Turn.objects.filter(pk=turn.pk).update(closes_at=turn.opened_at, collects_at=turn.opened_at)
    close_turn(turn_id=turn.pk, now=clock.now())  # unless a running server has closed it
    turn.refresh_from_db()
    assert turn.state == TurnState.CLOSED


@dataclass
class Client:
    """A browser's copy of the state, with its sequence number."""

    audience: Audience
    entry_id: int | None
    held: dict[str, Any]


@dataclass
class Listener:
    """Clients of every audience that apply what the services publish."""

    tournament: Tournament
    clients: list[Client] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def join(self, entries: list[Entry]) -> None:
        seats: list[tuple[Audience, int | None]] = [
            (Audience.PUBLIC, None),
            (Audience.ARBITERS, None),
            (Audience.JUDGE, None),
            *((Audience.ENTRY, entry.pk) for entry in entries),
        ]
        self.clients = [Client(audience, entry, {}) for audience, entry in seats]
        self._take_snapshots()

    def fresh(self, audience: Audience, entry_id: int | None) -> dict[str, Any]:
        return self._state_from(parts.build_snapshot(self.tournament.pk, audience, entry_id))

    def _state_from(self, snapshot: Any) -> dict[str, Any]:
        return apply({"seq": 0, "state": None}, json.loads(encode(snapshot)))

    def _all_snapshots(self) -> list[dict[str, Any]]:
        """Return a fresh snapshot for each client; what all show is read once, as for an event."""
        builders: dict[int, GameStateBuilder] = {}

        def share_builder(game: Game) -> GameStateBuilder:
            return builders.setdefault(game.pk, GameStateBuilder(game))

        tables = [client.entry_id for client in self.clients if client.entry_id is not None]
        with patch.object(parts, "GameStateBuilder", share_builder):
            of_tables = parts.build_entry_snapshots(self.tournament.pk, tables)
            return [
                self.fresh(client.audience, None)
                if client.entry_id is None
                else self._state_from(of_tables[client.entry_id])
                for client in self.clients
            ]

    def _take_snapshots(self) -> None:
        for client, state in zip(self.clients, self._all_snapshots(), strict=True):
            client.held = state

    def hear(self, envelope: bus.Envelope) -> None:
        match envelope:
            case bus.RoomResync():
                self._take_snapshots()
            case bus.Frames():
                self._frames(envelope)

    def _frames(self, envelope: bus.Frames) -> None:
        for client in self.clients:
            frames = [envelope.frames.get(client.audience)]
            if client.entry_id is not None:
                frames.append(envelope.personal.get(client.entry_id))
            for frame in filter(None, frames):
                message = json.loads(frame)
                self.kinds.append(message.get("kind", message["type"]))
                client.held = apply(client.held, message)

    def check(self) -> None:
        """Assert for every client that old snapshot + events equals a fresh snapshot."""
        for client, state in zip(self.clients, self._all_snapshots(), strict=True):
            assert client.held == state, client.audience
