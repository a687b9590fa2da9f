"""Files of people that are not imported yet."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.models.centres import Centre
from tournament.models.organisation import Organisation
from tournament.models.people import Tournament


class PendingFile(models.Model):
    """A file of people between its upload and its import, with the decisions made so far."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="pending_files")
    #: Tournament that its entries are for; None: it is imported into the roster.
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="pending_files"
    )
    #: Where the entries play whose line names no centre.
    centre = models.ForeignKey(
        Centre, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    file_name = models.CharField(max_length=200)
    data = models.BinaryField()
    #: Row of the heading, 0 for none; None: as detected.
    heading = models.PositiveIntegerField(null=True)
    #: Fields by column, empty for an ignored column; None: as proposed.
    fields: Any = models.JSONField(null=True)
    #: "out" or "in" by the number of each line with a finding.
    decisions: Any = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.file_name
