"""Nothing is kept longer than it is needed, on a server where nothing else happens either."""

from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.db.models import Model

from tests.room import Room
from tests.rows import every_row
from tournament.core.states import Mail
from tournament.models import CodeFailures, Invitation, MailRequest, PendingFile, SignInLink
from tournament.services.accounts.invitations import invite
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.accounts.sign_up import ask_mail
from tournament.services.people.entry_imports import send_file
from tournament.services.retention import forget

#: What is kept, and for how long.
KEPT: dict[type[Model], timedelta] = {
    CodeFailures: timedelta(minutes=10),
    AccessAttempt: timedelta(minutes=10),
    SignInLink: timedelta(hours=12),
    MailRequest: timedelta(hours=25),
    PendingFile: timedelta(days=2),
    Invitation: timedelta(days=7),
    Session: timedelta(days=14),
}


def test_each_is_forgotten_when_its_time_is_over_and_not_before(room: Room) -> None:
    now = room.by()["now"]
    leave(room, now)
    with every_row() as row:
        for kept in sorted(set(KEPT.values())):
            for minutes, count in ((-1, 1), (1, 0)):
                forget(now + kept + timedelta(minutes=minutes))
                for model in (one for one, time in KEPT.items() if time == kept):
                    with row(f"{model.__name__} {minutes}"):
                        assert model._default_manager.count() == count


def leave(room: Room, now: datetime) -> None:
    """One of each."""
    by: dict[str, Any] = {"by": room.user, "now": now}
    own: dict[str, Any] = {"organisation": room.tournament.organisation}
    send_file(tournament=room.tournament, file_name="a.csv", data=b"nom\nKenya\n", **own, **by)
    invite(**own, **by)
    make_link(user=room.user, target="/", now=now)
    ask_mail(kind=Mail.RESET, address="a@example.org", device="127.0.0.1", **by)
    CodeFailures.objects.create(tournament=room.tournament, network="127.0.0.1", since=now)
    attempt = AccessAttempt.objects.create(username="claire", failures_since_start=1)
    AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=now)
    Session.objects.create(session_key="k" * 32, expire_date=now + KEPT[Session])
