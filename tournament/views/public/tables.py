"""« Trouver ma table »: the seats of all players, by name or by number."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.seating_plan import (
    filter_by_centre,
    filter_lines,
    list_by_name,
    list_by_number,
)
from tournament.views.centre_choice import choose_public_centre
from tournament.views.public.access import shared_public_page
from tournament.views.shortcuts import is_htmx, parse_number

#: Lines per page.
PAGE_SIZE = 100
#: Maximum length of a search.
MAX_QUERY = 100


@require_safe
@shared_public_page
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the seats; ``?q=`` searches a name or a number, ``?by=number`` sorts by table,
    ``?centre=`` leaves those of one centre."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY]
    sorts_by_number = request.GET.get("by") == "number"
    plan = list_by_number(tournament) if sorts_by_number else list_by_name(tournament)
    choice = choose_public_centre(request, tournament)
    matches = list(filter_lines(filter_by_centre(plan, choice.chosen), query))
    context = {
        "tournament": tournament,
        "choice": choice,
        "q": query,
        "sorts_by_number": sorts_by_number,
        "page": Paginator(matches, PAGE_SIZE).get_page(
            parse_number(request.GET.get("page", "")) or 1
        ),
    }
    name = "public/tables.html" + ("#found" if is_htmx(request) else "")
    return render(request, name, context)
