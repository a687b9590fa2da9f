"""Decorators that check before every page of a game played alone."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournament.core.errors import Busy, NotAllowed, RoomError
from tournament.practice.services.request_limit import network_limit
from tournament.presentation.messages import explain
from tournament.queries.clock import now, to_milliseconds
from tournament.views.fair_play import require_no_table_in_game

type _Page = Callable[..., HttpResponse]


def for_practice_page(page: _Page) -> _Page:
    """Decorate a page: refused at a table while its game runs; errors become a sentence."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            require_no_table_in_game(request)
            return page(request, *args, **kwargs)
        except RoomError as error:
            context = {"sentence": explain(error), "is_seated": isinstance(error, NotAllowed)}
            return render(request, "practice/refused.html", context, status=_find_status(error))

    return guarded


def for_practice_script(page: _Page) -> _Page:
    """Decorate a request of the script likewise: an error becomes JSON with the sentence."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            require_no_table_in_game(request)
            return page(request, *args, **kwargs)
        except RoomError as error:
            return JsonResponse({"problem": explain(error)}, status=_find_status(error))

    return guarded


def count_request(request: HttpRequest) -> None:
    """Count a request that costs processor time. Raise Busy beyond the limit of its network."""
    network_limit.count(request.META.get("REMOTE_ADDR", ""), to_milliseconds(now()))


def get_user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def require_user(request: HttpRequest) -> User:
    """Return the account. Raise Http404 without one."""
    user = get_user(request)
    if user is None:
        raise Http404
    return user


def _find_status(error: RoomError) -> HTTPStatus:
    if isinstance(error, NotAllowed):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, Busy):
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.UNPROCESSABLE_ENTITY
