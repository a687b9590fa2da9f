"""Who may do what: roles of accounts, and the ways of a player to his table."""

import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.core.errors import BadAccess, NotAllowed
from tournament.core.states import Role
from tournament.models import StaffMember, Table, Tournament

TABLE_COOKIE = "table"
TABLE_COOKIE_SALT = "tournament.table"
TABLE_COOKIE_AGE = 3 * 24 * 3600

type Account = AbstractBaseUser | AnonymousUser


def roles_of(user: Account, tournament: Tournament) -> set[Role]:
    if not user.is_authenticated:
        return set()
    rows = StaffMember.objects.filter(tournament=tournament, user_id=user.pk)
    return {Role(role) for role in rows.values_list("role", flat=True)}


def require_role(user: Account, tournament: Tournament, *roles: Role) -> None:
    """Raises NotAllowed unless the account has one of ``roles`` in this tournament."""
    if not roles_of(user, tournament) & set(roles):
        raise NotAllowed("role", roles=[str(role) for role in roles])


def organises(user: Account) -> bool:
    """Whether the account organises some tournament, or administers the site."""
    if not user.is_authenticated:
        return False
    administers = getattr(user, "is_staff", False) or getattr(user, "is_superuser", False)
    own = StaffMember.objects.filter(user_id=user.pk, role=Role.ORGANISER)
    return bool(administers) or own.exists()


def require_organiser(user: Account) -> None:
    """For what belongs to the installation, not to one tournament: its lexica.

    Raises NotAllowed.
    """
    if not organises(user):
        raise NotAllowed("organiser")


def enter_by_key(key: str) -> Table:
    """The table of a link; raises BadAccess when it is unknown, renewed or expired."""
    tables = Table.objects.select_related("tournament", "entry")
    # What cannot be printed cannot be looked for either (NUL).
    table = tables.filter(key=key).first() if key.isprintable() else None
    if table is None:
        raise BadAccess("unknown-link")
    return _open(table)


def enter_by_code(tournament: Tournament, number: int, code: str) -> Table:
    """The table with this number and code; raises BadAccess without telling which is wrong."""
    table = (
        Table.objects.select_related("tournament", "entry")
        .filter(tournament=tournament, number=number)
        .first()
    )
    typed = "".join(code.upper().split())
    if table is None or not secrets.compare_digest(table.code.encode(), typed.encode()):
        raise BadAccess("wrong-code", number=number)
    return _open(table)


def _open(table: Table) -> Table:
    if table.tournament.links_valid_until < timezone.now():
        raise BadAccess("expired-link", number=table.number)
    if not hasattr(table, "entry"):
        raise BadAccess("empty-table", number=table.number)
    if table.entry.withdrawn:
        raise BadAccess("withdrawn", number=table.number)
    return table


def set_table_cookie(response: HttpResponse, table: Table) -> None:
    """Remember the table on this device; renewing the table's link forgets it again."""
    response.set_signed_cookie(
        TABLE_COOKIE,
        table.key,
        salt=TABLE_COOKIE_SALT,
        max_age=TABLE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def table_of(request: HttpRequest) -> Table | None:
    """The table that this device entered, if it may still enter it."""
    try:
        key = request.get_signed_cookie(
            TABLE_COOKIE, salt=TABLE_COOKIE_SALT, max_age=TABLE_COOKIE_AGE
        )
        return enter_by_key(key or "")
    except (KeyError, signing.BadSignature, BadAccess):
        return None
