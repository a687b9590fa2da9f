"""Links that sign an account in without a password, made on the server only.

They serve the demonstration, the first visit after an installation, and the cards that an
organisation prints. A link gives access to whoever holds it, so it works once and for a limited
time: a copy in a browser's history or a log is useless.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from tournament.core.errors import BadAccess
from tournament.models import SignInLink

LINK_LIFETIME = timedelta(hours=12)


def make_link(*, user: User, target: str, now: datetime, valid: timedelta = LINK_LIFETIME) -> str:
    """Return the full address that signs ``user`` in and redirects to the path ``target``."""
    token = secrets.token_urlsafe(32)
    SignInLink.objects.create(
        user=user, digest=compute_digest(token), target=target, expires_at=now + valid
    )
    return f"{settings.PUBLIC_URL}{reverse('sign-in-link', args=[token])}"


def find_link(*, token: str, now: datetime) -> SignInLink:
    """Return the link, used or not; raises BadAccess if unknown, old, or of a closed account."""
    links = SignInLink.objects.select_related("user").filter(
        digest=compute_digest(token), expires_at__gt=now, user__is_active=True
    )
    link = links.first()
    if link is None:
        raise BadAccess("invalid-sign-in-link")
    return link


def use_link(*, link: SignInLink, now: datetime) -> None:
    """Use a link. Raise BadAccess if it was used before, even at the same moment."""
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise BadAccess("sign-in-link-used")


def delete_links(*, user: User, by: User | None, now: datetime) -> None:
    """Delete all links of the account."""
    SignInLink.objects.filter(user=user).delete()


def compute_digest(token: str) -> str:
    """Return the digest of a secret, the only form in which the database stores it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
