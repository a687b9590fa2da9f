"""Time zone and paper of a page: those of its tournament or organisation."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournament.core.states import PaperSize
from tournament.models import Organisation, Tournament
from tournament.queries.local import (
    get_organisation_paper,
    get_organisation_zone,
    get_tournament_paper,
    get_tournament_zone,
)


@contextmanager
def use_zone_and_paper(request: HttpRequest, owner: Tournament | Organisation) -> Iterator[None]:
    """Use the time zone and the paper of ``owner`` for reading and rendering a request."""
    if isinstance(owner, Tournament):
        zone, paper = get_tournament_zone(owner), get_tournament_paper(owner)
    else:
        zone, paper = get_organisation_zone(owner), get_organisation_paper(owner)
    cast(Any, request).paper = paper
    with timezone.override(zone):
        yield


def paper(request: HttpRequest) -> dict[str, str]:
    """Return the style sheet of the paper on which the page is printed (context processor)."""
    size = getattr(request, "paper", PaperSize(settings.PAPER_SIZE))
    return {"paper_sheet": f"css/paper/{size}.css"}
