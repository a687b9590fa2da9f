"""The page of a search for a random game that meets wishes."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import BadSetting, WrongState
from tournament.practice.models import GameSearch
from tournament.practice.services.game_search import load_terms, retry_search
from tournament.practice.views.guard import count_request, for_practice_page, get_user
from tournament.practice.views.pages import begin_game
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.services.prepared import jobs
from tournament.views.shortcuts import is_htmx


def _get_search(request: HttpRequest, uid: UUID) -> GameSearch:
    return get_object_or_404(GameSearch, uid=uid, by=get_user(request))


@require_safe
@for_practice_page
def show(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the progress of the search, then a button that begins the game, or why there is none."""
    job = _get_search(request, uid)
    failure = BadSetting(job.failure["reason"], **job.failure["data"]) if job.failure else None
    context = {
        "job": job,
        "token": make_update_token(job.update_channel),
        "stuck": jobs.is_stuck(job, now=now()),
        "why": explain(failure) if failure else "",
    }
    return render(request, "practice/search.html" + ("#job" if is_htmx(request) else ""), context)


@require_POST
@for_practice_page
def begin(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Begin the game that was found. Raise WrongState before."""
    job = _get_search(request, uid)
    if not job.is_done:
        raise WrongState("practice-state")
    count_request(request)
    return begin_game(request, load_terms(job))


@require_POST
@for_practice_page
def retry(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Send a search again that no worker takes."""
    count_request(request)
    retry_search(job=_get_search(request, uid), by=get_user(request), now=now())
    return redirect("practice-search", uid)
