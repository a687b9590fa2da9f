"""Changes of the roster that can be undone."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.core.people.roster_changes import RosterChangeKind
from tournament.models.organisation import Organisation


class RosterChange(models.Model):
    """An import, a merging or a correction of a name; deleted after ``CHANGE_STORAGE_TIME``."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="roster_changes")
    kind = models.CharField(max_length=8)
    #: ``rows``: the rows as they were and as they became (``services.people.roster_changes``);
    #: other keys by kind.
    data: Any = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=list(RosterChangeKind)), name="roster_change_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.organisation})"
