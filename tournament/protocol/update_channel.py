"""Rooms beside the big one (a match, a topping, a round): their pages are told that something
changed, and ask for themselves anew.

Nothing secret travels here: whoever follows a room learns that there are news, never which. What
a page may read is decided by the view that answers it.
"""

from datetime import timedelta
from functools import cache

from django.core import signing

from tournament.core.errors import BadAccess

MAX_AGE = timedelta(minutes=15)
SALT = "tournament.beside"


@cache
def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=SALT)


def beside_token(*rooms: str) -> str:
    """What a page follows these rooms by, named like ``match:12``; raises ValueError for none."""
    if not rooms or any("," in room for room in rooms):
        raise ValueError(f"rooms to follow: {rooms}")
    return _signer().sign(",".join(rooms))


def read_beside_token(token: str) -> frozenset[str]:
    """The rooms in ``token``; raises BadAccess when it is forged, damaged or too old."""
    try:
        return frozenset(_signer().unsign(token, max_age=MAX_AGE).split(","))
    except signing.SignatureExpired:
        raise BadAccess("token-expired") from None
    except signing.BadSignature:
        raise BadAccess("token-unknown") from None
