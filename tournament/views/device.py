"""What a device keeps: the table that it entered, for whom, and its name at a judge's desk."""

import secrets
from dataclasses import dataclass
from functools import cached_property

import structlog
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.core.errors import BadAccess
from tournament.models import Entry, Table
from tournament.queries.access import enter_by_key, find_table_by_key

log = structlog.get_logger(__name__)

TABLE_COOKIE = f"{settings.COOKIE_PREFIX}table"
TABLE_COOKIE_SALT = "tournament.table"
TABLE_COOKIE_AGE = 3 * 24 * 3600
DESK_COOKIE = f"{settings.COOKIE_PREFIX}desk"
DESK_COOKIE_AGE = 30 * 24 * 3600
#: What a device is known by where one trains without an account.
DEVICE_SECRET = f"{settings.COOKIE_PREFIX}training"
DEVICE_SECRET_AGE = 365 * 24 * 3600
_LONGEST = 64


class NoticeCookie(CookieStorage):
    """What the next page says once."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Notices(FallbackStorage):
    """Django's, under the name that our cookies have."""

    storage_classes = (NoticeCookie, SessionStorage)


def set_table_cookie(response: HttpResponse, table: Table) -> None:
    """Remember the table and who sits there on this device; renewing the table's link forgets it
    again."""
    log.info("table.entered", table=table.pk, entry=table.entry.pk)
    response.set_signed_cookie(
        TABLE_COOKIE,
        f"{table.key}:{table.entry.pk}",
        salt=TABLE_COOKIE_SALT,
        max_age=TABLE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


@dataclass(frozen=True)
class TablePlace:
    """What a device entered: a table, for the entry that sat there then. It writes for nobody else
    until somebody says on it that he is another one."""

    table: Table
    entry_id: int

    @property
    def here(self) -> Entry | None:
        """Who sits at the table now, and can take it over."""
        found: Entry | None = getattr(self.table, "entry", None)
        return None if found is None or found.withdrawn else found

    @property
    def moved(self) -> bool:
        """Whether the entry sits there no more."""
        found = getattr(self.table, "entry", None)
        return found is None or found.pk != self.entry_id

    @cached_property
    def entry(self) -> Entry | None:
        """Whose it was, unless the entry was deleted or has left."""
        entries = Entry.objects.filter(pk=self.entry_id, withdrawn=False)
        return entries.select_related("table").first()


def place_of(request: HttpRequest) -> TablePlace | None:
    """What this device entered, while its link is good, whoever sits there now."""
    key, entry = _kept(request)
    try:
        return TablePlace(find_table_by_key(key), entry)
    except BadAccess:
        return None


def table_of(request: HttpRequest) -> Table | None:
    """The table that this device entered, if it may still enter it, for whom it entered it."""
    key, entry = _kept(request)
    try:
        table = enter_by_key(key)
    except BadAccess:
        return None
    return table if table.entry.pk == entry else None


def held_table(request: HttpRequest) -> Table | None:
    """The table that this device entered, whether or not it could still be entered now; None once
    its link was renewed."""
    key, _ = _kept(request)
    return Table.objects.filter(key=key).first() if key else None


def _kept(request: HttpRequest) -> tuple[str, int]:
    """The key and the entry that this device keeps; empty without good ones."""
    try:
        kept = request.get_signed_cookie(
            TABLE_COOKIE, salt=TABLE_COOKIE_SALT, max_age=TABLE_COOKIE_AGE
        )
    except (KeyError, signing.BadSignature):
        return "", 0
    key, _, entry = (kept or "").partition(":")
    return (key, int(entry)) if entry.isdecimal() else ("", 0)


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


def device_secret(request: HttpRequest) -> str:
    """What this browser keeps of itself for training: the same from its first request on."""
    known = request.COOKIES.get(DEVICE_SECRET, "")
    if not 0 < len(known) <= _LONGEST:
        known = request.COOKIES[DEVICE_SECRET] = secrets.token_urlsafe(24)
    return known


def keep_device_secret(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser keep it; only who plays or gives a name is remembered."""
    response.set_cookie(
        DEVICE_SECRET,
        device_secret(request),
        max_age=DEVICE_SECRET_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
