"""Outages of the database or the broker: recognised among errors, and answered with a 503."""

import sys
from http import HTTPStatus

import django.db
import kombu.exceptions
import psycopg
import redis
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy as _
from structlog.contextvars import get_contextvars

#: Temporary classes of SQLSTATE: connection lost, transaction undone by another,
#: resources (a full disk, no more connections), an operator's intervention (a stop, a start); and
#: of class 25 a server that is a standby still, and a session ended for idling in a transaction.
TEMPORARY_STATES = ("08", "40", "53", "57", "25006", "25P03")
CONNECTION_ERRORS = (
    *(django.db.OperationalError, django.db.InterfaceError),
    *(psycopg.OperationalError, psycopg.InterfaceError),
)
RETRY_AFTER_S = 3

OUTAGE_SENTENCE = _(
    "La base de données ne répond pas pour l’instant. Rien de ce qui a été confirmé n’est perdu. "
    "Réessayez dans quelques secondes."
)


def is_outage(error: BaseException | None) -> bool:
    """Return True if ``error`` comes from an unavailable database or broker, False for a bug."""
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        return True
    if isinstance(error, kombu.exceptions.OperationalError):
        return True
    # Django does not wrap the errors of closing a server-side cursor.
    if not isinstance(error, (django.db.Error, psycopg.Error)):
        return False
    database_error = error if isinstance(error, psycopg.Error) else error.__cause__
    state: str | None = getattr(database_error, "sqlstate", None)
    if state is None:  # no server answered
        return isinstance(error, CONNECTION_ERRORS)
    return state.startswith(TEMPORARY_STATES)


class OutageMiddleware(MiddlewareMixin):
    """Answers 503 for views that met an outage: one line in the log, no traceback."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return render_unavailable(request) if is_outage(error) else None


def handle_error(request: HttpRequest) -> HttpResponse:
    """Answer errors outside views, such as saving a session (``handler500``)."""
    if is_outage(sys.exception()):
        return render_unavailable(request)
    request_id = get_contextvars().get("request_id", "")
    text = render_to_string("500.html", {"request_id": request_id})
    return HttpResponse(text, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def render_unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 with a page, a sentence for htmx, or JSON, as requested.

    The page of an htmx request keeps the text typed on it (``static/js/components/outage.js``).
    """
    response: HttpResponse
    if request.headers.get("HX-Request"):
        response = HttpResponse(str(OUTAGE_SENTENCE), content_type="text/plain; charset=utf-8")
    elif _is_json_preferred(request):
        response = JsonResponse({"problem": str(OUTAGE_SENTENCE)})
    else:
        # A link cannot repeat a POST.
        retry_path = request.get_full_path() if request.method == "GET" else None
        context = {"sentence": OUTAGE_SENTENCE, "retry_path": retry_path}
        response = HttpResponse(render_to_string("503.html", context))
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    return response


def _is_json_preferred(request: HttpRequest) -> bool:
    preferred = request.get_preferred_type(["text/html", "application/json"])
    return "application/json" in {request.content_type, preferred}
