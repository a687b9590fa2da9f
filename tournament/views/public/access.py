"""Access to the public pages of a tournament: open to all, those of a draft to its staff only."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache

from tournament import classic_ports
from tournament.core.errors import Busy
from tournament.core.states import Discipline, TournamentState
from tournament.models import Tournament
from tournament.queries.access import can_see
from tournament.views.public.conditional import Stamp, cache_by_stamp, share_for_seconds
from tournament.views.shortcuts import Routed, TournamentPage, refusal_response
from tournament.views.zone_and_paper import use_zone_and_paper


def for_everybody[**P](page: TournamentPage[P]) -> Routed[P]:
    """Decorate a public page of one tournament, called with the tournament.

    A draft is not found, except by its staff, who see a note (``request.draft``).
    """
    return never_cache(_guard_page(page))


def shared_public_page[**P](page: TournamentPage[P]) -> Routed[P]:
    """Decorate a public page like ``for_everybody``, which proxies may keep for some seconds."""
    return _guard_page(share_for_seconds(page))


def cached_public_page[**P](
    *stamps: Stamp, classic: str = ""
) -> Callable[[TournamentPage[P]], Routed[P]]:
    """Decorate a public page that many phones request, with conditional responses.

    ``classic``: name of the page of a classic tournament (``classic_ports.classic_pages``).
    """
    cached_page = cache_by_stamp(*stamps)
    if not classic:
        return lambda page: _guard_page(cached_page(page))
    classic_alternative = with_classic_page(classic)
    return lambda page: _guard_page(cached_page(classic_alternative(page)))


def with_classic_page[**P](
    classic_page_name: str,
) -> Callable[[TournamentPage[P]], TournamentPage[P]]:
    """Decorate a page to serve that of ``classic_ports.classic_pages`` for a classic tournament."""

    def decorated(page: TournamentPage[P]) -> TournamentPage[P]:
        @wraps(page)
        def wrapper(
            request: HttpRequest, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if tournament.discipline != Discipline.CLASSIC:
                return page(request, tournament, *args, **kwargs)
            classic_page = classic_ports.classic_pages.function[classic_page_name]
            return classic_page(request, tournament, *args, **kwargs)

        return wrapper

    return decorated


def _guard_page[**P](page: TournamentPage[P]) -> Routed[P]:
    @wraps(page)
    def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        tournaments = Tournament.objects.select_related("organisation")
        tournament = get_object_or_404(tournaments, slug=slug)
        if not can_see(request.user, tournament):
            raise Http404
        cast(Any, request).draft = tournament.state == TournamentState.DRAFT
        with use_zone_and_paper(request, tournament):
            try:
                return page(request, tournament, *args, **kwargs)
            except Busy as error:
                response = refusal_response(request, error)
                add_never_cache_headers(response)
                return response

    return cast(Routed[P], guarded)
