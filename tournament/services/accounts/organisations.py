"""Organisations and their member accounts."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.states import AccountChangeKind
from tournament.models import AccountChange, Membership, Organisation
from tournament.queries.local import check_paper, check_zone
from tournament.queries.people.accounts import list_own_accounts
from tournament.services.accounts.sign_in_links import delete_links
from tournament.services.groups import add_default_groups

MAX_NAME = 120


def create_organisation(*, name: str, by: User | None, now: datetime) -> Organisation:
    """Create an organisation managed by ``by``, with the usual lists.

    Raise BadSetting for an impossible name.
    """
    with transaction.atomic():
        organisation = Organisation.objects.create(name=_check_name(name))
        if by is not None:
            join_organisation(organisation=organisation, user=by, manages=True, by=by, now=now)
        add_default_groups(organisation=organisation, by=by, now=now)
    return organisation


def change_organisation(
    *,
    organisation: Organisation,
    name: str,
    time_zone: str = "",
    paper: str = "",
    by: User | None,
    now: datetime,
) -> Organisation:
    """Change name, time zone and paper of an organisation; empty for those of the installation.

    Raise BadSetting.
    """
    organisation.name = _check_name(name)
    organisation.time_zone = check_zone(time_zone)
    organisation.paper = check_paper(paper)
    organisation.save(update_fields=["name", "time_zone", "paper"])
    return organisation


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise BadSetting("empty-name")
    if len(name) > MAX_NAME:
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    return name


def find_or_create_managed_organisation(
    user: User | None, now: datetime, club: str = ""
) -> Organisation:
    """Return the organisation in which ``user`` creates a tournament: the first that they manage,
    else a new one, called ``club``; for None the first of the installation."""
    managed = Organisation.objects.order_by("pk")
    if user is not None:
        managed = managed.filter(memberships__user=user, memberships__manages=True)
    return managed.first() or create_organisation(
        name=club.strip() or str(user or "Duplicata"), by=user, now=now
    )


def join_organisation(
    *,
    organisation: Organisation,
    user: User,
    manages: bool = False,
    kind: AccountChangeKind = AccountChangeKind.JOINED,
    by: User | None,
    now: datetime,
) -> Membership:
    """Make the account a member of the organisation; ``kind`` is recorded as the reason.

    A card from another organisation becomes invalid: whoever made it may have a copy, which must
    not give access to this organisation.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # no card is made meanwhile
        member, created = Membership.objects.get_or_create(
            organisation=organisation, user=user, defaults={"manages": manages}
        )
        if created:
            if not list_own_accounts(organisation).filter(pk=user.pk).exists():
                delete_links(user=user, by=by, now=now)
            record_account_change(organisation, user, kind, by=by, now=now)
    return member


def record_account_change(
    organisation: Organisation,
    user: User | None,
    kind: AccountChangeKind,
    *,
    by: User | None,
    now: datetime,
    data: dict[str, str] | None = None,
) -> None:
    """Record a change to an account; ``user`` None: the person is not known yet."""
    AccountChange.objects.create(
        organisation=organisation,
        user=user,
        username=user.get_username() if user else "",
        kind=kind,
        data=data or {},
        by=by,
        at=now,
    )
