"""A *topping* at the table that this device has entered (3.8.4)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.models import Table
from tournament.queries.clock import now
from tournament.topping.core.topping_run import RunState
from tournament.topping.models import ToppingRun
from tournament.topping.queries.topping import open_runs
from tournament.topping.services.runs import start_run
from tournament.topping.views.topping_play import answer_to, part
from tournament.views.device import get_entered_table
from tournament.views.local import local_to
from tournament.views.staff import is_htmx, refusal_response

type _Page = Callable[[HttpRequest, ToppingRun, Table], HttpResponse]


def _for_its_player(page: _Page) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page about the run of who sits at the table of this device."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, number: int) -> HttpResponse:
        table = get_entered_table(request)
        if table is None:
            return redirect("table")
        runs = ToppingRun.objects.filter(
            entry=table.entry, topping__tournament=table.tournament, topping__number=number
        )
        found = runs.exclude(state=RunState.ANNULLED).select_related("topping").first()
        if found is None:
            raise Http404
        with local_to(request, table.tournament):
            return page(request, found, table)

    return guarded


def _urls(run: ToppingRun) -> dict[str, str]:
    number = run.topping.number
    names = {"part": "table-topping", "start": "table-topping-start", "say": "table-topping-say"}
    return {name: reverse(address, args=[number]) for name, address in names.items()}


def _more(table: Table) -> dict[str, Any]:
    return {"table": table, "who": table.entry.name, "back": reverse("table")}


@require_safe
@_for_its_player
def page(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    """Its letters, the grid, the clock; for htmx the part that follows."""
    return part(request, run, _urls(run), **_more(table))


@require_POST
@_for_its_player
def start(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    """The clock starts; before a judge it is he who starts it."""
    try:
        start_run(run=run, by=None, now=now())
    except RoomError as error:
        return refusal_response(request, error)
    run.refresh_from_db()
    if not is_htmx(request):
        return redirect("table-topping", run.topping.number)
    return part(request, run, _urls(run), **_more(table))


@require_POST
@_for_its_player
def propose(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    return answer_to(request, run, _urls(run), by=None, **_more(table))


@require_safe
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """On the tablet: which toppings are open to who sits there."""
    table = get_entered_table(request)
    if table is None:
        raise Http404
    return render(request, "topping/player/toppings.html", {"toppings": open_runs(table.entry)})
