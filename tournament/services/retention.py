"""Deletes data that is older than its retention period."""

from datetime import datetime

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session

from tournament import ports
from tournament.models import (
    CodeFailures,
    FormSubmission,
    Invitation,
    MailRequest,
    PendingFile,
    RosterChange,
    SignInLink,
)
from tournament.services.accounts.sign_up import REQUEST_STORAGE_TIME
from tournament.services.accounts.table_sign_in import WINDOW
from tournament.services.people.roster_changes import CHANGE_STORAGE_TIME
from tournament.services.submissions import SUBMISSION_STORAGE_TIME


def delete_expired(now: datetime) -> None:
    """Delete expired files, invitations, sign-in links and sessions, old requests for mail and
    failed sign-ins that no longer count for a limit, and old submissions of forms."""
    for expired in (
        PendingFile.objects.filter(expires_at__lte=now),
        Invitation.objects.filter(expires_at__lte=now),
        RosterChange.objects.filter(at__lte=now - CHANGE_STORAGE_TIME),
        SignInLink.objects.filter(expires_at__lte=now),
        MailRequest.objects.filter(at__lte=now - REQUEST_STORAGE_TIME),
        FormSubmission.objects.filter(at__lte=now - SUBMISSION_STORAGE_TIME),
        CodeFailures.objects.filter(since__lte=now - WINDOW),
        AccessAttempt.objects.filter(attempt_time__lte=now - settings.AXES_COOLOFF_TIME),
        Session.objects.filter(expire_date__lte=now),
    ):
        expired.delete()
    for delete_other in ports.delete_expired:
        delete_other(now)
