"""Files of people: uploaded, reviewed, and imported as a whole or not at all."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.files.spreadsheets import read_spreadsheet
from tournament.core.people.decisions import RosterLinks
from tournament.core.people.entry_lines import EntryLine
from tournament.core.people.names import fold_name
from tournament.core.people.roster_changes import RosterChangeKind, RowChange
from tournament.models import (
    Centre,
    ColumnMatching,
    Entry,
    EntryImport,
    Organisation,
    PendingFile,
    Player,
    RosterChange,
    Table,
    Team,
    Tournament,
)
from tournament.queries.people.centres import find_by_name
from tournament.queries.people.entry_imports import (
    ImportPlan,
    has_name_fields,
    list_import_fields,
    make_import_plan,
)
from tournament.services.change_records import record_entries
from tournament.services.groups import add_groups
from tournament.services.people.centres import place_tables, require_centre
from tournament.services.people.registration import (
    build_player,
    check_table_number,
    list_free_numbers,
    lock_registration,
    make_entry_name,
)
from tournament.services.people.roster import update_roster
from tournament.services.people.roster_changes import BATCH, record_roster_change
from tournament.services.people.table_arbiters import assign_new_tables_to_sole_arbiter
from tournament.services.play.participation import mark_as_newcomers
from tournament.services.tournaments import update_room

#: How long a file is stored before its import.
STORAGE_TIME = timedelta(days=2)
MAX_FILE_NAME = 200


def store_file(
    *,
    organisation: Organisation,
    tournament: Tournament | None = None,
    file_name: str,
    data: bytes,
    by: User | None,
    now: datetime,
) -> PendingFile:
    """Store a readable file for ``tournament``, or else the roster, until it is imported.

    Raise BadSetting as ``read_sheets``.
    """
    read_spreadsheet(data)
    return PendingFile.objects.create(
        organisation=organisation,
        tournament=tournament,
        file_name=PurePath(file_name).name[:MAX_FILE_NAME],
        data=data,
        by=by,
        expires_at=now + STORAGE_TIME,
    )


def store_choices(
    *,
    pending: PendingFile,
    heading: int | None,
    fields: Sequence[str] | None,
    decisions: Mapping[str, Any],
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> PendingFile:
    """Store the chosen fields of the columns, decisions about lines, and the centre of those that
    name none. Raises BadSetting."""
    if fields is not None:
        chosen_fields = [field for field in fields if field]
        if set(chosen_fields) - set(list_import_fields(pending)):
            raise BadSetting("unknown-field")
        repeated = next((field for field in chosen_fields if chosen_fields.count(field) > 1), None)
        if repeated:
            raise BadSetting("field-twice", field=repeated)
    pending.heading = heading
    pending.fields = None if fields is None else list(fields)
    pending.decisions, pending.centre = dict(decisions), centre
    pending.save(update_fields=["heading", "fields", "decisions", "centre"])
    return pending


def delete_file(*, pending: PendingFile, by: User | None, now: datetime) -> None:
    pending.delete()


def import_entries(
    *, pending: PendingFile, by: User | None, now: datetime
) -> tuple[EntryImport, int]:
    """Register every line that is not excluded, or none; also return the number of entries.

    Raise BadSetting if something is undecided, or there is nothing to import.
    """
    tournament = pending.tournament
    assert tournament is not None
    with transaction.atomic():
        lock_registration(tournament)
        plan = _require_complete_plan(pending)
        entry_import = EntryImport.objects.create(
            tournament=tournament, file_name=pending.file_name, by=by, at=now
        )
        changes = _create_entries(tournament, plan, entry_import, by=by, now=now)
        entry_import.learnt = _record_roster_import(pending, changes, by=by, now=now)
        entry_import.save(update_fields=["learnt"])
        _finish_import(pending, plan, by=by, now=now)
        record_entries(tournament, "imported", by=by, now=now, count=len(plan.accepted_lines))
        update_room(tournament, by=by, now=now)
    return entry_import, len(plan.accepted_lines)


def import_people(*, pending: PendingFile, by: User | None, now: datetime) -> int:
    """Write every line that is not excluded into the roster, or none. Raise BadSetting."""
    with transaction.atomic():
        plan = _require_complete_plan(pending)
        people = [Player(**_get_person_fields(line)) for line in plan.accepted_lines]
        changes = update_roster(
            organisation=pending.organisation,
            people=people,
            links=_list_links(plan),
            by=by,
            now=now,
        )
        _record_roster_import(pending, changes, by=by, now=now)
        _finish_import(pending, plan, by=by, now=now)
    return len(people)


def _record_roster_import(
    pending: PendingFile, changes: Sequence[RowChange], *, by: User | None, now: datetime
) -> RosterChange:
    """Store the changes of the roster that a file caused, so that they can be undone."""
    return record_roster_change(
        pending.organisation,
        RosterChangeKind.IMPORT,
        changes,
        by=by,
        now=now,
        file_name=pending.file_name,
    )


def _list_links(plan: ImportPlan) -> RosterLinks:
    """Return the links of all people of the accepted lines, by their place among them."""
    links: dict[int, int | None] = {}
    count = 0
    for line in plan.accepted_lines:
        links |= {count + index: key for index, key in plan.roster_links[line.number].items()}
        count += len(line.people)
    return links


def _get_person_fields(line: EntryLine) -> dict[str, Any]:
    (person,) = line.people
    return {name: getattr(person, name) for name in person.__slots__}


def _require_complete_plan(pending: PendingFile) -> ImportPlan:
    """Make the plan and check that it is complete; locks the file. Raise BadSetting."""
    if PendingFile.objects.select_for_update().filter(pk=pending.pk).first() is None:
        raise BadSetting("import-gone")
    plan = make_import_plan(pending)
    if not has_name_fields(plan.fields):
        raise BadSetting("file-without-names")
    if plan.undecided_lines:
        raise BadSetting("lines-undecided", count=len(plan.undecided_lines))
    if plan.open_questions:
        raise BadSetting("values-undecided", count=len(plan.open_questions))
    if not plan.accepted_lines:
        raise BadSetting("nothing-to-import")
    return plan


def _finish_import(
    pending: PendingFile, plan: ImportPlan, *, by: User | None, now: datetime
) -> None:
    add_groups(organisation=pending.organisation, codes=plan.new_codes, by=by, now=now)
    if plan.heading.number:
        ColumnMatching.objects.update_or_create(
            organisation=pending.organisation,
            headers=plan.heading.folded_names,
            defaults={"fields": plan.fields, "used_at": now},
        )
    pending.delete()


def _create_entries(
    tournament: Tournament,
    plan: ImportPlan,
    entry_import: EntryImport,
    *,
    by: User | None,
    now: datetime,
) -> list[RowChange]:
    """Create thousands of entries in a few statements, in the order of the file; return what the
    roster learnt."""
    lines = plan.accepted_lines
    centres = find_by_name(tournament)
    line_centres = {line.number: centres[fold_name(line.centre)] for line in lines if line.centre}
    tables = _find_or_create_tables(tournament, lines, line_centres)
    teams = _find_or_create_teams(tournament, lines)
    people, changes = _create_players(tournament, plan, by=by, now=now)
    entries = [
        Entry(
            tournament=tournament,
            table=tables[line.number],
            name=make_entry_name(people[line.number]),
            team=teams.get(line.team.casefold()),
            plays_on=tournament.plays_on,
            imported=entry_import,
        )
        for line in lines
    ]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    centre_by_table = {tables[number]: centre for number, centre in line_centres.items()}
    place_tables(tournament, centre_by_table, by=by, now=now)
    require_centre(tournament, tables.values())
    mark_as_newcomers(tournament, entries)
    assign_new_tables_to_sole_arbiter(tournament, [table.number for table in tables.values()])
    _link_players(entries, [people[line.number] for line in lines])
    return changes


def _create_players(
    tournament: Tournament, plan: ImportPlan, *, by: User | None, now: datetime
) -> tuple[dict[int, list[Player]], list[RowChange]]:
    """Create the players of the accepted lines; return them by the number of the line, and what the
    roster learnt."""
    people = {
        line.number: [build_player(tournament, person) for person in line.people]
        for line in plan.accepted_lines
    }
    all_players = [player for players in people.values() for player in players]
    changes = update_roster(
        organisation=tournament.organisation,
        people=all_players,
        links=_list_links(plan),
        by=by,
        now=now,
    )
    Player.objects.bulk_create(all_players, batch_size=BATCH)
    return people, changes


def _link_players(entries: Sequence[Entry], people: Sequence[Sequence[Player]]) -> None:
    """Store which players each entry has; ``people``: in the order of the entries."""
    links = Entry.players.through
    links.objects.bulk_create(
        [
            links(entry_id=entry.pk, player_id=player.pk)
            for entry, players in zip(entries, people, strict=True)
            for player in players
        ],
        batch_size=BATCH,
    )


def _find_or_create_tables(
    tournament: Tournament, lines: Sequence[EntryLine], centres: Mapping[int, Centre]
) -> dict[int, Table]:
    """Return a table for each line number; a table that a line asks for is not given to another.
    ``centres``: by line number, where one is named."""
    numbers = {line.number: line.table for line in lines if line.table is not None}
    used = set(numbers.values())
    free = {centre: list_free_numbers(tournament, centre) for centre in {None, *centres.values()}}
    for line in lines:
        if line.table is None:
            candidates = free[centres.get(line.number)]
            numbers[line.number] = next(number for number in candidates if number not in used)
            used.add(numbers[line.number])
        check_table_number(numbers[line.number])
    tables = {
        table.number: table for table in tournament.tables.filter(number__in=numbers.values())
    }
    missing_numbers = sorted(set(numbers.values()) - tables.keys())
    created = Table.objects.bulk_create(
        (Table(tournament=tournament, number=number) for number in missing_numbers),
        batch_size=BATCH,
    )
    tables |= {table.number: table for table in created}
    return {line: tables[number] for line, number in numbers.items()}


def _find_or_create_teams(tournament: Tournament, lines: Sequence[EntryLine]) -> dict[str, Team]:
    """Return teams by lower-case name, creating the missing ones."""
    names_by_key = {line.team.casefold(): line.team for line in lines if line.team}
    existing = {team.name.casefold(): team for team in tournament.teams.all()}
    created = Team.objects.bulk_create(
        (
            Team(tournament=tournament, name=name)
            for key, name in names_by_key.items()
            if key not in existing
        ),
        batch_size=BATCH,
    )
    return existing | {team.name.casefold(): team for team in created}
