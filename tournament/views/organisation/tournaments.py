"""The tournaments of an organisation, and what became of those that are no more."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Organisation
from tournament.presentation.tournaments import told_change
from tournament.views.staff import for_managers

#: Lines of the record on the page, the newest first.
SHOWN = 200


@require_safe
@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """All of them, drafts and archived ones too, and who published, archived or deleted one."""
    changes = organisation.tournament_changes.select_related("by", "tournament")
    context = {
        "organisation": organisation,
        "tournaments": organisation.tournaments.order_by("-starts_on", "name"),
        "changes": [
            (change, told_change(change.kind, change.data))
            for change in changes.order_by("-at", "-pk")[:SHOWN]
        ],
        "section": "tournaments",
    }
    return render(request, "organisation/tournaments.html", context)
