"""Registers the players of a file: thousands of lines in a moment, each taken or told why not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting, RoomError
from tournament.core.roster import RosterLine, read_roster
from tournament.models import Entry, Player, Table, Tournament
from tournament.services.registration import (
    MAX_TABLE,
    PlayerData,
    check_names,
    check_table_number,
    free_numbers,
    new_player,
    one_at_a_time,
)
from tournament.services.taking_part import was_not_there
from tournament.services.tournaments import tell_room

#: Rows of one statement.
BATCH = 1000


@dataclass(frozen=True, slots=True)
class ImportReport:
    """``refused``: (line number, the line as read, why) in order; ``unused``: columns."""

    added: int
    refused: list[tuple[int, str, RoomError]] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


class _Hall:
    """Who is where; read once, kept up as lines are seated, since nobody else registers."""

    def __init__(self, tournament: Tournament) -> None:
        entries = tournament.entries.values_list("table__number", flat=True)
        licences = tournament.players.exclude(licence="").values_list("licence", flat=True)
        self._taken, self._licences = set(entries), set(licences)
        self._free = free_numbers(tournament)
        self.seated: list[tuple[int, PlayerData]] = []

    def seat(self, line: RosterLine) -> None:
        """Raises BadSetting; nothing is taken then."""
        if line.fault:
            raise BadSetting(line.fault, number=line.table_text, most=MAX_TABLE)
        player = PlayerData(line.last_name, line.first_name, line.licence, line.club)
        check_names([player])
        if line.table is not None:
            check_table_number(line.table)
            if line.table in self._taken:
                raise BadSetting("table-taken", number=line.table)
        if player.licence in self._licences:
            raise BadSetting("licence-taken", licence=player.licence)
        number = self._next() if line.table is None else line.table
        self._taken.add(number)
        self._licences |= {player.licence} - {""}
        self.seated.append((number, player))

    def _next(self) -> int:
        number = next(number for number in self._free if number not in self._taken)
        check_table_number(number)
        return number


def import_csv(
    *, tournament: Tournament, data: bytes, by: User | None, now: datetime
) -> ImportReport:
    """Register every line of a CSV file that can be; the others are reported with the reason.

    Raises BadSetting when the file as a whole cannot be read.
    """
    roster = read_roster(data)
    refused: list[tuple[int, str, RoomError]] = []
    with transaction.atomic():
        one_at_a_time(tournament)
        hall = _Hall(tournament)
        for line in _fitting(roster.lines):
            try:
                hall.seat(line)
            except RoomError as error:
                refused.append((line.number, line.raw, error))
        if hall.seated:
            _write(tournament, hall.seated)
            tell_room(tournament, by=by, now=now)
    return ImportReport(len(hall.seated), sorted(refused, key=itemgetter(0)), roster.unused)


def _fitting(lines: list[RosterLine]) -> Iterator[RosterLine]:
    """Lines with a table first, so that numbers asked for are not given away before."""
    return iter(sorted(lines, key=lambda line: (line.table is None, line.number)))


def _write(tournament: Tournament, seated: list[tuple[int, PlayerData]]) -> None:
    numbers = [number for number, _ in seated]
    there = tournament.tables.filter(number__in=numbers)
    tables = {table.number: table for table in there}
    missing = [Table(tournament=tournament, number=one) for one in numbers if one not in tables]
    made = Table.objects.bulk_create(missing, batch_size=BATCH)
    tables |= {table.number: table for table in made}
    people = [new_player(tournament, data) for _, data in seated]
    Player.objects.bulk_create(people, batch_size=BATCH)
    entries = [
        Entry(
            tournament=tournament,
            table=tables[number],
            name=str(player),
            plays_on=tournament.plays_on,
        )
        for number, player in zip(numbers, people, strict=True)
    ]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    was_not_there(tournament, entries)
    seats = Entry.players.through
    pairs = zip(entries, people, strict=True)
    seats.objects.bulk_create(
        [seats(entry_id=entry.pk, player_id=player.pk) for entry, player in pairs],
        batch_size=BATCH,
    )
