"""Rooms for pages outside the live room (a match, a topping, a round): a page receives a notice
that something changed, and fetches its content again.

Nothing secret is sent: a follower only learns that something changed. The view that answers the
page decides what it may read.
"""

from datetime import timedelta
from functools import cache

from django.core import signing

from tournament.core.errors import BadAccess

MAX_AGE = timedelta(minutes=15)
SALT = "tournament.beside"
SHARED_SALT = "tournament.beside.shared"
#: First word of a shared token: no room has this name.
_SHARED = "public"


@cache
def _get_signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=SALT)


@cache
def _get_shared_signer() -> signing.Signer:
    return signing.Signer(salt=SHARED_SALT)


def make_update_token(*rooms: str) -> str:
    """Sign a token to follow these rooms, named like ``match:12``. Raise ValueError for none."""
    if not rooms or any("," in room for room in rooms):
        raise ValueError(f"rooms to follow: {rooms}")
    return _get_signer().sign(",".join(rooms))


def make_shared_update_token(*rooms: str) -> str:
    """Sign the token with which everybody follows the rooms of a public page. It is always the
    same, for the page is cached, and does not expire."""
    return _get_shared_signer().sign(",".join((_SHARED, *rooms)))


def is_shared_update_token(token: str) -> bool:
    return token.startswith(f"{_SHARED},")


def build_tournament_room(tournament: int) -> str:
    """Return the room of pages that follow the live room of a tournament: its followers receive a
    notice of every event and of bulletins handed in."""
    return f"tournament:{tournament}"


def read_update_token(token: str) -> frozenset[str]:
    """Return the rooms in ``token``. Raise BadAccess if it is forged, damaged or too old."""
    try:
        if is_shared_update_token(token):
            return frozenset(_get_shared_signer().unsign(token).split(",")[1:])
        return frozenset(_get_signer().unsign(token, max_age=MAX_AGE).split(","))
    except signing.SignatureExpired:
        raise BadAccess("token-expired") from None
    except signing.BadSignature:
        raise BadAccess("token-unknown") from None
