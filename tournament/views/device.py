"""The table that a device has entered: a signed cookie."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.core.errors import BadAccess
from tournament.models import Table
from tournament.queries.access import enter_by_key

TABLE_COOKIE = "table"
TABLE_COOKIE_SALT = "tournament.table"
TABLE_COOKIE_AGE = 3 * 24 * 3600


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
        return enter_by_key(_table_key(request))
    except BadAccess:
        return None


def held_table(request: HttpRequest) -> Table | None:
    """The table that this device entered, whether or not it could still be entered now; None once
    its link was renewed."""
    key = _table_key(request)
    return Table.objects.filter(key=key).first() if key else None


def _table_key(request: HttpRequest) -> str:
    """The key that this device keeps; empty without a good one."""
    try:
        key = request.get_signed_cookie(
            TABLE_COOKIE, salt=TABLE_COOKIE_SALT, max_age=TABLE_COOKIE_AGE
        )
    except (KeyError, signing.BadSignature):
        return ""
    return key or ""
