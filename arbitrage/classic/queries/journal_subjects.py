"""Calls for an arbiter as the journal of a tournament binds them."""

from uuid import UUID

from arbitrage.classic.models import TableCall
from tournament.core.tournament_journal import JournalSubject, MemberLine, SubjectKind
from tournament.queries.tournament_journal import build_line


def _read_call(uid: UUID) -> list[MemberLine]:
    calls = TableCall.objects.select_related("game").filter(uid=uid)
    return [("calls", build_line("calls", call)) for call in calls]


def _list_calls(tournament: int) -> list[UUID]:
    rows = TableCall.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("uid", flat=True))


CALLS = JournalSubject(SubjectKind.CALL, _read_call, _list_calls)
