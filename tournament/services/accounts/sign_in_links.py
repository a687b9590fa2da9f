"""Links that sign an account in without a password, made on the server only.

They serve the demonstration, the installer's first visit, and the cards that an organisation
prints for its people. Who holds one is let in, so each works once, for a time: what a browser's
history or a log keeps of it opens nothing.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from tournament.core.errors import BadAccess
from tournament.models import SignInLink

VALID = timedelta(hours=12)


def make_link(*, user: User, target: str, now: datetime, valid: timedelta = VALID) -> str:
    """The full address that signs ``user`` in and goes on to the path ``target``."""
    token = secrets.token_urlsafe(32)
    SignInLink.objects.create(
        user=user, digest=digest_of(token), target=target, expires_at=now + valid
    )
    return f"{settings.PUBLIC_URL}{reverse('sign-in-link', args=[token])}"


def find_link(*, token: str, now: datetime) -> SignInLink:
    """The link, used or not; raises BadAccess when it is unknown, old, or its account closed."""
    links = SignInLink.objects.select_related("user").filter(
        digest=digest_of(token), expires_at__gt=now, user__is_active=True
    )
    link = links.first()
    if link is None:
        raise BadAccess("sign-in-link")
    return link


def use_link(*, link: SignInLink, now: datetime) -> None:
    """Raises BadAccess for the second who uses it, also at the same moment."""
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise BadAccess("sign-in-link-used")


def withdraw(*, user: User, by: User | None, now: datetime) -> None:
    """No link of the account opens anything any more."""
    SignInLink.objects.filter(user=user).delete()


def digest_of(token: str) -> str:
    """All that the database keeps of a secret."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
