"""Signed, short-lived tokens by which a socket proves whose it is.

A page renders one in the socket's address. Reading it needs no database: that is what lets a
whole room come back within seconds (docs/live.md).
"""

from datetime import timedelta
from functools import cache
from typing import NamedTuple

from django.core import signing

from tournament.core.errors import BadAccess
from tournament.live.protocol import Audience

MAX_AGE = timedelta(minutes=15)
SALT = "tournament.live"


class Ticket(NamedTuple):
    """Whom a socket belongs to; ``entry_id`` for players only."""

    tournament_id: int
    audience: Audience
    entry_id: int | None = None


@cache
def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=SALT)


def make_token(tournament_id: int, audience: Audience, entry_id: int | None = None) -> str:
    if (audience is Audience.ENTRY) != (entry_id is not None):
        raise ValueError(f"{audience} with entry {entry_id}")
    return _signer().sign(f"{tournament_id}.{audience}.{entry_id or 0}")


def read_token(token: str) -> Ticket:
    """The ticket in ``token``; raises BadAccess when it is forged, damaged or too old."""
    try:
        value = _signer().unsign(token, max_age=MAX_AGE)
    except signing.SignatureExpired:
        raise BadAccess("token-expired") from None
    except signing.BadSignature:
        raise BadAccess("token-unknown") from None
    tournament_id, audience, entry_id = value.split(".")
    return Ticket(int(tournament_id), Audience(audience), int(entry_id) or None)
