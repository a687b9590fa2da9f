"""A page tells times by the clock, and prints on the paper, of what it is about: one place."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournament.core.states import Paper
from tournament.models import Organisation, Tournament
from tournament.queries.local import (
    organisation_paper,
    organisation_zone,
    tournament_paper,
    tournament_zone,
)


@contextmanager
def local_to(request: HttpRequest, place: Tournament | Organisation) -> Iterator[None]:
    """What is read from and written into the answer inside is by the clock of ``place``."""
    if isinstance(place, Tournament):
        zone, paper = tournament_zone(place), tournament_paper(place)
    else:
        zone, paper = organisation_zone(place), organisation_paper(place)
    cast(Any, request).paper = paper
    with timezone.override(zone):
        yield


def paper(request: HttpRequest) -> dict[str, str]:
    """For every template: the style sheet of the paper that the page is printed on."""
    size = getattr(request, "paper", Paper(settings.PAPER_SIZE))
    return {"paper_sheet": f"css/paper/{size}.css"}
