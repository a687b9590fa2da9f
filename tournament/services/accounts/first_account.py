"""The first account of an installation, made in a browser with the code that its start prints."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadAccess
from tournament.core.people.first_code import is_first_code
from tournament.services.accounts.accounts import choose_password, create_account


def require_no_account() -> None:
    """Raise BadAccess if an account exists: the code is worth nothing then."""
    if User.objects.exists():
        raise BadAccess("first-account-exists")


def create_first_account(
    *, code: str, username: str, password: str, by: User | None, now: datetime
) -> User:
    """Create the account. Raise BadAccess, also for another code; BadSetting for its name."""
    with transaction.atomic():
        # Two requests at once must not both find no account.
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE auth_user IN SHARE ROW EXCLUSIVE MODE")
        require_no_account()
        if not is_first_code(code, settings.SECRET_KEY):
            raise BadAccess("first-code")
        user = create_account(username=username, by=by, now=now)
        choose_password(user=user, password=password, by=user, now=now)
    return user
