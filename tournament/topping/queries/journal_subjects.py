"""Toppings and their runs as the journal of a tournament binds them."""

from uuid import UUID

from tournament.core.tournament_journal import BoundLine, JournalSubject, MemberLine, SubjectKind
from tournament.queries.tournament_journal import build_line
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


def _read_topping(uid: UUID) -> list[MemberLine]:
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


def _read_run(uid: UUID) -> list[MemberLine]:
    runs = ToppingRun.objects.select_related("entry").filter(uid=uid)
    return [("topping_runs", build_line("topping_runs", run)) for run in runs]


def _list_events(run: UUID, after: int) -> list[BoundLine]:
    events = ToppingEvent.objects.filter(run__uid=run, seq__gt=after).order_by("seq")
    return [build_line("topping_events", event) for event in events]


def _list_toppings(tournament: int) -> list[UUID]:
    rows = Topping.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("uid", flat=True))


def _list_runs(tournament: int) -> list[UUID]:
    rows = ToppingRun.objects.filter(topping__tournament=tournament).order_by("uid")
    return list(rows.values_list("uid", flat=True))


SUBJECTS = (
    JournalSubject(SubjectKind.TOPPING, _read_topping, _list_toppings),
    JournalSubject(SubjectKind.RUN, _read_run, _list_runs, _list_events),
)
