"""Downloads: the list of entries, the results."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.exports import PROFILES, build_export_table
from tournament.views.download import download
from tournament.views.staff import for_roles


@require_safe
@for_roles(Role.ORGANISER)
def export(_request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Return the file of an export profile."""
    profile = PROFILES.get(name)
    if profile is None:
        raise Http404
    table = build_export_table(tournament, profile)
    return download(table, profile.kind, f"{tournament.slug}-{name}")
