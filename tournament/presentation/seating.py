"""French words for seatings and for the neighbours that they separate."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.people.seating import SeatingKind, SeparationRule

#: Orders to choose from, the default one first.
PLAN_NAMES: Mapping[SeatingKind, Promise] = {
    SeatingKind.RANDOM: _("au hasard"),
    SeatingKind.SERIES: _("par série, au hasard dans chacune"),
    SeatingKind.RANKING: _("par classement, le meilleur à la première table"),
    SeatingKind.NAME: _("par ordre alphabétique"),
    SeatingKind.REGISTERED: _("par ordre d’inscription"),
}
SEATING_NAMES: Mapping[SeatingKind, Promise] = {
    **PLAN_NAMES,
    SeatingKind.HAND: _("à la main"),
    SeatingKind.UNDO: _("places d’avant rétablies"),
}
SEPARATION_NAMES: Mapping[SeparationRule, Promise] = {
    SeparationRule.CLUB: _("les joueurs d’un même club"),
    SeparationRule.FAMILY: _("les joueurs d’un même nom de famille"),
}


def get_seating_name(kind: str) -> str:
    """Return how a seating was made."""
    return str(SEATING_NAMES[SeatingKind(kind)])
