"""Invitations: how somebody whose account is elsewhere comes to an organisation.

He is not looked for by name, which would tell who is where: a link is made, he opens it while
signed in, and says yes.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from tournament.core.errors import BadAccess
from tournament.core.states import AccountChangeKind, Role, TournamentState
from tournament.models import Invitation, Organisation, StaffMember, Tournament
from tournament.queries.access import managed
from tournament.services.accounts.organisations import join, record
from tournament.services.accounts.sign_in_links import digest_of
from tournament.services.accounts.staff import check_roles, give_role

VALID = timedelta(days=7)


def invite(
    *,
    organisation: Organisation,
    tournament: Tournament | None = None,
    roles: Collection[str] = (),
    by: User,
    now: datetime,
) -> str:
    """The address (shown once) that makes whoever opens it first one of the organisation's, with
    ``roles`` in its ``tournament``. Raises BadSetting for a tournament without roles."""
    if tournament is not None:
        check_roles(roles)
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        Invitation.objects.create(
            organisation=organisation,
            tournament=tournament,
            roles=sorted(roles),
            digest=digest_of(token),
            by=by,
            expires_at=now + VALID,
        )
        record(organisation, None, AccountChangeKind.INVITED, by=by, now=now)
    return f"{settings.PUBLIC_URL}{reverse('invitation', args=[token])}"


def find_invitation(*, token: str, now: datetime) -> Invitation:
    """Raises BadAccess when it is unknown, old, used, from somebody who may not invite
    now, or to a tournament that is archived."""
    found = Invitation.objects.select_related("organisation", "tournament", "by")
    invitation = found.filter(
        digest=digest_of(token), expires_at__gt=now, used_at=None, by__is_active=True
    ).first()
    if invitation is None or not _still_stands(invitation):
        raise BadAccess("invitation")
    return invitation


def _still_stands(invitation: Invitation) -> bool:
    if invitation.tournament is None:
        return managed(invitation.by).filter(pk=invitation.organisation.pk).exists()
    if invitation.tournament.state == TournamentState.ARCHIVED:
        return False
    organisers = StaffMember.objects.filter(tournament=invitation.tournament, role=Role.ORGANISER)
    return organisers.filter(user=invitation.by).exists()


def accept(*, invitation: Invitation, by: User, now: datetime) -> None:
    """Raises BadAccess for the second who accepts it, also at the same moment."""
    with transaction.atomic():
        found = Invitation.objects.filter(pk=invitation.pk, used_at=None, expires_at__gt=now)
        current = found.select_related("organisation", "tournament", "by").first()
        if current is None or not _still_stands(current) or not found.update(used_at=now):
            raise BadAccess("invitation")
        join(organisation=invitation.organisation, user=by, by=invitation.by, now=now)
        if invitation.tournament is not None:
            for role in invitation.roles:
                give_role(invitation.tournament, by, role, by=invitation.by, now=now)
