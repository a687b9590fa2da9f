"""Centres of a tournament, and the tables and roles that belong to each."""

from uuid import UUID

from django.db.models import Count, Q, QuerySet

from tournament.core.people.names import fold_name
from tournament.core.tournament_journal import BoundLine, JournalSubject, MemberLine, SubjectKind
from tournament.models import Centre, Table, Tournament
from tournament.queries.tournament_journal import build_line


def list_centres(tournament: Tournament) -> QuerySet[Centre]:
    """List the centres in their order, with the numbers of their tables, entries and roles."""
    present = Q(tables__entry__withdrawn=False)
    return tournament.centres.annotate(
        table_count=Count("tables", distinct=True),
        entry_count=Count("tables__entry", filter=present, distinct=True),
        role_count=Count("staff", distinct=True),
    )


def find_by_name(tournament: Tournament) -> dict[str, Centre]:
    """Return the centres by folded name, as files write it."""
    return {fold_name(centre.name): centre for centre in tournament.centres.all()}


def has_centres(tournament_id: int) -> bool:
    return Centre.objects.filter(tournament=tournament_id).exists()


def _build_lines(uid: UUID) -> list[MemberLine]:
    lines: list[MemberLine] = [
        ("centres", build_line("centres", centre)) for centre in Centre.objects.filter(uid=uid)
    ]
    tables = Table.objects.select_related("centre").filter(centre__uid=uid).order_by("number")
    return [*lines, *(("tables", _build_table_line(table)) for table in tables)]


def _build_table_line(table: Table) -> BoundLine:
    return build_line("tables", table)


def _list_uids(tournament: int) -> list[UUID]:
    rows = Centre.objects.filter(tournament=tournament).order_by("position", "uid")
    return list(rows.values_list("uid", flat=True))


#: A centre with its tables, as a subject of the journal of a tournament.
SUBJECT = JournalSubject(SubjectKind.CENTRE, _build_lines, _list_uids)
