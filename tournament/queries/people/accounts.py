"""The accounts of an organisation's people: who they are, what they do there."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournament.core.states import ROLES_BY_POWER, Role
from tournament.models import Membership, Organisation, StaffMember, Tournament


def people_of(organisation: Organisation) -> QuerySet[User]:
    """Accounts that belong to it, or have a role in one of its tournaments; by name."""
    here = Q(memberships__organisation=organisation) | Q(
        roles__tournament__organisation=organisation
    )
    found = User.objects.filter(here).values("pk")
    return User.objects.filter(pk__in=found).order_by("username")


def looked_after(organisation: Organisation) -> QuerySet[User]:
    """Accounts to which it may give a password: those that are nothing anywhere else.

    Whoever opens somebody's account sees what he sees; that of another organisation, or of the
    installation, is not for its manager.
    """
    elsewhere = Membership.objects.exclude(organisation=organisation).values("user")
    roles = StaffMember.objects.exclude(tournament__organisation=organisation).values("user")
    own = User.objects.filter(memberships__organisation=organisation)
    own = own.exclude(Q(is_superuser=True) | Q(is_staff=True))
    return own.exclude(Q(pk__in=elsewhere) | Q(pk__in=roles))


def managers_of(organisation: Organisation) -> QuerySet[User]:
    """Those who can sign in and manage it."""
    own = Membership.objects.filter(organisation=organisation, manages=True)
    return User.objects.filter(pk__in=own.values("user"), is_active=True)


@dataclass(frozen=True)
class Held:
    """The roles of an account in one tournament, the smallest power first."""

    tournament: Tournament
    roles: list[Role]


def held_by(
    users: Iterable[User], organisation: Organisation | None = None
) -> dict[int, list[Held]]:
    """By account, the latest tournament first; of one organisation, or of all."""
    members = StaffMember.objects.filter(user__in=users).select_related("tournament")
    if organisation is not None:
        members = members.filter(tournament__organisation=organisation)
    grouped: defaultdict[int, dict[Tournament, set[Role]]] = defaultdict(dict)
    for member in members.order_by("-tournament__starts_on", "tournament__name"):
        grouped[member.user_id].setdefault(member.tournament, set()).add(Role(member.role))
    return {
        user: [
            Held(tournament, [role for role in ROLES_BY_POWER if role in roles])
            for tournament, roles in held.items()
        ]
        for user, held in grouped.items()
    }
