"""Data is deleted when it is no longer needed, even on a server without other activity."""

from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.db.models import Model

from tests.room import Room
from tests.rows import every_row
from tournament.core.states import MailKind
from tournament.models import (
    CodeFailures,
    FormSubmission,
    Invitation,
    MailRequest,
    PendingFile,
    SignInLink,
)
from tournament.services.accounts.invitations import create_invitation
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.accounts.sign_up import request_mail
from tournament.services.people.entry_imports import store_file
from tournament.services.retention import delete_expired
from tournament.services.submissions import record_edit

#: What is kept, and for how long.
KEPT: dict[type[Model], timedelta] = {
    CodeFailures: timedelta(minutes=10),
    AccessAttempt: timedelta(minutes=10),
    SignInLink: timedelta(hours=12),
    MailRequest: timedelta(hours=25),
    PendingFile: timedelta(days=2),
    Invitation: timedelta(days=7),
    FormSubmission: timedelta(days=7),
    Session: timedelta(days=14),
}


def test_data_is_deleted_when_its_time_is_over(room: Room) -> None:
    now = room.get_author_and_time()["now"]
    leave(room, now)
    with every_row() as row:
        for time_kept in sorted(set(KEPT.values())):
            for minutes, count in ((-1, 1), (1, 0)):
                delete_expired(now + time_kept + timedelta(minutes=minutes))
                for model in (
                    model_class for model_class, time in KEPT.items() if time == time_kept
                ):
                    with row(f"{model.__name__} {minutes}"):
                        assert model._default_manager.count() == count


def leave(room: Room, now: datetime) -> None:
    """Create a row of each kind."""
    by: dict[str, Any] = {"by": room.user, "now": now}
    owner: dict[str, Any] = {"organisation": room.tournament.organisation}
    store_file(tournament=room.tournament, file_name="a.csv", data=b"nom\nKenya\n", **owner, **by)
    create_invitation(**owner, **by)
    make_link(user=room.user, target="/", now=now)
    request_mail(kind=MailKind.RESET, address="a@example.org", device="127.0.0.1", **by)
    CodeFailures.objects.create(tournament=room.tournament, network="127.0.0.1", since=now)
    attempt = AccessAttempt.objects.create(username="claire", failures_since_start=1)
    AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=now)
    record_edit(path="/office/essai/settings/", fields=["venue"], **by)
    Session.objects.create(session_key="k" * 32, expire_date=now + KEPT[Session])
