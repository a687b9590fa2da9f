"""Errors that htmx receives: a sentence for the alerts of the page.

htmx ignores an error, or inserts a page or JSON in place of a part of the page.
"""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext, gettext_noop as _

_SENTENCES = {
    HTTPStatus.FORBIDDEN: _(
        "Cette page n’est plus ouverte à cet appareil. Rechargez-la : elle dit alors pourquoi."
    ),
    HTTPStatus.NOT_FOUND: _("Ce qui est demandé n’est plus là. Rechargez la page."),
    HTTPStatus.METHOD_NOT_ALLOWED: _("Cette page ne prend pas cette demande. Rechargez-la."),
    HTTPStatus.CONTENT_TOO_LARGE: _("Ce qui est envoyé est trop grand : rien n’est enregistré."),
    HTTPStatus.TOO_MANY_REQUESTS: _("Trop de demandes à la suite. Réessayez dans un moment."),
}
_UNREADABLE = _("Le serveur n’a pas compris cette demande : rien n’est fait. Rechargez la page.")
_FAILED = _("Le serveur a rencontré une erreur : rien n’est fait. Rechargez la page et réessayez.")
#: Fields of an answer in JSON that hold a sentence.
_JSON_FIELDS = ("problem", "sentence", "detail")


class HtmxErrorMiddleware(MiddlewareMixin):
    """Answers failed requests of htmx with an alert, unless the view made a part of the page."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        is_error = response.status_code >= HTTPStatus.BAD_REQUEST
        if not request.headers.get("HX-Request") or not is_error:
            return response
        if not isinstance(response, HttpResponse) or _is_for_htmx(response):
            return response
        sentence = _read_sentence(response) or _choose_sentence(response.status_code)
        response.content = render_to_string("components/refused.html#alert", {"sentence": sentence})
        response["Content-Type"] = "text/html; charset=utf-8"
        response["HX-Retarget"], response["HX-Reswap"] = "#alerts", "innerHTML"
        return response


def _is_for_htmx(response: HttpResponse) -> bool:
    """Return True for a part of a page, a redirect of the page, what a script of the page reads
    (``HX-Reswap``), or the sentence of an outage."""
    kind = response.get("Content-Type", "").partition(";")[0]
    if kind == "text/plain" or "HX-Redirect" in response or "HX-Reswap" in response:
        return bool(response.content)
    start = response.content.lstrip()[:9].lower()
    return kind == "text/html" and start.startswith(b"<") and start != b"<!doctype"


def _read_sentence(response: HttpResponse) -> str:
    """Return the sentence of an answer in JSON, else an empty one."""
    if not response.get("Content-Type", "").startswith("application/json"):
        return ""
    data = json.loads(response.content)
    fields = data if isinstance(data, dict) else {}
    return next((str(fields[name]) for name in _JSON_FIELDS if fields.get(name)), "")


def _choose_sentence(status: int) -> str:
    default = _FAILED if status >= HTTPStatus.INTERNAL_SERVER_ERROR else _UNREADABLE
    return gettext(_SENTENCES.get(HTTPStatus(status), default))
