"""Registers players and pairs, one by one or from a file, and seats them at tables."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from itertools import count

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from tournament.core.errors import BadSetting, RoomError
from tournament.core.roster import RosterLine, read_roster
from tournament.messages import explain
from tournament.models import Entry, Player, StaffMember, Table, Tournament
from tournament.models.people import PLAYER_LENGTHS
from tournament.services.tournaments import tell_room

MAX_TABLE = 20_000
PLAYERS_OF_A_PAIR = 2


@dataclass(frozen=True, slots=True)
class PlayerData:
    last_name: str
    first_name: str = ""
    licence: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """``refused``: (line number, the line as read, the reason in French)."""

    added: int
    refused: list[tuple[int, str, str]] = field(default_factory=list)


def register_entry(
    *,
    tournament: Tournament,
    players: list[PlayerData],
    table_number: int | None = None,
    by: User | None,
    now: datetime,
) -> Entry:
    """Register a player or a pair at a table; without a number, at the next free one.

    Raises BadSetting: no name, too many players, table taken, licence registered already.
    """
    with transaction.atomic():
        _one_at_a_time(tournament)
        number = next(_free_numbers(tournament)) if table_number is None else table_number
        entry = _register(tournament, players, number)
        tell_room(tournament, by=by, now=now)
    return entry


def _one_at_a_time(tournament: Tournament) -> None:
    """Nobody else registers in this tournament until the transaction ends."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _free_numbers(tournament: Tournament) -> Iterator[int]:
    """Numbers of free tables, then those after the last table; read when first asked."""
    free = tournament.tables.filter(entry__isnull=True).order_by("number")
    last = tournament.tables.aggregate(last=Max("number"))["last"] or 0
    yield from list(free.values_list("number", flat=True))
    yield from count(last + 1)


def _register(tournament: Tournament, players: list[PlayerData], table_number: int) -> Entry:
    if not 1 <= len(players) <= PLAYERS_OF_A_PAIR:
        raise BadSetting("player-count", count=len(players))
    _check_names(players)
    table = _free_table(tournament, table_number)
    people = [_new_player(tournament, data) for data in players]
    entry = Entry.objects.create(
        tournament=tournament, table=table, name=" / ".join(str(player) for player in people)
    )
    entry.players.add(*people)
    return entry


def _check_names(players: list[PlayerData]) -> None:
    for data in players:
        if not data.last_name.strip():
            raise BadSetting("no-name")
        for name, text in asdict(data).items():
            most = PLAYER_LENGTHS[name]
            if len(text.strip()) > most:
                raise BadSetting("too-long", text=text.strip(), most=most)


def _free_table(tournament: Tournament, number: int) -> Table:
    if not 1 <= number <= MAX_TABLE:
        raise BadSetting("bad-table-number", number=number, most=MAX_TABLE)
    table, _ = Table.objects.get_or_create(tournament=tournament, number=number)
    if Entry.objects.filter(table=table).exists():
        raise BadSetting("table-taken", number=number)
    return table


def _new_player(tournament: Tournament, data: PlayerData) -> Player:
    try:
        with transaction.atomic():
            return Player.objects.create(
                tournament=tournament,
                last_name=data.last_name.strip(),
                first_name=data.first_name.strip(),
                licence=data.licence.strip(),
                club=data.club.strip(),
            )
    except IntegrityError:
        raise BadSetting("licence-taken", licence=data.licence.strip()) from None


def update_entry(
    *,
    entry: Entry,
    players: list[PlayerData],
    by: User | None,
    now: datetime,
) -> Entry:
    """Correct names, licences and clubs of an entry; its table and results stay."""
    if not 1 <= len(players) <= PLAYERS_OF_A_PAIR:
        raise BadSetting("player-count", count=len(players))
    _check_names(players)
    with transaction.atomic():
        entry.players.all().delete()
        people = [_new_player(entry.tournament, data) for data in players]
        entry.players.set(people)
        entry.name = " / ".join(str(player) for player in people)
        entry.save(update_fields=["name"])
        tell_room(entry.tournament, by=by, now=now)
    return entry


def withdraw_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """The entry stops playing; what it has scored stays in the rankings of its games."""
    _set_withdrawn(entry, withdrawn=True, by=by, now=now)


def restore_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    _set_withdrawn(entry, withdrawn=False, by=by, now=now)


def _set_withdrawn(entry: Entry, *, withdrawn: bool, by: User | None, now: datetime) -> None:
    with transaction.atomic():
        Entry.objects.filter(pk=entry.pk).update(withdrawn=withdrawn)
        entry.withdrawn = withdrawn
        tell_room(entry.tournament, by=by, now=now)


def import_csv(
    *, tournament: Tournament, data: bytes, by: User | None, now: datetime
) -> ImportReport:
    """Register every line of a CSV file that can be; the others are reported with the reason.

    Raises BadSetting when the file as a whole cannot be read.
    """
    refused: list[tuple[int, str, str]] = []
    added = 0
    with transaction.atomic():
        _one_at_a_time(tournament)
        free = _free_numbers(tournament)
        spare: int | None = None
        for line in _fitting(read_roster(data)):
            number = line.table
            if number is None:
                number = spare = next(free) if spare is None else spare
            try:
                with transaction.atomic():
                    _register(tournament, [_player(line)], number)
                added += 1
                spare = None
            except RoomError as error:
                refused.append((line.number, line.raw, explain(error)))
        if added:
            tell_room(tournament, by=by, now=now)
    return ImportReport(added, sorted(refused))


def _fitting(lines: Iterable[RosterLine]) -> Iterator[RosterLine]:
    """Lines with a table first, so that numbers asked for are not given away before."""
    return iter(sorted(lines, key=lambda line: (line.table is None, line.number)))


def _player(line: RosterLine) -> PlayerData:
    if line.fault:
        raise BadSetting(line.fault, number=line.table_text)
    return PlayerData(line.last_name, line.first_name, line.licence, line.club)


def assign_arbiter(
    *,
    tables: list[Table],
    user: User | None,
    by: User | None,
    now: datetime,
) -> None:
    """Give the tables to one arbiter of their tournament, or to nobody."""
    for tournament_id in {table.tournament_id for table in tables}:
        staff = StaffMember.objects.filter(tournament=tournament_id)
        if user is not None and not staff.filter(user_id=user.pk).exists():
            raise BadSetting("not-staff", username=user.get_username())
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(
        arbiter_id=user.pk if user else None
    )
