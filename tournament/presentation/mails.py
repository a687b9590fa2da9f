"""Messages to addresses that are not verified yet: their texts and links."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from tournament.core.states import MailKind
from tournament.models import MailRequest
from tournament.services.accounts.sign_up import make_token


def build_messages(request: MailRequest) -> Iterator[EmailMessage]:
    """Yield the message for a request, if any; an address that has an account gets another text."""
    candidates = list(User.objects.filter(email__iexact=request.address))
    users = [
        user
        for user in candidates
        if user.is_active and _is_same_address(user.email, request.address)
    ]
    if request.kind == MailKind.SIGN_UP and not users:
        if not candidates:
            yield _build_sign_up_message(request)
    elif request.kind == MailKind.SIGN_UP:
        yield _build_account_exists_message(users[0])
    else:
        yield from (_build_reset_message(user) for user in users)


def _is_same_address(stored: str, requested: str) -> bool:
    """Return True if a message to ``requested`` reaches the owner of ``stored``.

    The database takes « ı » and « i » for one letter: without this check, the owner of « gıthub »
    could read messages meant for « github ».
    """
    return stored.lower() == requested


def _build_link(name: str, *args: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse(name, args=args)}"


def _build_message(address: str, subject: str, text: str) -> EmailMessage:
    return EmailMessage(subject, text, to=[address])


def _build_sign_up_message(request: MailRequest) -> EmailMessage:
    """Build the message; it repeats nothing typed, for anybody can have it sent to anybody."""
    text = _(
        "Bonjour,\n\nVous avez demandé à inscrire votre club. Ouvrez ce lien pour choisir votre "
        "nom de compte et votre mot de passe :\n\n%(link)s\n\nIl sert une fois, dans les "
        "24 heures. Si vous n’avez rien demandé, ne faites rien : rien n’est inscrit.\n"
    )
    link = _build_link("sign-up-confirm", make_token(request))
    subject = _("Inscrire votre club sur Duplicata")
    return _build_message(request.address, subject, text % {"link": link})


def _build_account_exists_message(user: User) -> EmailMessage:
    text = _(
        "Bonjour,\n\nOn a demandé à inscrire un club avec cette adresse, qui est déjà celle du "
        "compte « %(username)s ». Pour vous connecter :\n\n%(link)s\n\nMot de passe oublié :\n\n"
        "%(forgotten)s\n\nSi vous n’avez rien demandé, ne faites rien.\n"
    )
    links = {"link": _build_link("login"), "forgotten": _build_link("password-reset")}
    subject = _("Vous avez déjà un compte sur Duplicata")
    return _build_message(user.email, subject, text % (links | {"username": user.get_username()}))


def _build_reset_message(user: User) -> EmailMessage:
    text = _(
        "Bonjour,\n\nOuvrez ce lien pour choisir un nouveau mot de passe pour le compte "
        "« %(username)s » :\n\n%(link)s\n\nIl sert une fois, dans les 24 heures. Si vous n’avez "
        "rien demandé, ne faites rien : votre mot de passe reste le même.\n"
    )
    number = urlsafe_base64_encode(force_bytes(user.pk))
    link = _build_link("new-password", number, default_token_generator.make_token(user))
    subject = _("Nouveau mot de passe sur Duplicata")
    return _build_message(
        user.email, subject, text % {"username": user.get_username(), "link": link}
    )
