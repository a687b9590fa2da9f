"""Invitations: links by which the holder of an account elsewhere joins an organisation.

The account is not searched by name, which would reveal who is a member where. A link is made; the
account opens it while signed in, and accepts.
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
from tournament.queries.access import list_managed_organisations
from tournament.services.accounts.organisations import join_organisation, record_account_change
from tournament.services.accounts.sign_in_links import compute_digest
from tournament.services.accounts.staff import add_role, check_roles

LINK_LIFETIME = timedelta(days=7)


def create_invitation(
    *,
    organisation: Organisation,
    tournament: Tournament | None = None,
    roles: Collection[str] = (),
    by: User,
    now: datetime,
) -> str:
    """Return an address (displayed once) by which the first account to open it joins the
    organisation, with ``roles`` in its ``tournament``. Raise BadSetting for a tournament without
    roles."""
    if tournament is not None:
        check_roles(roles)
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        Invitation.objects.create(
            organisation=organisation,
            tournament=tournament,
            roles=sorted(roles),
            digest=compute_digest(token),
            by=by,
            expires_at=now + LINK_LIFETIME,
        )
        record_account_change(organisation, None, AccountChangeKind.INVITED, by=by, now=now)
    return f"{settings.PUBLIC_URL}{reverse('invitation', args=[token])}"


def find_invitation(*, token: str, now: datetime) -> Invitation:
    """Return the invitation of ``token``. Raise BadAccess if it is unknown, old, used, from an
    account that may no longer invite, or for an archived tournament."""
    invitations = Invitation.objects.select_related("organisation", "tournament", "by")
    invitation = invitations.filter(
        digest=compute_digest(token), expires_at__gt=now, used_at=None, by__is_active=True
    ).first()
    if invitation is None or not _is_valid(invitation):
        raise BadAccess("invalid-invitation")
    return invitation


def _is_valid(invitation: Invitation) -> bool:
    if invitation.tournament is None:
        return (
            list_managed_organisations(invitation.by).filter(pk=invitation.organisation.pk).exists()
        )
    if invitation.tournament.state == TournamentState.ARCHIVED:
        return False
    organisers = StaffMember.objects.filter(tournament=invitation.tournament, role=Role.ORGANISER)
    return organisers.filter(user=invitation.by).exists()


def accept_invitation(*, invitation: Invitation, by: User, now: datetime) -> None:
    """Accept an invitation. Raise BadAccess if it was accepted before, even at the same moment."""
    with transaction.atomic():
        unused = Invitation.objects.filter(pk=invitation.pk, used_at=None, expires_at__gt=now)
        current = unused.select_related("organisation", "tournament", "by").first()
        if current is None or not _is_valid(current) or not unused.update(used_at=now):
            raise BadAccess("invalid-invitation")
        join_organisation(organisation=invitation.organisation, user=by, by=invitation.by, now=now)
        if invitation.tournament is not None:
            for role in invitation.roles:
                add_role(invitation.tournament, by, role, by=invitation.by, now=now)
