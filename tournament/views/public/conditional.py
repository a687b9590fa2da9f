"""Pages that many phones ask for again and again: unchanged, they cost an answer without a body;
new, they are made once in each process for all who ask.

For whoever is signed in a page may differ: it is made for him, and never kept.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from threading import Lock
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.queries.freshness import compute_stamp
from tournament.views.device import TABLE_COOKIE, NoticeCookie

#: Pages that a process keeps, the last that were made.
KEPT = 64

type Stamp = Callable[[Tournament], str]


def fresh[**P](
    *stamps: Stamp,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Inside the door: the page is called again when the journals of the tournament's games, or
    one of ``stamps``, have something new."""

    def decorated(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def conditional(
            request: HttpRequest, tournament: Tournament, *args: object, **kwargs: object
        ) -> HttpResponse:
            if known_by(request):
                response = page(request, tournament, *args, **kwargs)
                add_never_cache_headers(response)
                return response
            more = [stamp(tournament) for stamp in stamps]
            address = request.get_full_path(), request.headers.get("HX-Request", "")
            stamp = compute_stamp(tournament, *address, get_language(), *more)
            cast(Any, request).stamp = stamp  # the page that follows says which one it is
            return _answer(request, stamp, lambda: page(request, tournament, *args, **kwargs))

        return conditional

    return decorated


def known_by(request: HttpRequest) -> bool:
    """Whether anything that the browser brings could be written into a page for it."""
    own = {settings.SESSION_COOKIE_NAME, NoticeCookie.cookie_name, TABLE_COOKIE}
    return not own.isdisjoint(request.COOKIES)


def _answer(request: HttpRequest, stamp: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    tag = f'"{stamp}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is None or unchanged.status_code != HTTPStatus.NOT_MODIFIED:
        response = _kept.get(stamp) or _made(stamp, make())
    else:
        response = unchanged
    response.headers["ETag"] = tag
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _made(stamp: str, response: HttpResponse) -> HttpResponse:
    if response.status_code == HTTPStatus.OK and not response.cookies and not response.streaming:
        _kept.keep(stamp, response)
    return response


class _Kept:
    """Whole answers by their stamps."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[bytes, dict[str, str]]] = {}
        self._lock = Lock()

    def get(self, stamp: str) -> HttpResponse | None:
        with self._lock:
            found = self._pages.get(stamp)
        if found is None:
            return None
        content, headers = found
        return HttpResponse(content, headers=headers)

    def keep(self, stamp: str, response: HttpResponse) -> None:
        with self._lock:
            self._pages[stamp] = response.content, dict(response.headers)
            while len(self._pages) > KEPT:
                del self._pages[next(iter(self._pages))]


_kept = _Kept()
