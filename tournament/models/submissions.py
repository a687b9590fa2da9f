"""Forms of the office that were accepted."""

from typing import Any

from django.conf import settings
from django.db import models


class FormSubmission(models.Model):
    """An accepted form, stored for some days: who changed something, and creations sent twice."""

    #: Path that the form was sent to.
    path = models.CharField(max_length=200)
    #: Names of the fields that it changed; empty for a creation.
    fields: Any = models.JSONField(default=list)
    #: For a creation: digest of its one-time key and of all that was sent.
    digest = models.CharField(max_length=64, blank=True)
    #: For a creation: path of the page shown after it.
    target = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest"], condition=~models.Q(digest=""), name="submission_once"
            )
        ]
        indexes = [models.Index(fields=["path"], name="submission_by_path")]

    def __str__(self) -> str:
        return f"{self.path}: {self.by}"
