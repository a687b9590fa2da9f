"""A centre sends its archive over the network, with its token, and goes on after an interruption.

POST /event/upload/           {"sha256", "size", "name", "signature"} → {"received": bytes}
PUT  /event/upload/DIGEST/    with Upload-Offset, a piece → {"received": bytes, "done": bool}
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from arbitrage.event.models import Centre
from arbitrage.event.services import arrivals
from arbitrage.event.services.packing import find_key
from tournament.core.errors import BadSetting, RoomError
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.shortcuts import get_http_status, parse_number

_SCHEME = "Bearer "


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    sha256: str
    size: int
    name: str
    signature: str


def for_centres(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate an address for a centre that sends its token: no cookie, so no forged request."""

    @csrf_exempt
    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        token = request.headers.get("Authorization", "").removeprefix(_SCHEME)
        try:
            return page(request, arrivals.find_centre(token), **kwargs)
        except RoomError as error:
            return JsonResponse({"error": explain(error)}, status=get_http_status(error))

    return guarded


@require_http_methods(["POST"])
@for_centres
def announce(request: HttpRequest, centre: Centre) -> HttpResponse:
    try:
        announcement = msgspec.json.decode(request.body, type=Announcement)
        signature = bytes.fromhex(announcement.signature)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadSetting("upload-damaged") from error
    file = arrivals.SentFile(announcement.sha256, announcement.size, announcement.name, signature)
    received = arrivals.announce_upload(centre=centre, file=file, now=now())
    return JsonResponse({"received": received})


@require_http_methods(["PUT"])
@for_centres
def piece(request: HttpRequest, centre: Centre, digest: str) -> HttpResponse:
    offset = parse_number(request.headers.get("Upload-Offset", ""))
    if offset is None:
        raise BadSetting("upload-damaged")
    received, is_whole = arrivals.receive_piece(
        centre=centre, digest=digest, offset=offset, piece=request.body, now=now()
    )
    status = HTTPStatus.CREATED if is_whole else HTTPStatus.OK
    return JsonResponse({"received": received, "done": is_whole}, status=status)


@require_safe
@for_centres
def key(_request: HttpRequest, centre: Centre, number: int) -> HttpResponse:
    """Give the key of a game, once its hour has come and the host has given it."""
    return JsonResponse({"words": find_key(centre=centre, number=number, now=now())})
