"""The database or the broker away: how that is told from an error of ours, and what is said."""

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
from django.views.defaults import server_error

#: PostgreSQL's classes of errors that pass: connection lost, transaction undone by another,
#: resources (a full disk, no more connections), an operator's intervention (a stop, a start); and
#: of class 25 a server that is a standby still, and a session ended for idling in a transaction.
PASSING = ("08", "40", "53", "57", "25006", "25P03")
NO_SERVER = (
    *(django.db.OperationalError, django.db.InterfaceError),
    *(psycopg.OperationalError, psycopg.InterfaceError),
)
RETRY_AFTER_S = 3

SENTENCE = _(
    "La base de données ne répond pas pour l’instant. Rien de ce qui a été confirmé n’est perdu. "
    "Réessayez dans quelques secondes."
)


def is_away(error: BaseException | None) -> bool:
    """Whether ``error`` says that a server behind us is away, and not that we asked nonsense."""
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        return True
    if isinstance(error, kombu.exceptions.OperationalError):
        return True
    # Django does not wrap what is wrong when the cursor of a long list is closed.
    if not isinstance(error, (django.db.Error, psycopg.Error)):
        return False
    told = error if isinstance(error, psycopg.Error) else error.__cause__
    state: str | None = getattr(told, "sqlstate", None)
    if state is None:  # not said by the server: there was none, or no connection to it
        return isinstance(error, NO_SERVER)
    return state.startswith(PASSING)


class OutageMiddleware(MiddlewareMixin):
    """Answers for views that a server left in the lurch: one line in the log, no traceback."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return unavailable(request) if is_away(error) else None


def on_error(request: HttpRequest) -> HttpResponse:
    """The same for what failed outside a view, such as a session that is saved (``handler500``)."""
    if is_away(sys.exception()):
        return unavailable(request)
    return server_error(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Come back in a moment: a page, a sentence for htmx, or the JSON that was asked for.

    The page of an htmx request keeps what is typed on it (``static/js/components/outage.js``).
    """
    response: HttpResponse
    if request.headers.get("HX-Request"):
        response = HttpResponse(str(SENTENCE), content_type="text/plain; charset=utf-8")
    elif _wants_json(request):
        response = JsonResponse({"problem": str(SENTENCE)})
    else:
        # What was posted is not sent twice by a link.
        again = request.get_full_path() if request.method == "GET" else None
        context = {"sentence": SENTENCE, "again": again}
        response = HttpResponse(render_to_string("503.html", context))
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    return response


def _wants_json(request: HttpRequest) -> bool:
    asked = request.get_preferred_type(["text/html", "application/json"])
    return "application/json" in {request.content_type, asked}
