"""Accepted forms of the office."""

from collections.abc import Mapping
from datetime import datetime

from tournament.models import FormSubmission

#: Submissions of a form that are searched, the last ones.
MAX_SUBMISSIONS = 100


def find_last_changes(path: str, *, since: datetime) -> Mapping[str, FormSubmission]:
    """Return the last change of each field by the form of ``path``, if it is known."""
    changes_since = FormSubmission.objects.filter(path=path, at__gte=since)
    submissions = changes_since.select_related("by").order_by("-pk")
    changes: dict[str, FormSubmission] = {}
    for submission in submissions[:MAX_SUBMISSIONS]:
        for name in submission.fields:
            changes.setdefault(name, submission)
    return changes
