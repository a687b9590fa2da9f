"""What the roles are called, and where each of them works."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.states import Discipline, Role

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
#: Where matches are played: nobody leads a game there, and no commission or second arbiter sits.
CLASSIC_NAMES: Mapping[Role, Promise] = {
    **ROLE_NAMES,
    Role.JUDGE: _("direction du tournoi"),
    Role.ARBITER: _("arbitre"),
}
CLASSIC_POWERS: Mapping[Role, Promise] = {
    Role.ARBITER: _("répond aux appels des tables, tranche les contestations et écrit les matchs"),
    Role.JUDGE: _("dirige les arbitres, décide des sanctions et tranche les appels (9.2, 9.3)"),
    Role.ORGANISER: _(
        "règle le tournoi, inscrit les joueurs, apparie les rondes et donne les rôles"
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
#: The same where matches are played: there the director judges what arbiters decide.
CLASSIC_DESKS: Mapping[Role, tuple[str, Promise]] = {
    Role.ORGANISER: DESKS[Role.ORGANISER],
    **dict.fromkeys(
        (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER), ("calls", _("Appels des tables"))
    ),
}


@dataclass(frozen=True, slots=True)
class StaffWay:
    """A link in the navigation of a tournament's staff: address, words, the key that follows it;
    ``of``: the discipline whose tournaments have it, None for all."""

    address: str
    label: Promise
    key: str = ""
    of: Discipline | None = None


_DUPLICATE, _CLASSIC = Discipline.DUPLICATE, Discipline.CLASSIC
_OF_ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
#: The shortest ways between the places of the staff, in their order, each with the roles it is for.
WAYS: Mapping[StaffWay, Collection[Role]] = {
    StaffWay("judge-desk", _("Pupitre"), "F4", _DUPLICATE): {Role.JUDGE},
    StaffWay("arbiter-list", _("Bulletins"), "F8", _DUPLICATE): _OF_ARBITERS,
    StaffWay("arbiter-keying", _("Saisie"), "F9", _DUPLICATE): _OF_ARBITERS,
    StaffWay("cases", _("Commission"), "", _DUPLICATE): {
        *_OF_ARBITERS,
        Role.JUDGE,
        Role.COMMISSION,
    },
    StaffWay("calls", _("Appels"), "F8", _CLASSIC): {*_OF_ARBITERS, Role.JUDGE},
    StaffWay("match-list", _("Parties"), "F9", _CLASSIC): {*_OF_ARBITERS, Role.JUDGE},
    StaffWay("office-rounds", _("Rondes"), "", _CLASSIC): {Role.ARBITER, Role.JUDGE},
    StaffWay("match-records", _("Matchs à écrire"), "", _CLASSIC): {Role.ARBITER, Role.JUDGE},
    StaffWay("office-tournament", _("Organisation"), "F10"): {Role.ORGANISER},
}
#: Open to all of them.
JOURNAL = StaffWay("journal", _("Journal"))


def role_name(role: str, played: str = Discipline.DUPLICATE) -> Promise:
    """What the role is called in a tournament of that discipline."""
    return (CLASSIC_NAMES if played == Discipline.CLASSIC else ROLE_NAMES)[Role(role)]


def role_powers(played: str) -> Mapping[Role, Promise]:
    """The roles that such a tournament gives, each with what it can do."""
    return CLASSIC_POWERS if played == Discipline.CLASSIC else ROLE_POWERS


def ways_of(request: HttpRequest) -> list[StaffWay]:
    """The ways of who is signed in, on a page of the tournament's staff (``views.staff``)."""
    held: Collection[Role] = getattr(request, "roles", ())
    played = getattr(request, "discipline", Discipline.DUPLICATE)
    ways = [
        way
        for way, roles in WAYS.items()
        if way.of in (None, played) and any(role in held for role in roles)
    ]
    return [*ways, JOURNAL] if ways else []


def desks_of(held: Collection[Role], played: str = Discipline.DUPLICATE) -> dict[str, Promise]:
    """The desks that these roles open, each once: name of the address to name of the link."""
    desks: dict[str, Promise] = {}
    of = CLASSIC_DESKS if played == Discipline.CLASSIC else DESKS
    for role in Role:
        if role in held and role in of:
            desks.setdefault(*of[role])
    return desks
