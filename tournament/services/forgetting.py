"""What is kept for a while is deleted when its time is over."""

from datetime import datetime

from django.contrib.sessions.models import Session

from tournament.models import Invitation, MailRequest, PendingFile, SignInLink
from tournament.services.sign_up import REMEMBERED


def forget(now: datetime) -> None:
    """Files sent and never imported, invitations, sign-in links and sessions that have ended, and
    who asked for a mail once it says nothing about whoever asks again."""
    for over in (
        PendingFile.objects.filter(expires_at__lte=now),
        Invitation.objects.filter(expires_at__lte=now),
        SignInLink.objects.filter(expires_at__lte=now),
        MailRequest.objects.filter(at__lte=now - REMEMBERED),
        Session.objects.filter(expire_date__lte=now),
    ):
        over.delete()
