"""What the roles are called, and where each of them works."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.states import Role

ROLE_NAMES: Mapping[Role, Promise] = {
    Role.ORGANISER: _("organisation"),
    Role.JUDGE: _("juge-arbitre"),
    Role.ARBITER: _("arbitre-correcteur"),
    Role.DOUBLE_ARBITER: _("double arbitre"),
    Role.COMMISSION: _("commission d’arbitrage"),
}
#: What each of them can do, for who gives them.
ROLE_POWERS: Mapping[Role, Promise] = {
    Role.ARBITER: _("corrige et saisit les bulletins des tables qui lui sont confiées"),
    Role.DOUBLE_ARBITER: _("voit les bulletins de toute la salle et revoit ce qui est décidé"),
    Role.COMMISSION: _(
        "siège à la commission : entend et tranche les recours et les cas qui lui sont soumis"
    ),
    Role.JUDGE: _("mène la partie : tire, annonce, tient le chrono, retient le top"),
    Role.ORGANISER: _(
        "règle le tournoi, inscrit les joueurs, numérote les tables et donne les rôles"
    ),
}
#: Where each role works: name of the address (it takes the tournament's slug) and of the link.
DESKS: Mapping[Role, tuple[str, Promise]] = {
    Role.ORGANISER: ("office-tournament", _("Organisation")),
    Role.JUDGE: ("judge-desk", _("Pupitre du juge-arbitre")),
    Role.ARBITER: ("arbiter-list", _("Bulletins de mes tables")),
    Role.DOUBLE_ARBITER: ("arbiter-list", _("Bulletins de la salle")),
    Role.COMMISSION: ("cases", _("Commission d’arbitrage")),
}


@dataclass(frozen=True, slots=True)
class StaffWay:
    """A link in the navigation of a tournament's staff: address, words, the key that follows it."""

    address: str
    label: Promise
    key: str = ""


_OF_ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
#: The shortest ways between the places of the staff, in their order, each with the roles it is for.
WAYS: Mapping[StaffWay, Collection[Role]] = {
    StaffWay("judge-desk", _("Pupitre"), "F4"): {Role.JUDGE},
    StaffWay("arbiter-list", _("Bulletins"), "F8"): _OF_ARBITERS,
    StaffWay("arbiter-keying", _("Saisie"), "F9"): _OF_ARBITERS,
    StaffWay("cases", _("Commission")): {*_OF_ARBITERS, Role.JUDGE, Role.COMMISSION},
    StaffWay("office-tournament", _("Organisation"), "F10"): {Role.ORGANISER},
}
#: Open to all of them.
JOURNAL = StaffWay("journal", _("Journal"))


def ways_of(request: HttpRequest) -> list[StaffWay]:
    """The ways of who is signed in, on a page of the tournament's staff (``views.staff``)."""
    held: Collection[Role] = getattr(request, "roles", ())
    ways = [way for way, roles in WAYS.items() if any(role in held for role in roles)]
    return [*ways, JOURNAL] if ways else []


def desks_of(held: Collection[Role]) -> dict[str, Promise]:
    """The desks that these roles open, each once: name of the address to name of the link."""
    desks: dict[str, Promise] = {}
    for role in Role:
        if role in held:
            desks.setdefault(*DESKS[role])
    return desks
