"""Conditional responses for pages that many phones request.

An unchanged page is answered without a body; a new one is rendered once per process, and a proxy or
a CDN may answer with it for some seconds. A part that htmx asks for follows a notice of a change or
a gesture: it is never older, so that proxies do not keep it. A page for a signed-in user or for a
table may differ: it is rendered for that user and never cached.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple, cast
from weakref import WeakValueDictionary

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.functional import SimpleLazyObject
from django.utils.text import compress_string
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.queries.freshness import compute_tournament_fingerprint, digest_values
from tournament.views.device import TABLE_COOKIE, PrefixedCookieStorage
from tournament.views.shortcuts import is_htmx

#: Maximum number of cached pages per process.
MAX_CACHED_PAGES = 64
#: Seconds for which a shared cache (proxy, CDN) answers without asking again: at an address that
#: stays, and at one that names the version of what it shows (``?v=``). Browsers always ask.
SHARED_S = 3
SHARED_VERSION_S = 60
#: Seconds for which a process compares polls with a version that it has computed.
POLL_VERSION_S = 0.25

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
                lazy_version = SimpleLazyObject(lambda: _compute_version(tournament, stamps))
                cast(Any, request).version = lazy_version  # few pages show it
                response = page(request, tournament, *args, **kwargs)
                add_never_cache_headers(response)
                return response
            version = _versions.get(request, tournament, stamps)
            address = request.get_full_path(), request.headers.get("HX-Request", "")
            stamp = digest_values(version, *address)
            # the page embeds both
            cast(Any, request).version, cast(Any, request).stamp = version, stamp
            return _answer(request, stamp, lambda: page(request, tournament, *args, **kwargs))

        return conditional

    return decorated


def share_for_seconds[**P](page: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Let shared caches keep a page ``SHARED_S`` seconds, unless a cookie could change it."""

    @wraps(page)
    def shared(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request, response = cast(HttpRequest, args[0]), page(*args, **kwargs)
        if has_personal_cookies(request):
            add_never_cache_headers(response)
        else:
            _allow_shared_caching(request, response, SHARED_S)
        return response

    return shared


def has_personal_cookies(request: HttpRequest) -> bool:
    """Return True if a cookie of the request could change the page."""
    personal = {settings.SESSION_COOKIE_NAME, PrefixedCookieStorage.cookie_name, TABLE_COOKIE}
    return not personal.isdisjoint(request.COOKIES)


def _answer(request: HttpRequest, stamp: str, render: Callable[[], HttpResponse]) -> HttpResponse:
    tag = f'W/"{stamp}"'  # weak: compressed or not
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is None or unchanged.status_code != HTTPStatus.NOT_MODIFIED:
        response = _cache.get_or_render(stamp, request, render)
    else:
        response = unchanged
    response.headers["ETag"] = tag
    names_version = request.GET.get("v") == cast(Any, request).version
    _allow_shared_caching(request, response, SHARED_VERSION_S if names_version else SHARED_S)
    return response


def _allow_shared_caching(request: HttpRequest, response: HttpResponse, seconds: int) -> None:
    """Let shared caches keep the response, but no part of a page; browsers ask each time.

    Refusals are not kept, nor what its view or a cookie makes personal.
    """
    if "Cache-Control" in response.headers and "public" not in response.headers["Cache-Control"]:
        return
    is_kept = response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}
    if not is_kept or _sets_cookie(request, response):
        add_never_cache_headers(response)
        return
    if is_htmx(request):
        patch_cache_control(response, private=True, max_age=0)
    else:
        patch_cache_control(response, public=True, max_age=0, s_maxage=seconds)
    patch_vary_headers(response, _VARY)


def _sets_cookie(request: HttpRequest, response: HttpResponse) -> bool:
    """Return True if the response sets a cookie, or will: that of a form's token comes last."""
    return bool(response.cookies) or "CSRF_COOKIE_NEEDS_UPDATE" in request.META


#: Headers of a request that change a public page.
_LANGUAGE = ["Accept-Language"] if len(settings.LANGUAGES) > 1 else []
_VARY = ["Accept-Encoding", "Cookie", "HX-Request", *_LANGUAGE]


class _ComputedVersion(NamedTuple):
    version: str
    #: Seconds of the monotonic clock.
    computed_at: float


class _Versions:
    """The versions of what tournaments show, as computed last."""

    def __init__(self) -> None:
        self._computed: dict[tuple[object, ...], _ComputedVersion] = {}

    def get(self, request: HttpRequest, tournament: Tournament, stamps: tuple[Stamp, ...]) -> str:
        """Return the version; for a poll, one that is up to ``POLL_VERSION_S`` old."""
        key = tournament.pk, stamps, get_language()
        last = self._computed.get(key)
        now = monotonic()
        is_poll = "If-None-Match" in request.headers and not is_htmx(request)
        if is_poll and last and now - last.computed_at < POLL_VERSION_S:
            return last.version
        version = _compute_version(tournament, stamps)
        if len(self._computed) >= MAX_CACHED_PAGES:
            self._computed.clear()
        self._computed[key] = _ComputedVersion(version, now)
        return version


_versions = _Versions()


def _compute_version(tournament: Tournament, stamps: tuple[Stamp, ...]) -> str:
    return compute_tournament_fingerprint(
        tournament, get_language(), *(stamp(tournament) for stamp in stamps)
    )


class _CachedResponse(NamedTuple):
    content: bytes
    #: The same, compressed once: Django's middleware would compress it for every request.
    compressed: bytes
    headers: dict[str, str]


class _ResponseCache:
    """Responses by their stamps, the newest ``MAX_CACHED_PAGES``."""

    def __init__(self) -> None:
        self._pages: dict[str, _CachedResponse] = {}
        self._renderings = WeakValueDictionary[str, Lock]()
        self._lock = Lock()

    def get_or_render(
        self, stamp: str, request: HttpRequest, render: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """Return the page; of requests at the same time one renders it, and the others wait."""
        with self._lock:
            rendering = self._renderings.setdefault(stamp, Lock())
        response = self._get(stamp, request)
        if response is not None:
            return response
        with rendering:
            response = self._get(stamp, request)
            if response is None:
                response = render()
                if response.status_code == HTTPStatus.OK and not _sets_cookie(request, response):
                    self._store(stamp, response)
        return response

    def _get(self, stamp: str, request: HttpRequest) -> HttpResponse | None:
        with self._lock:
            page = self._pages.get(stamp)
        if page is None:
            return None
        if not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            return HttpResponse(page.content, headers=page.headers)
        response = HttpResponse(page.compressed, headers=page.headers)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(page.compressed))
        return response

    def _store(self, stamp: str, response: HttpResponse) -> None:
        compressed = compress_string(response.content)
        page = _CachedResponse(response.content, compressed, dict(response.headers))
        with self._lock:
            self._pages[stamp] = page
            while len(self._pages) > MAX_CACHED_PAGES:
                del self._pages[next(iter(self._pages))]


_cache = _ResponseCache()
