"""Health checks for containers and proxies: of the process, of its database and broker."""

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament import broker
from tournament.live.draining import is_draining

log = structlog.get_logger(__name__)
BROKER_TIMEOUT_S = 2


@never_cache
@require_safe
def report_alive(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if the process runs, whatever the state of database and broker."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def report_ready(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if database and broker answer and the process is not about to stop, 503 otherwise,
    with the state of each.
    """
    if is_draining():
        return JsonResponse({"status": "draining"}, status=503)
    parts = {"database": _is_database_up(), "broker": _is_broker_up()}
    is_healthy = all(parts.values())
    return JsonResponse(
        {"status": "ok" if is_healthy else "unavailable", "parts": parts},
        status=200 if is_healthy else 503,
    )


def _is_database_up() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        log.exception("health.database")
        return False
    return True


def _is_broker_up() -> bool:
    try:
        return all(map(_is_answering, {settings.REDIS_URL, settings.BROKER_URL}))
    except broker.ERRORS:
        log.exception("health.broker")
        return False


def _is_answering(url: str) -> bool:
    with broker.connect(
        url, socket_timeout=BROKER_TIMEOUT_S, socket_connect_timeout=BROKER_TIMEOUT_S
    ) as client:
        return bool(client.ping())
