"""The public board of a *topping*: turn and time of each player; letters and words once it is
closed."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.presentation.files.spreadsheet import CSV
from tournament.protocol.update_channel import make_shared_update_token
from tournament.queries.access import get_roles
from tournament.queries.chain import list_tournament_heads
from tournament.queries.clock import now
from tournament.queries.freshness import compute_people_fingerprint
from tournament.topping.core.topping_run import ToppingState
from tournament.topping.models import Topping
from tournament.topping.presentation.topping import build_table
from tournament.topping.queries.freshness import compute_playing_stamp
from tournament.topping.queries.topping import ToppingGame
from tournament.topping.queries.topping_standings import (
    ToppingStandings,
    find_pending_publicity,
)
from tournament.views.download import download
from tournament.views.public.access import cached_public_page, for_everybody
from tournament.views.shortcuts import is_htmx


def _build_context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    topping = get_object_or_404(
        Topping.objects.select_related("tournament"), tournament=tournament, number=number
    )
    pending_publicity = (
        None if get_roles(request.user, tournament) else find_pending_publicity(topping)
    )
    board = ToppingStandings(topping, now())
    is_closed = topping.state == ToppingState.CLOSED
    return {
        "tournament": tournament,
        "topping": topping,
        "withheld": pending_publicity,
        "board": board,
        "turns": ToppingGame(topping).turns if is_closed else [],
        "heads": list_tournament_heads(tournament),
        "token": make_shared_update_token(topping.update_channel),
    }


@require_safe
@cached_public_page(compute_people_fingerprint, compute_playing_stamp)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the board; for htmx the part that is updated."""
    name = "topping/public/topping.html" + ("#board" if is_htmx(request) else "")
    return render(request, name, _build_context(request, tournament, number))


@require_safe
@cached_public_page(compute_people_fingerprint, compute_playing_stamp)
def screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the board on a big screen."""
    context = _build_context(request, tournament, number) | {"big": True}
    name = "topping.html#board" if is_htmx(request) else "topping_screen.html"
    return render(request, f"topping/public/{name}", context)


@require_safe
@for_everybody
def as_csv(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    context = _build_context(request, tournament, number)
    if context["withheld"] is not None:
        return render(request, "topping/public/topping.html", context, status=HTTPStatus.FORBIDDEN)
    name = f"{tournament.slug}-topping-{number}"
    return download(build_table(context["board"], turns=False), CSV, name)
