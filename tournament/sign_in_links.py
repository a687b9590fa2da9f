"""Links that sign an account in without a password, made on the server only.

They serve the demonstration and the installer's first visit; who holds one is let in, so each
is valid for a few hours.
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.urls import reverse

from tournament.core.errors import BadAccess

SALT = "tournament.sign-in-link"
MAX_AGE_S = 12 * 3600


def make_link(user: User, target: str) -> str:
    """The full address that signs ``user`` in and goes on to the path ``target``."""
    token = signing.dumps({"user": user.pk, "next": target}, salt=SALT)
    return f"{settings.PUBLIC_URL}{reverse('sign-in-link', args=[token])}"


def read_link(token: str) -> tuple[User, str]:
    """The account and path of a link; raises BadAccess when it is forged, old, or closed."""
    try:
        data = signing.loads(token, salt=SALT, max_age=MAX_AGE_S)
    except signing.BadSignature as error:
        raise BadAccess("sign-in-link") from error
    user = User.objects.filter(pk=data["user"], is_active=True).first()
    if user is None:
        raise BadAccess("sign-in-link")
    return user, str(data["next"])
