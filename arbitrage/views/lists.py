"""The arbiter's list: the page, its parts that are updated live, and the list to print."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arbitrage.presentation.paper import build_arbitration_sheet
from arbitrage.queries.turns import list_games
from arbitrage.views.bulletin_list import show_bulletins
from tournament.core.errors import BadSetting
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.protocol import Audience
from tournament.protocol.presence import count_tablets_now
from tournament.protocol.tokens import Ticket, make_token
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import for_roles, get_signed_in_user, is_htmx

#: Roles that correct. The judge has their own desk; both roles can be given to one account.
ARBITER_ROLES = (Role.ARBITER, Role.DOUBLE_ARBITER)


@require_safe
@for_roles(*ARBITER_ROLES)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "bulletins": show_bulletins(request, tournament),
        "token": _make_token(request, tournament),
        "tablets": count_tablets_now(tournament.pk),
    }
    return render(request, "arbitrage/page.html", context)


@require_safe
@for_roles(*ARBITER_ROLES)
def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the part of the page that is fetched again when something was corrected or decided."""
    context = {"tournament": tournament, "bulletins": show_bulletins(request, tournament)}
    return render(request, "arbitrage/list.html", context)


@require_safe
@for_roles(*ARBITER_ROLES)
def bulletin(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show the detail of one bulletin for htmx; otherwise redirect to the list with it in focus."""
    bulletins = show_bulletins(request, tournament, number, ordinal)
    row = bulletins.find_row(entry_id)
    if not is_htmx(request):
        parameters = bulletins.list_parameters | {"rows": entry_id, "at": entry_id}
        return redirect(
            f"{reverse('arbiter-list', args=[tournament.slug])}?{urlencode(parameters)}"
        )
    context = {"tournament": tournament, "bulletins": bulletins, "detail": bulletins.focus_on(row)}
    return render(request, "arbitrage/detail.html", context)


@require_safe
@for_roles(*ARBITER_ROLES)
def turns(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all games and turns of the tournament, to choose one."""
    bulletins = show_bulletins(request, tournament)
    name = "arbitrage/turns.html" if is_htmx(request) else "arbitrage/turns_page.html"
    context = {
        "tournament": tournament,
        "bulletins": bulletins,
        "games": list_games(tournament, bulletins.listing.scope),
    }
    return render(request, name, context)


@require_safe
@for_roles(*ARBITER_ROLES)
def paper_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the whole list, in the requested order, to be printed."""
    context = {"tournament": tournament, "bulletins": show_bulletins(request, tournament)}
    return render(request, "arbitrage/print.html", context)


@require_safe
@for_roles(*ARBITER_ROLES)
def paper_sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the list as a PDF. Raise BadSetting for a list without a bulletin."""
    bulletins = show_bulletins(request, tournament)
    if bulletins.turn is None or not bulletins.rows_to_print:
        raise BadSetting("nothing-to-print")
    document = build_arbitration_sheet(
        bulletins.turn, bulletins.rows_to_print, bulletins.options.search
    )
    number = f"{bulletins.turn.game.number}-{bulletins.turn.number}"
    return build_pdf_response(document, f"arbitrage-{tournament.slug}-{number}")


@require_safe
@for_roles(*ARBITER_ROLES)
def token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return a new token for the live socket."""
    return JsonResponse({"token": _make_token(request, tournament)})


def _make_token(request: HttpRequest, tournament: Tournament) -> str:
    return make_token(
        Ticket(tournament.pk, Audience.ARBITERS, user_id=get_signed_in_user(request).pk)
    )
