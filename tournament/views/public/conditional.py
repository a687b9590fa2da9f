"""Conditional responses for pages that many phones request.

An unchanged page is answered without a body; a new one is rendered once per process. A page for a
signed-in user may differ: it is rendered for that user and never cached.
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
from tournament.views.device import TABLE_COOKIE, PrefixedCookieStorage

#: Maximal number of cached pages per process.
MAX_CACHED_PAGES = 64

type Stamp = Callable[[Tournament], str]


def cache_by_stamp[**P](
    *stamps: Stamp,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Cache a page until the journals of the tournament's games or one of ``stamps`` change."""

    def decorated(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def conditional(
            request: HttpRequest, tournament: Tournament, *args: object, **kwargs: object
        ) -> HttpResponse:
            if has_personal_cookies(request):
                response = page(request, tournament, *args, **kwargs)
                add_never_cache_headers(response)
                return response
            extra_stamps = [stamp(tournament) for stamp in stamps]
            address = request.get_full_path(), request.headers.get("HX-Request", "")
            stamp = compute_stamp(tournament, *address, get_language(), *extra_stamps)
            cast(Any, request).stamp = stamp  # the page embeds its stamp
            return _answer(request, stamp, lambda: page(request, tournament, *args, **kwargs))

        return conditional

    return decorated


def has_personal_cookies(request: HttpRequest) -> bool:
    """Return True if a cookie of the request could change the page."""
    personal = {settings.SESSION_COOKIE_NAME, PrefixedCookieStorage.cookie_name, TABLE_COOKIE}
    return not personal.isdisjoint(request.COOKIES)


def _answer(request: HttpRequest, stamp: str, render: Callable[[], HttpResponse]) -> HttpResponse:
    tag = f'"{stamp}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is None or unchanged.status_code != HTTPStatus.NOT_MODIFIED:
        response = _cache.get(stamp) or _store(stamp, render())
    else:
        response = unchanged
    response.headers["ETag"] = tag
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _store(stamp: str, response: HttpResponse) -> HttpResponse:
    if response.status_code == HTTPStatus.OK and not response.cookies and not response.streaming:
        _cache.store(stamp, response)
    return response


class _ResponseCache:
    """Responses by their stamps, the newest ``MAX_CACHED_PAGES``."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[bytes, dict[str, str]]] = {}
        self._lock = Lock()

    def get(self, stamp: str) -> HttpResponse | None:
        with self._lock:
            page = self._pages.get(stamp)
        if page is None:
            return None
        content, headers = page
        return HttpResponse(content, headers=headers)

    def store(self, stamp: str, response: HttpResponse) -> None:
        with self._lock:
            self._pages[stamp] = response.content, dict(response.headers)
            while len(self._pages) > MAX_CACHED_PAGES:
                del self._pages[next(iter(self._pages))]


_cache = _ResponseCache()
