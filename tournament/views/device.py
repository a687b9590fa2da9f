"""Cookies of a device: the table that it entered, and its names at the judge's desk and in
training."""

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
from tournament.queries.access import find_occupied_table, find_table_by_key

log = structlog.get_logger(__name__)

TABLE_COOKIE = f"{settings.COOKIE_PREFIX}table"
TABLE_COOKIE_SALT = "tournament.table"
TABLE_COOKIE_AGE = 3 * 24 * 3600
DESK_COOKIE = f"{settings.COOKIE_PREFIX}desk"
DESK_COOKIE_AGE = 30 * 24 * 3600
#: Identifies a device in training without an account.
TRAINING_COOKIE = f"{settings.COOKIE_PREFIX}training"
TRAINING_COOKIE_AGE = 365 * 24 * 3600
_MAX_LENGTH = 64


class PrefixedCookieStorage(CookieStorage):
    """The cookie that carries messages to the next page."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class CookieMessageStorage(FallbackStorage):
    """The message storage of Django, with the prefix of our cookies."""

    storage_classes = (PrefixedCookieStorage, SessionStorage)


def set_table_cookie(response: HttpResponse, table: Table) -> None:
    """Store the table and its entry on this device; renewing the link of the table invalidates
    them."""
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
    """The table that a device entered, and the entry that was there then.

    The device writes for this entry only, until someone says on it that another entry sits there.
    """

    table: Table
    entry_id: int

    @property
    def current_entry(self) -> Entry | None:
        """Return the entry that is at the table now and may take it over."""
        entry: Entry | None = getattr(self.table, "entry", None)
        return None if entry is None or entry.withdrawn else entry

    @property
    def has_moved(self) -> bool:
        """Return True if the entry is no longer at this table."""
        entry = getattr(self.table, "entry", None)
        return entry is None or entry.pk != self.entry_id

    @cached_property
    def entry(self) -> Entry | None:
        """Return the entry of this device, None if it was deleted or has withdrawn."""
        entries = Entry.objects.filter(pk=self.entry_id, withdrawn=False)
        return entries.select_related("table").first()


def get_table_place(request: HttpRequest) -> TablePlace | None:
    """Return what this device entered while the table's link is valid, whoever sits there now."""
    key, entry_id = _read_table_cookie(request)
    try:
        return TablePlace(find_table_by_key(key), entry_id)
    except BadAccess:
        return None


def get_entered_table(request: HttpRequest) -> Table | None:
    """Return the table that this device may still use, for the entry that it entered for."""
    key, entry_id = _read_table_cookie(request)
    try:
        table = find_occupied_table(key)
    except BadAccess:
        return None
    return table if table.entry.pk == entry_id else None


def get_table_key(request: HttpRequest) -> str:
    """Return the key of the link of the table that this device entered, empty for none."""
    return _read_table_cookie(request)[0]


def get_remembered_table(request: HttpRequest) -> Table | None:
    """Return the table that this device entered, even if it may not be entered now; None once its
    link was renewed."""
    key = get_table_key(request)
    return Table.objects.filter(key=key).first() if key else None


def _read_table_cookie(request: HttpRequest) -> tuple[str, int]:
    """Return key and entry id of the cookie, empty ones if it is missing or invalid."""
    try:
        cookie = request.get_signed_cookie(
            TABLE_COOKIE, salt=TABLE_COOKIE_SALT, max_age=TABLE_COOKIE_AGE
        )
    except (KeyError, signing.BadSignature):
        return "", 0
    key, _, entry = (cookie or "").partition(":")
    return (key, int(entry)) if entry.isdecimal() else ("", 0)


def get_desk_device(request: HttpRequest) -> str:
    """Return the name of this browser at the judge's desk, created at its first request."""
    name = request.COOKIES.get(DESK_COOKIE, "")
    if not 0 < len(name) <= _MAX_LENGTH:
        name = request.COOKIES[DESK_COOKIE] = secrets.token_urlsafe(24)
    return name


def set_desk_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Store the name of the desk device in its cookie."""
    response.set_cookie(
        DESK_COOKIE,
        get_desk_device(request),
        max_age=DESK_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def get_device_secret(request: HttpRequest) -> str:
    """Return the secret of this browser for training, created at its first request."""
    secret = request.COOKIES.get(TRAINING_COOKIE, "")
    if not 0 < len(secret) <= _MAX_LENGTH:
        secret = request.COOKIES[TRAINING_COOKIE] = secrets.token_urlsafe(24)
    return secret


def set_training_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Store the device secret; called only for a device that plays or gives a name."""
    response.set_cookie(
        TRAINING_COOKIE,
        get_device_secret(request),
        max_age=TRAINING_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
