"""Copies of tournaments: settings, games, staff and players; nothing that was played."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from tournament import ports
from tournament.core.errors import BadSetting
from tournament.core.files.cells import normalise_text
from tournament.core.states import SCRIPTED_SOURCES, GameKind, GameState, Source, TournamentState
from tournament.models import BigScreen, Centre, Entry, Game, Player, Table, Team, Tournament
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.access import require_manager
from tournament.queries.lexica import find_current_list
from tournament.queries.local import get_tournament_zone
from tournament.services.accounts.staff import copy_staff, give_organiser_role
from tournament.services.people.centres import create_centre, place_tables
from tournament.services.people.table_arbiters import assign_new_tables_to_sole_arbiter
from tournament.services.play.games import create_game, plan_start, prepare_game
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.tournaments import EDITABLE_FIELDS, check_days, create_with_slug

#: Settings that a copy takes over.
_COPIED = (EDITABLE_FIELDS - {"name", "starts_on", "ends_on", "links_valid_until"}) | {
    *("discipline", "classic", "ranking")
}
_PERSON = (*PLAYER_LENGTHS, "birth_year", "roster_player_id")
BATCH = 500


class CopyPart(StrEnum):
    """A part of a tournament that a copy may have, besides the settings."""

    #: Formats, times and hours; other letters.
    GAMES = "games"
    #: Entries that are not withdrawn, with their teams and tables.
    PLAYERS = "players"
    STAFF = "staff"


def copy_tournament(
    *,
    tournament: Tournament,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    parts: Collection[CopyPart] = (),
    published: bool = True,
    by: User | None,
    now: datetime,
) -> Tournament:
    """Create a tournament of the same organisation with the settings of ``tournament``, of which
    ``by`` becomes organiser, and with ``parts`` of it. Raise BadSetting, NotAllowed."""
    require_manager(by, tournament.organisation)
    if not normalise_text(name):
        raise BadSetting("empty-name")
    check_days(starts_on, ends_on)
    with lock_lexica_for_use():
        find_current_list(tournament.lexicon, tournament.organisation_id)
        created = create_with_slug(
            normalise_text(name),
            organisation=tournament.organisation,
            starts_on=starts_on,
            ends_on=ends_on,
            state=TournamentState.PUBLISHED if published else TournamentState.DRAFT,
            links_valid_until=now + timedelta(days=30),
            **{field: getattr(tournament, field) for field in _COPIED},
        )
        give_organiser_role(created, by, now=now)
        centres = _copy_centres(tournament, created, by, now)
        if CopyPart.STAFF in parts:
            copy_staff(original=tournament, tournament=created, by=by, now=now)
        _copy_logo(tournament, created)
        for copy_settings in ports.copy_settings:
            copy_settings(tournament, created, by=by, now=now)
        if CopyPart.PLAYERS in parts:
            _copy_entries(tournament, created, centres, by, now)
        if CopyPart.GAMES in parts:
            _copy_games(tournament, created, by, now)
    return created


def _copy_logo(original: Tournament, created: Tournament) -> None:
    screen = BigScreen.objects.filter(tournament=original).exclude(logo=None).first()
    if screen is not None:
        logo: dict[str, Any] = {"logo": screen.logo, "logo_kind": screen.logo_kind}
        BigScreen.objects.create(tournament=created, **logo)


def _copy_games(original: Tournament, created: Tournament, by: User | None, now: datetime) -> None:
    """Create its games that were not annulled, except those that break a tie."""
    days = created.starts_on - original.starts_on
    for game in original.games.filter(settles__isnull=True).exclude(state=GameState.VOID):
        copy = create_game(
            tournament=created,
            fmt=game.format,
            time_s=game.time_s,
            warn_s=game.warn_s,
            source=Source.SOFTWARE if game.source in SCRIPTED_SOURCES else game.source,
            kind=game.kind,
            by=by,
            now=now,
        )
        if game.starts_at is not None:
            plan_start(game=copy, starts_at=_move_hour(game, days), by=by, now=now)
        if game.kind == GameKind.DUPLICATE:
            prepare_game(game=copy, by=by, now=now)


def _move_hour(game: Game, days: timedelta) -> datetime | None:
    """Return the same hour of the local clock some days later."""
    zone = ZoneInfo(get_tournament_zone(game.tournament))
    return game.starts_at and game.starts_at.astimezone(zone) + days


def _copy_entries(
    original: Tournament,
    created: Tournament,
    centres: Mapping[int, Centre],
    by: User | None,
    now: datetime,
) -> None:
    """Create the entries that are not withdrawn in a few statements, at tables of their numbers, in
    ``centres`` by the key of the original."""
    originals = list(
        original.entries.filter(withdrawn=False)
        .select_related("table", "team")
        .prefetch_related("players")
    )
    names = sorted({entry.team.name for entry in originals if entry.team})
    teams = Team.objects.bulk_create(Team(tournament=created, name=name) for name in names)
    teams_by_name = {team.name: team for team in teams}
    tables = Table.objects.bulk_create(
        (Table(tournament=created, number=entry.table.number) for entry in originals),
        batch_size=BATCH,
    )
    entries = Entry.objects.bulk_create(
        (
            Entry(
                tournament=created,
                table=table,
                name=entry.name,
                team=teams_by_name[entry.team.name] if entry.team else None,
                plays_on=entry.plays_on,
            )
            for entry, table in zip(originals, tables, strict=True)
        ),
        batch_size=BATCH,
    )
    _copy_players(originals, entries)
    pairs = zip(originals, tables, strict=True)
    in_centres = {table: centres[key] for entry, table in pairs if (key := entry.table.centre_id)}
    place_tables(created, in_centres, by=by, now=now)
    assign_new_tables_to_sole_arbiter(created, [table.number for table in tables])


def _copy_centres(
    original: Tournament, created: Tournament, by: User | None, now: datetime
) -> dict[int, Centre]:
    """Create the same centres; return them by the key of the original."""
    fields = ("name", "country", "time_zone", "is_lead")
    return {
        centre.pk: create_centre(
            tournament=created,
            by=by,
            now=now,
            **{name: getattr(centre, name) for name in fields},
        )
        for centre in original.centres.all()
    }


def _copy_players(originals: list[Entry], entries: list[Entry]) -> None:
    links = [
        (entry, _build_player(player, entry.tournament))
        for original, entry in zip(originals, entries, strict=True)
        for player in original.players.all()
    ]
    Player.objects.bulk_create((player for _, player in links), batch_size=BATCH)
    through = Entry.players.through
    through.objects.bulk_create(
        (through(entry_id=entry.pk, player_id=player.pk) for entry, player in links),
        batch_size=BATCH,
    )


def _build_player(player: Player, tournament: Tournament) -> Player:
    return Player(tournament=tournament, **{name: getattr(player, name) for name in _PERSON})
