"""Who does what in a tournament: accounts and their roles."""

import secrets
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission, User
from django.db import IntegrityError, transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import Role
from tournament.models import RoleChange, StaffMember, Table, Tournament
from tournament.models.people import CODE_ALPHABET
from tournament.protocol import bus
from tournament.queries.access import CREATE

#: Whose roles let him have tables to correct.
CORRECTING = (Role.ARBITER, Role.DOUBLE_ARBITER)
#: Of who runs a club's game alone; a double arbiter looks again at what another has done.
ALL_ROLES = (Role.ORGANISER, Role.JUDGE, Role.ARBITER)
PASSWORD_LENGTH = 12
MAX_USERNAME = 150


def add_staff(
    *,
    tournament: Tournament,
    username: str,
    role: str,
    by: User | None,
    now: datetime,
) -> tuple[StaffMember, str | None]:
    """Give an account a role; a new account is made with the password returned (shown once).

    Raises BadSetting for an unknown role or a name that cannot be an account's.
    """
    if role not in set(Role):
        raise BadSetting("unknown-role", role=role)
    with transaction.atomic():
        user, password = open_account(username)
        member = give_role(tournament, user, role, by=by, now=now)
    return member, password


def give_role(
    tournament: Tournament, user: User, role: str, *, by: User | None, now: datetime
) -> StaffMember:
    member, made = StaffMember.objects.get_or_create(tournament=tournament, user=user, role=role)
    if made:
        _record(member, given=True, by=by, now=now)
    return member


def _record(member: StaffMember, *, given: bool, by: User | None, now: datetime) -> None:
    RoleChange.objects.create(
        tournament_id=member.tournament_id,
        user_id=member.user_id,
        role=member.role,
        given=given,
        by=by,
        at=now,
    )


def hold_all_roles(*, tournament: Tournament, by: User, now: datetime) -> None:
    """Give ``by`` all that it takes to run a game alone."""
    with transaction.atomic():
        for role in ALL_ROLES:
            give_role(tournament, by, role, by=by, now=now)


def organise_only(*, tournament: Tournament, by: User, now: datetime) -> None:
    """Take that back: ``by`` remains the organiser."""
    others = set(ALL_ROLES) - {Role.ORGANISER}
    with transaction.atomic():
        held = StaffMember.objects.filter(tournament=tournament, user=by, role__in=others)
        for member in held.order_by("pk"):
            remove_staff(member=member, by=by, now=now)


def account_of(username: str) -> User | None:
    """The account of this name, in capitals or not: nobody remembers how it was typed."""
    username = _as_kept(username)
    alike = list(get_user_model().objects.filter(username__iexact=username).order_by("pk"))
    same = [user for user in alike if user.username == username]
    return next(iter(same + alike), None)


def _as_kept(username: str) -> str:
    """As Django stores names: « ＡＤＭＩＮ » is written ADMIN."""
    return get_user_model().normalize_username(username.strip())


def open_account(username: str) -> tuple[User, str | None]:
    """The account of this name; a new one comes with its password.

    Raises BadSetting for a name that cannot be an account's.
    """
    username = _as_kept(username)
    if not username.isprintable() or not 0 < len(username) <= MAX_USERNAME:
        raise BadSetting("bad-username", username=username[:MAX_USERNAME])
    accounts = get_user_model().objects
    user = account_of(username)
    if user is not None:
        return user, None
    password = "".join(secrets.choice(CODE_ALPHABET) for _ in range(PASSWORD_LENGTH))
    try:
        with transaction.atomic():
            return accounts.create_user(username=username, password=password), password
    except IntegrityError:  # made by somebody else just now
        return accounts.get(username=username), None


def allow_tournaments(*, user: User, by: User | None, now: datetime) -> None:
    """Let an account create tournaments, where not everybody may."""
    needed = Permission.objects.get(content_type__app_label="tournament", codename=CREATE)
    user.user_permissions.add(needed)


def remove_staff(*, member: StaffMember, by: User | None, now: datetime) -> None:
    """Take a role away, and what it has opened; the last organiser stays.

    The tables of somebody who is no arbiter any more are nobody's, and so everybody's.
    """
    gone = bus.RoleTaken(member.tournament_id, member.user_id)
    with transaction.atomic():
        # One at a time: two organisers must not take each other's role away.
        Tournament.objects.select_for_update(no_key=True).get(pk=member.tournament_id)
        others = StaffMember.objects.filter(
            tournament=member.tournament_id, role=Role.ORGANISER
        ).exclude(pk=member.pk)
        if member.role == Role.ORGANISER and not others.exists():
            raise WrongState("last-organiser")
        _record(member, given=False, by=by, now=now)
        member.delete()
        _free_tables(member)
        transaction.on_commit(lambda: bus.publish(gone))


def _free_tables(gone: StaffMember) -> None:
    still = StaffMember.objects.filter(
        tournament=gone.tournament_id, user=gone.user_id, role__in=CORRECTING
    )
    if not still.exists():
        tables = Table.objects.filter(tournament=gone.tournament_id, arbiter=gone.user_id)
        tables.update(arbiter=None)
