"""What a device keeps: the table that it has entered, and what it is called at a judge's desk."""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.core.errors import BadAccess
from tournament.models import Table
from tournament.queries.access import enter_by_key

TABLE_COOKIE = "table"
TABLE_COOKIE_SALT = "tournament.table"
TABLE_COOKIE_AGE = 3 * 24 * 3600
DESK_COOKIE = "desk"
DESK_COOKIE_AGE = 30 * 24 * 3600
_LONGEST = 64


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


def desk_device(request: HttpRequest) -> str:
    """What this browser is called at the judge's desk: the same for all its pages, and from its
    first request on."""
    known = request.COOKIES.get(DESK_COOKIE, "")
    if not 0 < len(known) <= _LONGEST:
        known = request.COOKIES[DESK_COOKIE] = secrets.token_urlsafe(24)
    return known


def keep_desk_device(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser keep its name."""
    response.set_cookie(
        DESK_COOKIE,
        desk_device(request),
        max_age=DESK_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
