"""Accounts of people: made, let in, closed; each act leaves a row in the organisation."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TypedDict

import structlog
from axes.utils import reset
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.auth.models import Permission, User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.urls import reverse

from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.states import AccountChangeKind
from tournament.models import Organisation, StaffMember
from tournament.models.people import CODE_ALPHABET
from tournament.protocol import bus
from tournament.queries.access import CREATE
from tournament.queries.people.accounts import looked_after, managers_of
from tournament.services.accounts import sign_in_links
from tournament.services.accounts.organisations import join, record

log = structlog.get_logger(__name__)


class WhoAndWhen(TypedDict):
    by: User | None
    now: datetime


#: A card is printed some days before the tournament.
CARD_VALID = timedelta(days=7)
PASSWORD_LENGTH = 12
MAX_USERNAME, MAX_NAME = 150, 150


def account_of(username: str) -> User | None:
    """The account of this name, in capitals or not: nobody remembers how it was typed."""
    username = _as_kept(username)
    if not username.isprintable():  # cannot be looked for (NUL)
        return None
    alike = list(get_user_model().objects.filter(username__iexact=username).order_by("pk"))
    same = [user for user in alike if user.username == username]
    return next(iter(same + alike), None)


def _as_kept(username: str) -> str:
    """As Django stores names: « ＡＤＭＩＮ » is written ADMIN."""
    return get_user_model().normalize_username(username.strip())


def new_account(*, username: str, name: str = "", by: User | None, now: datetime) -> User:
    """An account without password, called ``name`` on the pages.

    Raises BadSetting for names that cannot be an account's, or are one's already.
    """
    username, name = _as_kept(username), _checked_name(name)
    if not username.isprintable() or not 0 < len(username) <= MAX_USERNAME:
        raise BadSetting("bad-username", username=username[:MAX_USERNAME])
    if account_of(username) is not None:
        raise BadSetting("username-taken", username=username)
    try:
        with transaction.atomic():
            return get_user_model().objects.create_user(username=username, first_name=name)
    except IntegrityError as error:  # made by somebody else just now
        raise BadSetting("username-taken", username=username) from error


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > MAX_NAME or not name.isprintable():
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    return name


def allow_tournaments(*, user: User, by: User | None, now: datetime) -> None:
    """Let an account create tournaments, where not everybody may."""
    needed = Permission.objects.get(content_type__app_label="tournament", codename=CREATE)
    user.user_permissions.add(needed)


def make_account(
    *, organisation: Organisation, username: str, name: str = "", by: User | None, now: datetime
) -> User:
    """A new account of the organisation. Raises BadSetting."""
    with transaction.atomic():
        user = new_account(username=username, name=name, by=by, now=now)
        made = AccountChangeKind.MADE
        join(organisation=organisation, user=user, kind=made, by=by, now=now)
    return user


def make_account_with_card(
    *, organisation: Organisation, username: str, name: str = "", by: User | None, now: datetime
) -> tuple[User, str]:
    """With the address of its card. Raises BadSetting."""
    who_and_when: WhoAndWhen = {"by": by, "now": now}
    with transaction.atomic():
        user = make_account(organisation=organisation, username=username, name=name, **who_and_when)
        return user, give_card(organisation=organisation, user=user, **who_and_when)


def call_oneself(*, user: User, name: str, by: User | None, now: datetime) -> None:
    """What the pages call the account, as its owner wishes. Raises BadSetting."""
    user.first_name, user.last_name = _checked_name(name), ""
    user.save(update_fields=["first_name", "last_name"])


def choose_password(*, user: User, password: str, by: User | None, now: datetime) -> None:
    """One's own, which Django's validators have let pass; other sessions and cards end,
    and what too many tries had locked is open."""
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_in_links.withdraw(user=user, by=by, now=now)
    reset(username=user.get_username())
    close_sockets(user=user, by=by, now=now)
    log.info("password.chosen", account=user.pk)


@contextmanager
def _change(
    organisation: Organisation, user: User, kind: AccountChangeKind, by: User | None, now: datetime
) -> Iterator[User]:
    """One change at a time in an organisation, to an account that it looks after; recorded.

    Raises NotAllowed for an account that is somebody elsewhere.
    """
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # he joins no other meanwhile
        current = looked_after(organisation).filter(pk=user.pk).first()
        if current is None:
            raise NotAllowed("account-elsewhere", username=user.get_username())
        yield current
        record(organisation, current, kind, by=by, now=now)


def rename_account(
    *, organisation: Organisation, user: User, name: str, by: User | None, now: datetime
) -> None:
    """What the pages call the account. Raises BadSetting, NotAllowed."""
    with _change(organisation, user, AccountChangeKind.RENAMED, by, now) as current:
        call_oneself(user=current, name=name, by=by, now=now)


def give_card(*, organisation: Organisation, user: User, by: User | None, now: datetime) -> str:
    """The address of a card that signs the account in, once; earlier cards open nothing.

    It leads to the page where a password is chosen, if there is none. Raises NotAllowed,
    WrongState for a closed account.
    """
    with _change(organisation, user, AccountChangeKind.CARD, by, now) as current:
        if not current.is_active:
            raise WrongState("account-closed", username=current.get_username())
        sign_in_links.withdraw(user=current, by=by, now=now)
        first = "office" if current.has_usable_password() else "account"
        return sign_in_links.make_link(
            user=current, target=reverse(first), now=now, valid=CARD_VALID
        )


def give_cards(
    *, organisation: Organisation, users: Sequence[User], by: User | None, now: datetime
) -> list[str]:
    """As ``give_card``, one for each: all or none."""
    with transaction.atomic():
        return [give_card(organisation=organisation, user=user, by=by, now=now) for user in users]


def give_password(*, organisation: Organisation, user: User, by: User | None, now: datetime) -> str:
    """A new password in place of any other way in: sessions and cards end, locks are opened.

    Raises NotAllowed.
    """
    with _change(organisation, user, AccountChangeKind.PASSWORD, by, now) as current:
        password = "".join(secrets.choice(CODE_ALPHABET) for _ in range(PASSWORD_LENGTH))
        current.set_password(password)
        current.save(update_fields=["password"])
        sign_in_links.withdraw(user=current, by=by, now=now)
        reset(username=current.get_username())
        close_sockets(user=current, by=by, now=now)
    return password


def close_account(
    *, organisation: Organisation, user: User, by: User | None, now: datetime
) -> None:
    """It opens nothing until it is opened again, and what it has opened is closed.

    Raises NotAllowed, WrongState for one's own or the last manager's.
    """
    if by is not None and by.pk == user.pk:
        raise WrongState("own-account")
    with _change(organisation, user, AccountChangeKind.CLOSED, by, now) as current:
        require_manager_beside(organisation, current)
        current.is_active = False
        current.save(update_fields=["is_active"])
        sign_in_links.withdraw(user=current, by=by, now=now)
        _end_sessions(current, now)
        close_sockets(user=current, by=by, now=now)


def reopen_account(
    *, organisation: Organisation, user: User, by: User | None, now: datetime
) -> None:
    """It is let in again, with the password that it had. Raises NotAllowed."""
    with _change(organisation, user, AccountChangeKind.REOPENED, by, now) as current:
        current.is_active = True
        current.save(update_fields=["is_active"])


def close_sockets(*, user: User, by: User | None, now: datetime) -> None:
    """Of all its browsers: those where it is signed in still open theirs again at once."""
    rooms = StaffMember.objects.filter(user=user).values_list("tournament", flat=True)
    for room in rooms.distinct():
        transaction.on_commit(partial(bus.publish, bus.RoleRemoved(room, user.pk)))


def _end_sessions(user: User, now: datetime) -> None:
    """Of its browsers: what is not deleted would be open again with the account."""
    for session in Session.objects.filter(expire_date__gt=now).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


def let_manage(
    *, organisation: Organisation, user: User, manages: bool, by: User | None, now: datetime
) -> None:
    """Whether an account of the organisation manages it. Raises WrongState for the last one."""
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        member = join(organisation=organisation, user=user, by=by, now=now)
        if member.manages == manages:
            return
        if not manages:
            require_manager_beside(organisation, user)
        member.manages = manages
        member.save(update_fields=["manages"])
        kind = AccountChangeKind.MANAGES if manages else AccountChangeKind.MANAGES_NOT
        record(organisation, user, kind, by=by, now=now)


def require_manager_beside(organisation: Organisation, user: User) -> None:
    """Raises WrongState for the only one left who can manage the organisation."""
    managers = managers_of(organisation)
    if managers.filter(pk=user.pk).exists() and not managers.exclude(pk=user.pk).exists():
        raise WrongState("last-manager")
