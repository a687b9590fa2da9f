"""Organisations that register themselves, and passwords that are forgotten: by e-mail.

Whoever asks is answered the same whether the address is known or not; what is sent says which.
The message goes out from a worker, so that the answer takes the same time as well.
"""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction

from tournament.core.errors import BadAccess
from tournament.core.files.cells import tidy
from tournament.core.states import Mail
from tournament.models import MailRequest
from tournament.services.accounts.accounts import new_account
from tournament.services.accounts.organisations import found
from tournament.services.accounts.table_sign_in import network_of
from tournament.services.tasks import send_on_commit

#: Messages to one address, and for one network, in a time.
MOST_TO_ADDRESS, MOST_FOR_NETWORK, WINDOW = 3, 20, timedelta(hours=1)
#: For how long a link works.
VALID = timedelta(days=1)
#: For how long it is known who asked.
REMEMBERED = VALID + WINDOW
TASK = "tournament.tasks.send_mail"
_SALT = "tournament.sign_up"


def ask_mail(
    *,
    kind: Mail,
    address: str,
    device: str,
    club: str = "",
    name: str = "",
    by: User | None,
    now: datetime,
) -> None:
    """Let a message be sent to ``address``; ``device`` is the network address of who asks.

    Nothing is sent, and nothing said, once an address has had enough. Raises BadAccess for a
    network that asks for too many.
    """
    address, network = address.strip().lower(), network_of(device)
    recent = MailRequest.objects.filter(at__gt=now - WINDOW)
    if recent.filter(network=network).count() >= MOST_FOR_NETWORK:
        raise BadAccess("too-many-mails")
    enough = recent.filter(address=address).count() >= MOST_TO_ADDRESS
    fields = {"club": tidy(club), "name": tidy(name), "at": now}
    with transaction.atomic():
        asked = MailRequest.objects.create(kind=kind, address=address, network=network, **fields)
        if not enough:
            send_on_commit(TASK, asked.pk)


def mark_sent(*, request: MailRequest, by: User | None, now: datetime) -> None:
    MailRequest.objects.filter(pk=request.pk).update(sent_at=now)


def token_for(request: MailRequest) -> str:
    """What the link of a message ends with."""
    return signing.dumps(request.pk, salt=_SALT)


def find_request(*, token: str, now: datetime) -> MailRequest:
    """The request that a link confirms; raises BadAccess when it is unknown, old or used."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=VALID)
    except signing.BadSignature as error:
        raise BadAccess("sign-up") from error
    request = MailRequest.objects.filter(pk=pk, kind=Mail.SIGN_UP).first()
    if request is None or has_account(request.address):
        raise BadAccess("sign-up")
    return request


def has_account(address: str) -> bool:
    return User.objects.filter(email__iexact=address).exists()


def register(
    *, request: MailRequest, username: str, password: str, by: User | None, now: datetime
) -> User:
    """The account, whose address is confirmed, and the organisation that it manages.

    Raises BadAccess for the second who confirms an address, also at the same moment; BadSetting
    for a name that is taken.
    """
    with transaction.atomic():
        # Locked: of two links to one address, one makes the account.
        list(MailRequest.objects.select_for_update().filter(address=request.address))
        if has_account(request.address):
            raise BadAccess("sign-up")
        user = new_account(username=username, name=request.name, by=by, now=now)
        user.email = request.address
        user.set_password(password)
        user.save(update_fields=["email", "password"])
        found(name=request.club, by=user, now=now)
    return user
