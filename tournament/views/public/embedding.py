"""Ranking and board of a tournament in a frame of another site: the only pages that may be framed.

They are the same for everybody, whoever is signed in, and set no cookie; ordinary pages have
cookies and forms. No script is offered instead: it would run our code in the other site's page.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.csp import CSP
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from tournament.core.states import Discipline
from tournament.models import Tournament
from tournament.queries.access import list_public_tournaments
from tournament.queries.freshness import compute_people_fingerprint
from tournament.views.public.conditional import cache_by_stamp
from tournament.views.public.current_board import load_current_board
from tournament.views.public.sharing import load_shared_ranking
from tournament.views.zone_and_paper import use_zone_and_paper

#: The policy of the site, but any site may frame the page, and it sends no form.
FRAME_POLICY: dict[str, Any] = {
    **settings.SECURE_CSP,
    "frame-ancestors": ["*"],
    "form-action": [CSP.NONE],
}


def _for_frames(page: Callable[[HttpRequest, Tournament], HttpResponse]) -> Any:
    """Decorate a page that other sites may frame, if its tournament allows it."""
    cached_page = cache_by_stamp(compute_people_fingerprint)(page)

    @require_safe
    @xframe_options_exempt
    @csp_override(FRAME_POLICY)
    @wraps(page)
    def framed(request: HttpRequest, slug: str) -> HttpResponse:
        tournaments = list_public_tournaments().select_related("organisation")
        tournament = get_object_or_404(tournaments, slug=slug, is_embeddable=True)
        request.COOKIES.clear()
        with use_zone_and_paper(request, tournament):
            return cached_page(request, tournament)

    return framed


@_for_frames
def ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render rank, name and total of everybody in the public general ranking."""
    context = {"tournament": tournament, "lines": load_shared_ranking(tournament)}
    return render(request, "public/embed_ranking.html", context)


@_for_frames
def grid(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the current board and the word placed last; a classic tournament has no such page."""
    if tournament.discipline != Discipline.DUPLICATE:
        raise Http404
    context = {"tournament": tournament, "grid": load_current_board(tournament)}
    return render(request, "public/embed_grid.html", context)
