"""Registration of organisations and forgotten passwords, by e-mail.

The answer to a request is the same whether the address is known or not; only the message differs.
A worker sends it, so that the answer takes the same time as well.
"""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction

from tournament.core.errors import BadAccess
from tournament.core.files.cells import normalise_text
from tournament.core.states import MailKind
from tournament.models import MailRequest
from tournament.services.accounts.accounts import create_account
from tournament.services.accounts.organisations import create_organisation
from tournament.services.accounts.table_sign_in import get_network
from tournament.services.tasks import send_on_commit

#: Limits of messages to one address and from one network within a time window.
MAX_MAILS_TO_ADDRESS, MAX_MAILS_FROM_NETWORK, WINDOW = 3, 20, timedelta(hours=1)
#: How long a link works.
LINK_LIFETIME = timedelta(days=1)
#: How long a request is stored.
REQUEST_STORAGE_TIME = LINK_LIFETIME + WINDOW
TASK = "tournament.tasks.send_mail"
_SALT = "tournament.sign_up"


def request_mail(
    *,
    kind: MailKind,
    address: str,
    device: str,
    club: str = "",
    name: str = "",
    by: User | None,
    now: datetime,
) -> None:
    """Ask for a message to ``address``; ``device`` is the network address of the request.

    Nothing is sent once an address has reached its limit, without an error. Raise BadAccess for
    a network that makes too many requests.
    """
    address, network = address.strip().lower(), get_network(device)
    recent = MailRequest.objects.filter(at__gt=now - WINDOW)
    if recent.filter(network=network).count() >= MAX_MAILS_FROM_NETWORK:
        raise BadAccess("too-many-mails")
    limit_reached = recent.filter(address=address).count() >= MAX_MAILS_TO_ADDRESS
    fields = {"club": normalise_text(club), "name": normalise_text(name), "at": now}
    with transaction.atomic():
        request = MailRequest.objects.create(kind=kind, address=address, network=network, **fields)
        if not limit_reached:
            send_on_commit(TASK, request.pk)


def mark_mail_sent(*, request: MailRequest, by: User | None, now: datetime) -> None:
    MailRequest.objects.filter(pk=request.pk).update(sent_at=now)


def make_token(request: MailRequest) -> str:
    """Return the last part of the link in a message."""
    return signing.dumps(request.pk, salt=_SALT)


def find_request(*, token: str, now: datetime) -> MailRequest:
    """Return the request that a link confirms; raises BadAccess if unknown, old or used."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=LINK_LIFETIME)
    except signing.BadSignature as error:
        raise BadAccess("invalid-sign-up-link") from error
    request = MailRequest.objects.filter(pk=pk, kind=MailKind.SIGN_UP).first()
    if request is None or has_account(request.address):
        raise BadAccess("invalid-sign-up-link")
    return request


def has_account(address: str) -> bool:
    return User.objects.filter(email__iexact=address).exists()


def register_account(
    *, request: MailRequest, username: str, password: str, by: User | None, now: datetime
) -> User:
    """Create the account with its confirmed address, and the organisation that it manages.

    Raise BadAccess if the address was confirmed before, even at the same moment; BadSetting for a
    name in use; Busy.
    """
    digest = make_password(password)
    with transaction.atomic():
        # Locked: of two links to one address, only one creates the account.
        list(MailRequest.objects.select_for_update().filter(address=request.address))
        if has_account(request.address):
            raise BadAccess("invalid-sign-up-link")
        user = create_account(username=username, name=request.name, by=by, now=now)
        user.email = request.address
        user.password = digest
        user.save(update_fields=["email", "password"])
        create_organisation(name=request.club, by=user, now=now)
    return user
