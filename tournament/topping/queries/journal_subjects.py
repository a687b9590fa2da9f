"""Toppings and runs as subjects of the journal of a tournament: the lines that it binds."""

from uuid import UUID

from tournament.core.tournament_journal import BoundLine, JournalSubject, MemberLine, SubjectKind
from tournament.queries.tournament_journal import build_line
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


def _list_topping_lines(uid: UUID) -> list[MemberLine]:
    toppings = Topping.objects.select_related("word_list").defer("word_list__content")
    lines: list[MemberLine] = [
        (
            "toppings",
            build_line(
                "toppings",
                topping,
                word_list=topping.word_list.checksum,
                words=topping.word_list.count,
            ),
        )
        for topping in toppings.filter(uid=uid)
    ]
    runs = ToppingRun.objects.select_related("entry").filter(topping__uid=uid).order_by("uid")
    lines += [("topping_runs", build_line("topping_runs", run)) for run in runs]
    events = ToppingEvent.objects.filter(topping__uid=uid, run=None).order_by("pk")
    return [*lines, *(("topping_events", build_line("topping_events", event)) for event in events)]


def _list_run_lines(uid: UUID) -> list[MemberLine]:
    runs = ToppingRun.objects.select_related("entry").filter(uid=uid)
    return [("topping_runs", build_line("topping_runs", run)) for run in runs]


def _list_events(run: UUID, after: int) -> list[BoundLine]:
    events = ToppingEvent.objects.filter(run__uid=run, seq__gt=after).order_by("seq")
    return [build_line("topping_events", event) for event in events]


def _list_topping_uids(tournament: int) -> list[UUID]:
    rows = Topping.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("uid", flat=True))


def _list_run_uids(tournament: int) -> list[UUID]:
    rows = ToppingRun.objects.filter(topping__tournament=tournament).order_by("uid")
    return list(rows.values_list("uid", flat=True))


SUBJECTS = (
    JournalSubject(SubjectKind.TOPPING, _list_topping_lines, _list_topping_uids),
    JournalSubject(SubjectKind.RUN, _list_run_lines, _list_run_uids, _list_events),
)
