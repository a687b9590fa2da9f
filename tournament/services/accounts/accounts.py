"""Accounts of people: created, signed in, closed; each change is recorded in the organisation."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TypedDict

import structlog
from axes.utils import reset as reset_failed_sign_ins
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission, User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.states import AccountChangeKind
from tournament.models import Organisation, StaffMember
from tournament.models.people import CODE_ALPHABET
from tournament.protocol import bus
from tournament.queries.access import CREATE_PERMISSION
from tournament.queries.people.accounts import list_managers, list_own_accounts
from tournament.services.accounts import sign_in_links
from tournament.services.accounts.organisations import join_organisation, record_account_change

log = structlog.get_logger(__name__)


class AuditFields(TypedDict):
    by: User | None
    now: datetime


#: A card is printed some days before the tournament.
CARD_LIFETIME = timedelta(days=7)
PASSWORD_LENGTH = 12
MAX_USERNAME, MAX_NAME = 150, 150


def find_account(username: str) -> User | None:
    """Return the account of this name, whatever its case; the exact spelling comes first."""
    username = _normalise(username)
    if not username.isprintable():  # cannot be used in a query (NUL)
        return None
    matches = list(get_user_model().objects.filter(username__iexact=username).order_by("pk"))
    exact_matches = [user for user in matches if user.username == username]
    return next(iter(exact_matches + matches), None)


def _normalise(username: str) -> str:
    """Normalise a name as Django does: « ＡＤＭＩＮ » becomes ADMIN."""
    return get_user_model().normalize_username(username.strip())


def check_username(username: str) -> str:
    """Return the normalised name. Raise BadSetting if no account can have it."""
    username = _normalise(username)
    if not username.isprintable() or not 0 < len(username) <= MAX_USERNAME:
        raise BadSetting("bad-username", username=username[:MAX_USERNAME])
    try:
        UnicodeUsernameValidator()(username)  # the rule of Django's own pages and commands
    except ValidationError as error:
        raise BadSetting("bad-username", username=username) from error
    return username


def create_account(*, username: str, name: str = "", by: User | None, now: datetime) -> User:
    """Create an account without password, displayed as ``name``.

    Raise BadSetting for names that are impossible or already in use.
    """
    username, name = check_username(username), _check_name(name)
    if find_account(username) is not None:
        raise BadSetting("username-taken", username=username)
    try:
        with transaction.atomic():
            return get_user_model().objects.create_user(username=username, first_name=name)
    except IntegrityError as error:  # created by another request since the check
        raise BadSetting("username-taken", username=username) from error


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > MAX_NAME or not name.isprintable():
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    return name


def allow_creating_tournaments(*, user: User, by: User | None, now: datetime) -> None:
    """Allow an account to create tournaments, where this is not open to everybody."""
    permission = Permission.objects.get(
        content_type__app_label="tournament", codename=CREATE_PERMISSION
    )
    user.user_permissions.add(permission)


def create_member(
    *, organisation: Organisation, username: str, name: str = "", by: User | None, now: datetime
) -> User:
    """Create an account as a member of the organisation. Raise BadSetting."""
    with transaction.atomic():
        user = create_account(username=username, name=name, by=by, now=now)
        kind = AccountChangeKind.MADE
        join_organisation(organisation=organisation, user=user, kind=kind, by=by, now=now)
    return user


def create_member_with_card(
    *, organisation: Organisation, username: str, name: str = "", by: User | None, now: datetime
) -> tuple[User, str]:
    """Create an account and a card; return both, the card by its address. Raise BadSetting."""
    audit_fields: AuditFields = {"by": by, "now": now}
    with transaction.atomic():
        user = create_member(
            organisation=organisation, username=username, name=name, **audit_fields
        )
        return user, give_card(organisation=organisation, user=user, **audit_fields)


def change_displayed_name(*, user: User, name: str, by: User | None, now: datetime) -> None:
    """Set the displayed name of an account, as its owner wishes. Raise BadSetting."""
    user.first_name, user.last_name = _check_name(name), ""
    user.save(update_fields=["first_name", "last_name"])


def choose_password(*, user: User, password: str, by: User | None, now: datetime) -> None:
    """Set the owner's password, which Django's validators have accepted. Other sessions and cards
    end, and a lock after too many tries is removed."""
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_in_links.delete_links(user=user, by=by, now=now)
    reset_failed_sign_ins(username=user.get_username())
    close_sockets(user=user, by=by, now=now)
    log.info("password.chosen", account=user.pk)


@contextmanager
def _lock_and_record_change(
    organisation: Organisation,
    user: User,
    kind: AccountChangeKind,
    by: User | None,
    now: datetime,
    data: dict[str, str] | None = None,
) -> Iterator[User]:
    """Apply one change at a time in an organisation, to an account that it looks after; record it
    with ``data``, which the caller may fill meanwhile.

    Raise NotAllowed for an account that has a role elsewhere.
    """
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # it joins no other meanwhile
        current = list_own_accounts(organisation).filter(pk=user.pk).first()
        if current is None:
            raise NotAllowed("account-elsewhere", username=user.get_username())
        yield current
        record_account_change(organisation, current, kind, by=by, now=now, data=data)


def rename_account(
    *, organisation: Organisation, user: User, name: str, by: User | None, now: datetime
) -> None:
    """Change the displayed name of an account. Raise BadSetting, NotAllowed."""
    data: dict[str, str] = {}
    with _lock_and_record_change(
        organisation, user, AccountChangeKind.RENAMED, by, now, data
    ) as current:
        data["old"] = current.get_full_name() or current.get_username()
        change_displayed_name(user=current, name=name, by=by, now=now)
        data["new"] = current.get_full_name()


def give_card(*, organisation: Organisation, user: User, by: User | None, now: datetime) -> str:
    """Make a card that signs the account in, once; return its address. Earlier cards end.

    It leads to the page for choosing a password, if there is none. Raise NotAllowed; WrongState
    for a closed account.
    """
    with _lock_and_record_change(organisation, user, AccountChangeKind.CARD, by, now) as current:
        if not current.is_active:
            raise WrongState("account-closed", username=current.get_username())
        sign_in_links.delete_links(user=current, by=by, now=now)
        return sign_in_links.make_link(
            user=current, target=find_first_page(current), now=now, valid=CARD_LIFETIME
        )


def find_first_page(user: User) -> str:
    """Return the page that a new link leads to: where a password is chosen, if there is none."""
    return reverse("office" if user.has_usable_password() else "account")


def give_cards(
    *, organisation: Organisation, users: Sequence[User], by: User | None, now: datetime
) -> list[str]:
    """Make a card for each account, as ``give_card``: all or none."""
    with transaction.atomic():
        return [give_card(organisation=organisation, user=user, by=by, now=now) for user in users]


def give_password(*, organisation: Organisation, user: User, by: User | None, now: datetime) -> str:
    """Set a new password that replaces all other access: sessions and cards end, locks are removed.

    Raise NotAllowed, Busy.
    """
    password = "".join(secrets.choice(CODE_ALPHABET) for _ in range(PASSWORD_LENGTH))
    digest = make_password(password)
    with _lock_and_record_change(
        organisation, user, AccountChangeKind.PASSWORD, by, now
    ) as current:
        current.password = digest
        current.save(update_fields=["password"])
        sign_in_links.delete_links(user=current, by=by, now=now)
        reset_failed_sign_ins(username=current.get_username())
        close_sockets(user=current, by=by, now=now)
    return password


def close_account(
    *, organisation: Organisation, user: User, by: User | None, now: datetime
) -> None:
    """Close an account until it is reopened, with its sessions and sockets. Its tables have no
    arbiter then, so every arbiter is offered them.

    Raise NotAllowed; WrongState for the user's own account or the last manager's.
    """
    if by is not None and by.pk == user.pk:
        raise WrongState("own-account")
    with _lock_and_record_change(organisation, user, AccountChangeKind.CLOSED, by, now) as current:
        require_other_manager(organisation, current)
        current.is_active = False
        current.save(update_fields=["is_active"])
        current.tables.update(arbiter=None)
        sign_in_links.delete_links(user=current, by=by, now=now)
        _end_sessions(current, now)
        close_sockets(user=current, by=by, now=now)


def reopen_account(
    *, organisation: Organisation, user: User, by: User | None, now: datetime
) -> None:
    """Reopen an account, with its former password. Raise NotAllowed."""
    with _lock_and_record_change(
        organisation, user, AccountChangeKind.REOPENED, by, now
    ) as current:
        current.is_active = True
        current.save(update_fields=["is_active"])


def close_sockets(*, user: User, by: User | None, now: datetime) -> None:
    """Close the sockets of all its browsers; those still signed in reconnect at once."""
    tournament_ids = StaffMember.objects.filter(user=user).values_list("tournament", flat=True)
    for tournament_id in tournament_ids.distinct():
        transaction.on_commit(partial(bus.publish, bus.RoleRemoved(tournament_id, user.pk)))


def _end_sessions(user: User, now: datetime) -> None:
    """Delete the sessions of the account, which would work again after reopening it."""
    for session in Session.objects.filter(expire_date__gt=now).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


def change_manager(
    *, organisation: Organisation, user: User, manages: bool, by: User | None, now: datetime
) -> None:
    """Give or take the right to manage the organisation. Raise WrongState for the last manager."""
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        member = join_organisation(organisation=organisation, user=user, by=by, now=now)
        if member.manages == manages:
            return
        if not manages:
            require_other_manager(organisation, user)
        member.manages = manages
        member.save(update_fields=["manages"])
        kind = AccountChangeKind.MANAGER_ADDED if manages else AccountChangeKind.MANAGER_REMOVED
        record_account_change(organisation, user, kind, by=by, now=now)


def require_other_manager(organisation: Organisation, user: User) -> None:
    """Raise WrongState if nobody else can manage the organisation."""
    managers = list_managers(organisation)
    if managers.filter(pk=user.pk).exists() and not managers.exclude(pk=user.pk).exists():
        raise WrongState("last-manager")
