"""Answers to a device whose table is closed to it: why, and where to read it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from tournament import classic_ports
from tournament.core.errors import BadAccess
from tournament.models import Entry
from tournament.presentation.messages import explain
from tournament.queries.access import find_occupied_table
from tournament.views.device import get_table_key
from tournament.views.shortcuts import is_htmx


def explain_access(error: BadAccess) -> str:
    """Return the sentence of the error; an excluded player reads the director's decision (classic
    9.3)."""
    if error.reason == "withdrawn":
        entry = Entry.objects.select_related("table").get(pk=error.data["entry"])
        return classic_ports.describe_exclusion.function(entry) or explain(error)
    return explain(error)


def explain_closed_table(request: HttpRequest) -> str:
    """Return why this device may not use the table that it entered."""
    try:
        find_occupied_table(get_table_key(request))
    except BadAccess as error:
        return explain_access(error)
    return explain(BadAccess("moved"))


def redirect_to_tablet(request: HttpRequest) -> HttpResponse:
    """Redirect to the tablet, which says why its table is closed; htmx loads it as a page, not as
    a part."""
    if is_htmx(request):
        return HttpResponseClientRedirect(reverse("table"))
    return redirect("table")
