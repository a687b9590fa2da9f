"""Two organisations on one installation, each with data for every kind of address."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from arbitrage.archive.queries.backups import BackupFile, list_backup_files
from arbitrage.archive.services.backups import back_up_changed_tournaments
from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.services.player_requests import call_arbiter
from arbitrage.classic.views.decisions import OFFICE_DECISIONS
from arbitrage.core.appeals import CaseSubject
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.services.arrivals import receive_file
from arbitrage.event.services.events import NewCentre, add_centres, create_event
from arbitrage.models import SecondLook
from arbitrage.services.appeals import ContestedDecision, file_case as bring_case
from engine.regulation.editions import CURRENT
from tests.arbitrage.classic.services.matches import RecordedMatch
from tests.roles import give_role
from tests.room import Room, solve_now
from tests.tournament.services.lists import bring
from tests.tournament.topping.services.toppings import create_topping_for as make_topping
from tournament.classic.core.sides import Side as MatchSide
from tournament.core.people.player_data import PlayerData
from tournament.core.people.seating import SeatingKind
from tournament.core.states import GroupKind, Role
from tournament.models import (
    Centre,
    ColumnMatching,
    EntryImport,
    Group,
    Organisation,
    PendingFile,
    RosterPlayer,
    SeatingChange,
    StaffMember,
    Team,
    Tournament,
    Turn,
)
from tournament.presentation.files.result_files import GENERAL
from tournament.queries import clock
from tournament.services.accounts.accounts import create_member
from tournament.services.accounts.organisations import create_organisation
from tournament.services.people.registration import register_entry
from tournament.services.play.turns import draw_turn
from tournament.services.preparation import create_preparation
from tournament.services.tournaments import create_tournament
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.services.training import create_game, open_hall

#: In every name of the first organisation that is nobody else's business.
MARKER = "zqxprive"
#: Who holds every power in the other organisation.
MANAGER = "gerant"
#: Arguments of the address of a result file: a profile and the file of the general ranking.
RESULT_FILE = {"key": ["sigles"], "scope": [GENERAL]}


@dataclass
class Side:
    """An organisation, and by argument the values that address what is its own."""

    organisation: Organisation
    tournament: Tournament
    values: dict[str, list[Any]]


def _create_values(room: Room, user: User) -> dict[str, list[Any]]:
    """Return values for every argument of an address."""
    by = room.get_author_and_time()
    return {
        **_create_office_data(room, by),
        **_create_tournament_data(room, by),
        **_create_played_data(room, user, by),
        **_create_event_data(room, by),
        "slug": [room.tournament.slug],
        "user_id": [user.pk],
        "game": [1],
        "number": [1],
        "table_number": [1],
        "ordinal": [1],
        "turn": [1],
        "name": ["essai"],
        "kind": ["csv"],
        "edition": [CURRENT],
        **RESULT_FILE,
    }


def _create_office_data(room: Room, by: dict[str, Any]) -> dict[str, list[Any]]:
    """Create data of the organisation and of background jobs."""
    home = room.tournament.organisation
    lexicon = bring(room, f"{MARKER} liste", "AS\nCAS\n12", room.user, home)
    settings = {"fmt": "normal", "time_s": 180, "warn_s": 30}
    preparation = create_preparation(tournament=room.tournament, settings=settings, wishes=[], **by)
    person = RosterPlayer.objects.create(
        organisation=home,
        last_name=f"{MARKER} nom",
        licence=f"{MARKER}-1",
        club=f"{MARKER} club",
        updated_at=by["now"],
    )
    series = f"{MARKER} série"
    group = Group.objects.create(organisation=home, kind=GroupKind.SERIES, code=series, name=series)
    ColumnMatching.objects.create(
        organisation=home, headers=[MARKER], fields=[""], used_at=by["now"]
    )
    create_game(hall=open_hall(organisation=home, lexicon="fr-libre", **by), fmt="normal", **by)
    return {
        "organisation_id": [home.pk],
        "job_id": [lexicon.pk, preparation.pk],
        "player_id": [person.pk, room.entries[0].players.earliest("pk").pk],
        "group_id": [group.pk],
    }


def _create_tournament_data(room: Room, by: dict[str, Any]) -> dict[str, list[Any]]:
    """Create entries, imports and seats of the tournament."""
    tournament, done = room.tournament, {"by": room.user, "at": by["now"]}
    team = Team.objects.create(tournament=tournament, name="Équipe")
    centre = Centre.objects.create(
        tournament=tournament, name="Salle du Nord"
    )  # its name is public
    file = EntryImport.objects.create(tournament=tournament, file_name=f"{MARKER}.csv", **done)
    pending = PendingFile.objects.create(
        organisation=tournament.organisation,
        tournament=tournament,
        file_name=f"{MARKER} en attente.csv",
        data=b"nom\nX\n",
        expires_at=by["now"] + timedelta(hours=1),
        by=room.user,
    )
    change = SeatingChange.objects.create(
        tournament=tournament, kind=SeatingKind.HAND, moves=[], **done
    )
    return {
        "member_id": [tournament.staff.earliest("pk").pk],
        "entry_id": [room.entries[0].pk],
        "team_id": [team.pk],
        "centre_id": [centre.pk],
        "import_id": [file.pk],
        "file_id": [pending.pk],
        "change_id": [change.pk],
        "backup": [file.key for file in _back_up(tournament)],
    }


def _back_up(tournament: Tournament) -> list[BackupFile]:
    """Return the backups of the tournament, of which one is made."""
    folder = settings.BACKUP_DIR
    assert folder is not None, "the fixture names a folder"
    back_up_changed_tournaments(folder, kept_count=1, now=clock.now())
    return list_backup_files(tournament, folder)


def _create_played_data(room: Room, user: User, by: dict[str, Any]) -> dict[str, list[Any]]:
    """Create a topping, a contested turn with a second look, and a match with a call."""
    topping = make_topping(room, mode=ToppingMode.JUDGE)
    turn, entry = Turn.objects.get(), room.entries[0]
    contested = ContestedDecision(turn, entry, CaseSubject.DECISION)
    case = bring_case(contested=contested, grounds=f"{MARKER} recours", **by)
    look = SecondLook.objects.create(
        turn=turn,
        entry=entry,
        version=1,
        settled_version=1,
        points=3,
        sanction="none",
        state="contested",
        motive=f"{MARKER} motif",
        by=user,
        at=by["now"],
    )
    played, other = RecordedMatch(room), CallKind.OTHER
    call_arbiter(game=played.game, side=MatchSide.X, about=other, text=MARKER, now=by["now"])
    return {
        "run_id": [topping.runs.earliest("pk").pk],
        "case": [case.number],
        "look_id": [look.pk],
        "game_id": [played.game.pk],
        "match_id": [played.game.match_id],
        "call": [played.call(other).number],
        "what": list(OFFICE_DECISIONS),
    }


def _create_event_data(room: Room, by: dict[str, Any]) -> dict[str, list[Any]]:
    """Create an event of the organisation, with a centre and what came from it."""
    event = create_event(
        organisation=room.tournament.organisation,
        name=f"{MARKER} épreuve",
        source=room.tournament,
        opens_at=by["now"] + timedelta(hours=1),
        ends_at=by["now"] + timedelta(hours=2),
        terms=EventTerms(),
        **by,
    )
    new = [NewCentre(f"{MARKER} centre", "Togo", "Africa/Lome")]
    (centre,) = add_centres(event=event, centres=new, **by)
    arrived = receive_file(
        event=event, content=b"-", file_name=f"{MARKER}.zip", centre=centre, **by
    )
    return {
        "event_slug": [event.slug],
        "uid": [centre.uid],
        "archive_id": [arrived.archive.pk],
        "digest": ["0" * 64],
    }


def create_private_side(room: Room) -> Side:
    """Return the first organisation, with a game in progress and private data of every kind."""
    home = room.tournament.organisation
    Organisation.objects.filter(pk=home.pk).update(name=f"{MARKER} organisation")
    User.objects.filter(pk=room.user.pk).update(username=f"{MARKER}-bureau")
    room.user.refresh_from_db()
    user = create_member(
        organisation=home,
        username=f"{MARKER}-camille",
        name=f"{MARKER} Camille",
        **room.get_author_and_time(),
    )
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    values = _create_values(room, user)
    Tournament.objects.filter(pk=room.tournament.pk).update(
        lexicon=f"{MARKER} liste", is_embeddable=True
    )
    room.tournament.refresh_from_db()
    return Side(home, room.tournament, values)


def advance_key_sequences() -> None:
    """Set the sequences so that no new row has the key of an existing row of any table.

    An address of a row of one table, asked for a row of another by its key, would else be right by
    chance.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, highest + 1)"
            " FROM pg_sequences, (SELECT max(last_value) AS highest FROM pg_sequences) AS used"
            " WHERE schemaname = 'public'"
        )


def create_own_side() -> Side:
    """Return the second organisation, with its own tournament and an account for each power."""
    advance_key_sequences()
    now = clock.now()
    manager = User.objects.create_user(MANAGER)
    home = create_organisation(name="Club d’ici", by=manager, now=now)
    cup = create_tournament(
        name="Coupe d’ici", starts_on=now.date(), edition=CURRENT, by=manager, now=now
    )
    entries = [
        register_entry(tournament=cup, players=[PlayerData(last_name=name)], by=manager, now=now)
        for name in ("Gabon", "Haïti")
    ]
    for role in Role:
        user = create_member(organisation=home, username=str(role), by=manager, now=now)
        for user_with_it in (user, manager):
            give_role(cup, user_with_it, role)
    room = Room(cup, manager, entries)
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    values: dict[str, list[Any]] = {
        "organisation_id": [home.pk],
        "slug": [cup.slug],
        "user_id": [manager.pk],
        "member_id": [cup.staff.earliest("pk").pk],
        "entry_id": [entries[0].pk],
    }
    return Side(home, cup, values)
