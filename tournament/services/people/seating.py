"""Moves entries to other tables, one by one or all at once, before and between games.

Links, codes and arbiters stay with the tables. A game that has started keeps its seats.
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import count

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.people.seating import SeatingKind, even_shares
from tournament.models import Entry, SeatingChange, StaffMember, Table, Tournament
from tournament.protocol import bus
from tournament.queries.people.seating import may_move
from tournament.services.accounts.staff import CORRECTING
from tournament.services.people.registration import check_table_number

#: All at once: while a statement runs, two may sit at one table.
_SIT_DOWN = """
UPDATE tournament_entry e SET table_id = t.id
FROM unnest(%s::bigint[], %s::int[]) AS s (entry_id, number)
JOIN tournament_table t ON t.number = s.number AND t.tournament_id = %s
WHERE e.id = s.entry_id
RETURNING e.id, e.table_id
"""


def move_entry(*, entry: Entry, number: int, by: User | None, now: datetime) -> None:
    """Seat ``entry`` at a table that is free.

    Raises BadSetting for a table that is taken, WrongState while a game is under way.
    """
    apply_plan(
        tournament=entry.tournament, seats={entry.pk: number}, kind=SeatingKind.HAND, by=by, now=now
    )


def swap_entries(*, one: Entry, other: Entry, by: User | None, now: datetime) -> None:
    """Exchange the tables of two entries of a tournament. Raises as ``apply_plan``."""
    one.refresh_from_db(fields=["table"])
    other.refresh_from_db(fields=["table"])
    before = {one.pk: one.table.number, other.pk: other.table.number}
    seats = {one.pk: other.table.number, other.pk: one.table.number}
    apply_plan(
        tournament=one.tournament,
        seats=seats,
        before=before,
        kind=SeatingKind.HAND,
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
    by: User | None,
    now: datetime,
) -> SeatingChange | None:
    """Seat entries at the tables with these numbers, which are made where they are missing; who is
    not named stays, but one that has left makes way. None when nobody moves.

    ``before``: where those sat that the plan was made from.

    Raises:
        BadSetting: a number no table can have, one for two entries, or of a table where somebody
            sits who stays; an entry of another tournament.
        LostRace: somebody sits elsewhere by now than ``before`` says, or is gone.
        WrongState: a game is under way.
    """
    with transaction.atomic():
        # No game starts meanwhile, and nobody is registered.
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if not may_move(tournament.pk):
            raise WrongState("seats-in-play")
        sitting = _sitting(tournament)
        if before is not None and any(sitting.get(pk) != one for pk, one in before.items()):
            raise LostRace("seating")
        wanted = _checked(tournament, seats, sitting)
        moves = [[pk, sitting[pk], to] for pk, to in wanted.items() if sitting[pk] != to]
        if not moves:
            return None
        _sit_down(tournament, {pk: to for pk, _, to in moves})
        return SeatingChange.objects.create(
            tournament=tournament, kind=kind, seed=seed, moves=moves, by=by, at=now
        )


def undo_seating(*, change: SeatingChange, by: User | None, now: datetime) -> SeatingChange | None:
    """Seat everybody as before ``change``, which must be the last one: LostRace.

    Who was deleted since is left out. Raises as ``apply_plan``.
    """
    tournament = change.tournament
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if tournament.seating_changes.last() != change:
            raise LostRace("seating")
        there = _sitting(tournament)
        back = {pk: was for pk, was, _ in change.moves if pk in there}
        return apply_plan(tournament=tournament, seats=back, kind=SeatingKind.UNDO, by=by, now=now)


def share_tables(*, tournament: Tournament, by: User | None, now: datetime) -> int:
    """Give every table where somebody plays to an arbiter, all as many, by ranges of numbers.

    Returns how many arbiters there are; raises BadSetting when there is none.
    """
    with transaction.atomic():
        # Nobody takes a role away meanwhile (``remove_staff``).
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        roles = StaffMember.objects.filter(tournament=tournament, role__in=CORRECTING)
        people = list(roles.order_by("user__username").values_list("user", flat=True).distinct())
        if not people:
            raise BadSetting("no-arbiter")
        used = tournament.tables.filter(entry__withdrawn=False).order_by("number")
        shares = even_shares(list(used.values_list("pk", flat=True)), people)
        for user in people:
            own = [table for table, who in shares.items() if who == user]
            Table.objects.filter(pk__in=own).update(arbiter=user)
    return len(people)


def _sitting(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.entries.values_list("pk", "table__number"))


def _checked(
    tournament: Tournament, seats: Mapping[int, int], sitting: Mapping[int, int]
) -> dict[int, int]:
    """``seats``, and where those go who have left and are in the way. Raises BadSetting."""
    taken: set[int] = set()
    for pk, number in seats.items():
        check_table_number(number)
        if pk not in sitting:
            raise BadSetting("other-tournament")
        if number in taken:
            raise BadSetting("table-twice", number=number)
        taken.add(number)
    staying = {number: pk for pk, number in sitting.items() if pk not in seats}
    gone = set(tournament.entries.filter(withdrawn=True).values_list("pk", flat=True))
    in_the_way = sorted(taken & staying.keys())
    free = (number for number in count(1) if number not in taken and number not in staying)
    wanted = dict(seats)
    for number in in_the_way:
        if staying[number] not in gone:
            raise BadSetting("table-taken", number=number)
        wanted[staying[number]] = next(free)
    return wanted


def _sit_down(tournament: Tournament, seats: Mapping[int, int]) -> None:
    known = tournament.tables.filter(number__in=seats.values())
    missing = set(seats.values()) - set(known.values_list("number", flat=True))
    Table.objects.bulk_create(Table(tournament=tournament, number=one) for one in sorted(missing))
    with connection.cursor() as cursor:
        cursor.execute(_SIT_DOWN, [list(seats), list(seats.values()), tournament.pk])
        places = dict(cursor.fetchall())
    transaction.on_commit(lambda: bus.publish(bus.SeatsMoved(places)))
    transaction.on_commit(lambda: bus.publish(bus.RoomResync(tournament.pk)))
