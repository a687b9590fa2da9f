"""Registration of players and pairs one by one, and their tables."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import chain

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tournament.core.errors import BadSetting
from tournament.core.people.decisions import RosterLinks, link_typed_people
from tournament.core.people.entry_lines import MAX_TABLE, PLAYERS_OF_A_PAIR
from tournament.core.people.names import join_names
from tournament.core.people.player_data import PlayerData, normalise_player
from tournament.core.states import CORRECTING_ROLES, Discipline
from tournament.models import (
    Bulletin,
    Centre,
    Entry,
    LateBulletin,
    Organisation,
    Player,
    Table,
    Tournament,
    Turn,
    TurnParticipation,
)
from tournament.queries.people.import_checks import RegisteredPeople, check_typed_entry
from tournament.queries.people.roster import get_data
from tournament.queries.people.table_scope import find_own_centres
from tournament.services.change_records import record_entries, record_new_name
from tournament.services.locks import lock_turns
from tournament.services.people.centres import place_tables, require_centre
from tournament.services.people.roster import check_person, update_roster
from tournament.services.people.table_arbiters import (
    assign_new_tables_to_sole_arbiter,
    lock_arbiters,
)
from tournament.services.people.teams import find_team
from tournament.services.play.participation import create_seats, mark_as_newcomers
from tournament.services.tournaments import update_room

#: The first centre numbers its tables from 1, the second from 101.
NUMBERS_OF_A_CENTRE = 100


def register_entry(
    *,
    tournament: Tournament,
    players: list[PlayerData],
    table_number: int | None = None,
    centre: Centre | None = None,
    team: str = "",
    decision: str = "",
    by: User | None,
    now: datetime,
) -> Entry:
    """Register a player or a pair at a table; without a number, at the next free one. With
    ``centre``, at a table of it, or one that is in none yet; where there are centres the table must
    be in one.

    ``decision``: what was decided if somebody alike is known (``core.people.decisions``). Raises
    BadSetting for no name, too many players, a pair in a classic tournament, a table in use, a
    licence already registered, or an open decision (``entry-doubtful``).
    """
    with transaction.atomic():
        lock_registration(tournament)
        free = list_free_numbers(tournament, centre)
        number = next(free) if table_number is None else table_number
        table, registered = _get_free_table(tournament, number), RegisteredPeople(tournament)
        _place(tournament, [table], centre, by=by, now=now)
        entry = _register(
            tournament, players, table, registered, team=team, decision=decision, by=by, now=now
        )
        assign_new_tables_to_sole_arbiter(tournament, [number])
        update_room(tournament, by=by, now=now)
    return entry


def register_entries(
    *,
    tournament: Tournament,
    entries: list[list[PlayerData]],
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> list[Entry]:
    """Register players and pairs at the next free tables, in this order; all or none.

    Raise BadSetting as ``register_entry``.
    """
    with transaction.atomic():
        lock_registration(tournament)
        numbers, registered = list_free_numbers(tournament, centre), RegisteredPeople(tournament)
        created = [
            _register(
                tournament, players, _get_free_table(tournament, number), registered, by=by, now=now
            )
            for players, number in zip(entries, numbers, strict=False)
        ]
        _place(tournament, [entry.table for entry in created], centre, by=by, now=now)
        assign_new_tables_to_sole_arbiter(tournament, [entry.table.number for entry in created])
        update_room(tournament, by=by, now=now)
    return created


def _place(
    tournament: Tournament,
    tables: list[Table],
    centre: Centre | None,
    *,
    by: User | None,
    now: datetime,
) -> None:
    if centre is not None:
        place_tables(tournament, dict.fromkeys(tables, centre), by=by, now=now)
    require_centre(tournament, tables)


def lock_registration(tournament: Tournament) -> None:
    """Lock registration in this tournament until the transaction ends.

    The organisation is locked first, as for giving roles in its tournaments: the roster is written
    under both locks, and taking them in different orders could deadlock. Turns are locked after
    them: a transaction that holds a turn must not lock the tournament, and its writes to rows that
    refer to the tournament do not wait (``no_key``).
    """
    Organisation.objects.select_for_update(no_key=True).get(pk=tournament.organisation_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def list_free_numbers(tournament: Tournament, centre: Centre | None = None) -> Iterator[int]:
    """Yield the numbers at which nobody sits, the lowest first; read at the first use. Tables of
    centres are left out, except those of ``centre``, which come first, then the numbers after them.

    Raise BadSetting after the last one.
    """
    elsewhere = Q(centre__isnull=False) & ~Q(centre=centre)
    used = tournament.tables.filter(Q(entry__isnull=False) | elsewhere).order_by()
    occupied = set(used.values_list("number", flat=True))
    free = tournament.tables.filter(centre=centre, entry=None).order_by("number")
    own = list(free.values_list("number", flat=True)) if centre else []
    yield from own
    occupied.update(own)
    first = _find_next_number(centre) if centre else 1
    numbers = chain(range(first, MAX_TABLE + 1), range(1, min(first, MAX_TABLE + 1)))
    yield from (number for number in numbers if number not in occupied)
    raise BadSetting("no-table-left", most=MAX_TABLE)


def _find_next_number(centre: Centre) -> int:
    """Return the number after the tables of ``centre``; without any, the first of its hundred."""
    last = centre.tables.order_by("number").values_list("number", flat=True).last()
    if last is not None:
        return last + 1
    places = list(centre.tournament.centres.values_list("pk", flat=True))
    return places.index(centre.pk) * NUMBERS_OF_A_CENTRE + 1


def _register(
    tournament: Tournament,
    players: list[PlayerData],
    table: Table,
    registered: RegisteredPeople,
    *,
    team: str = "",
    decision: str = "",
    by: User | None,
    now: datetime,
) -> Entry:
    checked_players = check_players(players)
    check_no_pair_in_classic(tournament, checked_players)
    line = check_typed_entry(checked_players, registered, tournament.organisation_id)
    links = link_typed_people(line, decision)
    people = [build_player(tournament, data) for data in checked_players]
    update_roster(organisation=tournament.organisation, people=people, links=links, by=by, now=now)
    Player.objects.bulk_create(people)
    for player, data in zip(people, checked_players, strict=True):
        registered.add(data, player.roster_player_id, table.number)
    entry = Entry.objects.create(
        tournament=tournament,
        table=table,
        name=make_entry_name(people),
        team=find_team(tournament, team),
        plays_on=tournament.plays_on,
    )
    entry.players.add(*people)
    mark_as_newcomers(tournament, [entry])
    return entry


def make_entry_name(people: list[Player]) -> str:
    """Return the name of an entry of these players, as shown everywhere."""
    return join_names(str(player) for player in people)


def check_players(players: list[PlayerData]) -> list[PlayerData]:
    """Return the data as stored. Raise BadSetting for too many players, or impossible data."""
    if not 1 <= len(players) <= PLAYERS_OF_A_PAIR:
        raise BadSetting("player-count", count=len(players))
    normalised_players = [normalise_player(data) for data in players]
    for data in normalised_players:
        check_person(data)
    return normalised_players


def check_no_pair_in_classic(tournament: Tournament, players: list[PlayerData]) -> None:
    """Raise BadSetting for a pair where matches are between two players (classic 1.1)."""
    if tournament.discipline == Discipline.CLASSIC and len(players) > 1:
        raise BadSetting("pair-in-classic")


def check_table_number(number: int) -> None:
    if not 1 <= number <= MAX_TABLE:
        raise BadSetting("bad-table-number", number=number, most=MAX_TABLE)


def _get_free_table(tournament: Tournament, number: int) -> Table:
    check_table_number(number)
    table, _ = Table.objects.get_or_create(tournament=tournament, number=number)
    if Entry.objects.filter(table=table).exists():
        raise BadSetting("table-taken", number=number)
    return table


def build_player(tournament: Tournament, data: PlayerData) -> Player:
    """Build a player, not saved."""
    return Player(tournament=tournament, **asdict(data))


def update_entry(
    *,
    entry: Entry,
    players: list[PlayerData],
    team: str = "",
    decision: str = "",
    by: User | None,
    now: datetime,
) -> Entry:
    """Correct the data of the players of an entry; its table and results stay.

    Raise BadSetting as ``register_entry``.
    """
    checked = check_players(players)
    check_no_pair_in_classic(entry.tournament, checked)
    with transaction.atomic():
        lock_registration(entry.tournament)
        former = list(entry.players.order_by("pk").select_related("roster_player"))
        registered = RegisteredPeople(entry.tournament, excluded=entry)
        line = check_typed_entry(
            checked,
            registered,
            entry.tournament.organisation_id,
            previous=[get_data(player) for player in former],
        )
        people = [build_player(entry.tournament, data) for data in checked]
        links = link_typed_people(line, decision)
        _replace_players(entry, people, links, former, by=by, now=now)
        old = Entry.objects.values_list("name", flat=True).get(pk=entry.pk)
        entry.name = make_entry_name(people)
        entry.team = find_team(entry.tournament, team)
        entry.save(update_fields=["name", "team"])
        record_new_name(entry, old, by=by, now=now)
        update_room(entry.tournament, by=by, now=now)
    return entry


def _replace_players(
    entry: Entry,
    people: list[Player],
    links: RosterLinks,
    former: list[Player],
    *,
    by: User | None,
    now: datetime,
) -> None:
    """Delete the ``former`` players of the entry, store ``people``, and update the roster."""
    roster_players = {place: player.roster_player for place, player in enumerate(former)}
    entry.players.all().delete()
    update_roster(
        organisation=entry.tournament.organisation,
        people=people,
        links=links,
        corrected={place: row for place, row in roster_players.items() if row is not None},
        by=by,
        now=now,
    )
    Player.objects.bulk_create(people)
    entry.players.set(people)


def withdraw_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """Withdraw an entry; its scores stay in the rankings of its games."""
    _set_withdrawn(entry, withdrawn=True, by=by, now=now)


def restore_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """Restore a withdrawn entry; bulletins handed in before it left are corrected."""
    with transaction.atomic():
        lock_registration(entry.tournament)  # no game starts meanwhile
        _ask_for_corrections(entry)
        _set_withdrawn(entry, withdrawn=False, by=by, now=now)
        create_seats(entry.tournament_id)
        assign_new_tables_to_sole_arbiter(entry.tournament, [entry.table.number])


def _ask_for_corrections(entry: Entry) -> None:
    """Ask for new corrections: those made meanwhile skipped its bulletins. The sweep sends them."""
    has_bulletin = Q(pk__in=Bulletin.objects.filter(entry=entry).values("turn"))
    has_bulletin |= Q(pk__in=LateBulletin.objects.filter(entry=entry).values("turn"))
    has_bulletin |= Q(
        pk__in=TurnParticipation.objects.filter(entry=entry).exclude(typed="").values("turn")
    )
    turns = lock_turns(Turn.objects.filter(has_bulletin, game__tournament=entry.tournament_id))
    Turn.objects.filter(pk__in=[turn.pk for turn in turns]).update(corrected_at=None)


def _set_withdrawn(entry: Entry, *, withdrawn: bool, by: User | None, now: datetime) -> None:
    with transaction.atomic():
        changed = Entry.objects.filter(pk=entry.pk, withdrawn=not withdrawn)
        if changed.update(withdrawn=withdrawn):
            act, table = ("withdrawn" if withdrawn else "restored"), entry.table.number
            record_entries(entry.tournament, act, by=by, now=now, table=table)
        entry.withdrawn = withdrawn
        update_room(entry.tournament, by=by, now=now)


def _require_centre(user: User, tournament_id: int, tables: list[Table]) -> None:
    """Raise BadSetting if the arbiter does not correct in the centre of one of ``tables``."""
    centres = find_own_centres(user, tournament_id, CORRECTING_ROLES)
    for table in tables:
        if centres is not None and table.centre_id not in centres:
            name = table.centre.name if table.centre else ""
            raise BadSetting("not-staff-there", username=user.get_username(), centre=name)


def assign_arbiter(
    *,
    tables: list[Table],
    user: User | None,
    by: User | None,
    now: datetime,
) -> None:
    """Give the tables to one arbiter of their tournament, or to none.

    Raise BadSetting for an account that does not correct, or is closed.
    """
    with transaction.atomic():
        for tournament_id in sorted({table.tournament_id for table in tables}):
            # The role is not removed meanwhile (``remove_staff``), nor the account closed.
            Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
            if user is not None and user not in lock_arbiters(tournament_id):
                raise BadSetting("not-staff", username=user.get_username())
            if user is not None:
                _require_centre(user, tournament_id, tables)
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(
            arbiter_id=user.pk if user else None
        )
