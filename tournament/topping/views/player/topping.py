"""A *topping* on the tablet of a table (3.8.4)."""

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
from tournament.topping.queries.topping import list_open_runs
from tournament.topping.services.runs import start_run
from tournament.topping.views.topping_play import answer_proposal, render_part
from tournament.views.device import get_entered_table
from tournament.views.player.closed_table import redirect_to_tablet
from tournament.views.shortcuts import is_htmx, refusal_response
from tournament.views.zone_and_paper import use_zone_and_paper

type _View = Callable[[HttpRequest, ToppingRun, Table], HttpResponse]


def _with_own_run(page: _View) -> Callable[[HttpRequest, int], HttpResponse]:
    """Give the view the run of the player who sits at the table of this device."""

    @never_cache
    @wraps(page)
    def wrapped(request: HttpRequest, number: int) -> HttpResponse:
        table = get_entered_table(request)
        if table is None:
            return redirect_to_tablet(request)
        runs = ToppingRun.objects.filter(
            entry=table.entry, topping__tournament=table.tournament, topping__number=number
        )
        run = runs.exclude(state=RunState.ANNULLED).select_related("topping").first()
        if run is None:
            raise Http404
        with use_zone_and_paper(request, table.tournament):
            return page(request, run, table)

    return wrapped


def _build_urls(run: ToppingRun) -> dict[str, str]:
    """Return the URLs of the page and of what it sends, by their use."""
    number = run.topping.number
    url_names = {
        "part": "table-topping",
        "start": "table-topping-start",
        "say": "table-topping-say",
    }
    return {use: reverse(url_name, args=[number]) for use, url_name in url_names.items()}


def _build_extra_context(table: Table) -> dict[str, Any]:
    return {"table": table, "player_name": table.entry.name, "back": reverse("table")}


@require_safe
@_with_own_run
def page(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    """Show letters, board and clock; for htmx the part that is updated."""
    return render_part(request, run, _build_urls(run), **_build_extra_context(table))


@require_POST
@_with_own_run
def start(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    """Start the clock; refused before a judge, who starts it."""
    try:
        start_run(run=run, by=None, now=now())
    except RoomError as error:
        return refusal_response(request, error)
    run.refresh_from_db()
    if not is_htmx(request):
        return redirect("table-topping", run.topping.number)
    return render_part(request, run, _build_urls(run), **_build_extra_context(table))


@require_POST
@_with_own_run
def propose(request: HttpRequest, run: ToppingRun, table: Table) -> HttpResponse:
    return answer_proposal(request, run, _build_urls(run), by=None, **_build_extra_context(table))


@require_safe
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """List the open toppings of the player, for the tablet."""
    table = get_entered_table(request)
    if table is None:
        raise Http404
    return render(
        request, "topping/player/toppings.html", {"toppings": list_open_runs(table.entry)}
    )
