"""Accepted forms of the office: who changed which fields, and creations that are sent twice."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.contrib.auth.models import User

from tournament.models import FormSubmission, Organisation, Tournament

#: Time after which a page left open names nobody, and may create again.
SUBMISSION_STORAGE_TIME = timedelta(days=7)


class AlreadySent(Exception):  # noqa: N818 - nothing is wrong: the first time counts
    """The same form was sent before; ``target`` is the path of the page shown after it."""

    def __init__(self, target: str) -> None:
        self.target = target
        super().__init__(target)


def lock_owner[Owner: (Tournament, Organisation)](owner: Owner) -> Owner:
    """Lock the organisation, then its tournament if ``owner`` is one, and return its current row.

    Everything that a form of ``owner`` was made from can then be read and compared.
    """
    organisations = Organisation.objects.select_for_update(no_key=True)
    if isinstance(owner, Organisation):
        return organisations.get(pk=owner.pk)
    organisations.get(pk=owner.organisation_id)
    tournaments = Tournament.objects.select_for_update(no_key=True, of=["self"])
    return tournaments.select_related("organisation").get(pk=owner.pk)


def record_edit(*, path: str, fields: Collection[str], by: User, now: datetime) -> None:
    """Record who changed ``fields`` by the form of ``path``."""
    FormSubmission.objects.create(path=path, fields=sorted(fields), by=by, at=now)


def begin_creation(*, path: str, digest: str, by: User, now: datetime) -> FormSubmission:
    """Record a creation, in its transaction; raise AlreadySent if it was sent before.

    An equal one that is sent meanwhile waits for the end of the transaction.
    """
    submission, is_first = FormSubmission.objects.get_or_create(
        digest=digest, defaults={"path": path, "by": by, "at": now}
    )
    if not is_first:
        raise AlreadySent(submission.target or submission.path)
    return submission
