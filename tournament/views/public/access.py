"""Who may open the public pages of a tournament: everybody, and of a draft its staff."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache

from tournament import ports
from tournament.core.states import Discipline, TournamentState
from tournament.models import Tournament
from tournament.queries.access import may_see
from tournament.views.local import local_to
from tournament.views.public.conditional import Stamp, fresh
from tournament.views.staff import Routed, TournamentPage


def for_everybody[**P](page: TournamentPage[P]) -> Routed[P]:
    """A public page of one tournament, called with the tournament itself.

    A draft does not exist, except for its staff, to whom the frame says so (``request.draft``).
    """
    return never_cache(_guarded(page))


def for_many[**P](*stamps: Stamp, classic: str = "") -> Callable[[TournamentPage[P]], Routed[P]]:
    """The same of a page that many phones ask for again and again: unchanged, it costs an answer
    without a body (``conditional.fresh``). ``classic``: the name of the page of a classic
    tournament (``ports.classic_pages``), which follows its room, so that it is not kept."""
    kept = fresh(*stamps)
    if not classic:
        return lambda page: _guarded(kept(page))
    instead = or_classic(classic, cached=False)
    return lambda page: _guarded(instead(kept(page)))


def or_classic[**P](
    classic: str, *, cached: bool = True
) -> Callable[[TournamentPage[P]], TournamentPage[P]]:
    """Inside the door: what stands at the same address in a classic tournament, by its name in
    ``ports.classic_pages``; without ``cached`` no browser keeps it."""

    def decorated(page: TournamentPage[P]) -> TournamentPage[P]:
        @wraps(page)
        def chosen(
            request: HttpRequest, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if tournament.discipline != Discipline.CLASSIC:
                return page(request, tournament, *args, **kwargs)
            other = ports.classic_pages.ask[classic]
            response = other(request, tournament, *args, **kwargs)
            if not cached:
                add_never_cache_headers(response)
            return response

        return chosen

    return decorated


def _guarded[**P](page: TournamentPage[P]) -> Routed[P]:
    @wraps(page)
    def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        known = Tournament.objects.select_related("organisation")
        tournament = get_object_or_404(known, slug=slug)
        if not may_see(request.user, tournament):
            raise Http404
        cast(Any, request).draft = tournament.state == TournamentState.DRAFT
        with local_to(request, tournament):
            return page(request, tournament, *args, **kwargs)

    return cast(Routed[P], guarded)
