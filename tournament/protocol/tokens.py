"""Signed, short-lived tokens that say whose socket it is.

A page puts one in the address of the socket. Reading it needs no database, so that a whole hall
can reconnect within seconds (docs/live.md).
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
    """The content of a token: tournament, audience, and the entry or account.

    An entry for players, an account for the staff; an account also for
    the public, where the staff looks at a tournament that is not public yet.

    For a player, ``table_id`` is the table when the ticket was made, and ``link`` the number of
    renewals of the table's link at that time.
    """

    tournament_id: int
    audience: Audience
    entry_id: int | None = None
    user_id: int | None = None
    link: int = 0
    table_id: int | None = None


@cache
def _get_signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=SALT)


def make_token(ticket: Ticket) -> str:
    """Sign a ticket. Raise ValueError if it has no owner, or one that the audience cannot have."""
    tournament_id, audience, entry_id, user_id, link, table_id = ticket
    if (audience is Audience.ENTRY) != (entry_id is not None):
        raise ValueError(f"{audience} with entry {entry_id}")
    has_account = audience in STAFF or (audience is Audience.PUBLIC and user_id is not None)
    if has_account != (user_id is not None):
        raise ValueError(f"{audience} with account {user_id}")
    # Every page gets a different token, so that the sockets of one page can be counted.
    page = secrets.token_hex(4)
    owner = f"{entry_id or 0}.{user_id or 0}.{link}.{table_id or 0}"
    return _get_signer().sign(f"{tournament_id}.{audience}.{owner}.{page}")


def read_token(token: str) -> Ticket:
    """Return the ticket in ``token``. Raise BadAccess if it is forged, damaged or too old."""
    try:
        value = _get_signer().unsign(token, max_age=MAX_AGE)
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
