"""One line of the log and two metrics for each request."""

from collections.abc import Callable
from time import perf_counter

import structlog
from django.http import HttpRequest, HttpResponse

from config.observation.metrics import REQUEST_SECONDS, REQUESTS
from config.observation.tracing import open_span

log = structlog.get_logger(__name__)

#: Probes ask every few seconds: only their failures are logged.
PROBE_PREFIX = "/sante/"
#: Methods as a label: a client may invent others.
METHODS = frozenset({"GET", "HEAD", "POST"})


class AccessLogMiddleware:
    """Outermost middleware: its time is that of everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = perf_counter()
        with open_span("request", request.headers) as span:
            response = self._get_response(request)
            route = _find_route(request)
            span.describe(route, {"http.response.status_code": response.status_code})
        seconds = perf_counter() - start
        method = str(request.method)
        REQUESTS.labels(route, str(response.status_code)).inc()
        REQUEST_SECONDS.labels(method if method in METHODS else "other").observe(seconds)
        if response.status_code >= 400 or not request.path.startswith(PROBE_PREFIX):
            log.info(
                "http.request",
                request=request,
                path=request.path,
                route=route,
                status=response.status_code,
                ms=round(1000 * seconds, 1),
            )
        return response


def _find_route(request: HttpRequest) -> str:
    """Return the name of the address, not the address: it may contain a secret."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match else "none"
