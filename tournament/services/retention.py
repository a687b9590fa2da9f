"""What is kept for a while is deleted when its time is over."""

from datetime import datetime

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session

from tournament import ports
from tournament.models import CodeFailures, Invitation, MailRequest, PendingFile, SignInLink
from tournament.services.accounts.sign_up import REMEMBERED
from tournament.services.accounts.table_sign_in import WINDOW


def forget(now: datetime) -> None:
    """Files sent and never imported, invitations, sign-in links and sessions that have ended, and
    who asked for a mail or typed what is wrong, once it slows nobody down any more."""
    for over in (
        PendingFile.objects.filter(expires_at__lte=now),
        Invitation.objects.filter(expires_at__lte=now),
        SignInLink.objects.filter(expires_at__lte=now),
        MailRequest.objects.filter(at__lte=now - REMEMBERED),
        CodeFailures.objects.filter(since__lte=now - WINDOW),
        AccessAttempt.objects.filter(attempt_time__lte=now - settings.AXES_COOLOFF_TIME),
        Session.objects.filter(expire_date__lte=now),
    ):
        over.delete()
    for forget_own in ports.forget:
        forget_own(now)
