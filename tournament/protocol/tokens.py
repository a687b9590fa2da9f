"""Signed, short-lived tokens by which a socket proves whose it is.

A page renders one in the socket's address. Reading it needs no database: that is what lets a
whole room come back within seconds (docs/live.md).
"""

import secrets
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from django.core import signing

from tournament.core.errors import BadAccess
from tournament.protocol import STAFF, Audience

MAX_AGE = timedelta(minutes=15)
SALT = "tournament.live"


class Ticket(NamedTuple):
    """Whom a socket belongs to: an entry for players, an account for the staff; also of the
    public, where somebody of the staff looks at what the public does not see yet.

    Of a player, ``table_id`` says at which table he was when it was taken, and ``link`` by which
    link he came: how many times the table's had been renewed.
    """

    tournament_id: int
    audience: Audience
    entry_id: int | None = None
    user_id: int | None = None
    link: int = 0
    table_id: int | None = None


@cache
def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=SALT)


def make_token(ticket: Ticket) -> str:
    """Raises ValueError for a ticket without its holder, or with somebody else's."""
    tournament_id, audience, entry_id, user_id, link, table_id = ticket
    if (audience is Audience.ENTRY) != (entry_id is not None):
        raise ValueError(f"{audience} with entry {entry_id}")
    signed_in = audience in STAFF or (audience is Audience.PUBLIC and user_id is not None)
    if signed_in != (user_id is not None):
        raise ValueError(f"{audience} with account {user_id}")
    # No two pages hold the same token, so that the sockets of one can be counted.
    page = secrets.token_hex(4)
    holder = f"{entry_id or 0}.{user_id or 0}.{link}.{table_id or 0}"
    return _signer().sign(f"{tournament_id}.{audience}.{holder}.{page}")


def read_token(token: str) -> Ticket:
    """The ticket in ``token``; raises BadAccess when it is forged, damaged or too old."""
    try:
        value = _signer().unsign(token, max_age=MAX_AGE)
    except signing.SignatureExpired:
        raise BadAccess("token-expired") from None
    except signing.BadSignature:
        raise BadAccess("token-unknown") from None
    try:
        tournament, audience, *numbers, _page = value.split(".")
        entry, user, link, table = map(int, numbers)
        return Ticket(
            int(tournament), Audience(audience), entry or None, user or None, link, table or None
        )
    except ValueError:  # of another version of the program
        raise BadAccess("token-unknown") from None
