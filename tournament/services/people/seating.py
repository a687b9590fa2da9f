"""Moves entries to other tables, one by one or all at once, before and between games.

Links, codes and arbiters belong to the tables. A started game keeps its tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.people.seating import SeatingKind
from tournament.models import Entry, SeatingChange, Table, Tournament
from tournament.protocol import bus
from tournament.queries.people.seating import can_tables_change
from tournament.queries.seating_plan import compute_shares, list_sharing_roles
from tournament.services.locks import lock_entries
from tournament.services.people.centres import place_tables
from tournament.services.people.registration import check_table_number
from tournament.services.people.table_arbiters import (
    assign_new_tables_to_sole_arbiter,
    lock_arbiters,
)

#: In one statement, during which two entries may have the same table.
_MOVE_ENTRIES_QUERY = """
UPDATE tournament_entry e SET table_id = t.id
FROM unnest(%s::bigint[], %s::int[]) AS s (entry_id, number)
JOIN tournament_table t ON t.number = s.number AND t.tournament_id = %s
WHERE e.id = s.entry_id
RETURNING e.id, e.table_id
"""


def move_entry(
    *, entry: Entry, number: int, may_change_centre: bool = False, by: User | None, now: datetime
) -> None:
    """Move ``entry`` to a free table.

    Raise BadSetting for a table in use, WrongState while a game is in progress.
    """
    seats = {entry.pk: number}
    tournament, kind = entry.tournament, SeatingKind.HAND
    apply_plan(
        tournament=tournament,
        seats=seats,
        kind=kind,
        may_change_centre=may_change_centre,
        by=by,
        now=now,
    )


def swap_entries(
    *, first: Entry, second: Entry, may_change_centre: bool = False, by: User | None, now: datetime
) -> None:
    """Exchange the tables of two entries of a tournament. Raise as ``apply_plan``."""
    first.refresh_from_db(fields=["table"])
    second.refresh_from_db(fields=["table"])
    before = {first.pk: first.table.number, second.pk: second.table.number}
    seats = {first.pk: second.table.number, second.pk: first.table.number}
    apply_plan(
        tournament=first.tournament,
        seats=seats,
        before=before,
        kind=SeatingKind.HAND,
        may_change_centre=may_change_centre,
        by=by,
        now=now,
    )


def apply_plan(
    *,
    tournament: Tournament,
    seats: Mapping[int, int],
    kind: SeatingKind,
    before: Mapping[int, int] | None = None,
    seed: str = "",
    may_change_centre: bool = False,
    by: User | None,
    now: datetime,
) -> SeatingChange | None:
    """Move entries to the tables with these numbers, creating missing ones. Entries not named
    stay, but a withdrawn one is moved away from a table that is needed. None if nothing changes.

    ``before``: the tables from which the plan was made.

    Raises:
        BadSetting: an impossible number, a number for two entries, or the table of an entry that
            stays; an entry of another tournament; a table of another centre.
        LostRace: an entry is no longer at its table of ``before``, or was deleted.
        WrongState: a game is in progress.
    """
    with transaction.atomic():
        _lock_seats(tournament)
        current_tables = _list_current_tables(tournament)
        if not (before or {}).items() <= current_tables.items():
            raise LostRace("seating")
        moves = _list_moves(tournament, seats, current_tables)
        if not moves:
            return None
        if not may_change_centre:
            _require_same_centres(tournament, [move for move in moves if move[0] in seats])
        _move(tournament, {pk: number for pk, _, number in moves}, by, now)
        return SeatingChange.objects.create(
            tournament=tournament, kind=kind, seed=seed, moves=moves, by=by, at=now
        )


def _lock_seats(tournament: Tournament) -> None:
    """Lock the tournament: no game starts and nobody is registered meanwhile. Raise WrongState if a
    game is in progress."""
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not can_tables_change(tournament.pk):
        raise WrongState("seats-in-play")


def undo_seating(*, change: SeatingChange, by: User | None, now: datetime) -> SeatingChange | None:
    """Restore the tables before ``change``, which must be the last one, else LostRace.

    Entries deleted since are left out. Raise as ``apply_plan``.
    """
    tournament = change.tournament
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if tournament.seating_changes.last() != change:
            raise LostRace("seating")
        current_tables = _list_current_tables(tournament)
        seats = {pk: number for pk, number, _ in change.moves if pk in current_tables}
        return apply_plan(
            tournament=tournament,
            seats=seats,
            kind=SeatingKind.UNDO,
            may_change_centre=True,
            by=by,
            now=now,
        )


def share_tables(
    *, tournament: Tournament, with_double: bool = False, by: User | None, now: datetime
) -> int:
    """Share the occupied tables among the arbiters equally, as ``queries.seating_plan`` shows it
    before. ``with_double``: among double arbiters too. As few as possible change their arbiter; the
    others are given by ranges of numbers.

    Return the number of arbiters; raises BadSetting if there is none.
    """
    with transaction.atomic():
        # No role is removed meanwhile (``remove_staff``), and no account closed.
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        people = [
            user.pk
            for user in lock_arbiters(tournament, *list_sharing_roles(with_double=with_double))
        ]
        if not people:
            raise BadSetting("no-arbiter")
        shares = compute_shares(tournament, people)
        for user in people:
            table_ids = [table for table, arbiter in shares.items() if arbiter == user]
            Table.objects.filter(pk__in=table_ids).exclude(arbiter=user).update(arbiter=user)
    return len(people)


def _list_current_tables(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.entries.values_list("pk", "table__number"))


def _check_seats(
    tournament: Tournament, seats: Mapping[int, int], current_tables: Mapping[int, int]
) -> dict[int, int]:
    """Return ``seats``, with new tables for withdrawn entries in the way. Raise BadSetting."""
    used: set[int] = set()
    for pk, number in seats.items():
        check_table_number(number)
        if pk not in current_tables:
            raise BadSetting("other-tournament")
        if number in used:
            raise BadSetting("table-twice", number=number)
        used.add(number)
    staying = {number: pk for pk, number in current_tables.items() if pk not in seats}
    withdrawn = set(tournament.entries.filter(withdrawn=True).values_list("pk", flat=True))
    taken_numbers = sorted(used & staying.keys())
    free = (number for number in count(1) if number not in used and number not in staying)
    new_tables = dict(seats)
    for number in taken_numbers:
        if staying[number] not in withdrawn:
            raise BadSetting("table-taken", number=number)
        new_tables[staying[number]] = next(free)
    return new_tables


def _list_moves(
    tournament: Tournament, seats: Mapping[int, int], current_tables: Mapping[int, int]
) -> list[list[int]]:
    """Return entry, table and new table of those that change. Raise BadSetting."""
    new_tables = _check_seats(tournament, seats, current_tables)
    tables = ((pk, current_tables[pk], number) for pk, number in new_tables.items())
    return [[pk, before, number] for pk, before, number in tables if before != number]


def _require_same_centres(tournament: Tournament, moves: Iterable[Sequence[int]]) -> None:
    """Raise BadSetting for a move to an existing table of another centre."""
    tables = {table.number: table for table in tournament.tables.select_related("centre")}
    for _entry, before, number in moves:
        centre = tables[before].centre_id
        if number in tables and tables[number].centre_id != centre:
            name = str(tables[number].centre or "")
            raise BadSetting("seat-elsewhere", number=number, name=name)


def _move(tournament: Tournament, seats: Mapping[int, int], by: User | None, now: datetime) -> None:
    """Move entries; a table that is created for one stands in the centre of its former table."""
    existing = tournament.tables.filter(number__in=seats.values())
    missing_numbers = set(seats.values()) - set(existing.values_list("number", flat=True))
    created = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in sorted(missing_numbers)
    )
    _place_new_tables(tournament, created, seats, by, now)
    lock_entries(Entry.objects.filter(pk__in=seats))
    with connection.cursor() as cursor:
        cursor.execute(_MOVE_ENTRIES_QUERY, [list(seats), list(seats.values()), tournament.pk])
        places = dict(cursor.fetchall())
    assign_new_tables_to_sole_arbiter(tournament, seats.values())
    transaction.on_commit(lambda: bus.publish(bus.SeatsMoved(places, tournament.pk)))
    transaction.on_commit(lambda: bus.publish(bus.RoomResync(tournament.pk)))


def _place_new_tables(
    tournament: Tournament,
    tables: Sequence[Table],
    seats: Mapping[int, int],
    by: User | None,
    now: datetime,
) -> None:
    entries = {number: pk for pk, number in seats.items()}
    rows = Entry.objects.filter(pk__in=[entries[table.number] for table in tables])
    rows = rows.filter(table__centre__isnull=False).select_related("table__centre")
    centres = {row.pk: row.table.centre for row in rows}
    in_centres = {
        table: centre for table in tables if (centre := centres.get(entries[table.number]))
    }
    place_tables(tournament, in_centres, by=by, now=now)
