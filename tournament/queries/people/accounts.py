"""The accounts of the people of an organisation, with their roles."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournament.core.states import ROLES_BY_POWER, Role
from tournament.models import Membership, Organisation, StaffMember, Tournament


def list_connected_accounts(organisation: Organisation) -> QuerySet[User]:
    """Return accounts that are members, or have a role in one of its tournaments, by name."""
    is_connected = Q(memberships__organisation=organisation) | Q(
        roles__tournament__organisation=organisation
    )
    keys = User.objects.filter(is_connected).values("pk")
    return User.objects.filter(pk__in=keys).order_by("username")


def list_officers(tournament: Tournament | int, *roles: Role) -> QuerySet[User]:
    """Return the open accounts with one of ``roles`` in the tournament, by name.

    A closed account keeps its roles, which count again when it is reopened.
    """
    members = StaffMember.objects.filter(tournament=tournament, role__in=roles)
    users = User.objects.filter(pk__in=members.values("user"), is_active=True)
    return users.order_by("username")


def list_staff_sources(tournament: Tournament, user: User) -> QuerySet[Tournament]:
    """Return the other tournaments of the organisation whose roles ``user`` may copy: those that
    they organise, all for a manager; newest first."""
    condition = Q(staff__user=user, staff__role=Role.ORGANISER) | Q(
        organisation__memberships__user=user, organisation__memberships__manages=True
    )
    keys = Tournament.objects.filter(condition).values("pk")
    sources = Tournament.objects.filter(organisation=tournament.organisation_id, pk__in=keys)
    return sources.exclude(pk=tournament.pk).order_by("-starts_on", "-pk")


def list_own_accounts(organisation: Organisation) -> QuerySet[User]:
    """Return the accounts to which it may give a password: members without a role elsewhere.

    Opening an account shows everything that it may see, so a manager must not open one that
    belongs to another organisation or to the installation.
    """
    elsewhere = Membership.objects.exclude(organisation=organisation).values("user")
    roles = StaffMember.objects.exclude(tournament__organisation=organisation).values("user")
    members = User.objects.filter(memberships__organisation=organisation)
    members = members.exclude(Q(is_superuser=True) | Q(is_staff=True))
    return members.exclude(Q(pk__in=elsewhere) | Q(pk__in=roles))


def list_managers(organisation: Organisation) -> QuerySet[User]:
    """Return the active accounts that manage it."""
    memberships = Membership.objects.filter(organisation=organisation, manages=True)
    return User.objects.filter(pk__in=memberships.values("user"), is_active=True)


@dataclass(frozen=True)
class TournamentRoles:
    """The roles of an account in one tournament, the one with the least power first."""

    tournament: Tournament
    roles: list[Role]


def list_roles(
    users: Iterable[User], organisation: Organisation | None = None
) -> dict[int, list[TournamentRoles]]:
    """Return roles by account, the latest tournament first; of one organisation, or of all."""
    members = StaffMember.objects.filter(user__in=users).select_related("tournament")
    if organisation is not None:
        members = members.filter(tournament__organisation=organisation)
    grouped: defaultdict[int, dict[Tournament, set[Role]]] = defaultdict(dict)
    for member in members.order_by("-tournament__starts_on", "tournament__name"):
        grouped[member.user_id].setdefault(member.tournament, set()).add(Role(member.role))
    return {
        user: [
            TournamentRoles(tournament, [role for role in ROLES_BY_POWER if role in roles])
            for tournament, roles in by_tournament.items()
        ]
        for user, by_tournament in grouped.items()
    }
