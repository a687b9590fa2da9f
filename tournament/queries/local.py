"""Time zone and paper size: the tournament's own, else the organisation's, else the
installation's; a centre may have a time zone of its own."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings

from tournament.core.errors import BadSetting
from tournament.core.states import PaperSize
from tournament.models import Centre, Organisation, Tournament

#: Names in the system's list that are not time zones of places.
_NO_PLACE = frozenset({"Factory", "localtime", "posixrules"})


def get_organisation_zone(organisation: Organisation) -> str:
    return organisation.time_zone or settings.TIME_ZONE


def get_organisation_paper(organisation: Organisation) -> PaperSize:
    return PaperSize(organisation.paper or settings.PAPER_SIZE)


def get_tournament_zone(tournament: Tournament) -> str:
    return tournament.time_zone or get_organisation_zone(tournament.organisation)


def get_centre_zone(centre: Centre) -> str:
    return centre.time_zone or get_tournament_zone(centre.tournament)


def get_tournament_paper(tournament: Tournament) -> PaperSize:
    return PaperSize(tournament.paper or get_organisation_paper(tournament.organisation))


@cache
def list_time_zones() -> tuple[str, ...]:
    """List the names that may be chosen, in alphabetical order."""
    return tuple(sorted(available_timezones() - _NO_PLACE))


@cache
def _index_zones() -> dict[str, str]:
    return {name.casefold(): name for name in list_time_zones()}


def check_zone(typed: str) -> str:
    """Return the zone of this name, in capitals or not; empty (inherited) stays empty.

    Raise BadSetting for an unknown zone.
    """
    name = "_".join(typed.split())
    if not name:
        return ""
    zone = _index_zones().get(name.casefold())
    if zone is None:
        raise BadSetting("unknown-zone", zone=typed)
    return zone


def check_paper(size: str) -> str:
    """Return a paper size; empty (inherited) stays empty. Raise BadSetting for an unknown size."""
    if size and size not in set(PaperSize):
        raise BadSetting("unknown-paper", paper=size)
    return size
