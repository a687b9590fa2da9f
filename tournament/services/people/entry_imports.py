"""Files of people: sent, looked at, and taken in as a whole or not at all."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.files.sheets import read_sheets
from tournament.core.people.roster import EntryLine
from tournament.models import (
    ColumnMatching,
    Entry,
    EntryImport,
    Organisation,
    PendingFile,
    Player,
    Table,
    Team,
    Tournament,
)
from tournament.queries.people.entry_imports import ImportPlan, fields_for, has_names, plan_of
from tournament.services.groups import add_groups
from tournament.services.people.registration import (
    check_table_number,
    free_numbers,
    name_of,
    new_player,
    one_at_a_time,
)
from tournament.services.people.roster import BATCH, remember
from tournament.services.play.participation import was_not_there
from tournament.services.tournaments import tell_room

#: How long a file waits for its import.
KEPT_FOR = timedelta(days=2)
MAX_FILE_NAME = 200


def send_file(
    *,
    organisation: Organisation,
    tournament: Tournament | None = None,
    file_name: str,
    data: bytes,
    by: User | None,
    now: datetime,
) -> PendingFile:
    """Keep a file that can be read, for ``tournament`` or else the roster, until it is imported.

    Raises BadSetting: as ``read_sheets``.
    """
    read_sheets(data)
    return PendingFile.objects.create(
        organisation=organisation,
        tournament=tournament,
        file_name=PurePath(file_name).name[:MAX_FILE_NAME],
        data=data,
        by=by,
        expires_at=now + KEPT_FOR,
    )


def settle(
    *,
    pending: PendingFile,
    heading: int | None,
    fields: Sequence[str] | None,
    decisions: Mapping[str, str],
    by: User | None,
    now: datetime,
) -> PendingFile:
    """Note what fills which field, and what becomes of the lines. Raises BadSetting."""
    if fields is not None:
        chosen = [field for field in fields if field]
        if set(chosen) - set(fields_for(pending)):
            raise BadSetting("unknown-field")
        twice = next((field for field in chosen if chosen.count(field) > 1), None)
        if twice:
            raise BadSetting("field-twice", field=twice)
    pending.heading = heading
    pending.fields = None if fields is None else list(fields)
    pending.decisions = dict(decisions)
    pending.save(update_fields=["heading", "fields", "decisions"])
    return pending


def drop_file(*, pending: PendingFile, by: User | None, now: datetime) -> None:
    pending.delete()


def import_entries(
    *, pending: PendingFile, by: User | None, now: datetime
) -> tuple[EntryImport, int]:
    """Register every line that is not left out, or nobody; returns how many entries, too.

    Raises BadSetting: something is still to be decided, or there is nothing to import.
    """
    tournament = pending.tournament
    assert tournament is not None
    with transaction.atomic():
        one_at_a_time(tournament)
        plan = _settled_plan(pending)
        made = EntryImport.objects.create(
            tournament=tournament, file_name=pending.file_name, by=by, at=now
        )
        _seat(tournament, plan.taken, made, by=by, now=now)
        _finish(pending, plan, by=by, now=now)
        tell_room(tournament, by=by, now=now)
    return made, len(plan.taken)


def import_people(*, pending: PendingFile, by: User | None, now: datetime) -> int:
    """Write every line that is not left out into the roster, or none. Raises BadSetting."""
    with transaction.atomic():
        plan = _settled_plan(pending)
        people = [Player(**_of(line)) for line in plan.taken]
        remember(organisation=pending.organisation, people=people, by=by, now=now)
        _finish(pending, plan, by=by, now=now)
    return len(people)


def _of(line: EntryLine) -> dict[str, Any]:
    (person,) = line.people
    return {name: getattr(person, name) for name in person.__slots__}


def _settled_plan(pending: PendingFile) -> ImportPlan:
    """Raises BadSetting; nobody else imports the file meanwhile."""
    if PendingFile.objects.select_for_update().filter(pk=pending.pk).first() is None:
        raise BadSetting("import-gone")
    plan = plan_of(pending)
    if not has_names(plan.fields):
        raise BadSetting("file-without-names")
    if plan.undecided:
        raise BadSetting("lines-undecided", count=len(plan.undecided))
    if not plan.taken:
        raise BadSetting("nothing-to-import")
    return plan


def _finish(pending: PendingFile, plan: ImportPlan, *, by: User | None, now: datetime) -> None:
    add_groups(organisation=pending.organisation, codes=plan.new, by=by, now=now)
    if plan.heading.number:
        ColumnMatching.objects.update_or_create(
            organisation=pending.organisation,
            headers=plan.heading.compared,
            defaults={"fields": plan.fields, "used_at": now},
        )
    pending.delete()


def _seat(
    tournament: Tournament,
    lines: Sequence[EntryLine],
    entry_import: EntryImport,
    *,
    by: User | None,
    now: datetime,
) -> None:
    """Thousands of entries in a few statements, in the order of the file."""
    tables = _tables(tournament, lines)
    teams = _teams(tournament, lines)
    people = {
        line.number: [new_player(tournament, person) for person in line.people] for line in lines
    }
    everybody = [player for players in people.values() for player in players]
    remember(organisation=tournament.organisation, people=everybody, by=by, now=now)
    Player.objects.bulk_create(everybody, batch_size=BATCH)
    entries = [
        Entry(
            tournament=tournament,
            table=tables[line.number],
            name=name_of(people[line.number]),
            team=teams.get(line.team.casefold()),
            plays_on=tournament.plays_on,
            imported=entry_import,
        )
        for line in lines
    ]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    was_not_there(tournament, entries)
    seats = Entry.players.through
    seats.objects.bulk_create(
        [
            seats(entry_id=entry.pk, player_id=player.pk)
            for line, entry in zip(lines, entries, strict=True)
            for player in people[line.number]
        ],
        batch_size=BATCH,
    )


def _tables(tournament: Tournament, lines: Sequence[EntryLine]) -> dict[int, Table]:
    """A table by the number of each line; what some line asks for is not given to another."""
    asked = {line.table for line in lines if line.table is not None}
    free = (number for number in free_numbers(tournament) if number not in asked)
    wanted: dict[int, int] = {}
    for line in lines:
        wanted[line.number] = next(free) if line.table is None else line.table
        check_table_number(wanted[line.number])
    there = {table.number: table for table in tournament.tables.filter(number__in=wanted.values())}
    missing = sorted(set(wanted.values()) - there.keys())
    made = Table.objects.bulk_create(
        (Table(tournament=tournament, number=number) for number in missing), batch_size=BATCH
    )
    there |= {table.number: table for table in made}
    return {line: there[number] for line, number in wanted.items()}


def _teams(tournament: Tournament, lines: Sequence[EntryLine]) -> dict[str, Team]:
    """Teams by their names in small letters, made where they are missing."""
    named = {line.team.casefold(): line.team for line in lines if line.team}
    known = {team.name.casefold(): team for team in tournament.teams.all()}
    made = Team.objects.bulk_create(
        (Team(tournament=tournament, name=name) for key, name in named.items() if key not in known),
        batch_size=BATCH,
    )
    return known | {team.name.casefold(): team for team in made}
