"""Centres of a tournament: rooms with tables of their own, one of which leads."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.files.cells import normalise_text
from tournament.core.states import Discipline, TournamentChangeKind
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Centre, Table, Tournament
from tournament.queries.local import check_zone
from tournament.queries.people.centres import has_centres
from tournament.queries.people.seating import can_tables_change
from tournament.services.accounts.staff import release_foreign_tables
from tournament.services.lifecycle import record_tournament_change
from tournament.services.tournament_journal import append_change
from tournament.services.tournaments import update_room

MAX_NAME = 80
MAX_POSITION = 999
_FIELDS = ("name", "country", "time_zone", "position")


def create_centre(
    *,
    tournament: Tournament,
    name: str,
    country: str = "",
    time_zone: str = "",
    is_lead: bool = False,
    by: User | None,
    now: datetime,
) -> Centre:
    """Create a centre, the last in order; the first one leads.

    Raise BadSetting for no name, a name in use, an unknown time zone, or a classic tournament.
    """
    with transaction.atomic():
        locked_tournament = _lock(tournament)
        if locked_tournament.discipline == Discipline.CLASSIC:
            raise BadSetting("centre-in-classic")
        last = locked_tournament.centres.order_by("position").last()
        centre = Centre(tournament=locked_tournament, position=last.position + 1 if last else 1)
        _set_fields(centre, {"name": name, "country": country, "time_zone": time_zone})
        centre.is_lead = last is None
        centre.save()
        if is_lead:
            _give_lead(centre, by=by, now=now)
        _record(centre, "made", by=by, now=now)
    return centre


def update_centre(
    *, centre: Centre, changes: dict[str, Any], by: User | None, now: datetime
) -> Centre:
    """Change name, country, time zone, position, or make it lead (``is_lead`` True).

    Raise BadSetting as ``create_centre``; the lead is given to another centre, never only taken.
    """
    changes = dict(changes)
    is_lead = changes.pop("is_lead", centre.is_lead)
    with transaction.atomic():
        _lock(centre.tournament)
        centre.refresh_from_db()
        _set_fields(centre, changes)
        centre.save()
        if is_lead and not centre.is_lead:
            _give_lead(centre, by=by, now=now)
        elif centre.is_lead and not is_lead:
            raise BadSetting("centre-must-lead", name=centre.name)
        _record(centre, "changed", by=by, now=now)
    return centre


def delete_centre(*, centre: Centre, by: User | None, now: datetime) -> None:
    """Delete a centre without tables and roles. Raise WrongState if it has some, or leads others.

    Its empty tables stay, without a centre.
    """
    with transaction.atomic():
        _lock(centre.tournament)
        occupied = centre.tables.filter(entry__isnull=False).count()
        played = centre.seats.exists()
        roles = centre.staff.count()
        if occupied or played or roles:
            raise WrongState("centre-in-use", name=centre.name, tables=occupied, roles=roles)
        if centre.is_lead and centre.tournament.centres.exclude(pk=centre.pk).exists():
            raise WrongState("centre-leads", name=centre.name)
        centre.tables.update(centre=None)
        uid = centre.uid
        _record(centre, "deleted", by=by, now=now, has_subject=False)
        centre.delete()
        append_change(centre.tournament_id, SubjectKind.CENTRE, uid, by=by, now=now)


def assign_tables(
    *,
    tournament: Tournament,
    tables: Collection[int],
    centre: Centre | None,
    by: User | None,
    now: datetime,
) -> Counter[str]:
    """Put ``tables`` in ``centre``, or in none; an arbiter who has no role there loses them.

    Return how many changed, by the name of their former centre. Raise WrongState while a game is
    in progress, BadSetting for a centre of another tournament.
    """
    with transaction.atomic():
        _lock(tournament)
        if centre is not None and centre.tournament_id != tournament.pk:
            raise BadSetting("other-tournament")
        rows = list(
            tournament.tables.filter(pk__in=tables)
            .exclude(centre=centre)
            .select_related("centre")
            .order_by("number")
        )
        if rows and not can_tables_change(tournament.pk):
            raise WrongState("seats-in-play")
        former = [row.centre for row in rows]
        set_centre(rows, centre)
        changed = {row.pk: row for row in [*former, centre] if row is not None}
        for row in sorted(changed.values(), key=lambda row: row.pk) if rows else ():
            record_tables(row, by=by, now=now)
        update_room(tournament, by=by, now=now)
    return Counter(row.name if row else "" for row in former)


def place_tables(
    tournament: Tournament, centres: Mapping[Table, Centre], *, by: User | None, now: datetime
) -> None:
    """Put tables newly in use in their centres. Raise BadSetting for a table of another one."""
    by_centre: defaultdict[Centre, list[Table]] = defaultdict(list)
    for table, centre in centres.items():
        if table.centre_id not in (None, centre.pk):
            raise BadSetting("table-elsewhere", number=table.number, name=str(table.centre))
        if table.centre_id is None:
            by_centre[centre].append(table)
    for centre, tables in sorted(by_centre.items(), key=lambda item: item[0].pk):
        set_centre(tables, centre)
        record_tables(centre, by=by, now=now)


def require_centre(tournament: Tournament, tables: Iterable[Table]) -> None:
    """Raise BadSetting if one of ``tables`` is in no centre of a tournament that has some."""
    outside = [table.number for table in tables if table.centre_id is None]
    if outside and has_centres(tournament.pk):
        raise BadSetting("entry-without-centre", number=outside[0])


def set_centre(tables: Sequence[Table], centre: Centre | None) -> None:
    """Write the centre of ``tables``, which stay without arbiter where theirs may not correct."""
    for table in tables:
        table.centre = centre
    Table.objects.bulk_update(tables, ["centre"], batch_size=500)
    if tables:
        release_foreign_tables(tables[0].tournament_id)


def record_tables(centre: Centre, *, by: User | None, now: datetime) -> None:
    """Record which tables ``centre`` has now, after some were added or taken."""
    numbers = list(centre.tables.order_by("number").values_list("number", flat=True))
    _record(centre, "tables", by=by, now=now, tables=_list_ranges(numbers))


def _list_ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Return sorted numbers as ranges: 1, 2, 3, 7 are ``[[1, 3], [7, 7]]``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges


def _lock(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def _set_fields(centre: Centre, values: dict[str, Any]) -> None:
    """Set and check fields; the row is not saved. Raise BadSetting."""
    for name in _FIELDS:
        value = values.get(name, getattr(centre, name))
        setattr(centre, name, normalise_text(value) if isinstance(value, str) else value)
    if not centre.name:
        raise BadSetting("centre-without-name")
    for text in (centre.name, centre.country):
        if len(text) > MAX_NAME:
            raise BadSetting("too-long", text=text, most=MAX_NAME)
    centre.time_zone = check_zone(centre.time_zone)
    others = Centre.objects.filter(tournament=centre.tournament_id).exclude(pk=centre.pk)
    if others.filter(name__iexact=centre.name).exists():
        raise BadSetting("centre-taken", name=centre.name)


def _give_lead(centre: Centre, *, by: User | None, now: datetime) -> None:
    for other in centre.tournament.centres.filter(is_lead=True).exclude(pk=centre.pk):
        other.is_lead = False
        other.save(update_fields=["is_lead"])
        append_change(centre.tournament_id, SubjectKind.CENTRE, other.uid, by=by, now=now)
    centre.is_lead = True
    centre.save(update_fields=["is_lead"])


def _record(
    centre: Centre,
    act: str,
    *,
    by: User | None,
    now: datetime,
    has_subject: bool = True,
    **data: Any,
) -> None:
    """Record the change in the history, and in the chain of the journal of the tournament."""
    facts = {"act": act, "name": centre.name, "lead": centre.is_lead, **data}
    record_tournament_change(
        centre.tournament, TournamentChangeKind.CENTRE, by=by, now=now, data=facts
    )
    if has_subject:
        append_change(centre.tournament_id, SubjectKind.CENTRE, centre.uid, by=by, now=now)
