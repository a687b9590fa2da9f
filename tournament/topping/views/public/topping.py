"""The board of a *topping* for everybody: who is at which turn, in what time; its letters and words
once it is over."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.presentation.spreadsheet import CSV
from tournament.protocol.update_channel import beside_token
from tournament.queries.access import roles_of
from tournament.queries.clock import now
from tournament.topping.core.topping_run import ToppingState
from tournament.topping.models import Topping
from tournament.topping.presentation.topping import file_of
from tournament.topping.queries.topping import GameOfTopping
from tournament.topping.queries.topping_board import ToppingBoard, found_by, times_withheld
from tournament.views.download import download
from tournament.views.public.access import for_everybody
from tournament.views.staff import is_htmx


def _context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    found = get_object_or_404(
        Topping.objects.select_related("tournament"), tournament=tournament, number=number
    )
    kept = None if roles_of(request.user, tournament) else times_withheld(found)
    board = ToppingBoard(found, now())
    closed = found.state == ToppingState.CLOSED
    return {
        "tournament": tournament,
        "topping": found,
        "withheld": kept,
        "board": board,
        "turns": GameOfTopping(found).turns if closed else [],
        "found": found_by(board) if closed and kept is None else {},
        "token": beside_token(found.room),
    }


@require_safe
@for_everybody
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For htmx the part that follows."""
    name = "topping/public/topping.html" + ("#board" if is_htmx(request) else "")
    return render(request, name, _context(request, tournament, number))


@require_safe
@for_everybody
def screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The same for a big screen."""
    context = _context(request, tournament, number) | {"big": True}
    part, page = "topping/public/topping.html#board", "topping/public/topping_screen.html"
    return render(request, part if is_htmx(request) else page, context)


@require_safe
@for_everybody
def as_csv(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    context = _context(request, tournament, number)
    if context["withheld"] is not None:
        return render(request, "topping/public/topping.html", context, status=HTTPStatus.FORBIDDEN)
    name = f"{tournament.slug}-topping-{number}"
    return download(file_of(context["board"], turns=False), CSV, name)
