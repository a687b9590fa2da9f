"""What the organiser downloads: the list of entries, the results."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.exports import PROFILES, table_of
from tournament.views.download import download
from tournament.views.staff import for_roles


@require_safe
@for_roles(Role.ORGANISER)
def export(_request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """A file by one of the profiles."""
    chosen = PROFILES.get(name)
    if chosen is None:
        raise Http404
    table = table_of(tournament, chosen)
    return download(table, chosen.kind, f"{tournament.slug}-{name}")
