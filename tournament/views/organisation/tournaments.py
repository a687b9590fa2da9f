"""The tournaments of an organisation, and the record of their changes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Organisation
from tournament.presentation.tournaments import describe_tournament_change
from tournament.views.shortcuts import for_managers

#: Maximum number of lines of the record on the page.
MAX_SHOWN_LINES = 200


@require_safe
@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """List all tournaments, and the record of who published, archived or deleted one."""
    changes = organisation.tournament_changes.select_related("by", "tournament")
    context = {
        "organisation": organisation,
        "tournaments": organisation.tournaments.order_by("-starts_on", "name"),
        "changes": [
            (change, describe_tournament_change(change.kind, change.data))
            for change in changes.order_by("-at", "-pk")[:MAX_SHOWN_LINES]
        ],
        "section": "tournaments",
    }
    return render(request, "organisation/tournaments.html", context)
