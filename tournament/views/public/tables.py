"""« Trouver ma table »: everybody's seat by name and by number, for a phone."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.queries.seating_plan import by_name, by_number, matching
from tournament.views.public.access import for_everybody
from tournament.views.staff import is_htmx, whole_number

#: Lines on a page: what a phone draws at once.
PAGE = 100
#: Longer than any name.
LONGEST = 100


@require_safe
@for_everybody
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?q=`` looks for part of a name, or a number; ``?by=number`` orders by table."""
    asked = request.GET.get("q", "").strip()[:LONGEST]
    numbered = request.GET.get("by") == "number"
    plan = by_number(tournament) if numbered else by_name(tournament)
    found = list(matching(plan, asked))
    context = {
        "tournament": tournament,
        "q": asked,
        "numbered": numbered,
        "page": Paginator(found, PAGE).get_page(whole_number(request.GET.get("page", "")) or 1),
    }
    name = "public/tables.html" + ("#found" if is_htmx(request) else "")
    return render(request, name, context)
