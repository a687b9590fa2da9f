"""Functions with which the topping fills the ports of ``tournament``."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from engine.board.board import Board
from tournament.core.errors import WrongState
from tournament.models import Entry, Table, Tournament
from tournament.ports import PositionInPlay
from tournament.topping.core.topping_run import IN_PLAY_RUNS, RunState, ToppingState
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping import (
    ToppingGame,
    list_judged_toppings,
    list_open_runs,
    list_public_toppings,
)


def require_nothing_running(tournament: Tournament) -> None:
    """Raise WrongState while somebody is playing a topping."""
    runs = ToppingRun.objects.filter(topping__tournament=tournament)
    if runs.filter(state__in=sorted(IN_PLAY_RUNS)).exists():
        raise WrongState("topping-under-way")


def was_played(tournament: Tournament) -> bool:
    return Topping.objects.filter(tournament=tournament, runs__started_at__isnull=False).exists()


def is_unfinished(tournament: Tournament) -> bool:
    """Return True if a topping is not closed."""
    return Topping.objects.filter(tournament=tournament).exclude(state=ToppingState.CLOSED).exists()


def build_awaited_filter() -> Exists:
    """Return a subquery that is True for an entry that has begun a topping."""
    return Exists(ToppingRun.objects.filter(entry=OuterRef("pk"), started_at__isnull=False))


def find_last_events() -> QuerySet[ToppingEvent]:
    """Return the last event of every run that is being played."""
    events = ToppingEvent.objects.filter(run__state=RunState.PLAYING)
    return events.order_by("run_id", "-seq").distinct("run_id")


def build_running_clock_filter() -> Exists:
    return Exists(ToppingRun.objects.filter(state=RunState.PLAYING))


def build_word_list_filter(organisation: int | None = None) -> Exists:
    rows = Topping.objects.filter(word_list=OuterRef("pk"))
    if organisation is not None:
        rows = rows.filter(tournament__organisation=organisation)
    return Exists(rows)


def is_playing_topping(table: Table) -> bool:
    runs = ToppingRun.objects.filter(entry__table=table, state__in=sorted(IN_PLAY_RUNS))
    return runs.exists()


def list_positions(managed: QuerySet[Tournament]) -> Iterator[PositionInPlay]:
    """Yield each position in play in a tournament that is not in ``managed``."""
    runs = ToppingRun.objects.filter(state=RunState.PLAYING, topping__tournament__isnull=False)
    other_runs = runs.exclude(topping__tournament__in=managed).select_related("topping")
    for topping, number in {(run.topping, run.turn) for run in other_runs}:
        turn = ToppingGame(topping).get_turn(number)
        yield PositionInPlay(partial(Board.from_rows, turn.before), turn.rack)


def build_home_context(tournament: Tournament) -> Mapping[str, Any]:
    return {"toppings": list_public_toppings(tournament)}


def build_desk_context(tournament: Tournament) -> Mapping[str, Any]:
    return {"judged_toppings": list_judged_toppings(tournament)}


def build_tablet_context(entry: Entry) -> Mapping[str, Any]:
    return {"toppings": list_open_runs(entry)}
