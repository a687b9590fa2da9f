"""French names of the roles, and the pages where each of them works."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.states import Discipline, Role, TournamentState
from tournament.models import Tournament

ROLE_NAMES: Mapping[Role, Promise] = {
    Role.ORGANISER: _("organisateur"),
    Role.JUDGE: _("juge-arbitre"),
    Role.ARBITER: _("arbitre-correcteur"),
    Role.DOUBLE_ARBITER: _("double arbitre"),
    Role.COMMISSION: _("commission d’arbitrage"),
    Role.CENTRE_JUDGE: _("juge-arbitre de centre"),
}
#: What each role can do, for the person who gives it.
ROLE_POWERS: Mapping[Role, Promise] = {
    Role.ARBITER: _("corrige et saisit les bulletins des tables qui lui sont confiées"),
    Role.DOUBLE_ARBITER: _("voit les bulletins de toute la salle et revoit ce qui est décidé"),
    Role.COMMISSION: _(
        "siège à la commission : entend et tranche les recours et les cas qui lui sont soumis"
    ),
    Role.CENTRE_JUDGE: _(
        "dans un centre qui suit : pointe et imprime, lit les annonces à sa salle, et dit si elle "
        "est prête"
    ),
    Role.JUDGE: _("mène la partie : tire, annonce, tient le chrono, retient le top"),
    Role.ORGANISER: _(
        "règle le tournoi, inscrit les joueurs, numérote les tables et donne les rôles"
    ),
}
#: Names in a classic tournament, which has no commission and no double arbiter.
CLASSIC_ROLE_NAMES: Mapping[Role, Promise] = {
    **ROLE_NAMES,
    Role.JUDGE: _("directeur du tournoi"),
    Role.ARBITER: _("arbitre"),
}
CLASSIC_ROLE_POWERS: Mapping[Role, Promise] = {
    Role.ARBITER: _("répond aux appels des tables, tranche les contestations et écrit les matchs"),
    Role.JUDGE: _("dirige les arbitres, décide des sanctions et tranche les appels (9.2, 9.3)"),
    Role.ORGANISER: _(
        "règle le tournoi, inscrit les joueurs, apparie les rondes et donne les rôles"
    ),
}
#: The desk of each role: URL name (it takes the tournament's slug) and text of the link.
DESKS: Mapping[Role, tuple[str, Promise]] = {
    Role.ORGANISER: ("office-tournament", _("Bureau")),
    Role.JUDGE: ("judge-desk", _("Pupitre du juge-arbitre")),
    Role.ARBITER: ("arbiter-list", _("Bulletins de mes tables")),
    Role.DOUBLE_ARBITER: ("arbiter-list", _("Bulletins de la salle")),
    Role.COMMISSION: ("cases", _("Commission d’arbitrage")),
    Role.CENTRE_JUDGE: ("centres", _("Pupitre du centre")),
}
#: Desks of a classic tournament: its director reviews what arbiters decide.
CLASSIC_DESKS: Mapping[Role, tuple[str, Promise]] = {
    Role.ORGANISER: DESKS[Role.ORGANISER],
    **dict.fromkeys(
        (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER), ("calls", _("Appels des tables"))
    ),
}


@dataclass(frozen=True, slots=True)
class StaffLink:
    """A link in the navigation of a tournament's staff.

    ``address``: its URL name; ``key``: its access key; ``discipline``: of the tournaments that have
    it, None for all.
    """

    address: str
    label: Promise
    key: str = ""
    discipline: Discipline | None = None


_DUPLICATE, _CLASSIC = Discipline.DUPLICATE, Discipline.CLASSIC
_ARBITER_ROLES = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
#: Links between the pages of the staff, in their order, with the roles that see them.
STAFF_LINKS: Mapping[StaffLink, Collection[Role]] = {
    StaffLink("judge-desk", _("Pupitre"), "F4", _DUPLICATE): {Role.JUDGE},
    StaffLink("arbiter-list", _("Bulletins"), "F8", _DUPLICATE): _ARBITER_ROLES,
    StaffLink("arbiter-keying", _("Saisie"), "F9", _DUPLICATE): _ARBITER_ROLES,
    StaffLink("cases", _("Commission"), "", _DUPLICATE): {
        *_ARBITER_ROLES,
        Role.JUDGE,
        Role.COMMISSION,
    },
    StaffLink("centres", _("Centre"), "", _DUPLICATE): {Role.CENTRE_JUDGE},
    StaffLink("calls", _("Appels"), "F8", _CLASSIC): {*_ARBITER_ROLES, Role.JUDGE},
    StaffLink("match-list", _("Parties"), "F9", _CLASSIC): {*_ARBITER_ROLES, Role.JUDGE},
    StaffLink("office-rounds", _("Rondes"), "", _CLASSIC): {Role.ARBITER, Role.JUDGE},
    StaffLink("match-records", _("Matchs à écrire"), "", _CLASSIC): {Role.ARBITER, Role.JUDGE},
    StaffLink("office-tournament", _("Bureau"), "F10"): {Role.ORGANISER},
}
#: Visible to all roles.
JOURNAL_LINK = StaffLink("journal", _("Journal"))


def get_role_name(role: str, discipline: str = Discipline.DUPLICATE) -> Promise:
    """Return the name of a role in a tournament of the discipline."""
    return (CLASSIC_ROLE_NAMES if discipline == Discipline.CLASSIC else ROLE_NAMES)[Role(role)]


def get_role_powers(discipline: str) -> Mapping[Role, Promise]:
    """Return the roles of a discipline, each with what it can do."""
    return CLASSIC_ROLE_POWERS if discipline == Discipline.CLASSIC else ROLE_POWERS


def list_staff_links(request: HttpRequest) -> list[StaffLink]:
    """Return the links for the signed-in user, on a page of the staff (``views.shortcuts``)."""
    user_roles: Collection[Role] = getattr(request, "roles", ())
    discipline = getattr(request, "discipline", Discipline.DUPLICATE)
    links = [
        link
        for link, roles in STAFF_LINKS.items()
        if link.discipline in (None, discipline) and any(role in user_roles for role in roles)
    ]
    return [*links, JOURNAL_LINK] if links else []


def list_desks(
    user_roles: Collection[Role], discipline: str = Discipline.DUPLICATE
) -> dict[str, Promise]:
    """List the desks that ``user_roles`` open, each once: URL name to text of the link."""
    desks: dict[str, Promise] = {}
    desk_by_role = CLASSIC_DESKS if discipline == Discipline.CLASSIC else DESKS
    for role in Role:
        if role in user_roles and role in desk_by_role:
            desks.setdefault(*desk_by_role[role])
    return desks


def list_open_desks(user_roles: Collection[Role], tournament: Tournament) -> dict[str, Promise]:
    """List the desks of a tournament; for an archived one, without the judge's."""
    is_archived = tournament.state == TournamentState.ARCHIVED
    roles = set(user_roles) - ({Role.JUDGE} if is_archived else set())
    return list_desks(roles, tournament.discipline)
