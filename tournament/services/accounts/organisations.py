"""Organisations and the accounts that belong to them."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.states import AccountChangeKind
from tournament.models import AccountChange, Membership, Organisation
from tournament.queries.local import known_paper, known_zone
from tournament.queries.people.accounts import looked_after
from tournament.services.accounts.sign_in_links import withdraw
from tournament.services.groups import add_usual

MAX_NAME = 120


def found(*, name: str, by: User | None, now: datetime) -> Organisation:
    """A new organisation, which ``by`` manages; its lists are the usual ones.

    Raises BadSetting for a name that is none.
    """
    with transaction.atomic():
        made = Organisation.objects.create(name=_checked(name))
        if by is not None:
            join(organisation=made, user=by, manages=True, by=by, now=now)
        add_usual(organisation=made, by=by, now=now)
    return made


def change_organisation(
    *,
    organisation: Organisation,
    name: str,
    time_zone: str = "",
    paper: str = "",
    by: User | None,
    now: datetime,
) -> Organisation:
    """What it is called; the clock and the paper of its pages, empty for the installation's.

    Raises BadSetting.
    """
    organisation.name = _checked(name)
    organisation.time_zone = known_zone(time_zone)
    organisation.paper = known_paper(paper)
    organisation.save(update_fields=["name", "time_zone", "paper"])
    return organisation


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise BadSetting("empty-name")
    if len(name) > MAX_NAME:
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    return name


def home_of(user: User | None, now: datetime, club: str = "") -> Organisation:
    """The organisation in whose name ``user`` creates a tournament: the first that he manages, or
    else one of his own, called ``club``; without anybody, the first of the installation."""
    managed = Organisation.objects.order_by("pk")
    if user is not None:
        managed = managed.filter(memberships__user=user, memberships__manages=True)
    return managed.first() or found(name=club.strip() or str(user or "Duplicata"), by=user, now=now)


def join(
    *,
    organisation: Organisation,
    user: User,
    manages: bool = False,
    kind: AccountChangeKind = AccountChangeKind.JOINED,
    by: User | None,
    now: datetime,
) -> Membership:
    """The account belongs to the organisation from now on; ``kind`` says how that came.

    A card that another organisation gave it opens nothing any more: whoever made that one may hold
    a copy, and is not to see what is here.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # no card is given meanwhile
        member, made = Membership.objects.get_or_create(
            organisation=organisation, user=user, defaults={"manages": manages}
        )
        if made:
            if not looked_after(organisation).filter(pk=user.pk).exists():
                withdraw(user=user, by=by, now=now)
            record(organisation, user, kind, by=by, now=now)
    return member


def record(
    organisation: Organisation,
    user: User | None,
    kind: AccountChangeKind,
    *,
    by: User | None,
    now: datetime,
) -> None:
    """What was done to an account, by whom; None: to nobody who is known yet."""
    AccountChange.objects.create(
        organisation=organisation,
        user=user,
        username=user.get_username() if user else "",
        kind=kind,
        by=by,
        at=now,
    )
